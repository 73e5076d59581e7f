import { NotFoundError, ServiceError } from '../../request/attempt/errors';
import type { Client } from '../../run/client';
import { failsAlone } from '../../run/failsAlone';
import type { Input, Json } from '../../table/define';
import { isEndpointDeleted } from '../../table/entries/endpoint/endpointNumbers';
import { getAllEndpoints, getEndpoint } from '../../table/entries/endpoint/endpointRead';

/* Reads of endpoints and SIMs, many at a time: one that fails for good must not stop the others. */

/** How a read failed, for a log: the status of the answer, or that there was none to be read. */
export const failureIn = (error: unknown): string =>
	error instanceof ServiceError ? String(error.status) : 'no answer';

/** The service refused to give one thing, or failed at it: others may still be read. */
export class Unreadable {
	constructor(
		readonly error: unknown,
		readonly why = failureIn(error),
	) {}
}

/** One thing: undefined where the service has none (404), or that it cannot be read while others may. */
export async function readOrUnreadable(
	job: Promise<Json | Json[]>,
): Promise<Json | Unreadable | undefined> {
	try {
		return (await job) as Json;
	} catch (error) {
		if (error instanceof NotFoundError) return undefined;
		if (failsAlone(error)) return new Unreadable(error);
		throw error;
	}
}

/** Endpoints of the list that match, deleted ones left out. */
export async function matchingEndpoints(
	client: Client,
	filters: Input,
	more: Input = {},
): Promise<Json[]> {
	const input = { ...filters, returnAll: true, simplify: false, ...more };
	return ((await client.perform(getAllEndpoints, input)) as Json[]).filter(
		(e) => !isEndpointDeleted(e),
	);
}

/** Endpoints of the list that match, deleted ones too, and whether none is missing. */
export async function listedEndpoints(client: Client, filters: Input) {
	const input = { ...filters, returnAll: true, simplify: false };
	let isComplete = true;
	const call = client.callFor(getAllEndpoints);
	const entries = await call.list(getAllEndpoints, input, undefined, {
		cut: () => (isComplete = false),
	});
	return { entries, isComplete };
}

/** An endpoint by its ID, undefined when it was deleted. */
export async function readEndpointById(client: Client, endpointId: number) {
	const endpoint = await readOrUnreadable(
		client.perform(getEndpoint, { endpointId, simplify: false }),
	);
	return endpoint instanceof Unreadable || !endpoint || !isEndpointDeleted(endpoint)
		? endpoint
		: undefined;
}
