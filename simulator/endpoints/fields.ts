import { toIso } from '../clock';
import type { Fields } from '../http/query';
import { formatIp, imeiWithLuhn } from '../numbers';
import { type Sim, iccidWithLuhn, SIM_STATUS_NAMES } from '../sims/entities';
import type { Store } from '../store';
import { type Endpoint, ENDPOINT_STATUS_NAMES } from './entities';

/**
 * Fields of `q` and `sort` in the endpoint list: those of the specification, and the others of
 * the public reference. Status fields take ids or names.
 */
export function endpointFields(store: Store): Fields<Endpoint> {
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

/**
 * Fields of `q` and `sort` in the SIM list (public reference); `endpoint:null` is unassigned.
 * Organisations go by name or id.
 */
export function simFields({ organisations }: Store): Fields<Sim> {
	const named = (id: number | null | undefined) =>
		id == null ? [null] : [organisations.get(id)?.name ?? null, id];
	const resellerOf = ({ organisationId }: Sim) => organisations.get(organisationId)?.parentId;
	const unsortable = true;
	return {
		id: { values: ({ id }) => [id], numeric: true },
		iccid: { values: ({ iccid }) => [iccid] },
		iccid_with_luhn: { values: (sim) => [iccidWithLuhn(sim)], unsortable },
		status: { values: ({ statusId }) => [statusId, SIM_STATUS_NAMES[statusId] ?? null] },
		imsi: { values: ({ imsi }) => [imsi], unsortable },
		msisdn: { values: ({ msisdn }) => [msisdn], unsortable },
		endpoint: { values: ({ endpointId }) => [endpointId], numeric: true },
		model: { values: ({ model }) => [model] },
		eid: { values: ({ eid }) => [eid] },
		production_date: { values: ({ productionDate }) => [toIso(productionDate)] },
		customer_org: { values: ({ organisationId }) => named(organisationId) },
		reseller_org: { values: (sim) => named(resellerOf(sim)) },
		issuer_org: { values: (sim) => named(resellerOf(sim) ?? sim.organisationId) },
		satellite_capable: { values: () => ['false'], only: ['true', 'false'], unsortable },
	};
}
