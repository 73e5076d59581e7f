import { UnreadableAnswer } from '../errors';
import { NoAnswerError, RateLimitError, ServiceError, UnauthorisedError } from '../http/errors';

/* Reads of one endpoint or SIM among many: one that fails for good must not stop the others. */

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
