import type { Simulation } from '../context';
import { addEvent, EventType } from '../events/emit';
import { SimStatus } from '../sims/entities';
import { applySim, planSimOnUpdate, setSimStatus, unassignSim } from '../sims/status';
import { planAddress, assignAddress } from './addresses';
import { planTags, setTags, applyTags } from './assignTags';
import { type EndpointChange, ownFields } from './bodies';
import { planProfile, type BulkCall } from './common';
import { EndpointStatus, type Endpoint } from './entities';

/**
 * Checks the fields to change of one endpoint (specification, bulk update; the single update
 * takes the same fields).
 * @returns a function that applies them, to be called only when the whole batch has no problems
 */
export function planUpdate(
	sim: Simulation,
	endpoint: Endpoint,
	input: EndpointChange,
	batch: BulkCall,
	where = '',
): () => void {
	const { store } = sim;
	const owners = new Set([endpoint.organisationId]);
	const parent = store.organisations.get(endpoint.organisationId)?.parentId;
	if (parent) owners.add(parent);
	const statusId = input.status?.id;
	const profile = (
		map: Map<number, { organisationId: number }>,
		name: 'service_profile' | 'tariff_profile',
	) => planProfile(map, name, input[name], owners, batch, where);
	const serviceProfileId = profile(store.serviceProfiles, 'service_profile');
	const tariffProfileId = profile(store.tariffProfiles, 'tariff_profile');
	const tags = planTags(sim, input, owners, batch, where);
	const simPlan = planSimOnUpdate(sim, input.sim, endpoint, owners, batch, where);
	const { reserved, problems } = batch;
	const address = planAddress(store, input, owners, undefined, reserved, problems, where, endpoint);
	return () => {
		if (statusId !== undefined && statusId !== endpoint.statusId)
			addEvent(sim, statusId ? EventType.EndpointDisabled : EventType.EndpointEnabled, {
				endpoint,
			});
		if (address) {
			store.addressSpaces.get(endpoint.addressSpaceId)?.used.delete(endpoint.ip);
			endpoint.ip = assignAddress(address);
			endpoint.addressSpaceId = address.space.id;
		}
		if (tags) setTags(endpoint, applyTags(sim, tags, endpoint.organisationId));
		Object.assign(
			endpoint,
			ownFields(input),
			statusId === undefined ? {} : { statusId },
			serviceProfileId === undefined ? {} : { serviceProfileId },
			tariffProfileId === undefined ? {} : { tariffProfileId },
			{ lastUpdated: sim.clock.now() },
		);
		store.touch();
		sim.ledger.effect(
			'endpoint.updated',
			{ endpointId: endpoint.id },
			{ fields: Object.keys(input).filter((name) => name !== 'id') },
		);
		applySim(sim, simPlan, endpoint);
	};
}

/** Deletes an endpoint; its SIM, if any, is released, and suspended or deleted. */
export function removeEndpoint(sim: Simulation, endpoint: Endpoint, deleteSims: boolean): void {
	const assigned = sim.store.sims.get(endpoint.simId ?? -1);
	if (assigned) {
		unassignSim(sim, endpoint);
		const next = deleteSims ? SimStatus.Deleted : SimStatus.Suspended;
		setSimStatus(sim, assigned, next);
	}
	sim.store.addressSpaces.get(endpoint.addressSpaceId)?.used.delete(endpoint.ip);
	sim.store.quotas.delete(endpoint.id);
	endpoint.statusId = EndpointStatus.Deleted;
	endpoint.lastUpdated = sim.clock.now();
	sim.store.touch();
	sim.ledger.effect('endpoint.deleted', { endpointId: endpoint.id });
}
