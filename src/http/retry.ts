import { AxiosError } from 'axios';
import { DateTime } from 'luxon';
import { findCause } from '../errors';
import type { Effect } from '../operations/define';

/** What is known of a failed attempt. */
export type Failure = 'notSent' | 'rateLimited' | 'ambiguous' | 'refused' | 'cancelled';

/** Attempts in all, the first included. */
export const MAX_ATTEMPTS = 3;
/** Backoff: full jitter below base × 2^n, never above the cap. Milliseconds. */
export const BACKOFF = { baseMs: 500, capMs: 20_000 };
/** The longest one request may wait in all; a longer `Retry-After` becomes an error. */
export const TOTAL_WAIT_MS = 60_000;

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

/** What Node says when TLS fails before the first byte of a request. */
const HANDSHAKE =
	/before secure TLS connection was established|wrong version number|handshake failure|unsupported protocol/;

interface CodedError {
	code: string;
	syscall?: string;
	message?: string;
	/** Of an AggregateError: one for each address that was tried. */
	errors?: CodedError[];
}
const isCoded = (e: unknown): e is CodedError =>
	typeof (e as CodedError | undefined)?.code === 'string';

/** An aborted signal's own reason, or what axios and Node make of it. */
const isAbort = (e: unknown): e is Error =>
	(e as Error).name === 'AbortError' || (e as CodedError).code === AxiosError.ERR_CANCELED;

/** Reads an attempt's error. An unknown kind counts as ambiguous: better asked than sent twice. */
export function failureOf(error: unknown): Failure {
	const status = (error as AxiosError | undefined)?.response?.status;
	if (status === 429) return 'rateLimited';
	if (status !== undefined) return status >= 500 ? 'ambiguous' : 'refused';
	if (findCause(error, isAbort)) return 'cancelled';
	// The innermost error is Node's own; those around it copy its code but not where it struck.
	let coded: CodedError | undefined;
	findCause(error, (e): e is never => {
		if (isCoded(e) && !e.code.startsWith('ERR_BAD')) coded = e;
		return false;
	});
	return coded && neverConnected(coded) ? 'notSent' : 'ambiguous';
}

/** On an open connection the same codes can come after a request was applied. */
function neverConnected({ code, syscall, message = '', errors = [] }: CodedError): boolean {
	if (syscall === 'connect' || HANDSHAKE.test(message)) return true;
	if (syscall === 'read' || syscall === 'write') return false;
	return NOT_SENT.has(code) || (errors.length > 0 && errors.every(neverConnected));
}

/** The retry table. `act` is never resent after an ambiguous failure. */
export function mayRetry(failure: Failure, effect: Effect): boolean {
	if (failure === 'notSent' || failure === 'rateLimited') return true;
	return failure === 'ambiguous' && effect !== 'act';
}

/** `Retry-After` in milliseconds from now; seconds or an HTTP date, else undefined. */
export function retryAfterMs(header: unknown, now: number): number | undefined {
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	if (/^\d+(\.\d+)?$/.test(header.trim())) return Math.ceil(Number(header) * 1000);
	const date = httpDateMs(header);
	return date === undefined ? undefined : Math.max(0, date - now);
}

/** An HTTP date in milliseconds since 1970. */
export function httpDateMs(header: unknown): number | undefined {
	const date = typeof header === 'string' ? DateTime.fromHTTP(header.trim()) : undefined;
	return date?.isValid ? date.toMillis() : undefined;
}

/** Milliseconds before attempt `retry` + 1; never less than the service asked for. */
export function backoffMs(retry: number, random: () => number, askedMs = 0): number {
	const ceiling = Math.min(BACKOFF.capMs, BACKOFF.baseMs * 2 ** (retry - 1));
	return askedMs + random() * ceiling;
}

/**
 * Keeps a dead service from being hammered: retries are paid from a purse that only successes
 * fill. A service that answers nothing gets at most `capacity` retries in all.
 */
export class RetryBudget {
	private purse: number;

	constructor(
		private readonly capacity = 20,
		private readonly perSuccess = 0.5,
	) {
		this.purse = capacity;
	}

	take(): boolean {
		if (this.purse < 1) return false;
		this.purse -= 1;
		return true;
	}

	success(): void {
		this.purse = Math.min(this.capacity, this.purse + this.perSuccess);
	}
}

const budgets = new Map<string, RetryBudget>();

/** The one budget of a process for a service. */
export function budgetFor(baseUrl: string): RetryBudget {
	let budget = budgets.get(baseUrl);
	if (!budget) budgets.set(baseUrl, (budget = new RetryBudget()));
	return budget;
}
