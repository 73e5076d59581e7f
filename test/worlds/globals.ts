import type { Random } from '../support/random';
import type { Happening, Inhabitant, Timeline } from './timeline';
import { stub } from '../support/stub';

/** An actor with a system clock that can be set, and a monotonic clock. */
export interface Dweller extends Inhabitant {
	/** Offset of the system clock in milliseconds. */
	wallOffset: number;
	readonly random: Random;
	/** Called for each command that has reached a Redis. */
	commanded(): void;
}

/** Start time of every world. */
export const BEGIN = Date.parse('2026-03-01T12:00:00Z');

type Call = (...given: unknown[]) => void;

/** The replacements of Node's globals for the package under test. */
export type Globals = Record<(typeof NAMES)[number], unknown>;

export const NAMES = [
	'setTimeout',
	'clearTimeout',
	'setInterval',
	'clearInterval',
	'setImmediate',
	'clearImmediate',
	'performance',
	'Date',
	'AbortSignal',
	'WeakRef',
	'Math',
] as const;

/** A strong reference, so that no world depends on garbage collection. */
class LastingRef<T> {
	constructor(private readonly target: T) {}

	deref(): T {
		return this.target;
	}
}

/** The caller that asks for the time, and the kind of clock. */
export interface Asking {
	timeline: Timeline;
	dweller: Dweller;
}

/** The globals of this process, for worlds without a timeline. */
export const realGlobals = (): Globals =>
	Object.fromEntries(
		NAMES.map((name) => [name, Reflect.get(globalThis, name) as unknown]),
	) as Globals;

/** Time functions of the current actor in a world, which is determined at each call. */
export function globalsOf(asking: () => Asking): Globals {
	const start = (call: Call, ms: number, everyMs: number | undefined, given: unknown[]) => {
		const { timeline, dweller } = asking();
		return new Timer(timeline, dweller, () => call(...given), ms, everyMs);
	};
	const stop = (timer: unknown) => {
		if (timer instanceof Timer) timer.close();
	};
	const now = () => {
		const { timeline, dweller } = asking();
		return Math.floor(BEGIN + timeline.now + dweller.wallOffset);
	};
	return {
		setTimeout: (call: Call, ms?: number, ...given: unknown[]) =>
			start(call, atLeastOne(ms), undefined, given),
		setInterval: (call: Call, ms?: number, ...given: unknown[]) =>
			start(call, atLeastOne(ms), atLeastOne(ms), given),
		setImmediate: (call: Call, ...given: unknown[]) => start(call, 0, undefined, given),
		clearTimeout: stop,
		clearInterval: stop,
		clearImmediate: stop,
		performance: { now: () => asking().timeline.now },
		Date: dateFor(now),
		AbortSignal: Object.create(AbortSignal, {
			any: { value: (signals: AbortSignal[]) => AbortSignal.any(signals) },
			timeout: {
				value: (ms: number) => {
					const ended = new AbortController();
					const over = () => ended.abort(new DOMException('it took too long', 'TimeoutError'));
					start(over, atLeastOne(ms), undefined, []);
					return ended.signal;
				},
			},
		}) as unknown,
		WeakRef: LastingRef,
		Math: Object.create(Math, {
			random: { value: () => asking().dweller.random.next() },
		}) as unknown,
	};
}

/** The delay, normalised as in Node. */
const atLeastOne = (ms: unknown) => {
	const wait = Number(ms);
	return wait >= 1 && wait <= 2_147_483_647 ? wait : 1;
};

/** A `Date` whose present is given. */
export function dateFor(now: () => number): unknown {
	return class extends Date {
		constructor(...given: []) {
			super(...(given.length === 0 ? stub<[]>([now()]) : given));
		}

		static override now = now;
	};
}

/** The handle that timer functions return. */
class Timer {
	private happening!: Happening;

	constructor(
		private readonly timeline: Timeline,
		private readonly owner: Dweller,
		private readonly call: () => void,
		private readonly ms: number,
		private readonly everyMs: number | undefined,
	) {
		this.begin(ms);
	}

	ref = (): this => this;
	unref = (): this => this;
	hasRef = (): boolean => true;

	refresh(): this {
		this.close();
		this.begin(this.ms);
		return this;
	}

	close(): this {
		this.happening.isOver = true;
		return this;
	}

	private begin(ms: number): void {
		this.happening = this.timeline.after(ms, () => this.due(), this.owner);
	}

	private due(): void {
		if (this.everyMs !== undefined) this.begin(this.everyMs);
		this.call();
	}
}
