import type * as ports from '../../src/ports';

/** How many times as fast the waits and the clock of the code under test pass. */
const FASTER = 200;

/**
 * The module `src/ports` with waits that pass faster, for `jest.mock`, and a clock for spans that keeps
 * its proportions to them; requests take as long as they take.
 */
export function scaledPorts(real: typeof ports): typeof ports {
	return {
		...real,
		// The time of day stays: the codes of an authenticator depend on it.
		systemClock: { now: () => Date.now(), monotonic: () => performance.now() * FASTER },
		systemSleep: async (ms, signal) => await real.systemSleep(ms / FASTER, signal),
	};
}
