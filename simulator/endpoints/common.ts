import type { Simulation } from '../context';
import { notFound, Problems, type ApiError } from '../http/envelopes';
import { pathId, type ApiCall, type Caller } from '../http/route';
import type { ReservedAddresses } from './addresses';
import { foreign } from './bodies';
import type { Endpoint } from './entities';

/** The state of one call with many inputs: problems so far, and addresses that earlier inputs have reserved. */
export class BulkCall {
	readonly problems = new Problems();
	readonly reserved: ReservedAddresses = new Map();
	/** SIMs that earlier inputs assign. */
	readonly takenSims = new Set<number>();
	/** SIMs that earlier inputs unassign. */
	readonly freedSims = new Set<number>();
}

/** An endpoint the caller may act on: in its organisation or hierarchy. @throws 404 */
export function findEndpoint(
	sim: Simulation,
	caller: Caller,
	id: number,
	refusal: (message: string) => ApiError = notFound,
): Endpoint {
	const endpoint = sim.store.endpoints.get(id);
	const visible =
		endpoint &&
		endpoint.statusId !== 2 &&
		sim.store.hierarchyOf(caller.organisationId).has(endpoint.organisationId);
	if (!visible) throw refusal(`Endpoint ${id} not found`);
	return endpoint;
}

/** The endpoint named in the path. @throws 400, 404 */
export const pathEndpoint = (sim: Simulation, call: ApiCall): Endpoint =>
	findEndpoint(sim, call.caller, pathId(call, 'endpointId'));

/** Like {@link findEndpoint}, but only in the caller's own organisation. */
export function findOwnEndpoint(
	sim: Simulation,
	caller: Caller,
	id: number,
	code?: number,
): Endpoint {
	const endpoint = sim.store.endpoints.get(id);
	if (endpoint?.organisationId !== caller.organisationId || endpoint.statusId === 2)
		throw notFound(`Endpoint ${id} not found`, code);
	return endpoint;
}

/** The id of a profile that belongs to one of the owners; adds a problem when it does not. */
export function planProfile(
	profiles: Map<number, { organisationId: number }>,
	name: string,
	given: { id: number } | undefined,
	owners: Set<number>,
	batch: BulkCall,
	where: string,
): number | undefined {
	if (!given) return undefined;
	const profile = profiles.get(given.id);
	if (!profile || !owners.has(profile.organisationId))
		batch.problems.unknown(where + foreign(name, given.id));
	return given.id;
}
