import type * as ports from '../../src/ports';

/*
 * In place of `src/ports`, by `jest.mock`: waits between attempts pass a hundred times as fast, and the
 * clock for spans moves on by them alone: what holds for half a minute holds however busy the machine is.
 */

const real = jest.requireActual<typeof ports>('../../src/ports');

let waitedMs = 0;

export const { monotonic, StoredFile } = real;
export const systemSleep: ports.Sleep = async (ms, signal) => {
	waitedMs += ms;
	await real.systemSleep(ms / 100, signal);
};
export const systemClock: ports.Clock = { now: () => Date.now(), monotonic: () => waitedMs };
