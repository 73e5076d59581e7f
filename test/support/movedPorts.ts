import type * as ports from '../../src/ports';
import { MovedClock } from './movedClock';
import { untilIdle } from './requestsUnderWay';

/*
 * Replaces `src/ports` with `jest.mock`: the monotonic clock stands still while a request is under way
 * and jumps to the end of the next wait when there is none. How long a request takes on this machine
 * does not count.
 */

const real = jest.requireActual<typeof ports>('../../src/ports');
const time = new MovedClock();

let passes: (ms: number) => void = () => {};
/** Advances the clock of a service together with that of the code under test. */
export const movingOn = (clock: { advance(ms: number): void }): void =>
	void (passes = (ms) => clock.advance(ms));

let lateMs = 0;
/** Makes waits end so much later than they should, as on a machine that stands still in between. */
export const wakeLate = (ms: number): void => void (lateMs = ms);

let isMoving = false;
/** Ends one wait after the other until there are none. */
async function moveOn(): Promise<void> {
	if (isMoving) return;
	isMoving = true;
	while (time.isAwaited) {
		await untilIdle();
		const before = time.now;
		time.leap(lateMs);
		passes(time.now - before);
	}
	isMoving = false;
}

export const { afterThisTurn, monotonic, StoredFile } = real;
export const systemSleep: ports.Sleep = async (ms, signal) => {
	// Only yields to the event loop.
	if (ms <= 0) return await real.systemSleep(0, signal);
	const slept = time.sleep(ms, signal);
	void moveOn();
	await slept;
};
export const systemClock: ports.Clock = {
	// The time of day is real, since authenticator codes depend on it.
	now: () => Date.now(),
	monotonic: () => time.now,
};
