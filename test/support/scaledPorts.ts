import type * as ports from '../../src/ports';

/*
 * Replaces `src/ports` with `jest.mock`: waits are faster, and so is the monotonic clock; requests take
 * their real time.
 */

const real = jest.requireActual<typeof ports>('../../src/ports');

/** Factor by which the waits and the clock of the code under test are faster. */
const FASTER = 200;

let passes: (ms: number) => void = () => {};
/** Advances the clock of a service by the waits of the code under test, too. */
export const movingOn = (clock: { advance(ms: number): void }): void =>
	void (passes = (ms) => clock.advance(ms));

export const { monotonic, StoredFile } = real;
export const systemSleep: ports.Sleep = async (ms, signal) => {
	passes(ms);
	await real.systemSleep(ms / FASTER, signal);
};
export const systemClock: ports.Clock = {
	// The time of day is real, since authenticator codes depend on it.
	now: () => Date.now(),
	monotonic: () => performance.now() * FASTER,
};
