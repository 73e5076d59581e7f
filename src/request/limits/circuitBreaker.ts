import { WINDOW_MS } from './pace';

/** The longest that a lane stays closed before a retry, and that a run waits for it. */
export const LONGEST_CLOSED_MS = 6 * 60_000;
/** Closing time after a 429 that names none: `first`, then doubled each time up to `most`. */
const UNASKED_MS = { first: 1_000, most: 30_000 };

/** The content of a 429. */
export interface RateRefusal {
	/** Its `Retry-After`, in milliseconds. */
	askedMs?: number;
	/** Its text is that of a used-up allowance, not of a rate. */
	saysUsedUp?: boolean;
}

/**
 * A lane after a 429: closed for as long as the service asks, then tried by a single request, and
 * opened unless that is refused too. It is tried again after six minutes at the latest.
 */
export class CircuitBreaker {
	private until = -Infinity;
	private since = 0;
	private refusals = 0;
	private trial: object | undefined;
	/** Refusals in a row that report a used-up allowance. */
	private usedUp = 0;
	private overMonth = false;

	/** `changed` looks at the lane's queues again, after it was closed or opened. */
	constructor(readonly changed: () => void) {}

	/**
	 * Whether it is probably closed until the next month: refusals went on for longer than any
	 * other limit lasts, or two in a row reported a used-up allowance. One alone proves nothing.
	 */
	get isMonthOver(): boolean {
		return this.isClosed && this.overMonth;
	}

	/** Whether the lane is closed, or not known to be open. */
	get isClosed(): boolean {
		return this.refusals > 0;
	}

	/** Milliseconds since it was closed. */
	closedMs(now: number): number {
		return this.isClosed ? now - this.since : 0;
	}

	/** Milliseconds until one may start; Infinity while another request is the trial. */
	waitMs(now: number): number {
		if (!this.isClosed) return 0;
		return this.trial ? Infinity : Math.max(0, Math.ceil(this.until - now));
	}

	/** @returns false when the refused request had started before the lane was closed */
	refused(now: number, { askedMs, saysUsedUp = false }: RateRefusal = {}): boolean {
		const asked = askedMs !== undefined && askedMs >= 0 ? askedMs : undefined;
		const isNews = !this.isClosed || this.trial !== undefined || now >= this.until;
		if (!this.isClosed) this.since = now;
		if (isNews) {
			this.refusals += 1;
			this.usedUp = saysUsedUp ? this.usedUp + 1 : 0;
			this.overMonth = this.usedUp > 1 || this.closedMs(now) > WINDOW_MS;
		}
		const grown = Math.min(UNASKED_MS.most, UNASKED_MS.first * 2 ** (this.refusals - 1));
		// Repeated requests for no wait, or almost none, must not lead to endless retries.
		const isVague = asked === undefined || (asked < UNASKED_MS.first && this.refusals > 1);
		const ms = this.overMonth
			? LONGEST_CLOSED_MS
			: Math.min(LONGEST_CLOSED_MS, isVague ? grown : asked);
		if (isNews) this.until = now + ms;
		else if (asked !== undefined) this.until = Math.max(this.until, now + ms);
		this.trial = undefined;
		return isNews;
	}

	/** Starts a request; returns a trial when the lane is closed. */
	start(): object | undefined {
		this.trial = this.isClosed ? {} : undefined;
		return this.trial;
	}

	/** Ends a trial: the lane opens unless the trial was refused. */
	ended(trial: object): void {
		if (this.trial !== trial) return;
		this.trial = undefined;
		this.refusals = 0;
		this.usedUp = 0;
		this.changed();
	}
}
