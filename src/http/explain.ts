import { CellularIotError, findCause, ownError } from '../errors';
import type { Answer, Effect } from '../operations/define';
import {
	NoAnswerError,
	NotSentError,
	OutcomeUnknownError,
	RateLimitError,
	serviceError,
} from './errors';
import { failureOf } from './retry';

/** What an error is about. */
export interface Call {
	method: string;
	path: string;
	effect: Effect;
	/** Names the call for a person. */
	what?: string;
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

/** A run that was cancelled; `open` when a request had left and was not answered. */
export const cancelled = (call: Call, open: boolean): CellularIotError =>
	open && call.effect === 'act'
		? new OutcomeUnknownError(nameOf(call), 'the run was cancelled while it was under way')
		: new NotSentError(`${nameOf(call)} was cancelled`, 'Run the workflow again.', 'notSent');

/**
 * The error for a person, of what was left after all attempts. It never carries what the host
 * threw: that holds the request with its token or password.
 */
export function explain(
	error: unknown,
	call: Call,
	open: boolean,
	answer?: Answer,
	askedMs?: number,
): CellularIotError {
	const own = ownError(error);
	if (own) return own;
	const what = nameOf(call);
	const failure = failureOf(error);
	if (failure === 'cancelled') return cancelled(call, open);
	if (failure === 'ambiguous' && call.effect === 'act') {
		const happened = answer ? `the service answered ${answer.status}` : reasonOf(error);
		return new OutcomeUnknownError(what, happened, answer?.status);
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
		'Run it again: repeating this operation does no harm.',
		'unknown',
	);
}
