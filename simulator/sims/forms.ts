import { toIso } from '../clock';
import { deprecatedTags } from '../endpoints/entities';
import type { FormedWorld, Wire } from '../forms/forms';
import type { QueryFields } from '../http/query';
import { formatIp } from '../numbers';
import type { Store } from '../store';
import { iccidWithLuhn, type Sim, SIM_STATUS_NAMES, simStatus } from './entities';

/** A SIM as recorded: fields that do not apply are absent, and the endpoint is flat. */
export function recordedSim({ store, forms: { time } }: FormedWorld, item: Sim): Wire {
	const endpoint = item.endpointId === null ? undefined : store.endpoints.get(item.endpointId);
	const organisation = (id: number) => {
		const found = store.organisations.get(id);
		return { id, name: found?.name, country: found?.country };
	};
	const parentId = store.organisations.get(item.organisationId)?.parentId ?? null;
	return {
		id: item.id,
		iccid: item.iccid,
		production_date: time(item.productionDate),
		...(item.activationDate !== null && { activation_date: time(item.activationDate) }),
		status: simStatus(item.statusId),
		customer_org: organisation(item.organisationId),
		...(parentId !== null && { reseller_org: organisation(parentId) }),
		issuer_org: organisation(parentId ?? item.organisationId),
		...(endpoint && {
			endpoint: {
				id: endpoint.id,
				name: endpoint.name,
				imei: endpoint.imei,
				created: time(endpoint.created),
				last_updated: time(endpoint.lastUpdated),
				organisation_id: endpoint.organisationId,
				service_profile_id: endpoint.serviceProfileId,
				tariff_profile_id: endpoint.tariffProfileId,
				tags: deprecatedTags(store, endpoint),
				ip_address: formatIp(endpoint.ip),
				ip_address_space_id: endpoint.addressSpaceId,
			},
		}),
		imsi: item.imsi,
		msisdn: item.msisdn,
		model: {
			id: item.profileTypeId,
			description: item.model,
			memory_size: 128,
			// Names can end with a space.
			formfactor: { id: 4, name: '3FF/4FF ' },
			manufacturer: { id: 2, name: 'Example Cards ' },
		},
	};
}

/** A SIM as in the references. */
export function referenceSim(sim: FormedWorld, item: Sim): Wire {
	const { id, iccid, imsi, msisdn, status } = recordedSim(sim, item);
	const endpoint = sim.store.endpoints.get(item.endpointId ?? -1);
	return {
		id,
		iccid,
		iccid_with_luhn: iccidWithLuhn(item),
		imsi,
		msisdn,
		status,
		...(item.eid !== null && { eid: item.eid }),
		model: { description: item.model },
		production_date: sim.forms.time(item.productionDate),
		...(endpoint && { endpoint: { id: endpoint.id, name: endpoint.name } }),
	};
}

/**
 * Fields of `q` and `sort` in the SIM list (public reference); `endpoint:null` is unassigned.
 * Organisations match by name or id.
 */
export function simFields({ organisations }: Store): QueryFields<Sim> {
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
