import { ClientRequest } from 'node:http';
import { installTime, Timers } from '../../../support/virtualTime';

/*
 * Time runs faster for everything in a test file that imports this first: timers, deadlines and
 * clocks alike, so that what waits for minutes ends in seconds and is still in proportion. A
 * machine that is too busy to do its work in time makes the clock slower, nothing late. While no
 * request is under way, time leaps from one timer to the next.
 */

// Those of the machine.
const { setInterval, clearInterval, performance } = globalThis;
const real = {
	requestTimeout: ClientRequest.prototype.setTimeout,
	endRequest: ClientRequest.prototype.end,
};

const TICK_MS = 2;
/** The most a round of the event loop counts for, however long it took. */
const MOST_MS = 4;
/** Rounds without a request under way before a leap: what a socket or a thread brings comes first. */
const QUIET_ROUNDS = 4;

/** Seconds of the test's time in one of the machine's. */
let speed = 30;
/** Another speed from now on: the faster, the longer a call over loopback seems to take. */
export const runAt = (factor: number): void => void (speed = factor);

const timers = new Timers();
let underWay = 0;
let quiet = 0;
let last = performance.now();
let isStill = false;
const ticking = setInterval(() => {
	const now = performance.now();
	if (isStill) return void (last = now);
	quiet = underWay === 0 ? quiet + 1 : 0;
	timers.moveBy(Math.min(MOST_MS, now - last) * speed);
	if (quiet > QUIET_ROUNDS) timers.leap();
	last = now;
}, TICK_MS);

/** Does something beside the test, such as to start a process, in no time of the test. */
export async function inNoTime<T>(job: () => Promise<T>): Promise<T> {
	isStill = true;
	try {
		return await job();
	} finally {
		isStill = false;
	}
}

/** Milliseconds of the test's time since the file began, by no clock of the day. */
export const elapsed = (): number => timers.now;

let stepMs = 0;
/** Sets the clock of the day forward or back; what measures spans does not notice. */
export const stepClock = (ms: number): void => void (stepMs += ms);

const restore = installTime(timers);
const { now } = Date;
Date.now = () => now() + stepMs;
// Node's own timers do not know of ours.
ClientRequest.prototype.setTimeout = function (ms, callback) {
	if (callback) this.once('timeout', callback);
	timers.add(() => !this.destroyed && this.emit('timeout'), ms);
	return this;
};
ClientRequest.prototype.end = function (...given: unknown[]) {
	underWay += 1;
	this.once('close', () => (underWay -= 1));
	return real.endRequest.apply(this, given as never);
};

afterAll(() => {
	clearInterval(ticking);
	restore();
	ClientRequest.prototype.setTimeout = real.requestTimeout;
	ClientRequest.prototype.end = real.endRequest;
});

/** Waits so long in the test's time. */
export const pass = async (ms: number): Promise<void> =>
	await new Promise<void>((resolve) => void timers.add(resolve, ms));
