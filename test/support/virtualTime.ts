import { setImmediate as turnOfEvents } from 'node:timers/promises';

/*
 * A clock that stands still while code runs and jumps to the next timer when the process is idle: hours
 * of waiting pass in seconds, in the exact order. Only for code without sockets.
 */

/** Turns of the event loop without activity after which the process is idle. */
const QUIET_ROUNDS = 3;

interface Timer {
	at: number;
	call: () => void;
	everyMs: number | undefined;
	isOver: boolean;
}

/** Timers of a clock that is advanced by its user, in milliseconds. */
export class Timers {
	now = 0;
	/** The next timer is last; equal timers keep their order. */
	private readonly queue: Timer[] = [];
	private readonly byId = new Map<number, Timer>();
	private lastId = 0;

	add(call: () => void, ms = 0, repeats = false): unknown {
		const wait = Math.max(1, Number.isFinite(ms) ? ms : 1);
		const id = ++this.lastId;
		const timer: Timer = {
			at: this.now + wait,
			call,
			everyMs: repeats ? wait : undefined,
			isOver: false,
		};
		this.byId.set(id, timer);
		this.enqueue(timer);
		const handle = {
			unref: () => handle,
			ref: () => handle,
			hasRef: () => true,
			[Symbol.toPrimitive]: () => id,
		};
		return handle;
	}

	remove(handle: unknown): void {
		if (handle === undefined || handle === null) return;
		const timer = this.byId.get(Number(handle));
		if (timer) timer.isOver = true;
		this.byId.delete(Number(handle));
	}

	/** Jumps to the next timer and calls it; false if there is none. */
	leap(): boolean {
		const { next } = this;
		if (!next) return false;
		this.queue.pop();
		this.now = next.at;
		if (next.everyMs === undefined) next.isOver = true;
		else {
			next.at += next.everyMs;
			this.enqueue(next);
		}
		next.call();
		return true;
	}

	/** The next timer that was not cleared. */
	private get next(): Timer | undefined {
		while (this.queue.at(-1)?.isOver) this.queue.pop();
		return this.queue.at(-1);
	}

	private enqueue(timer: Timer): void {
		let low = 0;
		let high = this.queue.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.queue[middle]!.at > timer.at) low = middle + 1;
			else high = middle;
		}
		this.queue.splice(low, 0, timer);
	}
}

/** Replaces all timers and clocks of this process; returns a function that restores them. */
export function installTime(timers: Timers): () => void {
	const begin = Date.now();
	const stop = (handle: unknown) => timers.remove(handle);
	const globals = {
		setTimeout: (call: (...given: unknown[]) => void, ms?: number, ...rest: unknown[]) =>
			timers.add(() => call(...rest), ms),
		setInterval: (call: (...given: unknown[]) => void, ms?: number, ...rest: unknown[]) =>
			timers.add(() => call(...rest), ms, true),
		clearTimeout: stop,
		clearInterval: stop,
		performance: Object.create(performance, { now: { value: () => timers.now } }) as unknown,
	};
	const before = Object.fromEntries(
		Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)!]),
	);
	const [dateNow, abortAfter] = [Date.now, AbortSignal.timeout];
	for (const [name, value] of Object.entries(globals)) {
		Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
	}
	Date.now = () => Math.round(begin + timers.now);
	AbortSignal.timeout = (ms) => {
		const ended = new AbortController();
		const end = () => ended.abort(new DOMException('The operation timed out', 'TimeoutError'));
		timers.add(end, ms);
		return ended.signal;
	};
	return () => {
		Date.now = dateNow;
		AbortSignal.timeout = abortAfter;
		Object.defineProperties(globalThis, before);
	};
}

/** Runs a job on such a clock, and returns its result and its virtual duration in milliseconds. */
export async function inVirtualTime<T>(
	job: () => Promise<T>,
): Promise<{ result: T; tookMs: number }> {
	const timers = new Timers();
	const restore = installTime(timers);
	try {
		let over = false;
		const done = job().finally(() => (over = true));
		done.catch(() => {});
		while (!over) {
			for (let round = 0; round < QUIET_ROUNDS; round++) await turnOfEvents();
			if (!over && !timers.leap())
				throw new Error('nothing is left to wait for, yet it has not ended');
		}
		return { result: await done, tookMs: timers.now };
	} finally {
		restore();
	}
}
