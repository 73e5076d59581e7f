import { LONGEST_CLOSED_MS } from './circuitBreaker';
import { LIMIT_FIELDS } from './limits';

/**
 * How long one run waits for closed lanes in all: six minutes, and six more for each window's worth
 * of requests that were answered. So a run of any length ends, and a run in which every request is
 * refused ends in six minutes.
 */
export class WaitBudget {
	private spentMs = 0;
	private answered = 0;
	private waiting = 0;
	private since = 0;

	/** How many requests the service answers in five minutes. */
	window = LIMIT_FIELDS.fiveMinutes.documented;

	/** @param mostMs how long it waits before any request is answered */
	constructor(readonly mostMs = LONGEST_CLOSED_MS) {}

	leftMs(now: number): number {
		const current = this.waiting > 0 ? now - this.since : 0;
		return this.mostMs * (1 + this.answered / this.window) - this.spentMs - current;
	}

	begin(now: number): void {
		if (this.waiting++ === 0) this.since = now;
	}

	end(now: number): void {
		if (--this.waiting === 0) this.spentMs += Math.max(0, now - this.since);
	}

	/** Counts a request that was answered, and not by a 429. */
	success(): void {
		this.answered += 1;
	}
}
