import { type Clock, monotonic } from '../../ports';
import { httpDateMs } from '../../request/retry';
import type { Answer } from '../../wire';

/* The two clocks of a wait. */

/** A clock of one run: a time of day that nobody sets while the run lasts. Milliseconds since 1970. */
export function runClock(clock: Clock): () => number {
	const [began, at] = [clock.now(), monotonic(clock)];
	return () => began + (monotonic(clock) - at);
}

/** When the service answered, by its own clock; `otherwise` where the answer does not say. */
export const answeredAt = ({ headers }: Answer, otherwise: number): number =>
	httpDateMs(headers.date) ?? otherwise;
