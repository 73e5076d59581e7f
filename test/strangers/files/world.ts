import type { SimulatorHandle } from '../../../simulator';
import { EndpointStatus, newEndpoint } from '../../../simulator/endpoints/entities';
import { allServices, newServiceProfile } from '../../../simulator/profiles/entities';
import { addSim, ORGANISATIONS } from '../../../simulator/seed/seed';
import { SimStatus } from '../../../simulator/sims/entities';
import { newQuota, QuotaStatus } from '../../../simulator/traffic/entities';
import type { Fleet } from './kinds';

/* The fleet of a case in the simulator, in place of its seed. */

const ORGANISATION = ORGANISATIONS.reseller;
const LATER = Date.UTC(2030, 0, 1);
/** Of the seed, whose addresses new endpoints get, too. */
const ADDRESS_SPACE = 301;

/** An empty fleet: nothing but the organisation, its users and its address spaces. */
function empty({ store }: SimulatorHandle): void {
	const { endpoints, sims, tags, serviceProfiles, tariffProfiles, quotas, dataQuotas } = store;
	const all = [endpoints, sims, tags, serviceProfiles, tariffProfiles, quotas, dataQuotas];
	for (const things of all) things.clear();
	store.sms.clear();
	store.smsById.clear();
}

/** Puts a fleet into the simulator. Profiles of endpoints are the first of the fleet. */
export function settle(sim: SimulatorHandle, fleet: Fleet): void {
	const { store } = sim;
	empty(sim);
	for (const { id, name } of fleet.service_profiles) {
		const about = { id, organisationId: ORGANISATION, name, description: name };
		store.serviceProfiles.set(id, newServiceProfile({ ...about, services: allServices() }));
	}
	for (const { id, name } of fleet.tariff_profiles) {
		const about = { id, organisationId: ORGANISATION, name, description: name };
		store.tariffProfiles.set(id, {
			...about,
			tariffId: 31,
			ratezones: new Set([3]),
			inclusiveVolumeId: null,
		});
	}
	for (const { id, name } of fleet.tags) {
		store.tags.set(id, { id, organisationId: ORGANISATION, name, colorId: 1 });
	}
	for (const { id, iccid, status, msisdn } of fleet.sims) {
		const card = addSim(store, ORGANISATION, id);
		card.iccid = iccid;
		card.statusId = SimStatus[status];
		if (msisdn !== undefined) card.msisdn = msisdn;
	}
	const cards = [...store.sims.values()];
	for (const [at, endpoint] of fleet.endpoints.entries()) {
		const card = cards.find(({ iccid }) => iccid === endpoint.iccid);
		const tagIds = fleet.tags
			.filter(({ name }) => endpoint.tags.includes(name))
			.map(({ id }) => id);
		if (card) card.endpointId = endpoint.id;
		store.endpoints.set(
			endpoint.id,
			newEndpoint({
				id: endpoint.id,
				organisationId: ORGANISATION,
				name: endpoint.name,
				created: Date.UTC(2026, 0, 1),
				ip: 172_000_000 + at,
				addressSpaceId: ADDRESS_SPACE,
				serviceProfileId: fleet.service_profiles[0]!.id,
				tariffProfileId: fleet.tariff_profiles[0]!.id,
				statusId: EndpointStatus[endpoint.status],
				tagIds,
				tagged: tagIds.length > 0,
				simId: card?.id ?? null,
				imei: endpoint.imei,
				imeiLock: endpoint.imei_lock,
			}),
		);
		const { data_quota: data, sms_quota: messages } = endpoint;
		if (data !== undefined) {
			store.dataQuotas.set(endpoint.id, {
				volume: data,
				expiryDate: LATER,
				statusId: QuotaStatus.Active,
				actionId: 1,
				thresholdPercentage: null,
				thresholdVolume: null,
				autoRefill: 0,
				lastVolumeAdded: data,
				lastStatusChange: null,
			});
		}
		if (messages !== undefined) {
			const about = { expiryDate: LATER, thresholdPercentage: 80, statusId: QuotaStatus.Active };
			store.quotas.set(endpoint.id, newQuota(endpoint.id, messages, about));
		}
	}
	store.startAt('endpoint', 90_001);
	store.touch();
}
