/** The longest that a lane stays closed before it is tried again, and that a run waits for it. */
const LONGEST_MS = 6 * 60_000;
/** Without a word on how long: so long, and twice as long each time, up to the second. */
const UNASKED_MS = { first: 1_000, most: 30_000 };

/**
 * A lane after a 429: closed for as long as the service asks, then tried by a single request, and
 * opened when that is not refused too. Whatever is asked for, it is tried again in six minutes.
 */
export class Closing {
	private until = -Infinity;
	private refusals = 0;
	private trial: object | undefined;

	/** Whether the lane is closed, or not known to be open. */
	get isClosed(): boolean {
		return this.refusals > 0;
	}

	/** Until one may start; Infinity while another is the one that tries. */
	waitMs(now: number): number {
		if (!this.isClosed) return 0;
		return this.trial ? Infinity : Math.max(0, Math.ceil(this.until - now));
	}

	/**
	 * A 429; `askedMs` is what its `Retry-After` says.
	 * @returns false for a request of before the closing that comes back refused too
	 */
	refused(now: number, askedMs?: number): boolean {
		const asked = askedMs !== undefined && askedMs >= 0 ? askedMs : undefined;
		const isNews = !this.isClosed || this.trial !== undefined || now >= this.until;
		if (isNews) this.refusals += 1;
		const grown = Math.min(UNASKED_MS.most, UNASKED_MS.first * 2 ** (this.refusals - 1));
		// One that asks for no time at all, again and again, is not asked without end.
		const isVague = asked === undefined || (asked < UNASKED_MS.first && this.refusals > 1);
		const ms = Math.min(LONGEST_MS, isVague ? grown : asked);
		if (isNews) this.until = now + ms;
		else if (asked !== undefined) this.until = Math.max(this.until, now + ms);
		this.trial = undefined;
		return isNews;
	}

	/** One starts: a trial when the lane is closed. */
	start(): object | undefined {
		return (this.trial = this.isClosed ? {} : undefined);
	}

	/** A trial has ended; true when that opens the lane. */
	opens(trial: object): boolean {
		if (this.trial !== trial) return false;
		this.trial = undefined;
		this.refusals = 0;
		return true;
	}
}

/**
 * How long one run waits for closed lanes in all: six minutes, and six more for each window's
 * worth of requests that were answered. So a run of any length ends, and one that is refused
 * everything ends in six minutes.
 */
export class Patience {
	private spentMs = 0;
	private answered = 0;
	private waiting = 0;
	private since = 0;

	/** `window`: how many requests the service answers in five minutes. */
	constructor(private readonly window = 2_000) {}

	leftMs(now: number): number {
		const current = this.waiting > 0 ? now - this.since : 0;
		return LONGEST_MS * (1 + this.answered / this.window) - this.spentMs - current;
	}

	begin(now: number): void {
		if (this.waiting++ === 0) this.since = now;
	}

	end(now: number): void {
		if (--this.waiting === 0) this.spentMs += Math.max(0, now - this.since);
	}

	/** One was answered; `refused` takes that back, for an answer that was a 429. */
	success(): void {
		this.answered += 1;
	}

	refused(): void {
		this.answered = Math.max(0, this.answered - 1);
	}
}
