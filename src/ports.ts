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

/** A file that the host has taken; `reference` is how the host finds it again. */
export class StoredFile {
	constructor(readonly reference: object) {}
}

/** The place where the host keeps the files of a run. */
export interface FileStore {
	/** Whether a file is written as its content comes; otherwise the whole of it is in memory. */
	streams(): Promise<boolean>;
	/** Keeps a file; nothing is kept of one whose content fails. `type` is its media type. */
	save(content: AsyncIterable<Uint8Array>, name: string, type: string): Promise<StoredFile>;
}

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

/** Runs a job once the work that is under way in this turn of the event loop is done. */
export const afterThisTurn = (job: () => void): void => void setImmediate(job);
