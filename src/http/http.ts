import axios, { AxiosError } from 'axios';
import { version } from '../../package.json';
import { ownError } from '../errors';
import { type Clock, monotonic, type Sleep } from '../ports';
import type { Answer, Json, Transport, WireRequest } from '../wire';
import {
	cancelled,
	errorOf,
	laneLost,
	type NamedRequest,
	sessionsRefused,
	type Tried,
	withEarlier,
} from './failures';
import type { Lanes, Waiting } from './lanes';
import type { Lease } from './lease';
import { SharedLaneError } from './redis';
import * as retry from './retry';
import type { SharedLane } from './sharedLane';
import { anyOf, unlessStopped } from './stopping';
import { withoutToken } from './withoutToken';

/** Milliseconds a request may take unless its operation says more. */
const TIMEOUT_MS = 30_000;
/** Renewals of a session in a row that do not help; with the first login, three logins. */
const MAX_IN_VAIN = 2;
/** How long an aborted attempt may take to say how far it came. Milliseconds. */
const LAST_WORDS_MS = 100;

export interface HttpPorts {
	baseUrl: string;
	transport: Transport;
	/** Asked for each request, since the organisation is known only after a login. */
	lanes: () => Promise<Lanes> | Lanes;
	/**
	 * The token to send with; anything newer than one that was refused. Absent for logins.
	 * @throws what the session raises, or that no newer one helps.
	 */
	token?: (refused?: string) => Promise<string>;
	clock: Clock;
	sleep: Sleep;
	random: () => number;
	/** Aborted when an attempt has taken so many milliseconds. */
	deadline?: (ms: number) => AbortSignal;
	signal?: AbortSignal;
	/** How this run waits for the limits. */
	pacing?: Pick<Waiting, 'patience' | 'onWait' | 'shared' | 'share'>;
	/** Lets one sequential request of all workers run at a time; without it one a process. */
	sharedLane?: SharedLane;
}

export interface HttpRequest extends NamedRequest {
	headers?: Record<string, string>;
}

/** One request, and what became of its attempts so far. */
class Exchange implements Tried {
	/** The latest attempt left and was not answered. */
	open = false;
	/** An attempt may have been applied. */
	ambiguous = false;
	/** The service may still be at work on an attempt. */
	atWork = false;
	/** The turn in the lane shared with other workers. */
	lease: Lease | undefined;
	/** What the latest attempt was sent with, and what the service has refused. */
	token: string | undefined;
	refused: string | undefined;
	tries = 1;
	/** Milliseconds a `Retry-After` beside a 5xx has asked for, and a busy service has taken. */
	asked = 0;
	busy = 0;
	/** When the service first said that there were too many requests. */
	limitedSince: number | undefined;

	constructor(
		readonly request: HttpRequest,
		readonly lanes: Lanes,
	) {}
}

/** `a=1&b=x%20y`: axios would write a blank as `+`, which the service reads as a plus sign. */
function serializeQuery(query: Json): string {
	return Object.entries(query)
		.filter(([, value]) => value !== undefined && value !== null)
		.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
		.join('&');
}

/** One client of one account: lanes, tokens, deadlines, retries and errors for every request. */
export class Http {
	/** Tokens that the service refused in this run, and for which kinds of calls it took which. */
	private readonly refusedTokens = new Set<string>();
	private readonly accepted = new Set<string>();
	/** Renewals in a row that have not helped. */
	private inVain = 0;

	constructor(private readonly ports: HttpPorts) {}

	/**
	 * Sends a request and gives its successful answer.
	 * @throws NotSentError, NoAnswerError, OutcomeUnknownError, ServiceError (by status), or what
	 * the session raised; all of them carry an outcome and a hint.
	 */
	async request(request: HttpRequest): Promise<Answer> {
		const { signal } = this.ports;
		if (signal?.aborted) throw cancelled(request, false);
		const exchange = new Exchange(request, await this.ports.lanes());
		try {
			return request.lane === 'sequential'
				? await this.inTurn(exchange)
				: await this.attempts(exchange);
		} catch (error) {
			if (!signal?.aborted || ownError(error)) throw error;
			throw cancelled(request, exchange.open || exchange.ambiguous);
		}
	}

