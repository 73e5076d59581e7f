import type { Simulation } from '../context';
import type { Caller } from '../http/route';
import { applySim, planSimOnCreate } from '../sims/status';
import { planAddress, takeAddress } from './addresses';
import { planTags, takeTags } from './assignTags';
import { foreignOrganisation, type New, type Shared } from './bodies';
import { planProfile, type Batch } from './common';
import type { AddressSpace, Endpoint } from './entities';

/** Whose endpoint it becomes, and whose profiles and SIMs it may use. */
interface Target {
	organisationId: number;
	owners: Set<number>;
}

/**
 * The organisation of a create. `organisation` is for resellers, who may name one of their
 * sub-organisations; anything else is a problem.
 */
export function planTarget(
	sim: Simulation,
	caller: Caller,
	{ organisation }: Shared,
	batch: Batch,
): Target {
	const own = caller.organisationId;
	const id = organisation?.id ?? own;
	const allowed = sim.store.hierarchyOf(own).has(id);
	if (!allowed) batch.problems.invalid(foreignOrganisation(id));
	const organisationId = allowed ? id : own;
	return { organisationId, owners: new Set([own, organisationId]) };
}

/** The space that gives an address when an input names none: the organisation's first free one. */
function standardSpace(sim: Simulation, target: Target): AddressSpace | undefined {
	for (const space of sim.store.addressSpaces.values())
		if (space.organisationId === target.organisationId && !space.busy) return space;
	return undefined;
}

/** The fields that a create requires and a bulk create shares among all items. */
export function planShared(
	{ store }: Simulation,
	{ service_profile: service, tariff_profile: tariff, status }: Shared,
	{ owners }: Target,
	batch: Batch,
) {
	return {
		serviceProfileId:
			planProfile(store.serviceProfiles, 'service_profile', service, owners, batch, '') ?? 0,
		tariffProfileId:
			planProfile(store.tariffProfiles, 'tariff_profile', tariff, owners, batch, '') ?? 0,
		statusId: status?.id ?? 0,
	};
}

/**
 * Checks one endpoint to create and claims what it needs.
 * @returns what creates it; to be called only when the whole batch is without problems
 */
export function planCreate(
	sim: Simulation,
	input: New,
	shared: ReturnType<typeof planShared>,
	target: Target,
	batch: Batch,
	where = '',
): () => Endpoint {
	const tags = planTags(sim, input, target.owners, batch, where);
	const simPlan = planSimOnCreate(
		sim,
		input.sim,
		target.organisationId,
		target.owners,
		batch,
		where,
	);
	const standard = standardSpace(sim, target);
	const { store } = sim;
	const { claims, problems } = batch;
	const address = planAddress(store, input, target.owners, standard, claims, problems, where);
	return () => {
		if (!address) throw new Error('planCreate: applied in spite of problems');
		const id = store.nextId('endpoint');
		const now = sim.clock.now();
		const endpoint: Endpoint = {
			id,
			organisationId: target.organisationId,
			name: input.name ?? `Endpoint ${id}`,
			statusId: shared.statusId,
			created: now,
			lastUpdated: now,
			ip: takeAddress(address),
			addressSpaceId: address.space.id,
			imei: input.imei ?? null,
			imeiLock: input.imei_lock ?? false,
			serviceProfileId: shared.serviceProfileId,
			tariffProfileId: shared.tariffProfileId,
			tagIds: tags ? takeTags(sim, tags, target.organisationId) : [],
			tagged: (tags?.ids.length ?? 0) + (tags?.names.length ?? 0) > 0,
			simId: null,
			blocked: false,
			connectivity: 'OFFLINE',
			network: 'assumed_idle',
		};
		store.endpoints.set(id, endpoint);
		store.touch();
		const detail = { name: endpoint.name, organisationId: target.organisationId };
		sim.ledger.effect('endpoint.created', { endpointId: id }, detail);
		applySim(sim, simPlan, endpoint);
		return endpoint;
	};
}
