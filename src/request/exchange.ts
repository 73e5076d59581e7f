import type { Sleep } from '../ports';
import type { HttpRequest } from '../wire';
import type { Lanes } from './lanes';
import type { Lease } from './lease';
import { STILL_AT_WORK_MS } from './retry';

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
	tries = 1;
	/** Milliseconds so far: asked for by `Retry-After` beside a 5xx; waited for a busy service. */
	asked = 0;
	busy = 0;
	/** When the service first answered that there were too many requests. */
	limitedSince: number | undefined;

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

	get mayRepeat(): boolean {
		return this.request.effect !== 'act' || !this.mayBeApplied;
	}

	/**
	 * Waits as long as the service may be at work on an unanswered attempt: the sequential lane
	 * exists to keep two calls from running at a time.
	 */
	async untilDone(sleep: Sleep, signal?: AbortSignal): Promise<void> {
		if (!this.mayBeAtWork) return;
		await sleep(STILL_AT_WORK_MS, signal);
		this.ambiguous ||= this.open;
		this.open = this.atWork = false;
	}
}
