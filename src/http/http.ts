import axios, {
	AxiosError,
	type AxiosInstance,
	type AxiosResponse,
	type InternalAxiosRequestConfig,
} from 'axios';
import axiosRetry from 'axios-retry';
import { version } from '../../package.json';
import { ownError } from '../errors';
import type { Answer, Effect, Json, LaneName, RequestParts } from '../operations/define';
import type { Clock, Sleep, Transport, WireAnswer, WireRequest } from '../ports';
import { contradiction } from './documented';
import { cancelled, explain, laneLost } from './explain';
import type { Lanes } from './lanes';
import { SharedLaneError } from './redis';
import * as retry from './retry';
import type { SharedLane } from './sharedLane';

/** Milliseconds a request may take unless its operation says more. */
export const TIMEOUT_MS = 30_000;

export interface HttpPorts {
	baseUrl: string;
	transport: Transport;
	/** Asked for each request, since the organisation is known only after a login. */
	lanes: () => Promise<Lanes> | Lanes;
	clock: Clock;
	sleep: Sleep;
	random: () => number;
	signal?: AbortSignal;
	/** Lets one sequential request of all workers run at a time; without it one a process. */
	sharedLane?: SharedLane;
}

export interface HttpRequest extends RequestParts {
	effect: Effect;
	lane: LaneName;
	/** Names the call for a person: "sms: send (POST /api/v1/endpoint/7/sms)". */
	what?: string;
	/** What has happened when it succeeds, in words that follow "whether": "the SMS was sent". */
	done?: string;
	headers?: Record<string, string>;
}

/** Kept beside a request through its attempts. A class, because axios copies plain objects. */
class Attempts {
	waitedMs = 0;
	/** An earlier attempt may have been applied. */
	ambiguous = false;
	/** The latest attempt left and was not answered yet. */
	open = false;
	/** Aborted when the lane shared with other workers is lost. */
	lost: AbortSignal | undefined;

	constructor(
		readonly request: HttpRequest,
		readonly lanes: Lanes,
	) {}
}

declare module 'axios' {
	interface AxiosRequestConfig {
		attempts?: Attempts;
	}
}

/** `a=1&b=x%20y`: axios would write a blank as `+`, which the service reads as a plus sign. */
export function serializeQuery(query: Json): string {
	return Object.entries(query)
		.filter(([, value]) => value !== undefined && value !== null)
		.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
		.join('&');
}

/** One client of one account: timeouts, lanes, retries and errors for every request. */
export class Http {
	private readonly axios: AxiosInstance;

	constructor(private readonly ports: HttpPorts) {
		this.axios = axios.create({
			baseURL: ports.baseUrl,
			timeout: TIMEOUT_MS,
			headers: {
				Accept: 'application/json',
				'User-Agent': `n8n-nodes-cellular-iot/${version}`,
			},
			paramsSerializer: { serialize: serializeQuery },
			adapter: async (config) => {
				const { attempts } = config;
				const { lanes, request } = attempts!;
				const wire: WireRequest = {
					method: request.method,
					url: axios.getUri(config),
					headers: config.headers.toJSON() as Record<string, string>,
					...(config.data !== undefined && { body: String(config.data) }),
					timeoutMs: config.timeout ?? TIMEOUT_MS,
					...this.wireSignal(attempts!),
				};
				const lane = request.lane === 'sequential' ? 'single' : request.lane;
				const send = async () => {
					attempts!.open = true;
					return await ports.transport(wire);
				};
				let answer: WireAnswer;
				try {
					answer = await lanes.attempt(lane, send, this.waiting(attempts!));
				} catch (error) {
					// axios-retry passes over errors that do not carry their request, as a host's do.
					throw ownError(error) ?? failed(error, config);
				}
				attempts!.open = false;
				if (answer.status === 429) {
					lanes.refused(lane, ports, this.askedMs(answer.headers));
				}
				const response: AxiosResponse = {
					data: answer.body,
					status: answer.status,
					statusText: '',
					headers: answer.headers,
					config,
				};
				if (request.isFinal?.(answer)) return response;
				if (answer.status < 200 || answer.status >= 300) {
					throw new AxiosError(`status ${answer.status}`, undefined, config, undefined, response);
				}
				const wrong = contradiction(answer, request);
				if (wrong !== undefined) {
					throw new AxiosError(`the service answered ${wrong}`, undefined, config);
				}
				return response;
			},
		});
		axiosRetry(this.axios, {
			retries: retry.MAX_ATTEMPTS - 1,
			shouldResetTimeout: true,
			retryCondition: (error) => this.mayRetry(error),
			// The waiting is done in onRetry, with the port that tests can move and a run can cancel.
			retryDelay: () => 0,
			onRetry: async (count, error, config) => await this.wait(count, error, config.attempts!),
		});
	}

	/**
	 * Sends a request and gives its successful answer.
	 * @throws NotSentError, NoAnswerError, OutcomeUnknownError, ServiceError (by status), or what
	 * the session raised; all of them carry an outcome and a hint.
	 */
	async request(request: HttpRequest): Promise<Answer> {
		if (this.ports.signal?.aborted) throw cancelled(request, false);
		const lanes = await this.ports.lanes();
		const attempts = new Attempts(request, lanes);
		try {
			return request.lane === 'sequential'
				? await this.sequentially(attempts)
				: await this.send(attempts);
		} catch (error) {
			const left = this.ports.signal?.aborted && !ownError(error);
			throw left ? cancelled(request, false) : error;
		}
	}