	/** The one loop over attempts: wait for the lane, send, judge, wait. */
	private async attempts(exchange: Exchange): Promise<Answer> {
		for (;;) {
			let answer: Answer | undefined;
			let failure: retry.Failure | undefined;
			let error: unknown;
			try {
				answer = await this.attempt(exchange);
				failure = retry.failureOfAnswer(exchange.request, answer);
			} catch (thrown) {
				error = thrown;
				failure = this.failureOf(exchange, thrown);
			}
			if (answer && failure === undefined) {
				retry.budgetFor(this.ports.baseUrl).success();
				this.accepted.add(acceptance(exchange));
				exchange.atWork = false;
				return answer;
			}
			if (answer && exchange.ambiguous && retry.countsAsDone(exchange.request, answer)) {
				return { status: 204, headers: {}, body: undefined };
			}
			if (failure === 'ambiguous') exchange.ambiguous = exchange.atWork = true;
			if (!(await this.again(exchange, failure!, answer))) {
				throw errorOf(failure!, exchange, { error, answer, baseUrl: this.ports.baseUrl });
			}
		}
	}

	/** One attempt, when its lane lets it start; under one deadline from there to the last byte. */
	private async attempt(exchange: Exchange): Promise<Answer> {
		const { request, lanes } = exchange;
		const { signal, clock, sleep } = this.ports;
		const leave = anyOf(signal, exchange.lease?.lost);
		const start = async () => {
			if (this.inVain >= MAX_IN_VAIN) throw sessionsRefused(request);
			// The wait may have been long: the token is that of now.
			exchange.token = await this.ports.token?.(exchange.refused);
			await exchange.lease?.confirm();
			exchange.open = true;
			const answer = await this.send(exchange);
			exchange.open = false;
			return answer;
		};
		return await lanes.attempt(paceOf(request), start, {
			clock,
			sleep,
			...this.ports.pacing,
			...(leave && { signal: leave }),
		});
	}

	/**
	 * Sends, and stops waiting when the deadline is over or the run was cancelled, whatever the host
	 * makes of its signal. A sequential attempt outlives its run: its answer tells when the next
	 * may start.
	 */
	private async send(exchange: Exchange): Promise<Answer> {
		const { request, lease } = exchange;
		const { transport, deadline = realDeadline, signal } = this.ports;
		const timeoutMs = request.timeoutMs ?? TIMEOUT_MS;
		const over = deadline(timeoutMs);
		const stop = anyOf(over, request.lane === 'sequential' ? lease?.lost : signal)!;
		const sent = transport({ ...this.wire(exchange), timeoutMs, signal: stop });
		try {
			return withoutToken(await unlessStopped(sent, stop, LAST_WORDS_MS), exchange.token);
		} catch (error) {
			const isLate = over.aborted && retry.failureOfError(error) !== 'notSent';
			throw isLate ? new AxiosError('no answer came in time', AxiosError.ETIMEDOUT) : error;
		}
	}

