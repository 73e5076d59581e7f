import { toIso } from '../clock';
import { type FormedWorld, type Wire, withoutNulls } from '../forms/forms';
import type { QueryFields } from '../http/query';
import { formatIp, imeiWithLuhn } from '../numbers';
import { RAT_TYPES } from '../profiles/entities';
import { iccidWithLuhn, type Sim, SIM_STATUS_NAMES, simStatus } from '../sims/entities';
import type { Store } from '../store';
import {
	type ConnectivityState,
	type Endpoint,
	ENDPOINT_STATUS_NAMES,
	endpointStatus,
	deprecatedTags,
} from './entities';

/** The SIM of an endpoint, if any. */
const simOfEndpoint = ({ store }: FormedWorld, { simId }: Endpoint) =>
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
 * An endpoint in the recorded list: `sim` absent without a SIM, `imei` null, `tags` null, empty or
 * text; no `tag_assignments`, `imei_with_luhn`, `runtime_data` or address space.
 */
export function recordedEndpoint(sim: FormedWorld, endpoint: Endpoint): Wire {
	const item = simOfEndpoint(sim, endpoint);
	return {
		...endpointBody(sim, endpoint),
		tags: deprecatedTags(sim.store, endpoint),
		...(item && {
			sim: {
				...simBody(item),
				// Two of six recorded endpoints had these.
				...(item.id % 3 === 0 && {
					iccid_with_luhn: iccidWithLuhn(item),
					sim_profile_type_id: item.profileTypeId,
				}),
			},
		}),
	};
}

/** Fields of every endpoint according to the specification. */
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

/** A single endpoint: missing values are absent, since the schema of this answer has no null. */
export const referenceSingleEndpoint = (sim: FormedWorld, endpoint: Endpoint): Wire =>
	withoutNulls(referenceEndpoint(sim, endpoint));

