import { toIso } from './clock';
import { FACTORY_TEST_ON_UPDATE, SimStatus, type Endpoint, type Sim } from './entities';
import { formatIp, imeiWithLuhn, luhnDigit } from './numbers';
import type { Store } from './store';

/** Names of endpoint status ids (specification). */
export const ENDPOINT_STATUS_NAMES = ['Enabled', 'Disabled', 'Deleted'] as const;

/** Names of SIM status ids (specification; Issued and Deleted from the public reference). */
export const SIM_STATUS_NAMES = [
	'Issued',
	'Activated',
	'Suspended',
	'Deleted',
	'Factory Test',
] as const;

const endpointStatus = (id: number) => ({ id, description: ENDPOINT_STATUS_NAMES[id] });
const simStatus = (id: number) => ({ id, description: SIM_STATUS_NAMES[id] });

/** Id on update → id that is stored: bulk update calls Factory Test 5, everything else 4. */
export const simStatusOnUpdate = (id: number) =>
	id === FACTORY_TEST_ON_UPDATE ? SimStatus.FactoryTest : id;

/** The SIM's ICCID with its Luhn digit, 20 digits. */
export const iccidWithLuhn = (sim: Sim) => sim.iccid + luhnDigit(sim.iccid);

/** What all forms of a SIM carry; `eid` is for lists only. */
const simCore = (sim: Sim) => ({
	id: sim.id,
	iccid: sim.iccid,
	iccid_with_luhn: iccidWithLuhn(sim),
	imsi: sim.imsi,
	msisdn: sim.msisdn,
	status: simStatus(sim.statusId),
});

/** A SIM of the SIM list and of `GET /api/v1/sim/{id}` (public reference). */
export function formatSim(store: Store, sim: Sim) {
	const endpoint = sim.endpointId === null ? undefined : store.endpoints.get(sim.endpointId);
	return {
		...simCore(sim),
		eid: sim.eid,
		model: { description: sim.model },
		sim_profile_type: { id: sim.profileTypeId },
		organisation: { id: sim.organisationId },
		endpoint: endpoint ? { id: endpoint.id, name: endpoint.name } : null,
	};
}

function common(store: Store, endpoint: Endpoint) {
	const service = store.serviceProfiles.get(endpoint.serviceProfileId);
	const tariff = store.tariffProfiles.get(endpoint.tariffProfileId);
	const tags = endpoint.tagIds.flatMap((id) => store.tags.get(id) ?? []);
	return {
		id: endpoint.id,
		name: endpoint.name,
		status: endpointStatus(endpoint.statusId),
		created: toIso(endpoint.created),
		last_updated: toIso(endpoint.lastUpdated),
		ip_address: formatIp(endpoint.ip),
		ip_address_space: { id: endpoint.addressSpaceId },
		imei_lock: endpoint.imeiLock,
		service_profile: { id: endpoint.serviceProfileId, name: service?.name },
		tariff_profile: { id: endpoint.tariffProfileId, name: tariff?.name },
		tags: tags.map(({ name }) => name).join(','),
		tag_assignments: tags.map(({ id, name, colorId }) => ({
			id,
			name,
			tag_color: { id: colorId },
		})),
	};
}

/** An endpoint as create answers it: what is not there is omitted (specification). */
export function formatCreated(store: Store, endpoint: Endpoint) {
	const sim = endpoint.simId === null ? undefined : store.sims.get(endpoint.simId);
	const imei = endpoint.imei;
	return {
		...common(store, endpoint),
		...(imei === null ? {} : { imei, imei_with_luhn: imeiWithLuhn(imei) }),
		...(sim ? { sim: { ...simCore(sim), sim_profile_type_id: sim.profileTypeId } } : {}),
	};
}

/** An endpoint as list and single get answer it: null where there is nothing (specification). */
export function formatListed(store: Store, endpoint: Endpoint) {
	const sim = endpoint.simId === null ? undefined : store.sims.get(endpoint.simId);
	const connected = !endpoint.blocked && endpoint.connectivity === 'ONLINE';
	return {
		...common(store, endpoint),
		imei: endpoint.imei,
		imei_with_luhn: endpoint.imei === null ? null : imeiWithLuhn(endpoint.imei),
		sim: sim
			? {
					...simCore(sim),
					...(sim.eid === null ? {} : { eid: sim.eid }),
					sim_profile_type: { id: sim.profileTypeId },
				}
			: null,
		...(connected
			? {
					runtime_data: {
						msc: '491710000001',
						sgsn: '491710000002',
						sgsn_ip_address: '192.0.2.10',
					},
				}
			: {}),
	};
}
