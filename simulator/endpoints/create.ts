import type { Simulation } from '../context';
import { isObject, type Caller, idOf } from '../http/route';
import { applySim, planSimOnCreate } from '../sims/status';
import { planAddress, takeAddress } from './addresses';
import { planTags, takeTags } from './assignTags';
import { checkPlain, planProfile, planStatus, type Batch } from './common';
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
export function planTarget(sim: Simulation, caller: Caller, value: unknown, batch: Batch): Target {
	const own = caller.organisationId;
	if (value === undefined) return { organisationId: own, owners: new Set([own]) };
	const id = idOf(value);
	const allowed = id !== undefined && sim.store.hierarchyOf(own).has(id);
	if (!allowed)
		batch.problems.invalid(`organisation ${id ?? ''} does not belong to the calling organisation`);
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
	sim: Simulation,
	body: Record<string, unknown>,
	target: Target,
	batch: Batch,
) {
	const { serviceProfiles, tariffProfiles } = sim.store;
	for (const name of ['service_profile', 'tariff_profile', 'status'])
		if (body[name] === undefined) batch.problems.required(`${name} is required`);
	const profile = (map: Map<number, { organisationId: number }>, name: string) =>
		body[name] === undefined ? 0 : planProfile(map, name, body[name], target.owners, batch, '');
	return {
		serviceProfileId: profile(serviceProfiles, 'service_profile'),
		tariffProfileId: profile(tariffProfiles, 'tariff_profile'),
		statusId: body.status === undefined ? 0 : planStatus(body.status, batch, ''),
	};
}

/**
 * Checks one endpoint to create and claims what it needs.
 * @returns what creates it; to be called only when the whole batch is without problems
 */
export function planCreate(
	sim: Simulation,
	value: unknown,
	shared: ReturnType<typeof planShared>,
	target: Target,
	batch: Batch,
	where = '',
): () => Endpoint {
	if (!isObject(value)) batch.problems.invalid(`${where}must be an object`);
	const input = isObject(value) ? value : {};
	const plain = checkPlain(input, batch, where);
	const tags = planTags(sim, input, target.owners, batch, where, false);
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
			name: plain.name ?? `Endpoint ${id}`,
			statusId: shared.statusId,
			created: now,
			lastUpdated: now,
			ip: takeAddress(address),
			addressSpaceId: address.space.id,
			imei: plain.imei ?? null,
			imeiLock: plain.imeiLock ?? false,
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