/** An endpoint in the list: null for missing values (specification). */
export function referenceEndpoint(sim: FormedWorld, endpoint: Endpoint): Wire {
	const item = simOfEndpoint(sim, endpoint);
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
 * An endpoint in the answers of both creates: missing values are omitted (specification). No
 * recorded create had a body, so both generations share one form.
 */
export function createdEndpoint(sim: FormedWorld, endpoint: Endpoint): Wire {
	const { imei, imei_with_luhn, tariff_profile, ...all } = specifiedEndpoint(sim, endpoint);
	const item = simOfEndpoint(sim, endpoint);
	return {
		...all,
		tariff_profile: { ...tariff_profile, satellite_capable: false },
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

/** The operator of a location, as connectivity answers show it. */
function operatorOf({ store }: FormedWorld, operatorId: number) {
	const operator = store.operators.get(operatorId);
	if (!operator) return undefined;
	const { id, name, country, mncs } = operator;
	const { country_code, mcc, iso_code } = country;
	const shown = { id: country.id, name: country.name, country_code, mcc, iso_code };
	return { operator: { id, name, country: shown }, country: shown, mcc, mnc: mncs[0] ?? '' };
}

/** Where the network last registered a device (older sample of the reference). */
function locationForm(sim: FormedWorld, endpoint: Endpoint, item: Sim | undefined) {
	const { time } = sim.forms;
	const { location } = endpoint;
	const named = location && operatorOf(sim, location.operatorId);
	return {
		iccid: item?.iccid,
		imsi: item?.imsi,
		...(location && { last_updated: time(location.registered) }),
		...(location?.registeredGprs && { last_updated_gprs: time(location.registeredGprs) }),
		sgsn_number: '491710000002',
		vlr_number: '491710000001',
		msc: '491710000001',
		sgsn_ip_address: '192.0.2.10',
		...(named && { operator: named.operator, country: named.country }),
	};
}

/** Milliseconds → `HH:MM:SS`; the hours have no limit. */
function durationText(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / 1000));
	const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** The open session (older sample of the reference); `rat_type` is an object here, unlike in events. */
function sessionForm(sim: FormedWorld, endpoint: Endpoint, item: Sim | undefined) {
	const { session } = endpoint;
	const created = session?.created ?? endpoint.lastUpdated;
	const ratTypeId = session?.rat ?? 6;
	const named = session && operatorOf(sim, session.operatorId);
	return {
		...(session && { pdp_context_id: session.id }),
		created: sim.forms.time(created),
		duration: durationText(sim.clock.now() - created),
		rat_type: {
			rat_type_id: ratTypeId,
			description: RAT_TYPES.find(({ id }) => id === ratTypeId)?.description,
		},
		...(session && { operator_id: session.operatorId, mcc: named?.mcc, mnc: named?.mnc }),
		lac: 4711,
		ci: 815,
		ue_ip_address: formatIp(endpoint.ip),
		imeisv: endpoint.imei,
		imsi: item?.imsi,
		sim_id: item?.id,
		endpoint_id: endpoint.id,
		tariff_profile_id: endpoint.tariffProfileId,
	};
}

/** Connectivity of an endpoint: status, location and PDP context. */
export function recordedConnectivity(
	sim: FormedWorld,
	endpoint: Endpoint,
	state: ConnectivityState,
) {
	const item = simOfEndpoint(sim, endpoint);
	const isAttached = state === 'ATTACHED' || state === 'ONLINE';
	return {
		status: { description: state },
		...(isAttached && { location: locationForm(sim, endpoint, item) }),
		...(state === 'ONLINE' && { pdp_context: sessionForm(sim, endpoint, item) }),
		services: { OFFLINE: [], BLOCKED: [], ATTACHED: ['SMS'], ONLINE: ['SMS', 'DATA'] }[state],
	};
}

/**
 * Fields of `q` and `sort` in the endpoint list, from the specification and the public reference.
 * Status fields take ids or names.
 */
export function endpointFields(store: Store): QueryFields<Endpoint> {
	const ofSim =
		(read: (sim: Sim) => string | number | null) =>
		({ simId }: Endpoint) => {
			const sim = simId === null ? undefined : store.sims.get(simId);
			return sim ? [read(sim)] : [null];
		};
	return {
		id: { values: ({ id }) => [id], numeric: true },
		name: { values: ({ name }) => [name] },
		created: { values: ({ created }) => [toIso(created)] },
		last_updated: { values: ({ lastUpdated }) => [toIso(lastUpdated)] },
		ip_address: { values: ({ ip }) => [formatIp(ip)] },
		imei: { values: ({ imei }) => [imei] },
		imei_with_luhn: { values: ({ imei }) => [imei === null ? null : imeiWithLuhn(imei)] },
		status: {
			values: ({ statusId }) => [statusId, ENDPOINT_STATUS_NAMES[statusId] ?? null],
		},
		tags: {
			values: ({ tagIds }) => tagIds.map((id) => store.tags.get(id)?.name ?? null),
			unsortable: true,
		},
		service_profile: {
			values: ({ serviceProfileId: id }) => [id, store.serviceProfiles.get(id)?.name ?? null],
		},
		tariff_profile: {
			values: ({ tariffProfileId: id }) => [id, store.tariffProfiles.get(id)?.name ?? null],
		},
		iccid: { values: ofSim(({ iccid }) => iccid) },
		iccid_with_luhn: { values: ofSim(iccidWithLuhn) },
		eid: { values: ofSim(({ eid }) => eid) },
		sim_status: {
			values: (endpoint) => {
				const [id] = ofSim(({ statusId }) => statusId)(endpoint);
				return typeof id === 'number' ? [id, SIM_STATUS_NAMES[id] ?? null] : [null];
			},
		},
		connectivity_status: {
			values: ({ blocked, statusId }) => [blocked && statusId !== 2 ? 'BLOCKED' : null],
			only: ['BLOCKED'],
			unsortable: true,
		},
	};
}
