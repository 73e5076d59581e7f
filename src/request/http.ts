import { version } from '../../package.json';
import { ownError } from '../errors';
import type { Clock, Sleep } from '../ports';
import { SharedLaneError } from '../redis/errors';
import type { Reporter } from '../reporter';
import { anyOf, unlessStopped } from '../stopping';
import type { Answer, HttpRequest, Json, Transport, WireRequest } from '../wire';
import { withoutSecrets } from './attempt/withoutSecrets';
import { Exchange } from './exchange';
import { cancelled, type Ended, failureError, sessionsRefused, verdictOf } from './failures';
import type { Lease } from './lease';
import type { Permit, Waiting } from './limits/gate';
import type { Lanes } from './limits/lanes';
import { Renewals } from './renewals';
import type { Meter } from './meter';
import * as retry from './retry';
import type { SharedLane } from './sharedLane';

/** Milliseconds a request may take unless its operation says more. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** How long an aborted attempt may take to report how far it came. Milliseconds. */
const ABORT_GRACE_MS = 100;

export interface HttpPorts {
	baseUrl: string;
	transport: Transport;
	/** Called for each request: the organisation is known only after a login. */
	lanes: () => Promise<Lanes> | Lanes;
	/**
	 * The token to send with; given a refused one, a newer token. Absent for logins.
	 * @throws the session's errors, also when no newer token helps.
	 */
	token?: (refused?: string) => Promise<string>;
	/** Whether this process obtained a token itself, or took it over from another one; yes without it. */
	isOwnToken?: (token: string) => boolean;
	clock: Clock;
	sleep: Sleep;
	random: () => number;
	signal?: AbortSignal;
	/** How this run waits for the limits. */
	pacing?: Pick<Waiting, 'patience' | 'shared' | 'share'>;
	/** Told what happens while it is under way. */
	report?: Reporter;
	/** Lets one sequential request of all workers run at a time; without it one a process. */
	sharedLane?: SharedLane;
	/** Counts what a run asks of the service. */
	meter?: Meter;
	/** Awaited right before each request that changes something; if it throws, the request is not sent. */
	beforeEffect?: () => Promise<void>;
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
	private readonly renewals: Renewals;

	constructor(private readonly ports: HttpPorts) {
		this.renewals = new Renewals((token) => ports.isOwnToken?.(token) ?? true);
	}

	/**
	 * Sends a request and returns its successful answer.
	 * @throws NotSentError, NoAnswerError, OutcomeUnknownError, ServiceError (by status), or the
	 * session's errors; all of them carry an outcome and a hint.
	 */
	async request(request: HttpRequest): Promise<Answer> {
		const { signal } = this.ports;
		if (signal?.aborted) throw cancelled(request, false);
		const exchange = new Exchange(request, await this.ports.lanes());
		try {
			// The caller of a cancelled run does not wait; the turn goes on.
			return await (request.lane === 'sequential'
				? unlessStopped(this.inTurn(exchange), signal)
				: this.attempts(exchange));
		} catch (error) {
			throw verdictOf(error, exchange, signal?.aborted === true);
		}
	}

	/**
	 * Makes the attempts of a sequential request in its turn, and in another turn when the lane that
	 * workers share was lost and repeating does no harm.
	 */
	private async inTurn(exchange: Exchange): Promise<Answer> {
		const { sharedLane, signal } = this.ports;
		const { lanes } = exchange;
		for (;;) {
			const end = await lanes.sequential.enter(signal);
			let lease: Lease | undefined;
			try {
				lease = await sharedLane?.acquire(lanes.key, signal);
				exchange.lease = lease;
				return await this.attempts(exchange);
			} catch (error) {
				const isLost = error instanceof SharedLaneError && error.problem === 'lost';
				if (!isLost || !exchange.mayTakeAnotherTurn()) throw error;
			} finally {
				void this.afterWork(exchange, lease).finally(end);
			}
		}
	}

	/** Gives a turn back once the service can no longer be at work on its request. */
	private async afterWork(exchange: Exchange, lease?: Lease): Promise<void> {
		await exchange.untilDone(this.ports.sleep);
		await lease?.release();
	}

