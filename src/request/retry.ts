import { DateTime } from 'luxon';
import { causesOf } from '../errors';
import { ExpiringMap } from '../expiringMap';
import { type Answer, type HttpRequest, isObject, type Json } from '../wire';
import { isAbort, seenIn } from './attempt/connection';
import { unexpectedSuccess } from './attempt/documented';
import { readEnvelope } from './attempt/errors';
import type { RateRefusal } from './limits/circuitBreaker';

/**
 * Kind of a failed attempt. `notSent`: it never left. `rateLimited`, `busy`, `unauthorised`:
 * refused for now. `refused`: the service said no. `redirected`: the service named another address.
 * `ambiguous`: it may have been applied, or may be yet. `cancelled`: the run was.
 */
export type Failure =
	| 'notSent'
	| 'rateLimited'
	| 'busy'
	| 'unauthorised'
	| 'refused'
	| 'redirected'
	| 'ambiguous'
	| 'cancelled';

/** Attempts in all, the first included; waits for a limit or for another call do not count. */
export const MAX_ATTEMPTS = 3;
/** Backoff: full jitter below base × 2^n, never above the cap. Milliseconds. */
const BACKOFF = { baseMs: 500, capMs: 20_000 };
/** The longest a request may be made to wait by a `Retry-After` beside a 5xx. */
export const TOTAL_WAIT_MS = 60_000;
/** The longest a request waits for the service's limits: a window of five minutes, and a margin. */
export const LIMIT_WAIT_MS = 6 * 60_000;
/** The longest a request waits for another program's bulk call to end. */
export const BUSY_WAIT_MS = 10 * 60_000;
/**
 * How long the service may still be at work on a call whose answer was lost. No source gives a
 * number; calls of 2,000 endpoints take seconds to a minute and a half.
 */
export const STILL_AT_WORK_MS = 120_000;

/** Codes of connections that were never made, so that nothing was sent. */
const NOT_SENT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EAI_FAIL',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EHOSTDOWN',
	'UND_ERR_CONNECT_TIMEOUT',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'ERR_TLS_HANDSHAKE_TIMEOUT',
]);

interface CodedError {
	code: string;
	syscall?: string;
	message?: string;
	/** In an AggregateError, one error for each address that was tried. */
	errors?: CodedError[];
}
const isCoded = (e: unknown): e is CodedError =>
	typeof (e as CodedError | undefined)?.code === 'string';

/** Classifies an attempt's error. An unknown kind is ambiguous, so nothing is sent twice. */
export function failureOfError(error: unknown): Failure {
	const seen = seenIn(error);
	if (seen?.connected === false) return 'notSent';
	if (isAbort(error)) return 'cancelled';
	if (seen) return 'ambiguous';
	// The innermost error is Node's own. Those around it copy its code, but not where the failure happened.
	const coded = causesOf(error)
		.filter(isCoded)
		.findLast(({ code }) => !code.startsWith('ERR_BAD'));
	return coded && neverConnected(coded) ? 'notSent' : 'ambiguous';
}

/**
 * Whether Node's error shows that a connection was never made, or a TLS handshake never completed.
 * On an open connection the same codes, and all of `ERR_SSL_…`, can come after a request was
 * applied. Source: Node 24, each failure tried on a real socket.
 */
function neverConnected({ code, syscall, message = '', errors = [] }: CodedError): boolean {
	if (syscall === 'connect') return true;
	// A failed write of the handshake precedes any write of ours.
	if (code === 'EPROTO' && syscall === 'write') return true;
	if (message.includes('before secure TLS connection was established')) return true;
	if (syscall === 'read' || syscall === 'write') return false;
	return NOT_SENT.has(code) || (errors.length > 0 && errors.every(neverConnected));
}

