import type { Simulation } from '../context';
import { type EndpointChange, foreign, type New } from '../endpoints/bodies';
import type { BulkCall } from '../endpoints/common';
import type { Endpoint } from '../endpoints/entities';
import { addEvent, EventType } from '../events/emit';
import { notFound } from '../http/envelopes';
import type { Caller } from '../http/route';
import { SimStatus, type Sim, simStatus, simStatusOnUpdate } from './entities';

/** The SIM change that an input asks for. */
interface SimPlan {
	/** SIM to assign. */
	assign?: Sim;
	/** Unassigns the endpoint's current SIM. */
	unassign?: boolean;
	/** New status of the endpoint's SIM. */
	statusId?: number;
}

/** A SIM that may be assigned: the organisation's own, not assigned elsewhere, not deleted. */
function findFree(
	sim: Simulation,
	id: number,
	owners: Set<number>,
	batch: BulkCall,
	where: string,
	presentId: number | null,
): Sim | undefined {
	const found = sim.store.sims.get(id);
	if (!found || !owners.has(found.organisationId) || found.statusId === SimStatus.Deleted) {
		batch.problems.unknown(where + foreign('sim', id));
		return undefined;
	}
	const free =
		found.endpointId === null || found.endpointId === presentId || batch.freedSims.has(found.id);
	if (!free || batch.takenSims.has(found.id)) {
		batch.problems.invalid(`${where}sim ${found.id} is already assigned`);
		return undefined;
	}
	batch.takenSims.add(found.id);
	return found;
}

/** `sim` of a create: assigned, and by default activated (specification, "Moves"). */
export function planSimOnCreate(
	sim: Simulation,
	input: New['sim'],
	organisationId: number,
	owners: Set<number>,
	batch: BulkCall,
	where: string,
): SimPlan {
	if (input === undefined) return {};
	const plan: SimPlan = {};
	const assign = findFree(sim, input.id, owners, batch, where, null);
	if (assign) plan.assign = assign;
	if (input.status !== undefined) {
		plan.statusId = input.status.id;
	} else if (input.activate !== false) {
		const ftm = sim.store.organisations.get(organisationId)?.ftm;
		plan.statusId = ftm ? SimStatus.FactoryTest : SimStatus.Activated;
	}
	return plan;
}

/** `sim` of an update: an id assigns, null unassigns, a status (1 or 5) sets the status. */
export function planSimOnUpdate(
	sim: Simulation,
	input: EndpointChange['sim'],
	endpoint: Endpoint,
	owners: Set<number>,
	batch: BulkCall,
	where: string,
): SimPlan {
	if (input === undefined) return {};
	const plan: SimPlan = {};
	if (input.id === null) {
		plan.unassign = true;
		if (endpoint.simId !== null) batch.freedSims.add(endpoint.simId);
	} else if (input.id !== undefined) {
		const assign = findFree(sim, input.id, owners, batch, where, endpoint.id);
		if (assign) plan.assign = assign;
	}
	if (input.status !== undefined) {
		const has = plan.assign !== undefined || (endpoint.simId !== null && !plan.unassign);
		if (!has) batch.problems.invalid(`${where}sim.status needs an assigned SIM`);
		else plan.statusId = simStatusOnUpdate(input.status.id);
	}
	return plan;
}

/** Applies a plan to an endpoint and records each change. */
export function applySim(sim: Simulation, plan: SimPlan, endpoint: Endpoint): void {
	const changes = plan.unassign ?? (plan.assign && plan.assign.id !== endpoint.simId);
	if (changes) unassignSim(sim, endpoint);
	const assigns = plan.assign && endpoint.simId === null;
	if (plan.assign && assigns) {
		// A SIM that another input of the same call releases is still assigned there.
		const former = sim.store.endpoints.get(plan.assign.endpointId ?? -1);
		if (former) unassignSim(sim, former);
		plan.assign.endpointId = endpoint.id;
		endpoint.simId = plan.assign.id;
		sim.ledger.effect('sim.assigned', { endpointId: endpoint.id, simId: plan.assign.id });
	}
	const assigned = sim.store.sims.get(endpoint.simId ?? -1);
	if (assigned && plan.statusId !== undefined) setSimStatus(sim, assigned, plan.statusId);
	// In the recorded order: activation, then assignment, the latter with an empty detail.
	if (assigns) addEvent(sim, EventType.SimAssigned, { endpoint }, {});
}

/** Unassigns the SIM of an endpoint; its status does not change. */
export function unassignSim(sim: Simulation, endpoint: Endpoint): void {
	const present = sim.store.sims.get(endpoint.simId ?? -1);
	if (!present) return;
	addEvent(sim, EventType.SimReleased, { endpoint });
	present.endpointId = null;
	endpoint.simId = null;
	sim.ledger.effect('sim.unassigned', { endpointId: endpoint.id, simId: present.id });
}

const STATUS_EFFECTS = ['issued', 'activated', 'suspended', 'deleted', 'factoryTest'] as const;

/** Sets a SIM's status and records it when it changes. */
export function setSimStatus(sim: Simulation, item: Sim, statusId: number): void {
	if (item.statusId === statusId) return;
	const former = item.statusId;
	item.statusId = statusId;
	if (statusId === SimStatus.Activated) item.activationDate ??= sim.clock.now();
	sim.store.touch();
	const ids = {
		simId: item.id,
		...(item.endpointId === null ? {} : { endpointId: item.endpointId }),
	};
	recordStatusEvents(sim, item, former);
	sim.ledger.effect(`sim.${STATUS_EFFECTS[statusId] ?? 'changed'}`, ids);
}

function recordStatusEvents(sim: Simulation, item: Sim, former: number): void {
	const typeId = {
		[SimStatus.Activated]: EventType.SimActivated,
		[SimStatus.Suspended]: EventType.SimSuspended,
		[SimStatus.Deleted]: EventType.SimDeleted,
		[SimStatus.FactoryTest]: EventType.SimFactoryTest,
	}[item.statusId];
	if (typeId === undefined) return;
	const endpoint = sim.store.endpoints.get(item.endpointId ?? -1);
	const deleted = item.statusId === SimStatus.Deleted;
	const detail = deleted ? { old_status: simStatus(former) } : null;
	addEvent(sim, typeId, { sim: item, ...(endpoint && { endpoint }) }, detail);
}

/** A SIM in the caller's organisation or hierarchy. @throws 404 */
export function findSim(sim: Simulation, caller: Caller, id: number): Sim {
	const item = sim.store.sims.get(id);
	if (!item || !sim.store.hierarchyOf(caller.organisationId).has(item.organisationId))
		throw notFound(`SIM ${id} not found`);
	return item;
}