	/** The one loop over attempts: wait for the lane, send, judge, wait. */
	private async attempts(exchange: Exchange): Promise<Answer> {
		const { request } = exchange;
		const { baseUrl, sleep } = this.ports;
		for (;;) {
			const end = await this.attempt(exchange);
			const { answer, failure } = end;
			if (failure === undefined) {
				retry.budgetFor(baseUrl).success();
				this.renewals.accept(exchange);
				return answer;
			}
			if (answer && exchange.mayBeApplied && retry.countsAsDone(request, answer)) {
				return { status: 204, headers: {}, body: undefined };
			}
			if (!exchange.mayBeAtWork) exchange.lease?.done();
			const { ports, renewals } = this;
			const waitMs = exchange.waitAfter(failure, answer, { ...ports, renewals });
			if (waitMs === undefined) throw failureError(exchange, end, baseUrl);
			const leave = this.leaveOf(exchange);
			if (waitMs > 0) await sleep(waitMs, leave);
			if (request.lane === 'sequential') await exchange.untilDone(sleep, leave);
		}
	}

	/** One attempt, started when its lane allows; one deadline covers it up to the last byte. */
	private async attempt(exchange: Exchange): Promise<Ended> {
		const { request, lease } = exchange;
		const { clock, sleep, pacing, report, token, meter } = this.ports;
		const leave = this.leaveOf(exchange);
		const path = `${request.method} ${request.path}`;
		const waiting = { clock, sleep, ...pacing, report, request: path, signal: leave };
		let permit: Permit | undefined;
		let settle: (() => void) | undefined;
		try {
			permit = await this.permitFor(exchange, waiting);
			if (this.renewals.areOver) throw sessionsRefused();
			// Taken after the wait, which may be long, so that the token is current.
			exchange.token = await unlessStopped(Promise.resolve(token?.(exchange.refused)), leave);
			await lease?.confirm();
			if (request.effect !== 'read') await this.ports.beforeEffect?.();
			await request.confirm?.();
			// No step comes between this and the sending, so that "nothing was sent" is reliable.
			leave?.throwIfAborted();
			settle = exchange.begin();
			meter?.sent(request, exchange.sent > 1);
			const answer = await this.send(exchange);
			const failure = retry.failureOfAnswer(request, answer);
			if (failure !== 'ambiguous') settle();
			const isLimited = failure === 'rateLimited';
			permit.release(isLimited ? retry.refusalIn(answer, clock.now()) : 'answered');
			return { answer, failure };
		} catch (error) {
			permit?.release('unanswered');
			return { error, failure: this.failureOf(exchange, error, settle) };
		}
	}

	/** Waits until the limits let an attempt start. */
	private async permitFor({ request, lanes }: Exchange, waiting: Waiting): Promise<Permit> {
		const end = this.ports.meter?.wait(this.ports.clock);
		try {
			return await lanes.acquire(request.lane, waiting);
		} finally {
			end?.();
		}
	}

	/** Signal that ends a wait to send: the run was cancelled, or the turn is over. */
	private leaveOf({ lease }: Exchange): AbortSignal | undefined {
		return anyOf(this.ports.signal, lease?.lost);
	}

	/**
	 * Sends, and stops waiting when the deadline passes or the run is cancelled, even if the host
	 * ignores the signal. A sequential attempt outlives its run: its answer tells when the next may
	 * start.
	 */
	private async send(exchange: Exchange): Promise<Answer> {
		const { request, lease } = exchange;
		const { transport, signal } = this.ports;
		const timeoutMs = request.timeoutMs ?? REQUEST_TIMEOUT_MS;
		const over = AbortSignal.timeout(timeoutMs);
		const stop = anyOf(over, request.lane === 'sequential' ? lease?.lost : signal)!;
		const sent = transport({ ...this.wire(exchange), timeoutMs, signal: stop });
		try {
			return withoutSecrets(await unlessStopped(sent, stop, ABORT_GRACE_MS), [exchange.token]);
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
	 * Classifies the error of an attempt; `settle` is given once it was on its way.
	 * @throws the error itself when it is a failed login, or a lost or closed lane.
	 */
	private failureOf({ lease }: Exchange, error: unknown, settle?: () => void): retry.Failure {
		const failure = retry.failureOfError(error);
		if (failure === 'notSent') settle?.();
		if (lease?.lost.aborted) throw lease.lost.reason;
		if (ownError(error)) throw error;
		// A request that has not left when its run is cancelled counts as cancelled.
		const isOut = settle !== undefined && failure !== 'notSent';
		return this.ports.signal?.aborted && !isOut ? 'cancelled' : failure;
	}
}
