import Bottleneck from 'bottleneck';

/** Where Bottleneck 2.19.5 keeps the moment at which its next job is due, by the wall clock. */
interface Inside {
	_store: { _nextRequest: number };
}

/**
 * A limiter that runs one job at a time, in the order they came. Bottleneck notes the wall clock's
 * time at each start, even when no time between two starts is set, and after that clock is set back
 * it waits until the same time comes again. Without that time a job is always due.
 */
export function oneAtATime(): Bottleneck {
	// No `expiration` and no retry in `failed`: both let a second job in while one is under way.
	const limiter = new Bottleneck({ maxConcurrent: 1 });
	const { _store: store } = limiter as unknown as Inside;
	Object.defineProperty(store, '_nextRequest', { get: () => -Infinity, set: () => {} });
	return limiter;
}
