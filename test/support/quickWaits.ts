import type * as ports from '../../src/ports';

/*
 * Replaces `src/ports` with `jest.mock`: waits between attempts are a hundred times as fast, and only
 * they advance the monotonic clock, so that spans of time do not depend on the load of the machine.
 */

const real = jest.requireActual<typeof ports>('../../src/ports');

let waitedMs = 0;

export const { monotonic, StoredFile } = real;
export const systemSleep: ports.Sleep = async (ms, signal) => {
	waitedMs += ms;
	await real.systemSleep(ms / 100, signal);
};
export const systemClock: ports.Clock = { now: () => Date.now(), monotonic: () => waitedMs };
