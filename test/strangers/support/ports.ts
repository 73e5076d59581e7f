import type * as ports from '../../../src/ports';
import { MovedClock } from '../../support/movedClock';
import { untilIdle } from '../../support/requestsUnderWay';

/*
 * Stands in for `src/ports` in the tests of this folder: the nodes live in a time that a case sets, which
 * stands still while a request is under way and jumps to the end of the next wait when there is none. A
 * service of a case reads the same time.
 */

const real = jest.requireActual<typeof ports>('../../../src/ports');
const moved = new MovedClock();
let start = Date.UTC(2026, 2, 17, 12);
let onMove: (now: number) => void | Promise<void> = () => {};

export const time = {
	/** Milliseconds since 1970, of the nodes and of the service of a case. */
	now: (): number => start + moved.now,
	/** Sets the time at which a case begins. */
	set: (ms: number): void => void (start = ms - moved.now),
	/** Called each time a wait of a node has ended, before the node goes on. */
	onMove: (hook: (now: number) => void | Promise<void>): void => void (onMove = hook),
};

let isMoving = false;
/** Ends one wait after the other until there are none. */
async function moveOn(): Promise<void> {
	if (isMoving) return;
	isMoving = true;
	while (moved.isAwaited) {
		await untilIdle();
		moved.leap();
		await onMove(time.now());
	}
	isMoving = false;
}

export const { afterThisTurn, monotonic, StoredFile } = real;
export const systemSleep: ports.Sleep = async (ms, signal) => {
	if (ms <= 0) return await real.systemSleep(0, signal);
	const slept = moved.sleep(ms, signal);
	void moveOn();
	await slept;
};
export const systemClock: ports.Clock = {
	now: () => time.now(),
	monotonic: () => moved.now,
};
