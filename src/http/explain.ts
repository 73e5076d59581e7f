import type { CellularIotError } from '../errors';
import { findCause, ownError } from '../errors';
import type { Answer, Effect } from '../operations/define';
import {
	NoAnswerError,
	NotSentError,
	OutcomeUnknownError,
	RateLimitError,
	serviceError,
} from './errors';
import { SharedLaneError } from './redis';
import { failureOf } from './retry';

/** What an error is about. */
export interface Call {
	method: string;
	path: string;
	effect: Effect;
	/** Names the call for a person. */
	what?: string;
	/** What has happened when it succeeds, in words that follow "whether". */
	done?: string;
}

const nameOf = ({ what, method, path }: Call) => what ?? `${method} ${path}`;

/**
 * In our words, because n8n replaces a message that holds one of these codes by one of its own
 * (and with it what was known of the outcome).
 */
const REASONS: Record<string, string> = {
	ECONNREFUSED: 'the connection was refused',
	ENOTFOUND: 'the host name is not known',
	EAI_AGAIN: 'the host name could not be looked up',
	EHOSTUNREACH: 'the host is out of reach',
	ENETUNREACH: 'the network is out of reach',
	ECONNRESET: 'the connection was cut',
	EPIPE: 'the connection was cut',
	ECONNABORTED: 'no answer came in time',
	ETIMEDOUT: 'no answer came in time',
	ERR_BAD_RESPONSE: 'the answer was cut off',
	CERT_HAS_EXPIRED: 'its certificate has expired',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
	SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
	ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
};

/** The innermost cause knows best what happened. */
function reasonOf(error: unknown): string {
	const known = findCause(
		error,
		(e): e is { code: string } => REASONS[String((e as { code?: unknown }).code)] !== undefined,
	);
	if (known) return REASONS[known.code]!;
	let inner = error;
	const seen = new Set<unknown>();
	for (let e = error; e instanceof Error && !seen.has(e); e = e.cause) {
		seen.add(e);
		inner = e;
	}
	return inner instanceof Error ? inner.message : String(inner);
}

/** We stopped waiting; the service may not have. */
const cameTooLate = (error: unknown): boolean =>
	findCause(error, (e): e is object =>
		['ECONNABORTED', 'ETIMEDOUT'].includes(String((e as { code?: unknown }).code)),
	) !== undefined;

/** What is known of the attempts of a call. */
export interface Tried {
	/** The latest left and was not answered. */
	open: boolean;
	/** One of them may have been applied. */
	ambiguous: boolean;
}

const HARMLESS = 'Run it again: repeating this operation does no harm.';

/** A run that was cancelled; `open` when a request had left and was not answered. */
export function cancelled(call: Call, open: boolean): CellularIotError {
	const what = `${nameOf(call)} was cancelled`;
	if (!open) return new NotSentError(what, 'Run the workflow again.', 'notSent');
	return call.effect === 'act'
		? new OutcomeUnknownError(
				nameOf(call),
				'the run was cancelled while it was under way',
				undefined,
				true,
			)
		: new NoAnswerError(`${what} while it was under way`, HARMLESS, 'unknown');
}

/** The lane that workers share was lost, while a request was under way or before it. */
export function laneLost(call: Call, open: boolean, reason: SharedLaneError): CellularIotError {
	if (open && call.effect === 'act') {
		return new OutcomeUnknownError(nameOf(call), reason.message, undefined, true);
	}
	const message = `${reason.message} – ${nameOf(call)}`;
	return new SharedLaneError('lost', message, open ? 'unknown' : 'notSent');
}

/**
 * The error for a person, of what was left after all attempts. It never carries what the host
 * threw: that holds the request with its token or password.
 */
export function explain(
	error: unknown,
	call: Call,
	{ open, ambiguous }: Tried,
	answer?: Answer,
	askedMs?: number,
): CellularIotError {
	const own = ownError(error);
	if (own) return own;
	const what = nameOf(call);
	const failure = failureOf(error);
	// It may have been cancelled while it waited to repeat an attempt that had left.
	if (failure === 'cancelled') return cancelled(call, open || ambiguous);
	if (failure === 'ambiguous' && call.effect === 'act') {
		const happened = answer ? `the service answered ${answer.status}` : reasonOf(error);
		const stillOpen = answer ? answer.status === 504 : cameTooLate(error);
		return new OutcomeUnknownError(what, happened, answer?.status, stillOpen);
	}
	const tellsNothing =
		failure !== 'ambiguous' && ![400, 401, 403, 422].includes(answer?.status ?? 0);
	if (ambiguous && call.effect === 'set' && tellsNothing) {
		// The last attempt never left, or found changed what one before it may have changed.
		const last = answer ? `the service answered ${answer.status}` : reasonOf(error);
		return new NoAnswerError(
			`An attempt got no answer, and the last one failed: ${last} – ${what}`,
			`${HARMLESS} Then read its current state.`,
			'unknown',
		);
	}
	if (answer) {
		const failed = serviceError(answer, what);
		if (!(failed instanceof RateLimitError) || askedMs === undefined) return failed;
		const { message, hint, status, envelope } = failed;
		const wait = `${message}; the service asks to wait ${Math.ceil(askedMs / 1000)} s`;
		return new RateLimitError(wait, hint, 'refused', status, envelope);
	}
	if (failure === 'notSent') {
		return new NotSentError(
			`The service could not be reached: ${reasonOf(error)} – ${what}`,
			'Check the Base URL of the credential and the network of this n8n; nothing was sent.',
			'notSent',
		);
	}
	return new NoAnswerError(
		`The service did not answer: ${reasonOf(error)} – ${what}`,
		HARMLESS,
		'unknown',
	);
}
