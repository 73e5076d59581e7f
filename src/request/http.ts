import { version } from '../../package.json';
import { ownError } from '../errors';
import { type Clock, monotonic, type Sleep } from '../ports';
import type { Answer, HttpRequest, Json, Transport, WireRequest } from '../wire';
import { Exchange } from './exchange';
import { cancelled, errorOf, sessionsRefused, verdictOf } from './failures';
import type { Waiting } from './gate';
import type { Lanes } from './lanes';
import { Renewals } from './renewals';
import * as retry from './retry';
import type { SharedLane } from './sharedLane';
import { anyOf, unlessStopped } from './stopping';
import { inTurn } from './turn';
import { sentWith, withoutSecrets } from './withoutSecrets';

/** Milliseconds a request may take unless its operation says more. */
const TIMEOUT_MS = 30_000;
/** How long an aborted attempt may take to report how far it came. Milliseconds. */
const LAST_WORDS_MS = 100;

export interface HttpPorts {
	baseUrl: string;
	transport: Transport;
	/** Called for each request, since the organisation is known only after a login. */
	lanes: () => Promise<Lanes> | Lanes;
	/**
	 * The token to send with; given a refused one, a newer token. Absent for logins.
	 * @throws the session's errors, also when no newer token helps.
	 */
	token?: (refused?: string) => Promise<string>;
	clock: Clock;
	sleep: Sleep;
	random: () => number;
	signal?: AbortSignal;
	/** How this run waits for the limits. */
	pacing?: Pick<Waiting, 'patience' | 'onWait' | 'shared' | 'share' | 'warn'>;
	/** Lets one sequential request of all workers run at a time; without it one a process. */
	sharedLane?: SharedLane;
}

/** The deadline of an attempt passed. */
class LateError extends Error {
	readonly code = 'ETIMEDOUT';
}

/** `?a=1&b=x%20y`: the service would read a space written as `+` as a plus sign. */
function serializeQuery(query: Json): string {
	const given = Object.entries(query)
		.filter(([, value]) => value !== undefined && value !== null)
		.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
	return given.length === 0 ? '' : `?${given.join('&')}`;
}

/** One client of one account: lanes, tokens, deadlines, retries and errors for every request. */
export class Http {
	private readonly renewals = new Renewals();

	constructor(private readonly ports: HttpPorts) {}

	/**
	 * Sends a request and returns its successful answer.
	 * @throws NotSentError, NoAnswerError, OutcomeUnknownError, ServiceError (by status), or the
	 * session's errors; all of them carry an outcome and a hint.
	 */
	async request(request: HttpRequest): Promise<Answer> {
		const { signal } = this.ports;
		if (signal?.aborted) throw cancelled(request, false);
		const exchange = new Exchange(request, await this.ports.lanes());
		const attempts = async () => await this.attempts(exchange);
		try {
			return await (request.lane === 'sequential'
				? inTurn(exchange, this.ports, attempts)
				: attempts());
		} catch (error) {
			throw verdictOf(error, exchange, signal?.aborted === true);
		}
	}

	/** The one loop over attempts: wait for the lane, send, judge, wait. */
	private async attempts(exchange: Exchange): Promise<Answer> {
		const { request } = exchange;
		for (;;) {
			let answer: Answer | undefined;
			let failure: retry.Failure | undefined;
			let error: unknown;
			try {
				answer = await this.attempt(exchange);
				failure = retry.failureOfAnswer(request, answer);
				if (failure === undefined) return this.accepted(exchange, answer);
			} catch (thrown) {
				error = thrown;
				failure = this.failureOf(exchange, thrown);
			}
			if (answer && exchange.ambiguous && retry.countsAsDone(request, answer)) {
				return { status: 204, headers: {}, body: undefined };
			}
			if (failure === 'ambiguous') exchange.ambiguous = exchange.atWork = true;
			if (!exchange.mayBeAtWork) exchange.lease?.done();
			if (!(await this.again(exchange, failure, answer))) {
				// A login's own answer may hold sent values, as a refresh token that stays valid.
				const said = answer && withoutSecrets(answer, sentWith(request));
				throw errorOf(failure, exchange, { error, answer: said, baseUrl: this.ports.baseUrl });
			}
		}
	}

	/** One attempt, started when its lane allows; one deadline covers it up to the last byte. */
	private async attempt(exchange: Exchange): Promise<Answer> {
		const { request, lanes, lease } = exchange;
		const { clock, sleep } = this.ports;
		const leave = this.leaveOf(exchange);
		const permit = await lanes.acquire(paceOf(request), {
			clock,
			sleep,
			...this.ports.pacing,
			request: `${request.method} ${request.path}`,
			signal: leave,
		});
		let answer: Answer | undefined;
		try {
			if (this.renewals.areOver) throw sessionsRefused();
			// Taken after the wait, which may have been long, so that the token is current.
			const token = Promise.resolve(this.ports.token?.(exchange.refused));
			exchange.token = await unlessStopped(token, leave);
			await lease?.confirm();
			// In one step with the sending, so that a report that nothing was sent is reliable.
			leave?.throwIfAborted();
			exchange.open = true;
			answer = await this.send(exchange);
			exchange.open = false;
			return answer;
		} finally {
			permit.release(answer !== undefined);
		}
	}

