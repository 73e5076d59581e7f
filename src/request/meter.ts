import { type Clock, monotonic } from '../ports';
import type { HttpRequest } from '../wire';

/* What a run asks of the service, in numbers; they contain no id and no text. */

/** The path of bulk calls ends with this. Source: specification. */
const BULK_PATH = /\/multi$/;

/** Counts the requests of a run, and measures how long it waits for the limits. Logins are not counted. */
export class Meter {
	/** Attempts that were sent, those that repeat one among them. */
	requests = 0;
	/** Attempts that repeat one. */
	retries = 0;
	/** Bulk calls, and pages of lists, by their first attempts. */
	bulkCalls = 0;
	pages = 0;
	private waited = 0;
	/** Attempts that wait, and since when there is one. */
	private waiting = 0;
	private since = 0;

	/** Counts an attempt that is sent. */
	sent({ path, query }: HttpRequest, repeats: boolean): void {
		this.requests += 1;
		if (repeats) {
			this.retries += 1;
			return;
		}
		if (BULK_PATH.test(path)) this.bulkCalls += 1;
		if (query?.page !== undefined) this.pages += 1;
	}

	/** An attempt waits for its start, until the function that this gives is called. */
	wait(clock: Clock): () => void {
		if (this.waiting === 0) this.since = monotonic(clock);
		this.waiting += 1;
		return () => {
			this.waiting -= 1;
			if (this.waiting === 0) this.waited += monotonic(clock) - this.since;
		};
	}

	/** Milliseconds in which at least one attempt of the run waited for the limits. */
	get waitedMs(): number {
		return Math.round(this.waited);
	}
}
