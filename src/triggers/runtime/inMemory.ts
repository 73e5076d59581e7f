import { ExpiringMap } from '../../expiringMap';
import { WEEK_MS } from '../../times';

/*
 * Everything that triggers keep in the memory of a process, by workflow and node. It is dropped
 * with the process, or a week after its last use: the service keeps undelivered data that long.
 * Data that must last longer is in n8n's store, or on a Redis.
 */

const memories = new ExpiringMap<Map<object, unknown>>(() => new Map(), undefined, WEEK_MS);

/** Something for each key, made when it is first asked for. */
export function inMemory<T>(make: (key: string) => T): (key: string) => T {
	return (key) => {
		const own = memories.get(key);
		if (!own.has(make)) own.set(make, make(key));
		return own.get(make) as T;
	};
}

/** Forgets what is in memory, as a restart does. */
export const forgetMemory = (): void => memories.clear();
