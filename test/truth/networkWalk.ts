import { eidOf } from '../../simulator/numbers';

/* Calls the routes of profiles (create and change), networks and the organisation. */

const PROFILE = '/api/v1/service_profile/{profileId}';
const SERVICE = `${PROFILE}/service/{serviceId}`;
const TARIFF = '/api/v1/tariff_profile/{tariffId}';
const ORGANISATION = '/api/v1/organisation/{organisationId}';
const CARD = '/api/v1/euicc/{euiccId}/operation/{operationId}';

interface Reply {
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the caller compares it with a shape
	body: any;
	headers: Headers;
}
type Ask = (route: string, ids?: Record<string, string | number>, body?: unknown) => Promise<Reply>;

/** Calls these routes, with refusals; `again` repeats a call that is then refused. */
export async function walkNetwork(ask: Ask, again: Ask, operationId: string): Promise<void> {
	const made = ({ headers }: Reply) => Number(headers.get('location')?.split('/').at(-1));
	const profileId = made(await ask('POST /api/v1/service_profile', {}, { name: 'walked' }));
	await again('POST /api/v1/service_profile', {}, {});
	const service = { profileId, serviceId: 6 };
	const limit = { ...service, limitId: 2 };
	await ask(`PUT ${SERVICE}`, service);
	await again(`PUT ${SERVICE}`, service);
	await ask(`PUT ${SERVICE}/traffic_limit/{limitId}`, limit);
	await ask('GET /api/v1/service_profile/{id}', { id: profileId });
	await again(`DELETE ${SERVICE}`, service);
	await ask(`DELETE ${SERVICE}/traffic_limit/{limitId}`, limit);
	await again(`DELETE ${SERVICE}/traffic_limit/{limitId}`, limit);
	await ask(`DELETE ${SERVICE}`, service);
	await ask(`DELETE ${PROFILE}/traffic_limit`, { profileId });
	await ask('GET /api/v1/esme_interface_type');
	await ask('GET /api/v1/breakout_region');
	const pair = { primary: '192.0.2.1', secondary: '192.0.2.2', ip_address_version: 4 };
	await ask('POST /api/v1/dns', {}, pair);
	await again('POST /api/v1/dns', {}, {});
	const dnsId = (await ask('GET /api/v1/dns')).body[0].id as number;
	const patch = 'PATCH /api/v1/service_profile/{id}';
	await ask(patch, { id: profileId }, { dns: { id: dnsId }, allowed_3g: false });
	await ask('GET /api/v1/service_profile/{id}', { id: profileId });
	await again('DELETE /api/v1/dns/{dnsId}', { dnsId });
	await ask(patch, { id: profileId }, { dns: { id: null } });
	await ask('DELETE /api/v1/dns/{dnsId}', { dnsId });
	await again('DELETE /api/v1/service_profile/{id}', { id: 101 });
	await ask('DELETE /api/v1/service_profile/{id}', { id: profileId });

	const space = { ip_address_space: '10.192.4.0/24', ip_address_version: 4 };
	const spaceId = (await ask('POST /api/v1/ip_address_space', {}, space)).body.id as number;
	await again('POST /api/v1/ip_address_space', {}, space);
	await again('POST /api/v1/ip_address_space', {}, { ...space, ip_address_space: '10.0.0.0/8' });
	await ask('DELETE /api/v1/ip_address_space/{spaceId}', { spaceId });

	const target = [1, 4].map((id) => ({ eid: eidOf(id) }));
	await ask('POST /api/v1/euicc/unlinked_validation', {}, { target });
	await again('POST /api/v1/euicc/unlinked_validation', {}, { target: [{ eid: '1' }] });
	await ask(`DELETE ${CARD}`, { euiccId: 1, operationId });

	for (const list of ['my', 'status']) await ask(`GET /api/v1/organisation/${list}`);
	const own = { organisationId: 'my' };
	await ask(`GET ${ORGANISATION}/tariff_plan/active`, own);
	await ask(`GET ${ORGANISATION}/tariff_plan`, own);
	const volume = { ...own, volumeId: 71 };
	await ask(`PUT ${ORGANISATION}/inclusive_volume/{volumeId}`, volume, { pooled: false });
	await again(`PUT ${ORGANISATION}/inclusive_volume/{volumeId}`, volume, { start_date: 'x' });
	await ask(`GET ${ORGANISATION}/inclusive_volume/active`, own);
	for (const list of ['service_level', 'sim/unlinked_product_stats'])
		await ask(`GET /api/v1/${list}`);

	const tariff = { name: 'walked', description: '', tariff: { id: 31 } };
	const tariffId = made(await ask('POST /api/v1/tariff_profile', {}, tariff));
	await again('POST /api/v1/tariff_profile', {}, {});
	await ask(`PATCH ${TARIFF}`, { tariffId }, { name: 'walked twice' });
	const zone = { tariffId, ratezoneId: 3 };
	for (const method of ['PUT', 'DELETE'])
		await ask(`${method} ${TARIFF}/ratezone_selection/{ratezoneId}`, zone);
	const ofTariff = { tariffId, volumeId: 1 };
	await ask(`PUT ${TARIFF}/inclusive_volume/{volumeId}`, ofTariff);
	await again(`PUT ${TARIFF}/inclusive_volume/{volumeId}`, ofTariff);
	await ask(`GET ${TARIFF}`, { tariffId });
	await ask(`DELETE ${TARIFF}/inclusive_volume/{volumeId}`, ofTariff);
	await again(`DELETE ${TARIFF}/inclusive_volume/{volumeId}`, ofTariff);
	await ask(`DELETE ${TARIFF}`, { tariffId });
	await ask('GET /api/v1/cnc/breakout');
	await ask('GET /api/v1/cnc/breakout_type');
	await ask('GET /api/v1/cnc/breakout/{id}', { id: 81 });
	await ask('GET /api/v1/cnc/breakout/{id}', { id: 82 });
	await ask('PATCH /api/v1/cnc/breakout/{id}', { id: 82 }, {});
	await ask('GET /api/v1/cnc/pricing');
	await ask('GET /api/v1/cnc/breakout_type/{typeId}/available_region', { typeId: 2 });
}
