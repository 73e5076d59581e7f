import type * as ports from '../../src/ports';

/*
 * In place of `src/ports`, by `jest.mock`: waits that pass faster, and a clock for spans that keeps its
 * proportions to them; requests take as long as they take.
 */

const real = jest.requireActual<typeof ports>('../../src/ports');

/** How many times as fast the waits and the clock of the code under test pass. */
const FASTER = 200;

export const { monotonic, StoredFile } = real;
export const systemSleep: ports.Sleep = async (ms, signal) =>
	await real.systemSleep(ms / FASTER, signal);
export const systemClock: ports.Clock = {
	// The time of day stays: the codes of an authenticator depend on it.
	now: () => Date.now(),
	monotonic: () => performance.now() * FASTER,
};