/** Classifies the answer to an attempt; undefined when it is the documented success. */
export function failureOfAnswer(request: HttpRequest, answer: Answer): Failure | undefined {
	const { status } = answer;
	if (request.isFinal?.(answer)) return undefined;
	if (status === 401 && !request.isAnswer401?.(answer)) return 'unauthorised';
	if (status === 429) return 'rateLimited';
	if (isBusy(request, answer)) return 'busy';
	if (status >= 500 || status < 200) return 'ambiguous';
	if (status >= 400) return 'refused';
	if (status >= 300) return 'redirected';
	return unexpectedSuccess(answer, request) === undefined ? undefined : 'ambiguous';
}

/**
 * Whether a bulk call was refused because another one is running; it was not applied. That code is
 * not documented; 1405 and 1407 are, for something else. Source: specification, Billing rules.
 */
function isBusy({ lane }: HttpRequest, { status, body }: Answer): boolean {
	if (lane !== 'sequential' || status !== 409) return false;
	const { error_code: code = 0, message = '' } = readEnvelope(body);
	if ([1405, 1407].includes(code)) return false;
	return /another|concurrent|in progress|is running|busy|one at a time/i.test(message);
}

/**
 * The content of a 429. One of the gateway before the service may be worded as a used-up allowance.
 * This is undocumented: that product's default answer, inferred from its recorded 401s.
 */
export function refusalIn({ headers, body }: Answer, now: number): RateRefusal {
	const { error_code: code, message } = (isObject(body) ? body : { message: body }) as Json;
	const saysUsedUp = code === undefined && /limit exceeded/i.test(String(message));
	return { askedMs: retryAfterMs(headers, now), saysUsedUp };
}

/**
 * Whether a refusal after an unanswered attempt means success: a missing item counts as deleted,
 * an existing one as put. Not in bulk, where a 404 can be about one of many.
 */
export function countsAsDone(
	{ method, body }: HttpRequest,
	{ status, body: said }: Answer,
): boolean {
	return (
		(method === 'DELETE' && body === undefined && status === 404) ||
		(method === 'PUT' && status === 409 && readEnvelope(said).error_code === 1405)
	);
}

/** An HTTP date in milliseconds since 1970. */
export function httpDateMs(header: unknown): number | undefined {
	const date = typeof header === 'string' ? DateTime.fromHTTP(header.trim()) : undefined;
	return date?.isValid ? date.toMillis() : undefined;
}

/**
 * The wait that `Retry-After` names, in milliseconds from now: it is in seconds, or a date by the
 * service's clock, which its answers give. `now` is our own time, for answers without a date.
 */
export function retryAfterMs(headers: Record<string, unknown>, now: number): number | undefined {
	const after = headers['retry-after'];
	if (typeof after !== 'string' || after.trim() === '') return undefined;
	if (/^\d+(\.\d+)?$/.test(after.trim())) return Math.ceil(Number(after) * 1000);
	const date = httpDateMs(after);
	return date === undefined ? undefined : Math.max(0, date - (httpDateMs(headers.date) ?? now));
}

/** Milliseconds before attempt `retry` + 1; never less than the service asked for. */
export function backoffMs(retry: number, random: () => number, askedMs = 0): number {
	const ceiling = Math.min(BACKOFF.capMs, BACKOFF.baseMs * 2 ** (retry - 1));
	return askedMs + random() * ceiling;
}

/** Milliseconds before a busy service is asked again, after waiting `waitedMs` so far. */
export const busyWaitMs = (waitedMs: number): number => Math.min(15_000, 1_000 + waitedMs);

/** Retries in all for a service that does not answer, and how many each success adds. */
const BUDGET = { most: 20, perSuccess: 0.5 };

/** Limits the load on a dead service: each retry takes from a budget that only successes refill. */
class RetryBudget {
	private purse = BUDGET.most;

	take(): boolean {
		if (this.purse < 1) return false;
		this.purse -= 1;
		return true;
	}

	success(): void {
		this.purse = Math.min(BUDGET.most, this.purse + BUDGET.perSuccess);
	}
}

const budgets = new ExpiringMap(() => new RetryBudget());

/** The one budget of a process for a service. */
export const budgetFor = (baseUrl: string): RetryBudget => budgets.get(baseUrl);