	private wire({ request, token }: Exchange): Omit<WireRequest, 'timeoutMs' | 'signal'> {
		const { method, path, query, body, headers } = request;
		return {
			method,
			url: axios.getUri({
				baseURL: this.ports.baseUrl,
				url: path,
				params: query,
				paramsSerializer: { serialize: serializeQuery },
			}),
			headers: {
				Accept: 'application/json',
				'User-Agent': `n8n-nodes-cellular-iot/${version}`,
				...(body !== undefined && { 'Content-Type': 'application/json' }),
				...(token !== undefined && { Authorization: `Bearer ${token}` }),
				...headers,
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		};
	}

	/**
	 * What an attempt's error says of it.
	 * @throws it where it explains itself: a failed login, a lane that was lost or is closed.
	 */
	private failureOf(exchange: Exchange, error: unknown): retry.Failure {
		const { request } = exchange;
		const lost = exchange.lease?.lost;
		const failure = retry.failureOfError(error);
		if (failure === 'notSent') exchange.open = false;
		if (lost?.aborted) {
			exchange.ambiguous ||= exchange.open;
			exchange.atWork ||= exchange.open;
			throw laneLost(request, exchange.ambiguous, lost.reason as SharedLaneError);
		}
		const own = ownError(error);
		if (own) throw withEarlier(own, exchange);
		return this.ports.signal?.aborted && failure === 'notSent' ? 'cancelled' : failure;
	}

	/** Whether to try again; waits before it. */
	private async again(
		exchange: Exchange,
		failure: retry.Failure,
		answer?: Answer,
	): Promise<boolean> {
		const { request, lanes } = exchange;
		const { baseUrl, clock, random, signal, sleep } = this.ports;
		const asked = answer && this.askedMs(answer.headers);
		switch (failure) {
			case 'unauthorised': {
				// The next attempt asks for a newer token.
				const first = exchange.refused === undefined && exchange.token !== undefined;
				exchange.refused = exchange.token;
				return this.mayRenew(exchange) && first;
			}
			case 'rateLimited': {
				// The lane waits, for everybody in it.
				lanes.refused(paceOf(request), { clock, ...this.ports.pacing }, asked);
				exchange.limitedSince ??= monotonic(clock);
				return monotonic(clock) - exchange.limitedSince < retry.LIMIT_WAIT_MS;
			}
			case 'busy': {
				const wait = retry.busyWaitMs(exchange.busy);
				exchange.busy += wait;
				if (exchange.busy > retry.BUSY_WAIT_MS) return false;
				await sleep(wait, signal);
				return true;
			}
			default: {
				exchange.asked += asked ?? 0;
				const may =
					retry.mayRetry(failure, request.effect) &&
					exchange.tries < retry.MAX_ATTEMPTS &&
					exchange.asked <= retry.TOTAL_WAIT_MS &&
					retry.budgetFor(baseUrl).take();
				if (!may) return false;
				await sleep(retry.backoffMs(exchange.tries++, random, asked), signal);
				if (request.lane === 'sequential') await this.untilDone(exchange, signal);
				return true;
			}
		}
	}

	/**
	 * A token that was taken for such calls before has been revoked, or the refusal was a hiccup. One
	 * that never was is a renewal that has not helped; another one in a row ends the attempts of the run.
	 */
	private mayRenew(exchange: Exchange): boolean {
		const { token } = exchange;
		if (token === undefined) return false;
		if (this.refusedTokens.has(token)) return this.inVain < MAX_IN_VAIN;
		const isRenewal = this.refusedTokens.size > 0;
		this.refusedTokens.add(token);
		if (this.accepted.has(acceptance(exchange))) this.inVain = 0;
		else if (isRenewal) this.inVain += 1;
		return this.inVain < MAX_IN_VAIN;
	}

	/**
	 * In its turn, and once more when the shared lane was lost and repeating does no harm. The caller
	 * is answered at once; the turn ends only when the service can no longer be at work on it.
	 */
	private async inTurn(exchange: Exchange): Promise<Answer> {
		const { sharedLane, signal } = this.ports;
		const { lanes } = exchange;
		const answered = new Promise<Answer>((resolve, reject) => {
			const turn = async (lost?: AbortSignal, lease?: Lease) => {
				exchange.lease = lease;
				try {
					await this.untilDone(exchange, anyOf(signal, lost));
					resolve(await this.attempts(exchange));
				} catch (error) {
					if (isLost(error)) throw error;
					reject(error as Error);
				}
				await this.untilDone(exchange, lost).catch(() => {});
			};
			const hold = async () =>
				await (sharedLane ? sharedLane.hold(lanes.key, turn, signal) : turn());
			const take = async (): Promise<void> => {
				try {
					await lanes.sequentially(hold, signal);
				} catch (error) {
					if (!isLost(error) || exchange.tries++ >= retry.MAX_ATTEMPTS) reject(error as Error);
					else await take();
				}
			};
			void take();
		});
		// The turn goes on without a caller whose run is cancelled.
		return await unlessStopped(answered, signal);
	}

	/**
	 * Waits as long as the service may be at work on an attempt that it did not answer: two at a time
	 * are what the lane is there to prevent.
	 */
	private async untilDone(exchange: Exchange, signal?: AbortSignal): Promise<void> {
		if (!exchange.atWork && !exchange.open) return;
		await this.ports.sleep(retry.STILL_AT_WORK_MS, signal);
		exchange.atWork = false;
	}

	/** A date in `Retry-After` is by the service's clock, which its answers tell. */
	private askedMs(headers: Record<string, unknown>): number | undefined {
		const now = retry.httpDateMs(headers.date) ?? this.ports.clock.now();
		return retry.retryAfterMs(headers['retry-after'], now);
	}
}

/** Attempts of sequential requests are paced like those about single endpoints. */
const paceOf = ({ lane }: HttpRequest) => (lane === 'sequential' ? 'single' : lane);

/** A token, and the kind of call it was taken for: one may be refused where others are allowed. */
const acceptance = ({ token, request }: Exchange) => `${request.method} ${request.lane} ${token}`;

const isLost = (error: unknown): boolean =>
	error instanceof SharedLaneError && error.problem === 'lost';

const realDeadline = (ms: number): AbortSignal => AbortSignal.timeout(ms);
