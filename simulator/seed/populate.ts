import type { Simulation } from '../context';
import { type Endpoint, newEndpoint } from '../endpoints/entities';
import { SimStatus } from '../sims/entities';
import { newQuota, QuotaStatus } from '../traffic/entities';
import { quotasChanged } from '../traffic/quota';
import { ORGANISATIONS } from './data';
import { applyOptions, type SeedOptions } from './options';
import { addSim } from './seed';
import { addWorkspaces } from './workspaces';

const YEAR = 365 * 24 * 60 * 60_000;

function firstOwned<T extends { id: number; organisationId: number }>(
	items: Map<number, T>,
	organisationId: number,
	name: string,
): T {
	for (const item of items.values()) if (item.organisationId === organisationId) return item;
	throw new Error(`seed: organisation ${organisationId} has no ${name}`);
}

/**
 * Adds endpoints and SIMs to the existing ones, and sets behaviours. Seeded objects do not count as
 * effects: the ledger does not show them. 100,000 endpoints take about a second.
 * @throws Error when the organisation does not exist or its address space is too small
 */
export function populate(sim: Simulation, seed: SeedOptions): void {
	applyOptions(sim.options, seed);
	const { store } = sim;
	addWorkspaces(store, seed.workspaces ?? 0);
	const organisationId = seed.organisationId ?? ORGANISATIONS.reseller;
	const organisation = store.organisations.get(organisationId);
	if (!organisation) throw new Error(`seed: organisation ${organisationId} does not exist`);
	if (seed.smsPerMonth !== undefined) organisation.smsPerMonth = seed.smsPerMonth;
	for (let count = seed.sims ?? 0; count > 0; count -= 1) addSim(store, organisationId);
	for (let count = seed.endpoints ?? 0; count > 0; count -= 1)
		addEndpoint(sim, organisationId, seed);
	store.touch();
	quotasChanged(sim);
}

/** Adds one endpoint, as a seed says. */
export function addEndpoint(sim: Simulation, organisationId: number, seed: SeedOptions): Endpoint {
	const { store } = sim;
	const space = firstOwned(store.addressSpaces, organisationId, 'address space');
	if (space.used.size >= space.capacity) throw new Error(`seed: address space ${space.id} is full`);
	while (space.used.has(space.base + space.next)) space.next = (space.next % space.capacity) + 1;
	const ip = space.base + space.next;
	space.used.add(ip);
	space.next = (space.next % space.capacity) + 1;
	const now = sim.clock.now();
	const id = store.nextId('endpoint');
	const endpoint = newEndpoint({
		id,
		organisationId,
		created: now,
		ip,
		addressSpaceId: space.id,
		name: `device-${String(store.nextId('seededEndpoint')).padStart(6, '0')}`,
		serviceProfileId:
			seed.serviceProfileId ?? firstOwned(store.serviceProfiles, organisationId, 'profile').id,
		tariffProfileId: firstOwned(store.tariffProfiles, organisationId, 'tariff').id,
	});
	store.endpoints.set(id, endpoint);
	if (seed.endpointSims ?? true) {
		const item = addSim(store, organisationId);
		item.statusId = SimStatus.Activated;
		item.activationDate = now;
		item.endpointId = id;
		endpoint.simId = item.id;
	}
	if (seed.quotaVolume !== undefined) store.quotas.set(id, fullQuota(id, seed.quotaVolume, now));
	return endpoint;
}

/** A full SMS quota, valid for a year. */
export const fullQuota = (endpointId: number, volume: number, now: number) =>
	newQuota(endpointId, volume, {
		expiryDate: now + YEAR,
		thresholdPercentage: 20,
		actionId: 1,
		statusId: volume > 0 ? QuotaStatus.Active : QuotaStatus.Exhausted,
	});
