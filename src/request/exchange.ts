import { type Clock, monotonic, type Sleep } from '../ports';
import type { Reporter } from '../reporter';
import type { Answer, HttpRequest } from '../wire';
import type { Lease } from './lease';
import type { Lanes } from './limits/lanes';
import * as retry from './retry';

/** The ports that the waits between attempts depend on. */
interface WaitPorts {
	baseUrl: string;
	clock: Clock;
	random: () => number;
	report?: Reporter;
	/** Whether a newer token may help after a refused one. */
	renewals: { mayHelp(exchange: Exchange): boolean };
}

/** One request and the state of its attempts so far. */
export class Exchange {
	/** One of the attempts so far may have been applied. */
	mayBeApplied = false;
	/** The service may still be at work on the latest attempt. */
	mayBeAtWork = false;
	/** Attempts that were sent. */
	sent = 0;
	/** The turn in the lane shared with other workers. */
	lease: Lease | undefined;
	/** Token of the latest attempt, and the last token that the service refused. */
	token: string | undefined;
	refused: string | undefined;
	private tries = 1;
	/** When the service first answered that there were too many requests. */
	private limitedSince: number | undefined;
	/**
	 * Milliseconds so far: the waits that `Retry-After` beside a 5xx asked for, and the waits for a busy
	 * service.
	 */
	private asked = 0;
	private busy = 0;

	constructor(
		readonly request: HttpRequest,
		readonly lanes: Lanes,
	) {}

	/**
	 * An attempt is sent. Returns a function to be called once its end is clear: it was refused, never
	 * left, or succeeded.
	 */
	begin(): () => void {
		const { mayBeApplied } = this;
		this.sent += 1;
		this.mayBeApplied = true;
		this.mayBeAtWork = true;
		return () => {
			this.mayBeApplied = mayBeApplied;
			this.mayBeAtWork = false;
		};
	}

	/** Whether the request goes on in another turn, which counts as a try. */
	mayTakeAnotherTurn(): boolean {
		const mayRepeat = this.request.effect !== 'act' || !this.mayBeApplied;
		return mayRepeat && this.tries++ < retry.MAX_ATTEMPTS;
	}

	/**
	 * The retry rule: milliseconds to wait after a failed attempt before the next one; undefined for
	 * no other attempt.
	 */
	waitAfter(
		failure: retry.Failure,
		answer: Answer | undefined,
		{ baseUrl, clock, random, report, renewals }: WaitPorts,
	): number | undefined {
		const { request } = this;
		if (failure === 'unauthorised') return renewals.mayHelp(this) ? 0 : undefined;
		if (failure === 'rateLimited') {
			// The lane itself waits.
			this.limitedSince ??= monotonic(clock);
			return monotonic(clock) - this.limitedSince < retry.LIMIT_WAIT_MS ? 0 : undefined;
		}
		if (failure === 'busy') {
			const left = retry.BUSY_WAIT_MS - this.busy;
			const wait = retry.busyWaitMs(this.busy);
			if (wait > left) return undefined;
			this.busy += wait;
			const what = 'another bulk call of the organisation, which the service says is running';
			report?.wait(what, left);
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
		return goesOn ? retry.backoffMs(this.tries++, random, asked) : undefined;
	}

	/**
	 * Waits as long as the service may be at work on an unanswered attempt: the sequential lane
	 * exists to keep two calls from running at a time.
	 */
	async untilDone(sleep: Sleep, signal?: AbortSignal): Promise<void> {
		if (!this.mayBeAtWork) return;
		await sleep(retry.STILL_AT_WORK_MS, signal);
		this.mayBeAtWork = false;
	}
}
