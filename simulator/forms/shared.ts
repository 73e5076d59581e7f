import { toIso } from '../clock';
import type { Simulation } from '../context';
import { type Endpoint, endpointStatus } from '../endpoints/entities';
import { formatIp, imeiWithLuhn } from '../numbers';
import { iccidWithLuhn, simStatus } from '../sims/entities';
import type { Wire } from './forms';

/** The SIM of an endpoint, if any. */
export const simOf = ({ store }: Simulation, { simId }: Endpoint) =>
	simId === null ? undefined : store.sims.get(simId);

/** `{id, name}` of both profiles. */
export function profilesOf({ store }: Simulation, endpoint: Endpoint) {
	const { serviceProfileId, tariffProfileId } = endpoint;
	return {
		service_profile: {
			id: serviceProfileId,
			name: store.serviceProfiles.get(serviceProfileId)?.name,
		},
		tariff_profile: {
			id: tariffProfileId,
			name: store.tariffProfiles.get(tariffProfileId)?.name,
		},
	};
}

/** `{id, name, tag_color}` of the endpoint's tags. */
const assignmentsOf = ({ store }: Simulation, { tagIds }: Endpoint) =>
	tagIds.flatMap((tagId) => {
		const tag = store.tags.get(tagId);
		return tag ? [{ id: tag.id, name: tag.name, tag_color: { id: tag.colorId } }] : [];
	});

/** What the specification says that every endpoint carries; `time` writes the dates. */
export function specifiedEndpoint(sim: Simulation, endpoint: Endpoint, time = toIso): Wire {
	const tags = assignmentsOf(sim, endpoint);
	return {
		id: endpoint.id,
		name: endpoint.name,
		status: endpointStatus(endpoint.statusId),
		created: time(endpoint.created),
		last_updated: time(endpoint.lastUpdated),
		ip_address: formatIp(endpoint.ip),
		ip_address_space: { id: endpoint.addressSpaceId },
		imei_lock: endpoint.imeiLock,
		...profilesOf(sim, endpoint),
		tags: tags.map(({ name }) => name).join(','),
		tag_assignments: tags,
	};
}

/** The SIM of an endpoint as the specification says, without what only some answers carry. */
export function specifiedSim(sim: Simulation, endpoint: Endpoint): Wire | undefined {
	const item = simOf(sim, endpoint);
	return (
		item && {
			id: item.id,
			iccid: item.iccid,
			iccid_with_luhn: iccidWithLuhn(item),
			imsi: item.imsi,
			msisdn: item.msisdn,
			status: simStatus(item.statusId),
		}
	);
}

/**
 * An endpoint as both creates answer it: what is not there is omitted (specification). No
 * recorded create had a body, so that there is one form for both generations.
 */
export function createdEndpoint(sim: Simulation, endpoint: Endpoint): Wire {
	const { imei } = endpoint;
	const item = specifiedSim(sim, endpoint);
	return {
		...specifiedEndpoint(sim, endpoint, sim.forms.time),
		...(imei === null ? {} : { imei, imei_with_luhn: imeiWithLuhn(imei) }),
		...(item ? { sim: { ...item, sim_profile_type_id: simOf(sim, endpoint)?.profileTypeId } } : {}),
	};
}
