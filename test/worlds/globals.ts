import type { Random } from '../support/random';
import type { Happening, Inhabitant, Timeline } from './timeline';

/** Somebody with a clock on the wall that can be set, and one that only goes on. */
export interface Dweller extends Inhabitant {
	/** The error of the clock on the wall. Milliseconds. */
	wallOffset: number;
	readonly random: Random;
	/** Told of each command that has reached a Redis. */
	commanded(): void;
}

/** When every world begins. */
export const BEGIN = Date.parse('2026-03-01T12:00:00Z');

type Call = (...given: unknown[]) => void;

/** The stand-ins that the package under test finds under the names of Node's globals. */
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

/** Keeps what it names, so that no world depends on when memory is cleaned up. */
class LastingRef<T> {
	constructor(private readonly target: T) {}

	deref(): T {
		return this.target;
	}
}

/** The one that asks for the time, and for which one. */
export interface Asking {
	timeline: Timeline;
	dweller: Dweller;
}

/** Time as somebody in a world has it; who that is, is asked each time. */
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

/** As Node takes it. */
const atLeastOne = (ms: unknown) => {
	const wait = Number(ms);
	return wait >= 1 && wait <= 2_147_483_647 ? wait : 1;
};

function dateFor(now: () => number): unknown {
	return class extends Date {
		constructor(...given: []) {
			super(...(given.length === 0 ? ([now()] as unknown as []) : given));
		}

		static override now = now;
	};
}

/** The handle that `setTimeout` and its like give. */
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
