import { type Clock, monotonic } from './ports';

/** A clock of one run: a time of day that nobody sets while the run lasts. Milliseconds since 1970. */
export function runClock(clock: Clock): () => number {
	const [began, at] = [clock.now(), monotonic(clock)];
	return () => began + (monotonic(clock) - at);
}
