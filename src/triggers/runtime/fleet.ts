import type { Client } from '../client/client';
import { UnreadableAnswer } from '../errors';
import {
	NoAnswerError,
	NotFoundError,
	RateLimitError,
	ServiceError,
	UnauthorisedError,
} from '../http/errors';
import type { Input, Json } from '../operations/define';
import { getAllEndpoints, getEndpoint } from '../operations/endpointRead';

/* Reads of endpoints and SIMs, many at a time: one that fails for good must not stop the others. */

/**
 * Whether a read failed for the one thing that was asked for, so that others may still be read; not
 * where the session was refused, the limits are used up or the service is out of reach.
 */
export function failsAlone(error: unknown): boolean {
	if (error instanceof UnauthorisedError || error instanceof RateLimitError) return false;
	return (
		error instanceof ServiceError ||
		error instanceof NoAnswerError ||
		error instanceof UnreadableAnswer
	);
}

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
export async function readOne(job: Promise<Json | Json[]>): Promise<Json | Unreadable | undefined> {
	try {
		return (await job) as Json;
	} catch (error) {
		if (error instanceof NotFoundError) return undefined;
		if (failsAlone(error)) return new Unreadable(error);
		throw error;
	}
}

const isEndpointDeleted = (endpoint: Json) =>
	Number((endpoint.status as Json | undefined)?.id) === 2;

/** Endpoints of the list that match, deleted ones left out. */
export async function endpointsOf(
	client: Client,
	filters: Input,
	more: Input = {},
): Promise<Json[]> {
	const input = { ...filters, returnAll: true, simplify: false, ...more };
	return ((await client.perform(getAllEndpoints, input)) as Json[]).filter(
		(e) => !isEndpointDeleted(e),
	);
}

/** An endpoint by its ID, undefined when it was deleted. */
export async function endpointOf(client: Client, endpointId: number) {
	const endpoint = await readOne(client.perform(getEndpoint, { endpointId, simplify: false }));
	return endpoint instanceof Unreadable || !endpoint || !isEndpointDeleted(endpoint)
		? endpoint
		: undefined;
}