	/** Signal that ends a wait to send: the run was cancelled, or the turn is over. */
	private leaveOf({ lease }: Exchange): AbortSignal | undefined {
		return anyOf(this.ports.signal, lease?.lost);
	}

	private accepted(exchange: Exchange, answer: Answer): Answer {
		retry.budgetFor(this.ports.baseUrl).success();
		this.renewals.accept(exchange);
		exchange.atWork = false;
		return answer;
	}

	/**
	 * Sends, and stops waiting when the deadline passes or the run is cancelled, even if the host
	 * ignores the signal. A sequential attempt outlives its run: its answer tells when the next may
	 * start.
	 */
	private async send(exchange: Exchange): Promise<Answer> {
		const { request, lease } = exchange;
		const { transport, signal } = this.ports;
		const timeoutMs = request.timeoutMs ?? TIMEOUT_MS;
		const over = AbortSignal.timeout(timeoutMs);
		const stop = anyOf(over, request.lane === 'sequential' ? lease?.lost : signal)!;
		const sent = transport({ ...this.wire(exchange), timeoutMs, signal: stop });
		try {
			return withoutSecrets(await unlessStopped(sent, stop, LAST_WORDS_MS), [exchange.token]);
		} catch (error) {
			const isLate = over.aborted && retry.failureOfError(error) !== 'notSent';
			throw isLate ? new LateError('no answer came in time') : error;
		}
	}

	private wire({ request, token }: Exchange): Omit<WireRequest, 'timeoutMs' | 'signal'> {
		const { method, path, query, body, headers } = request;
		return {
			method,
			url: `${this.ports.baseUrl}${path}${query ? serializeQuery(query) : ''}`,
			headers: {
				Accept: 'application/json',
				'User-Agent': `n8n-nodes-cellular-iot/${version}`,
				...(body !== undefined && { 'Content-Type': 'application/json' }),
				...(token !== undefined && { Authorization: `Bearer ${token}` }),
				...headers,
			},
			body: JSON.stringify(body) as string | undefined,
		};
	}

	/**
	 * Classifies the error of an attempt.
	 * @throws the error itself when it is a failed login, or a lost or closed lane.
	 */
	private failureOf(exchange: Exchange, error: unknown): retry.Failure {
		const lost = exchange.lease?.lost;
		const failure = retry.failureOfError(error);
		if (failure === 'notSent') exchange.open = false;
		if (lost?.aborted) {
			exchange.ambiguous ||= exchange.open;
			throw lost.reason;
		}
		if (ownError(error)) throw error;
		// A request that has not left when its run is cancelled counts as cancelled.
		const isOut = exchange.open && failure !== 'notSent';
		return this.ports.signal?.aborted && !isOut ? 'cancelled' : failure;
	}

	/** Whether to try again; waits first. */
	private async again(
		exchange: Exchange,
		failure: retry.Failure,
		answer?: Answer,
	): Promise<boolean> {
		const { request, lanes } = exchange;
		const { baseUrl, clock, random, sleep } = this.ports;
		const leave = this.leaveOf(exchange);
		const asked = answer && retry.retryAfterMs(answer.headers, clock.now());
		switch (failure) {
			case 'unauthorised': {
				// The next attempt asks for a newer token.
				const first = exchange.refused === undefined && exchange.token !== undefined;
				exchange.refused = exchange.token;
				return this.renewals.mayHelp(exchange) && first;
			}
			case 'rateLimited': {
				// All requests in the lane wait.
				lanes.refused(
					paceOf(request),
					{ clock, ...this.ports.pacing, request: `${request.method} ${request.path}` },
					{ askedMs: asked, saysUsedUp: answer && retry.saysUsedUp(answer) },
				);
				exchange.limitedSince ??= monotonic(clock);
				return monotonic(clock) - exchange.limitedSince < retry.LIMIT_WAIT_MS;
			}
			case 'busy': {
				const wait = retry.busyWaitMs(exchange.busy);
				exchange.busy += wait;
				if (exchange.busy > retry.BUSY_WAIT_MS) return false;
				this.ports.pacing?.onWait?.(
					'another bulk call of the organisation, which the service says is running',
					retry.BUSY_WAIT_MS - exchange.busy + wait,
				);
				await sleep(wait, leave);
				return true;
			}
			default: {
				exchange.asked += asked ?? 0;
				const may =
					retry.mayRetry(failure, request.effect) &&
					exchange.tries < (request.attempts ?? retry.MAX_ATTEMPTS) &&
					exchange.asked <= retry.TOTAL_WAIT_MS &&
					retry.budgetFor(baseUrl).take();
				if (!may) return false;
				await sleep(retry.backoffMs(exchange.tries++, random, asked), leave);
				if (request.lane === 'sequential') await exchange.untilDone(sleep, leave);
				return true;
			}
		}
	}
}

/** The pacing lane: sequential requests are paced like those about single endpoints. */
const paceOf = ({ lane }: HttpRequest) => (lane === 'sequential' ? 'single' : lane);
