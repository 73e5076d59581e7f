/*
 * The service's limits as arithmetic over a clock that only goes forward. Times are milliseconds of
 * that clock; nothing here waits.
 */

/** A limit that says how long one more request has to wait. */
export interface Limit {
	/** Milliseconds until one more may start; 0 for now, Infinity until one under way has ended. */
	waitMs(now: number): number;
	start(now: number): void;
	/** Records that the request that started at `at` was answered or given up. */
	end(now: number, at: number): void;
	/** Calls back once, when the next request ends. */
	onEnd?(call: () => void): void;
	/** The same limit for all workers that share it, where it is a window. */
	shared?(): SharedWindow;
}

/** A window that several workers keep together. */
export interface SharedWindow {
	key: string;
	most: number;
	/** Milliseconds. */
	spanMs: number;
	isLogin?: boolean;
}

/** Starts a second, and how many of them may come at once after a pause. */
export interface Rate {
	perSecond: number;
	burst: number;
}

/**
 * The longest that a bucket waits, after a pause, for the first answer. Milliseconds. Until then it
 * is unknown whether the service has counted the first of a burst and begun to refill its bucket: a
 * first request may travel long, and the next ones may arrive closer together than they left.
 */
export const FIRST_ANSWER_MS = 1_000;

/** Largest divisor of a lane's rate after 429s. */
const SLOWEST = 8;
/** Attempts in a row without a 429 that win back one step of the rate. */
const EASE_AFTER = 50;

/** A rate with its burst: the bucket's level as the time at which it will be full again. */
export class Bucket implements Limit {
	private fullAt = -Infinity;
	/** Time of the first start after a pause; undefined once it is answered. */
	private first: number | undefined;

	/** After a 429: 2 halves the rate, and there are no bursts. */
	private slowness = 1;
	/** Ends since the last step. */
	private calm = 0;

	private rate: Rate;

	constructor(private readonly documented: Rate) {
		this.rate = documented;
	}

	/**
	 * Sets another rate than the documented one, with its burst in proportion: with a smaller burst
	 * a quick lane would pause after every few starts. Returns whether the rate changed.
	 */
	limit(perSecond = this.documented.perSecond): boolean {
		if (perSecond === this.rate.perSecond) return false;
		const { documented } = this;
		const burst = Math.floor((documented.burst * perSecond) / documented.perSecond);
		this.rate = { perSecond, burst: Math.max(1, burst) };
		return true;
	}

	/** The rate it runs at now. */
	get current(): Rate {
		const { perSecond } = this.rate;
		return this.slowness > 1 ? { perSecond: perSecond / this.slowness, burst: 1 } : this.rate;
	}

	slowDown(): void {
		this.slowness = Math.min(SLOWEST, this.slowness * 2);
		this.calm = 0;
	}

	waitMs(now: number): number {
		const fullAt = this.fullAt + this.pausedMs(now);
		return Math.max(0, Math.ceil(fullAt - this.capacityMs - now + this.everyMs));
	}

	start(now: number): void {
		if (this.pausedMs(now) === FIRST_ANSWER_MS) this.fill(now);
		if (this.first === undefined) {
			if (now - this.fullAt > this.everyMs) this.first = now;
			this.fullAt = Math.max(this.fullAt, now);
		}
		this.fullAt += this.everyMs;
	}

	end(now: number, at: number): void {
		if (this.first !== undefined && at >= this.first) this.fill(now);
		if (this.slowness === 1 || ++this.calm < EASE_AFTER) return;
		this.slowness /= 2;
		this.calm = 0;
	}

	/** Milliseconds that `count` starts take from now on. */
	durationMs(count: number, now: number): number {
		const fullIn = Math.max(0, this.fullAt - now);
		return Math.max(0, fullIn + count * this.everyMs - this.capacityMs);
	}

	/** Milliseconds without refill because the first answer is missing. */
	private pausedMs(now: number): number {
		return this.first === undefined ? 0 : Math.min(now - this.first, FIRST_ANSWER_MS);
	}

	/** Resumes the refill. */
	private fill(now: number): void {
		this.fullAt += this.pausedMs(now);
		this.first = undefined;
	}

	private get everyMs(): number {
		return 1000 / this.current.perSecond;
	}

	private get capacityMs(): number {
		return this.everyMs * this.current.burst;
	}
}

/** The documented windows are five minutes. Source: public reference, Limits. */
export const WINDOW_MS = 5 * 60_000;
/** Two clocks do not measure five minutes exactly alike. */
export const WINDOW_MARGIN_MS = 100;

/**
 * At most a number of requests in any five minutes (or another span), whenever the service's own
 * window begins: a request counts from its start until five minutes after its answer, since it is
 * unknown when in between the service counted it.
 */
export class RateWindow implements Limit {
	private answered: number[] = [];
	/** Index of the oldest answered request that still counts. */
	private first = 0;
	private underWay = 0;
	private calls: Array<() => void> = [];

	constructor(
		private readonly key: string,
		public most: number,
		private readonly spanMs = WINDOW_MS,
	) {}

	waitMs(now: number): number {
		return this.waitBeside(this.underWay, now);
	}

	/**
	 * The same window for a login, which does not wait for requests under way: they may be waiting
	 * for the login.
	 */
	forLogin(): Limit {
		return {
			waitMs: (now) => this.waitBeside(0, now),
			start: () => this.start(),
			end: (now) => this.end(now),
			shared: () => ({ ...this.shared(), isLogin: true }),
		};
	}

	shared(): SharedWindow {
		return { key: this.key, most: this.most, spanMs: this.spanMs };
	}

	private waitBeside(underWay: number, now: number): number {
		const tooMany = this.count(now) + underWay - this.most;
		if (tooMany < 0) return 0;
		const leaves = this.answered[this.first + tooMany];
		return leaves === undefined
			? Infinity
			: Math.ceil(leaves + this.spanMs + WINDOW_MARGIN_MS - now);
	}

	start(): void {
		this.underWay += 1;
	}

	end(now: number): void {
		this.underWay -= 1;
		this.answered.push(now);
		const { calls } = this;
		if (calls.length > 0) this.calls = [];
		for (const call of calls) call();
	}

	onEnd(call: () => void): void {
		this.calls.push(call);
	}

	/** Milliseconds until this window lets `count` more start. */
	durationMs(count: number, now: number): number {
		const free = Math.max(0, this.most - this.count(now) - this.underWay);
		if (count <= free) return 0;
		const oldest = this.answered[this.first];
		const firstMs = oldest === undefined ? this.spanMs : oldest + this.spanMs - now;
		return firstMs + Math.floor((count - free - 1) / this.most) * this.spanMs;
	}

	/** Answered requests that still count. */
	private count(now: number): number {
		const { answered } = this;
		while (
			this.first < answered.length &&
			answered[this.first]! + this.spanMs + WINDOW_MARGIN_MS <= now
		) {
			this.first += 1;
		}
		if (this.first > 1_000) {
			this.answered = answered.slice(this.first);
			this.first = 0;
		}
		return this.answered.length - this.first;
	}
}
