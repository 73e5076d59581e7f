import { type Clock, monotonic, type Sleep } from '../ports';
import type { OnWait } from '../waits';
import type { Answer, HttpRequest } from '../wire';
import type { Lease } from './lease';
import type { Lanes } from './limits/lanes';
import * as retry from './retry';

/** The wait before the next attempt in milliseconds, if there is to be one. */
export type NextTry = number | 'now' | 'never';

/** The ports that the waits between attempts depend on. */
interface WaitPorts {
	baseUrl: string;
	clock: Clock;
	random: () => number;
	onWait?: OnWait | undefined;
}

/** One request and the state of its attempts so far. */
export class Exchange {
	/** The latest attempt was sent and has no answer yet. */
	open = false;
	/** An attempt may have been applied. */
	ambiguous = false;
	/** The service may still be at work on an attempt. */
	atWork = false;
	/** The turn in the lane shared with other workers. */
	lease: Lease | undefined;
	/** Token of the latest attempt, and the last token that the service refused. */
	token: string | undefined;
	refused: string | undefined;
	/** When the service first answered that there were too many requests. */
	limitedSince: number | undefined;
	private tries = 1;
	/** Milliseconds so far: asked for by `Retry-After` beside a 5xx; waited for a busy service. */
	private asked = 0;
	private busy = 0;

	constructor(
		readonly request: HttpRequest,
		readonly lanes: Lanes,
	) {}

	/** One of the attempts so far may have been applied. */
	get mayBeApplied(): boolean {
		return this.open || this.ambiguous;
	}

	get mayBeAtWork(): boolean {
		return this.open || this.atWork;
	}

	/** Whether it goes on in another turn, and counts that as a try. */
	mayTakeAnotherTurn(): boolean {
		const mayRepeat = this.request.effect !== 'act' || !this.mayBeApplied;
		return mayRepeat && this.tries++ < retry.MAX_ATTEMPTS;
	}

	/** The retry rule: milliseconds to wait after a failed attempt before the next one. */
	waitAfter(
		failure: retry.Failure | undefined,
		answer: Answer | undefined,
		{ baseUrl, clock, random, onWait }: WaitPorts,
	): NextTry {
		const { request } = this;
		if (failure === 'rateLimited') {
			// The lane waits.
			this.limitedSince ??= monotonic(clock);
			return monotonic(clock) - this.limitedSince < retry.LIMIT_WAIT_MS ? 'now' : 'never';
		}
		if (failure === 'busy') {
			const left = retry.BUSY_WAIT_MS - this.busy;
			const wait = retry.busyWaitMs(this.busy);
			if (wait > left) return 'never';
			this.busy += wait;
			onWait?.('another bulk call of the organisation, which the service says is running', left);
			return wait;
		}
		const asked = (answer && retry.retryAfterMs(answer.headers, clock.now())) ?? 0;
		this.asked += asked;
		const mayRepeat =
			failure === 'notSent' || (failure === 'ambiguous' && request.effect !== 'act');
		const goesOn =
			mayRepeat &&
			this.tries < (request.attempts ?? retry.MAX_ATTEMPTS) &&
			this.asked <= retry.TOTAL_WAIT_MS &&
			retry.budgetFor(baseUrl).take();
		return goesOn ? retry.backoffMs(this.tries++, random, asked) : 'never';
	}

	/**
	 * Waits as long as the service may be at work on an unanswered attempt: the sequential lane
	 * exists to keep two calls from running at a time.
	 */
	async untilDone(sleep: Sleep, signal?: AbortSignal): Promise<void> {
		if (!this.mayBeAtWork) return;
		await sleep(retry.STILL_AT_WORK_MS, signal);
		this.ambiguous ||= this.open;
		this.open = this.atWork = false;
	}
}
