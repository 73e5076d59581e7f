import type { FormedWorld, Wire } from '../forms/forms';
import { formatIp, imeiWithLuhn } from '../numbers';
import { iccidWithLuhn, type Sim, simStatus } from '../sims/entities';
import { type ConnectivityState, type Endpoint, endpointStatus, tagsOf } from './entities';

/** The SIM of an endpoint, if any. */
const simOf = ({ store }: FormedWorld, { simId }: Endpoint) =>
	simId === null ? undefined : store.sims.get(simId);

/** Fields of an endpoint in every answer. */
function endpointBody({ store, forms: { time } }: FormedWorld, endpoint: Endpoint) {
	const named = (id: number, all: ReadonlyMap<number, { name: string }>) => ({
		id,
		name: all.get(id)?.name,
	});
	return {
		id: endpoint.id,
		name: endpoint.name,
		status: endpointStatus(endpoint.statusId),
		created: time(endpoint.created),
		last_updated: time(endpoint.lastUpdated),
		ip_address: formatIp(endpoint.ip),
		imei: endpoint.imei,
		imei_lock: endpoint.imeiLock,
		service_profile: named(endpoint.serviceProfileId, store.serviceProfiles),
		tariff_profile: named(endpoint.tariffProfileId, store.tariffProfiles),
	};
}

/** Fields of an endpoint's SIM in every answer. */
const simBody = (item: Sim) => ({
	id: item.id,
	iccid: item.iccid,
	imsi: item.imsi,
	msisdn: item.msisdn,
	status: simStatus(item.statusId),
});

/**
 * An endpoint as the recorded list has it: `sim` absent without one, `imei` null, `tags` null, empty
 * or text; no `tag_assignments`, `imei_with_luhn`, `runtime_data` or address space.
 */
export function recordedEndpoint(sim: FormedWorld, endpoint: Endpoint): Wire {
	const item = simOf(sim, endpoint);
	return {
		...endpointBody(sim, endpoint),
		tags: tagsOf(sim.store, endpoint),
		...(item && {
			sim: {
				...simBody(item),
				// Two of six recorded ones had these.
				...(item.id % 3 === 0 && {
					iccid_with_luhn: iccidWithLuhn(item),
					sim_profile_type_id: item.profileTypeId,
				}),
			},
		}),
	};
}

/** Fields that every endpoint carries by the specification. */
function specifiedEndpoint(sim: FormedWorld, endpoint: Endpoint) {
	const tags = endpoint.tagIds.flatMap((tagId) => {
		const tag = sim.store.tags.get(tagId);
		return tag ? [{ id: tag.id, name: tag.name, tag_color: { id: tag.colorId } }] : [];
	});
	return {
		...endpointBody(sim, endpoint),
		imei_with_luhn: endpoint.imei === null ? null : imeiWithLuhn(endpoint.imei),
		ip_address_space: { id: endpoint.addressSpaceId },
		tags: tags.map(({ name }) => name).join(','),
		tag_assignments: tags,
	};
}

/** An endpoint as list and single get answer it: null where there is nothing (specification). */
export function referenceEndpoint(sim: FormedWorld, endpoint: Endpoint): Wire {
	const item = simOf(sim, endpoint);
	return {
		...specifiedEndpoint(sim, endpoint),
		sim: item
			? {
					...simBody(item),
					iccid_with_luhn: iccidWithLuhn(item),
					...(item.eid !== null && { eid: item.eid }),
					sim_profile_type: { id: item.profileTypeId },
				}
			: null,
		...(!endpoint.blocked &&
			endpoint.connectivity === 'ONLINE' && {
				runtime_data: {
					msc: '491710000001',
					sgsn: '491710000002',
					sgsn_ip_address: '192.0.2.10',
				},
			}),
	};
}

/**
 * An endpoint as both creates answer it: what is not there is omitted (specification). No
 * recorded create had a body, so that there is one form for both generations.
 */
export function createdEndpoint(sim: FormedWorld, endpoint: Endpoint): Wire {
	const { imei, imei_with_luhn, ...all } = specifiedEndpoint(sim, endpoint);
	const item = simOf(sim, endpoint);
	return {
		...all,
		...(imei !== null && { imei, imei_with_luhn }),
		...(item && {
			sim: {
				...simBody(item),
				iccid_with_luhn: iccidWithLuhn(item),
				sim_profile_type_id: item.profileTypeId,
			},
		}),
	};
}

/** Whether an endpoint is on, and where. */
export function recordedConnectivity(
	sim: FormedWorld,
	endpoint: Endpoint,
	state: ConnectivityState,
) {
	const item = simOf(sim, endpoint);
	return {
		status: { description: state },
		...((state === 'ATTACHED' || state === 'ONLINE') && {
			location: { iccid: item?.iccid, imsi: item?.imsi },
		}),
		...(state === 'ONLINE' && {
			pdp_context: { created: sim.forms.time(endpoint.lastUpdated), rat_type: { id: 6 } },
		}),
		services: { OFFLINE: [], BLOCKED: [], ATTACHED: ['SMS'], ONLINE: ['SMS', 'DATA'] }[state],
	};
}
