import type { Simulation } from '../context';
import type { Caller } from '../http/route';
import { applySim, planSimOnCreate } from '../sims/status';
import { planAddress, assignAddress } from './addresses';
import { planTags, applyTags } from './assignTags';
import { foreignOrganisation, type New, ownFields, type Shared } from './bodies';
import { planProfile, type BulkCall } from './common';
import { type AddressSpace, type Endpoint, newEndpoint } from './entities';

/** The owner of the new endpoint, and the organisations whose profiles and SIMs it may use. */
interface EndpointTarget {
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
	batch: BulkCall,
): EndpointTarget {
	const own = caller.organisationId;
	const id = organisation?.id ?? own;
	const allowed = sim.store.hierarchyOf(own).has(id);
	if (!allowed) batch.problems.invalid(foreignOrganisation(id));
	const organisationId = allowed ? id : own;
	return { organisationId, owners: new Set([own, organisationId]) };
}

/** The space used when an input names none: the organisation's first free one. */
function standardSpace(sim: Simulation, target: EndpointTarget): AddressSpace | undefined {
	for (const space of sim.store.addressSpaces.values())
		if (space.organisationId === target.organisationId && !space.busy) return space;
	return undefined;
}

/** The required fields of a create, which a bulk create shares among all items. */
export function planShared(
	{ store }: Simulation,
	{ service_profile: service, tariff_profile: tariff, status }: Shared,
	{ owners }: EndpointTarget,
	batch: BulkCall,
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
 * Checks one endpoint to create and reserves its resources.
 * @returns a function that creates it, to be called only when the whole batch has no problems
 */
export function planCreate(
	sim: Simulation,
	input: New,
	shared: ReturnType<typeof planShared>,
	target: EndpointTarget,
	batch: BulkCall,
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
	const { reserved, problems } = batch;
	const address = planAddress(store, input, target.owners, standard, reserved, problems, where);
	return () => {
		if (!address) throw new Error('planCreate: applied in spite of problems');
		const id = store.nextId('endpoint');
		const endpoint = newEndpoint({
			id,
			organisationId: target.organisationId,
			name: `Endpoint ${id}`,
			...shared,
			created: sim.clock.now(),
			ip: assignAddress(address),
			addressSpaceId: address.space.id,
			tagIds: tags ? applyTags(sim, tags, target.organisationId) : [],
			tagged: (tags?.ids.length ?? 0) + (tags?.names.length ?? 0) > 0,
			...ownFields(input),
		});
		store.endpoints.set(id, endpoint);
		store.touch();
		const detail = { name: endpoint.name, organisationId: target.organisationId };
		sim.ledger.effect('endpoint.created', { endpointId: id }, detail);
		applySim(sim, simPlan, endpoint);
		return endpoint;
	};
}
