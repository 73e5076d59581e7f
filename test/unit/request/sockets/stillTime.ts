import { ClientRequest } from 'node:http';
import { untilIdle } from '../../../support/requestsUnderWay';
import { installTime, Timers } from '../../../support/virtualTime';
import { isLeft } from './left';

/*
 * Replaces the time of a test file that imports this first: timers, deadlines and clocks alike. It
 * stands still while a request is on its way, at work or answered, and jumps to the next timer when
 * there is none, or when the service has left each of them without an answer.
 */

const { setTimeout } = globalThis;
const requestTimeout = ClientRequest.prototype.setTimeout;

const timers = new Timers();
let isStill = false;
let isOver = false;
let isDeaf = false;

async function jumpOn(): Promise<void> {
	while (!isOver) {
		await untilIdle((request) => isDeaf || isLeft(request as ClientRequest));
		const hasJumped = !isStill && !isOver && timers.leap();
		if (!hasJumped) await new Promise((resolve) => setTimeout(resolve, 1));
	}
}

/** Runs a job, such as starting a process, while the test time stands still. */
export async function inNoTime<T>(job: () => Promise<T>): Promise<T> {
	isStill = true;
	try {
		return await job();
	} finally {
		isStill = false;
	}
}

/** Runs a job whose requests nobody answers, so that its time goes on during a request. */
export async function unanswered<T>(job: () => Promise<T>): Promise<T> {
	isDeaf = true;
	try {
		return await job();
	} finally {
		isDeaf = false;
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
void jumpOn();

afterAll(() => {
	isOver = true;
	restore();
	ClientRequest.prototype.setTimeout = requestTimeout;
});

/** Waits for `ms` of test time. */
export const pass = async (ms: number): Promise<void> =>
	await new Promise<void>((resolve) => void timers.add(resolve, ms));
