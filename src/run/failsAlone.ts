import { UnreadableAnswer } from '../errors';
import {
	NoAnswerError,
	RateLimitError,
	ServiceError,
	UnauthorisedError,
} from '../request/attempt/errors';

/**
 * Whether a read failed only for the thing it asked for, so that others may still be read. That is not so
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
