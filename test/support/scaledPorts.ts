import type * as ports from '../../src/ports';

/*
 * In place of `src/ports`, by `jest.mock`: waits that pass faster, and a clock for spans that keeps its
 * proportions to them; requests take as long as they take.
 */

const real = jest.requireActual<typeof ports>('../../src/ports');

/** How many times as fast the waits and the clock of the code under test pass. */
const FASTER = 200;

let passes: (ms: number) => void = () => {};
/** Moves the clock of a service, too, by the waits of the code under test. */
export const movingOn = (clock: { advance(ms: number): void }): void =>
	void (passes = (ms) => clock.advance(ms));

export const { monotonic, StoredFile } = real;
export const systemSleep: ports.Sleep = async (ms, signal) => {
	passes(ms);
	await real.systemSleep(ms / FASTER, signal);
};
export const systemClock: ports.Clock = {
	// The time of day stays: the codes of an authenticator depend on it.
	now: () => Date.now(),
	monotonic: () => performance.now() * FASTER,
};
