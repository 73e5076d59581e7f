import { eidOf } from '../../../simulator/numbers';
import { GENERATIONS } from '../../support/simulator';
import { each, ENDPOINT, idIn, kinds, refusalOf, useBench } from './support';

/* Profiles, DNS, address spaces and the organisation, in both generations. */

describe.each(GENERATIONS)('%s', (generation) => {
	const { bench, call, get, statusOf } = useBench({ generation });
	const isRecorded = generation === 'recorded';
	const profiles = '/api/v1/service_profile';
	const inUse = isRecorded ? [409, 1407] : [409, 409];

	describe('a service profile', () => {
		const made = async (body: object) => idIn(await call('POST', profiles, body));

		it('is created without services, with the documented switches, by an empty 201', async () => {
			const answer = await call('POST', profiles, { name: 'New', allowed_3g: false });
			expect([answer.status, answer.text]).toEqual([201, '']);
			expect(await get(`${profiles}/${idIn(answer)}`)).toMatchObject({
				name: 'New',
				service: [],
				allowed_3g: false,
				allowed_4g: true,
				retail: false,
				allowed_nb_iot_geo: false,
				apply_sms_quota: false,
				sms_p2p_ext: true,
				esme_interface_type: { description: 'Console' },
				breakout_region: { id: 1 },
			});
			expect(await statusOf('POST', profiles, {})).toBe(422);
			expect(await statusOf('POST', profiles, { name: 'x', dns: { id: 99 } })).toBe(422);
			const restricted = await bench.user('restricted');
			expect((await restricted('POST', profiles, { name: 'x' })).status).toBe(403);
		});

		it('gets a service before its limits, and loses them in reverse order', async () => {
			const profilePath = `${profiles}/${await made({ name: 'New' })}`;
			const sms = `${profilePath}/service/6`;
			expect(await statusOf('PUT', `${sms}/traffic_limit/2`)).toBe(422);
			expect(await statusOf('PUT', sms)).toBe(204);
			expect(refusalOf(await call('PUT', sms))).toEqual([409, 1405]);
			expect(await statusOf('PUT', `${profilePath}/service/99`)).toBe(404);
			expect(await statusOf('PUT', `${sms}/traffic_limit/9`)).toBe(404);
			expect(await call('PUT', `${sms}/traffic_limit/2`)).toMatchObject({ status: 200, text: '' });
			expect((await get(profilePath)).service).toMatchObject([
				{ id: 6, traffic_limit: [{ id: 2 }] },
			]);
			expect(refusalOf(await call('DELETE', sms))).toEqual(inUse);
			expect(await statusOf('DELETE', `${sms}/traffic_limit/2`)).toBe(200);
			expect(await statusOf('DELETE', `${sms}/traffic_limit/2`)).toBe(422);
			expect(await statusOf('DELETE', sms)).toBe(204);
			expect(await statusOf('DELETE', profilePath)).toBe(204);
			expect(await statusOf('GET', profilePath)).toBe(404);
		});

		it('keeps its data service until its data limits are deleted, all in one call', async () => {
			const id = (value: number) => ({ id: isRecorded ? value : String(value) });
			const limits = `${profiles}/101/traffic_limit`;
			await call('POST', limits, { service: id(38), period: id(2), volume: 1 });
			expect(refusalOf(await call('DELETE', `${profiles}/101/service/38`))).toEqual(inUse);
			expect(await statusOf('DELETE', limits)).toBe(204);
			expect(await get(limits)).toEqual([]);
			expect(await statusOf('DELETE', `${profiles}/101/service/38`)).toBe(204);
			expect(await statusOf('DELETE', `${profiles}/999/traffic_limit`)).toBe(403);
		});

		it('in use by endpoints cannot be deleted, and changes for all of them', async () => {
			const ids: number[] = [];
			for (let count = 0; count < 2; count += 1)
				ids.push((await call('POST', '/api/v1/endpoint', ENDPOINT)).body.id);
			expect(refusalOf(await call('DELETE', `${profiles}/101`))).toEqual(inUse);
			expect(await statusOf('PATCH', `${profiles}/101`, { apply_sms_quota: true })).toBe(201);
			for (const id of ids)
				expect(await statusOf('POST', `/api/v1/endpoint/${id}/sms`, { payload: 'x' })).toBe(403);
		});

		it('keeps its DNS servers until they are unset', async () => {
			const pair = { primary: '192.0.2.1', secondary: '192.0.2.2', ip_address_version: 6 };
			const answer = await call('POST', '/api/v1/dns', pair);
			expect([answer.status, answer.text]).toEqual([201, '']);
			const [{ id, ip_address_version }] = await get('/api/v1/dns');
			expect(ip_address_version).toBe(4);
			await call('PATCH', `${profiles}/101`, { dns: { id } });
			expect('dns' in (await get(`${profiles}/101`))).toBe(isRecorded);
			expect(refusalOf(await call('DELETE', `/api/v1/dns/${id}`))).toEqual(inUse);
			await call('PATCH', `${profiles}/101`, { dns: { id: null } });
			expect(await statusOf('DELETE', `/api/v1/dns/${id}`)).toBe(204);
			expect(await statusOf('DELETE', `/api/v1/dns/${id}`)).toBe(404);
			expect(await statusOf('POST', '/api/v1/dns', { primary: '192.0.2.1' })).toBe(422);
		});
	});

	it('lists SMS interfaces in the order of the generation', async () => {
		expect(each(await get('/api/v1/esme_interface_type'), 'description')).toEqual(
			isRecorded ? ['RestAPI', 'SMPP', 'Console'] : ['SMPP', 'RestApi', 'Console'],
		);
	});

	it('accepts only address spaces that lie in the customer ranges and overlap no other', async () => {
		const url = '/api/v1/ip_address_space';
		const create = async (ip_address_space: string, send = call) =>
			await send('POST', url, { ip_address_space, ip_address_version: 4 });
		const made = await create('10.192.4.0/24');
		expect([made.status, made.body]).toEqual([
			201,
			{ id: expect.any(Number), ip_address_space: '10.192.4.0/24', ip_address_version: 4 },
		]);
		expect((await create('10.192.0.0/16')).status).toBe(409);
		for (const bad of ['10.0.0.0/24', '100.64.0.0/24', 'x'])
			expect((await create(bad)).status).toBe(422);
		expect(await statusOf('POST', url, { ip_address_space: '10.193.0.0/24' })).toBe(422);
		const user = await bench.user('mail');
		expect((await create('10.194.0.0/24', user)).status).toBe(403);
		const administrator = await bench.user('totp');
		expect((await create('10.194.0.0/24', administrator)).status).toBe(201);
		const body = { ...ENDPOINT, ip_address_space: { id: made.body.id } };
		await call('POST', '/api/v1/endpoint', body);
		expect(refusalOf(await call('DELETE', `${url}/${made.body.id}`))).toEqual(inUse);
		expect(refusalOf(await call('DELETE', `${url}/999`))).toEqual([404, 1401]);
		expect(await statusOf('DELETE', `${url}/302`)).toBe(204);
	});

	describe('a tariff profile', () => {
		const url = '/api/v1/tariff_profile';
		const NEW = { name: 'New', description: '', tariff: { id: 31 } };

		it('needs all three fields, and is deleted only when no endpoint uses it', async () => {
			const entityPath = `${url}/${idIn(await call('POST', url, NEW))}`;
			expect(await get(entityPath)).toMatchObject({
				name: 'New',
				tariff: { id: 31 },
				used_count: '0',
			});
			for (const missing of ['name', 'description', 'tariff'])
				expect(await statusOf('POST', url, { ...NEW, [missing]: undefined })).toBe(422);
			expect(await statusOf('POST', url, { ...NEW, tariff: { id: 99 } })).toBe(422);
			expect(await statusOf('DELETE', entityPath)).toBe(204);
			await call('POST', '/api/v1/endpoint', ENDPOINT);
			expect(refusalOf(await call('DELETE', `${url}/201`))).toEqual(inUse);
		});

		it('loses its rate zones when its tariff changes', async () => {
			const zone = (id: number) => `${url}/201/ratezone_selection/${id}`;
			expect(await statusOf('PUT', zone(4))).toBe(204);
			expect(await statusOf('PUT', zone(5))).toBe(404);
			await call('PATCH', `${url}/201`, { tariff: { id: 32 } });
			expect(await statusOf('DELETE', zone(4))).toBe(404);
			expect(await statusOf('PUT', zone(5))).toBe(204);
			expect(await statusOf('DELETE', zone(5))).toBe(204);
		});

		it('has at most one inclusive volume, of its own tariff', async () => {
			const volume = (id: number, profile = 201) => `${url}/${profile}/inclusive_volume/${id}`;
			expect(await statusOf('DELETE', volume(1))).toBe(400);
			expect(await statusOf('PUT', volume(9))).toBe(404);
			expect(await statusOf('PUT', volume(1))).toBe(204);
			const { inclusive_volume: assigned } = await get(`${url}/201`);
			expect(assigned.id).toBe(1);
			// The sample has null for no end, the schema leaves it out.
			expect(assigned.end_date).toBe(isRecorded ? null : undefined);
			expect(await statusOf('PUT', volume(1))).toBe(409);
			expect(await statusOf('DELETE', volume(1))).toBe(204);
			await call('PATCH', `${url}/202`, { tariff: { id: 32 } });
			expect(await statusOf('PUT', volume(1, 202))).toBe(400);
		});
	});

	it('assigns an inclusive volume for whole months, with a new id each time', async () => {
		const url = '/api/v1/organisation/my/inclusive_volume';
		const first = await call('PUT', `${url}/71`);
		const second = await call('PUT', `${url}/71`, { pooled: false });
		expect([first.status, second.status, second.body.pooled]).toEqual([201, 201, false]);
		expect(second.body.id).not.toBe(first.body.id);
		expect(await get(`${url}/active`)).toHaveLength(3);
		for (const date of ['2020-01-01T00:00:00Z', '2099-01-02T00:00:00Z', 'x'])
			expect(await statusOf('PUT', `${url}/71`, { start_date: date })).toBe(400);
		expect(await statusOf('PUT', `${url}/99`)).toBe(404);
		expect(await statusOf('PUT', '/api/v1/organisation/1003/inclusive_volume/71')).toBe(404);
		expect(kinds(bench.sim)).toEqual(['inclusiveVolume.assigned', 'inclusiveVolume.assigned']);
	});

	it('answers an organisation with nested objects, or flat with ids as text', async () => {
		const own = await get('/api/v1/organisation/my');
		expect(own).toMatchObject(
			isRecorded
				? { id: 1001, type: { id: 3 }, status: { id: 0, description: 'Enabled' } }
				: { id: 1001, organisation_type_id: '3', organisation_status_id: '0' },
		);
		const plan = '/api/v1/organisation/1002/tariff_plan';
		expect((await get(`${plan}/active`)).organisation_id).toBe(1002);
		expect((await get(plan))[0].organisation_id).toBe('1002');
		expect(await statusOf('GET', '/api/v1/organisation/1003/tariff_plan/active')).toBe(404);
	});

	it('names the eSIM cards that have a profile, and cancels an operation', async () => {
		const check = async (...eids: string[]) =>
			await call('POST', '/api/v1/euicc/unlinked_validation', {
				target: eids.map((entry) => ({ eid: entry })),
			});
		expect((await check(eidOf(1), eidOf(4))).body).toEqual([{ eid: eidOf(1) }]);
		expect((await check(eidOf(9))).status).toBe(404);
		const operations = '/api/v1/euicc/1/operation';
		const [{ id }] = (await call('POST', operations, [{ action: { id: 1 } }])).body;
		expect(await statusOf('DELETE', `/api/v1/euicc/2/operation/${id}`)).toBe(404);
		expect(await statusOf('DELETE', `${operations}/${id}`)).toBe(204);
		expect(await statusOf('GET', `${operations}/${id}`)).toBe(404);
	});

	it('lists cloud connects by status, without their keys', async () => {
		const list = await get('/api/v1/cnc/breakout?status=5');
		expect(list).toHaveLength(1);
		expect(JSON.stringify(list)).not.toMatch(/psk|tunnel/);
		expect(await get('/api/v1/cnc/breakout_type')).toHaveLength(8);
	});
});
