import type { Simulation } from '../context';
import { notFound, Problems, type ApiError } from '../http/envelopes';
import { type Caller, idOf } from '../http/route';
import type { Claims } from './addresses';
import type { Endpoint } from './entities';

/** One call's view of many inputs: what is wrong, and what earlier inputs have claimed. */
export class Batch {
	readonly problems = new Problems();
	readonly claims: Claims = new Map();
	/** SIMs that earlier inputs assign. */
	readonly takenSims = new Set<number>();
	/** SIMs that earlier inputs unassign. */
	readonly freedSims = new Set<number>();
}

/** An endpoint that the caller may act on: in its organisation or hierarchy. @throws 404 */
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

/** The status id of an endpoint input, 0 or 1; a problem when it is something else. */
export function planStatus(value: unknown, batch: Batch, where: string): number {
	const id = idOf(value);
	if (id === 0 || id === 1) return id;
	batch.problems.invalid(`${where}status.id must be 0 (Enabled) or 1 (Disabled)`);
	return 0;
}

/** The id of a profile that belongs to one of the owners; a problem when it does not. */
export function planProfile(
	profiles: Map<number, { organisationId: number }>,
	name: string,
	value: unknown,
	owners: Set<number>,
	batch: Batch,
	where: string,
): number {
	const id = idOf(value);
	const profile = id === undefined ? undefined : profiles.get(id);
	if (id !== undefined && profile && owners.has(profile.organisationId)) return id;
	const message = `${where}${name} ${id ?? ''} does not belong to the organisation`;
	if (id === undefined) batch.problems.invalid(message);
	else batch.problems.unknown(message);
	return 0;
}

/** Checks the plain fields that create and update share. */
export function checkPlain(
	input: Record<string, unknown>,
	batch: Batch,
	where: string,
): { name?: string; imei?: string; imeiLock?: boolean } {
	const { name, imei, imei_lock: imeiLock } = input;
	const { problems } = batch;
	if (name !== undefined && typeof name !== 'string')
		problems.invalid(`${where}name must be a string`);
	if (imei !== undefined && (typeof imei !== 'string' || !/^\d{16}$/.test(imei)))
		problems.invalid(`${where}imei must be a string of 16 digits`);
	if (imeiLock !== undefined && typeof imeiLock !== 'boolean')
		problems.invalid(`${where}imei_lock must be a boolean`);
	return {
		...(typeof name === 'string' ? { name } : {}),
		...(typeof imei === 'string' ? { imei } : {}),
		...(typeof imeiLock === 'boolean' ? { imeiLock } : {}),
	};
}