	/** In its turn; again when the shared lane was lost and repeating does no harm. */
	private async sequentially(attempts: Attempts): Promise<Answer> {
		const { signal, sharedLane } = this.ports;
		const { lanes } = attempts;
		const hold = async (lost: AbortSignal) => {
			attempts.lost = lost;
			return await this.send(attempts);
		};
		const turn = async () =>
			sharedLane ? await sharedLane.hold(lanes.key, hold, signal) : await this.send(attempts);
		for (let again = retry.MAX_ATTEMPTS - 1; ; again--) {
			try {
				return await lanes.sequentially(turn, signal);
			} catch (error) {
				const lost = error instanceof SharedLaneError && error.problem === 'lost';
				if (!lost || again === 0) throw error;
			}
		}
	}

	/**
	 * What may end an attempt that has left. A sequential one is not cut off by a cancelled run:
	 * the service goes on with it, and the next must not start before it has ended.
	 */
	private wireSignal({ request, lost }: Attempts): { signal?: AbortSignal } {
		if (request.lane === 'sequential') return { signal: lost ?? new AbortController().signal };
		return this.ports.signal ? { signal: this.ports.signal } : {};
	}

	/** What ends an attempt's waiting. */
	private waiting({ lost }: Attempts) {
		const { clock, sleep } = this.ports;
		const signals = [this.ports.signal, lost].filter((s) => s !== undefined);
		return { clock, sleep, ...(signals.length > 0 && { signal: AbortSignal.any(signals) }) };
	}

	private async send(attempts: Attempts): Promise<Answer> {
		const { request } = attempts;
		try {
			const response = await this.axios.request<unknown>({
				method: request.method,
				url: request.path,
				params: request.query,
				data: request.body,
				...(request.headers && { headers: request.headers }),
				...(request.timeoutMs !== undefined && { timeout: request.timeoutMs }),
				attempts,
			});
			retry.budgetFor(this.ports.baseUrl).success();
			return answerOf(response);
		} catch (error) {
			const response = (error as AxiosError).response;
			if (response && attempts.ambiguous && countsAsDone(request, answerOf(response))) {
				return { status: 204, headers: {}, body: undefined };
			}
			if (attempts.lost?.aborted && !response) {
				attempts.ambiguous ||= attempts.open;
				throw laneLost(request, attempts.ambiguous, attempts.lost.reason as SharedLaneError);
			}
			const wait = response && this.askedMs(response.headers);
			throw explain(error, request, attempts, response && answerOf(response), wait);
		}
	}

	private mayRetry(error: AxiosError): boolean {
		const attempts = error.config?.attempts;
		if (!attempts || ownError(error) || attempts.lost?.aborted) return false;
		const failure = retry.failureOf(error);
		if (failure === 'ambiguous') attempts.ambiguous = true;
		if (failure === 'notSent') attempts.open = false;
		if (!retry.mayRetry(failure, attempts.request.effect)) return false;
		const asked = error.response && this.askedMs(error.response.headers);
		if (asked !== undefined && attempts.waitedMs + asked > retry.TOTAL_WAIT_MS) return false;
		// A service that is merely busy is spared by its lane, which waits and slows down.
		return failure === 'rateLimited' || retry.budgetFor(this.ports.baseUrl).take();
	}

	private async wait(count: number, error: AxiosError, attempts: Attempts): Promise<void> {
		const asked = error.response && this.askedMs(error.response.headers);
		const wait = Math.min(
			retry.backoffMs(count, this.ports.random, asked),
			retry.TOTAL_WAIT_MS - attempts.waitedMs,
		);
		attempts.waitedMs += wait;
		await this.ports.sleep(wait, this.waiting(attempts).signal);
	}

	/** A date in `Retry-After` is by the service's clock, which its answers tell. */
	private askedMs(headers: Record<string, unknown>): number | undefined {
		const now = retry.httpDateMs(headers.date) ?? this.ports.clock.now();
		return retry.retryAfterMs(headers['retry-after'], now);
	}
}

const answerOf = (response: AxiosResponse<unknown>): Answer => ({
	status: response.status,
	headers: response.headers as Record<string, string>,
	body: response.data,
});

/**
 * After an unanswered attempt: gone is deleted, and already there is put. Not in bulk, where a 404
 * can be about one of many.
 */
function countsAsDone({ method, body }: HttpRequest, answer: Answer): boolean {
	const code = Number((answer.body as Json | null | undefined)?.error_code);
	return (
		(method === 'DELETE' && body === undefined && answer.status === 404) ||
		(method === 'PUT' && answer.status === 409 && code === 1405)
	);
}

/** A host's error as one of axios; the host's stays its cause. */
function failed(error: unknown, config: InternalAxiosRequestConfig): AxiosError {
	const wrapped = new AxiosError('no answer', undefined, config);
	wrapped.cause = error as Error;
	return wrapped;
}
