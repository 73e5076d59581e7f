import { ClientRequest } from 'node:http';
import { installTime, Timers } from '../../../support/virtualTime';

/*
 * Speeds up the time of a test file that imports this first: timers, deadlines and clocks alike, so
 * that waits of minutes take seconds and keep their proportions. On a busy machine the clock slows
 * down instead of timers firing late. While no request is in flight, time jumps to the next timer.
 */

// The functions of the machine's real time.
const { setInterval, clearInterval, performance } = globalThis;
const real = {
	requestTimeout: ClientRequest.prototype.setTimeout,
	endRequest: ClientRequest.prototype.end,
};

const TICK_MS = 2;
/** The most that one round of the event loop counts for. */
const MOST_MS = 4;
/** Rounds without a request in flight before a jump, so that sockets and threads are served first. */
const QUIET_ROUNDS = 4;

/** Seconds of test time per second of the machine. */
let speed = 30;
/** Changes the speed: the faster, the longer a call over loopback seems to take. */
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

/** Runs a job, such as starting a process, while the test time stands still. */
export async function inNoTime<T>(job: () => Promise<T>): Promise<T> {
	isStill = true;
	try {
		return await job();
	} finally {
		isStill = false;
	}
}

/** Milliseconds of test time since the file began, independent of the wall clock. */
export const elapsed = (): number => timers.now;

let stepMs = 0;
/** Sets the wall clock forward or back without affecting timers and elapsed time. */
export const stepClock = (ms: number): void => void (stepMs += ms);

const restore = installTime(timers);
const { now } = Date;
Date.now = () => now() + stepMs;
// Node's request timeouts use internal timers, which are not replaced.
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

/** Waits for `ms` of test time. */
export const pass = async (ms: number): Promise<void> =>
	await new Promise<void>((resolve) => void timers.add(resolve, ms));
