/** Interfaces that a host (n8n, a test, a script) implements for the code in `src`. */

/** Time in milliseconds since 1970, so that tests can move it. */
export interface Clock {
	now(): number;
	/** The same unit on a clock that nobody sets, for waiting; without it `now` is used. */
	monotonic?(): number;
}

/** Milliseconds for measuring how long something takes or has to wait. */
export const monotonic = (clock: Clock): number => clock.monotonic?.() ?? clock.now();

/** Waits `ms` milliseconds; rejects with the signal's reason when it is aborted first. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export const systemClock: Clock = {
	now: () => Date.now(),
	monotonic: () => performance.now(),
};

export const systemSleep: Sleep = async (ms, signal) => {
	signal?.throwIfAborted();
	await new Promise<void>((resolve, reject) => {
		const timer = setTimeout(done, ms);
		function done() {
			signal?.removeEventListener('abort', stop);
			resolve();
		}
		function stop() {
			clearTimeout(timer);
			reject(signal?.reason as Error);
		}
		signal?.addEventListener('abort', stop, { once: true });
	});
};
