import { CellularIotError } from '../../errors';
import { type Clock, monotonic } from '../../ports';
import type { Answer, Transport } from '../../wire';

/** One answer, with when it was asked for and how long it took. Milliseconds. */
export interface ObservedAnswer {
	answer: Answer;
	askedAt: number;
	tookMs: number;
}

/** Requests of a check; with its logins they stay below 200. */
const MOST_REQUESTS = 190;

/** The check has asked as often as it may. */
export class EnoughAsked extends CellularIotError {
	constructor() {
		super(
			`The check asks at most ${MOST_REQUESTS} times`,
			'Read the report of what was asked.',
			'notSent',
		);
	}
}

/** Passes a check's requests on to the service: reads only, and a limited number of them. */
export class Watch {
	readonly heard: ObservedAnswer[] = [];
	sent = 0;

	constructor(
		private readonly transport: Transport,
		private readonly clock: Clock,
	) {}

	readonly send: Transport = async (request) => {
		// A check that writes would be a bug of this package, whatever the table says.
		if (request.method !== 'GET') throw new Error(`a check may not send ${request.method}`);
		if (this.sent >= MOST_REQUESTS) throw new EnoughAsked();
		this.sent += 1;
		const askedAt = this.clock.now();
		const from = monotonic(this.clock);
		const answer = await this.transport(request);
		this.heard.push({ answer, askedAt, tookMs: monotonic(this.clock) - from });
		return answer;
	};
}
