import { tagsOf } from '../endpoints/entities';
import type { FormedWorld, Wire } from '../forms/forms';
import { formatIp } from '../numbers';
import { iccidWithLuhn, type Sim, simStatus } from './entities';

/** A SIM as recorded: what does not apply is absent, and its endpoint is flat. */
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
				tags: tagsOf(store, endpoint),
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
			// Names can end in a blank.
			formfactor: { id: 4, name: '3FF/4FF ' },
			manufacturer: { id: 2, name: 'Example Cards ' },
		},
	};
}

/** A SIM as the references draw it. */
export function referenceSim(sim: FormedWorld, item: Sim): Wire {
	const { id, iccid, imsi, msisdn, status } = recordedSim(sim, item);
	const endpoint = sim.store.endpoints.get(item.endpointId ?? -1);
	return {
		...{ id, iccid, iccid_with_luhn: iccidWithLuhn(item), imsi, msisdn, status },
		...(item.eid !== null && { eid: item.eid }),
		model: { description: item.model },
		sim_profile_type: { id: item.profileTypeId },
		organisation: { id: item.organisationId },
		...(endpoint && { endpoint: { id: endpoint.id, name: endpoint.name } }),
	};
}
