/*
 * Which records were delivered before. A service that got no answer delivers the same records again,
 * however much later, but nothing newer in between on the same stream: so the newest records are
 * remembered by number and not by time. Two keep them: this process with n8n's store behind it
 * (memoryWindow.ts), and a Redis that processes share (redisWindow.ts). What each promises:
 * docs/triggers.md.
 */

/** Records that are remembered: ten, two and twenty of the largest lists that a stream sends. */
export const MOST = { memory: 100_000, stored: 20_000, redis: 200_000 };

/** What becomes of the records of a call. */
export interface Arrived {
	/** Keys that were not delivered before. */
	fresh: Set<string>;
	/**
	 * To be called with what n8n made of the call, before its answer leaves. Only what n8n took
	 * counts as delivered.
	 */
	settle(taken: boolean): void;
}

export interface RecordWindow {
	/** @throws BusyError when another call with one of the records is not decided yet. */
	arrive(keys: string[]): Promise<Arrived>;
}
