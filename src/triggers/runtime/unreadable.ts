import { NotFoundError, ServiceError } from '../../request/attempt/errors';
import { failsAlone } from '../../run/failsAlone';
import type { Json } from '../../table/define';

/* Reads of many endpoints and SIMs: one that fails permanently must not stop the others. */

/** How a read failed, for a log: the status of the answer, or that there was none to be read. */
export const failureIn = (error: unknown): string =>
	error instanceof ServiceError ? String(error.status) : 'no answer';

/** The service refused or failed to give one thing; others may still be read. */
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
