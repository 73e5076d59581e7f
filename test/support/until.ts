import { setTimeout as pause } from 'node:timers/promises';

/** Waits until `ask` returns a value. @throws Error with `what` when it takes too long */
export async function until<T>(
	what: string,
	ask: () => T | undefined | false | Promise<T | undefined | false>,
	seconds = 300,
	everyMs = 10,
): Promise<T> {
	const deadline = performance.now() + seconds * 1000;
	for (;;) {
		const got = await ask();
		if (got !== undefined && got !== false) return got;
		if (performance.now() > deadline) throw new Error(`${what}: not after ${seconds} s`);
		await pause(everyMs);
	}
}
