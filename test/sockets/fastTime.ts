import { ClientRequest } from 'node:http';

/*
 * Time runs faster for everything in a test file that imports this first: timers, deadlines and
 * clocks alike, so that what waits for minutes ends in seconds and is still in proportion.
 */

const real = {
	setTimeout: globalThis.setTimeout,
	setInterval: globalThis.setInterval,
	now: Date.now.bind(Date),
	performance: globalThis.performance,
	abortAfter: AbortSignal.timeout.bind(AbortSignal),
	requestTimeout: ClientRequest.prototype.setTimeout,
};

/** Seconds of the test's time in one of the machine's. */
let speed = 30;
let since = { machine: real.performance.now(), ours: 0 };
const passed = () => since.ours + (real.performance.now() - since.machine) * speed;

/** Another speed from now on: the faster, the longer a call over loopback seems to take. */
export function runAt(factor: number): void {
	since = { machine: real.performance.now(), ours: passed() };
	speed = factor;
}

let stepMs = 0;
/** Sets the clock of the day forward or back; what measures spans does not notice. */
export const stepClock = (ms: number): void => void (stepMs += ms);

const faster =
	(schedule: typeof setTimeout) =>
	(what: (...given: unknown[]) => void, ms = 0, ...rest: unknown[]) =>
		schedule(what, ms / speed, ...rest);

globalThis.setTimeout = Object.assign(
	faster(real.setTimeout),
	real.setTimeout,
) as typeof setTimeout;
globalThis.setInterval = faster(real.setInterval as typeof setTimeout) as typeof setInterval;
const begin = real.now();
Date.now = () => Math.round(begin + passed() + stepMs);
const perfBegin = real.performance.now();
Object.defineProperty(globalThis, 'performance', {
	configurable: true,
	value: Object.create(real.performance, {
		now: { value: () => perfBegin + passed() },
	}) as typeof performance,
});
AbortSignal.timeout = (ms) => real.abortAfter(Math.ceil(ms / speed));
// Node's own timers do not know of ours.
ClientRequest.prototype.setTimeout = function (ms, callback) {
	return real.requestTimeout.call(this, Math.ceil(ms / speed), callback);
};

afterAll(() => {
	AbortSignal.timeout = real.abortAfter;
	ClientRequest.prototype.setTimeout = real.requestTimeout;
});

/** Waits so long in the test's time. */
export const pass = async (ms: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds of the test's time since the file began, by no clock of the day. */
export const elapsed = passed;
