import { Kept } from '../../http/kept';

/*
 * All that triggers keep in the memory of a process, by workflow and node. It ends with the process,
 * or a week after its last use: for so long the service keeps what it could not deliver. What has to
 * outlast that stands in n8n's store, or on a Redis.
 */

const WEEK_MS = 7 * 24 * 3_600_000;
const memories = new Kept<Map<object, unknown>>(() => new Map(), undefined, WEEK_MS);

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
