import { randomUUID } from 'node:crypto';

/* What triggers keep in the memory of a process: it is gone with the process. */

const forgetting: Array<() => void> = [];
let ownName = randomUUID();

/** Tells what this process has stored from what another did. */
export const processName = (): string => ownName;

/** Something for each key, made when it is first asked for. */
export function inMemory<T>(make: (key: string) => T): (key: string) => T {
	const all = new Map<string, T>();
	forgetting.push(() => all.clear());
	return (key) => {
		let one = all.get(key);
		if (one === undefined) all.set(key, (one = make(key)));
		return one;
	};
}

/** Forgets what is in memory, as a restart does. */
export function forgetMemory(): void {
	for (const forget of forgetting) forget();
	ownName = randomUUID();
}
