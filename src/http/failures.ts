import type { CellularIotError } from '../errors';
import { findCause } from '../errors';
import type { Answer } from '../wire';
import { contradiction } from './documented';
import {
	NoAnswerError,
	NotSentError,
	OutcomeUnknownError,
	RateLimitError,
	RedirectError,
	serviceError,
} from './errors';
import { SharedLaneError } from './redis';
import { type Failure, type Judged, LIMIT_WAIT_MS } from './retry';

/** A request as errors tell of it. */
export interface NamedRequest extends Judged {
	/** Names the call for a person: "sms: send (POST /api/v1/endpoint/7/sms)". */
	what?: string;
	/** What has happened when it succeeds, in words that follow "whether": "the SMS was sent". */
	done?: string;
}

const nameOf = ({ what, method, path }: NamedRequest) => what ?? `${method} ${path}`;

/** Names a call at the end of a sentence, where its caller does not put that into the details. */
const about = ({ what, method, path }: NamedRequest) =>
	what === undefined ? ` – ${method} ${path}` : '';

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

/** What is known of the attempts of a call. */
export interface Tried {
	request: NamedRequest;
	/** When the service first said that there were too many requests. */
	limitedSince: number | undefined;
	/** The latest left and was not answered. */
	open: boolean;
	/** One of them may have been applied. */
	ambiguous: boolean;
}

const HARMLESS = 'Run it again: repeating this operation does no harm.';

/** A run that was cancelled; `open` when a request had left and was not answered. */
export function cancelled(request: NamedRequest, open: boolean): CellularIotError {
	const what = `${nameOf(request)} was cancelled`;
	if (!open) return new NotSentError(what, 'Run the workflow again.', 'notSent');
	return request.effect === 'act'
		? new OutcomeUnknownError(
				nameOf(request),
				'the run was cancelled while it was under way',
				undefined,
				request.done,
			)
		: new NoAnswerError(`${what} while it was under way`, HARMLESS, 'unknown');
}

/** The lane that workers share was lost, while a request was under way or before it. */
export function laneLost(
	request: NamedRequest,
	open: boolean,
	reason: SharedLaneError,
): CellularIotError {
	if (open && request.effect === 'act') {
		return new OutcomeUnknownError(nameOf(request), reason.message, undefined, request.done);
	}
	const message = `${reason.message}${about(request)}`;
	return new SharedLaneError('lost', message, open ? 'unknown' : 'notSent');
}

/** The service has refused the session of this run, and the one that replaced it. */
export const sessionsRefused = (request: NamedRequest): CellularIotError =>
	new NotSentError(
		`Not sent: the service refused the session of this run, also a new one${about(request)}`,
		'Test the credential in n8n; its user or application token may have been blocked. Then run the remaining items again.',
		'notSent',
	);

/** A call that ended before its next attempt, for a reason that explains itself. */
export function withEarlier(reason: CellularIotError, { request, ambiguous }: Tried) {
	if (!ambiguous || request.effect === 'read') return reason;
	return unansweredBefore(reason.message, request);
}

const unansweredBefore = (last: string, request: NamedRequest) =>
	new NoAnswerError(
		`An attempt got no answer, and the last one failed: ${last}${about(request)}`,
		`${HARMLESS} Then read its current state.`,
		'unknown',
	);

/** What the last attempt ended with. */
interface Last {
	error?: unknown;
	answer?: Answer | undefined;
	baseUrl: string;
}

/**
 * The error for a person, of what was left after all attempts. It never carries what the host
 * threw: that holds the request with its token or password.
 */
export function errorOf(failure: Failure, tried: Tried, last: Last): CellularIotError {
	const { request, open, ambiguous } = tried;
	const { answer, error } = last;
	const what = nameOf(request);
	// It may have been cancelled while it waited to repeat an attempt that had left.
	if (failure === 'cancelled') return cancelled(request, open || ambiguous);
	// A redirect may follow what was applied, as one after a form does.
	const mayBeApplied = failure === 'ambiguous' || failure === 'redirected';
	const happened = answer ? happenedWith(answer, request, last.baseUrl) : reasonOf(error);
	if (mayBeApplied && request.effect === 'act') {
		const how = failure === 'redirected' ? `the service redirects, ${happened}` : happened;
		return new OutcomeUnknownError(what, how, answer?.status, request.done);
	}
	const tellsNothing =
		failure !== 'ambiguous' && ![400, 401, 403, 422].includes(answer?.status ?? 0);
	// The last attempt never left, or found changed what one before it may have changed.
	if (ambiguous && request.effect === 'set' && tellsNothing)
		return unansweredBefore(happened, request);
	if (failure === 'redirected') {
		return new RedirectError(
			about(request),
			happened,
			request.effect === 'read' ? 'refused' : 'unknown',
		);
	}
	if (answer) return failed(answer, request, tried, happened);
	if (failure === 'notSent') {
		return new NotSentError(
			`The service could not be reached: ${happened}${about(request)}`,
			'Check the Base URL of the credential and the network of this n8n; nothing was sent.',
			'notSent',
		);
	}
	return new NoAnswerError(
		`The service did not answer: ${happened}${about(request)}`,
		HARMLESS,
		'unknown',
	);
}

/** An answer that is no success, to something that may be repeated or was refused. */
function failed(answer: Answer, request: NamedRequest, { limitedSince }: Tried, happened: string) {
	if (answer.status >= 200 && answer.status < 300) {
		return new NoAnswerError(
			`The service gave an unexpected answer: ${happened}${about(request)}`,
			'Check that the Base URL is that of the service and not of a proxy or a sign-in page.',
			'unknown',
		);
	}
	const error = serviceError(answer, about(request));
	if (!(error instanceof RateLimitError) || limitedSince === undefined) return error;
	const minutes = LIMIT_WAIT_MS / 60_000;
	return new RateLimitError(
		`${error.message}; it was waited for ${minutes} minutes`,
		error.hint,
		'refused',
		error.status,
		error.envelope,
	);
}

/** In words that stand alone, or follow "failed:". */
function happenedWith(answer: Answer, request: Judged, baseUrl: string): string {
	const { status, headers } = answer;
	if (status >= 300 && status < 400)
		return `${status} ${redirection(headers.location, request, baseUrl)}`;
	const wrong = status < 300 ? contradiction(answer, request) : undefined;
	return `the service answered ${wrong ?? status}`;
}

/** Both addresses, without a query: it may hold a secret. */
function redirection(location: string | undefined, { path }: Judged, baseUrl: string): string {
	const from = new URL(baseUrl + path);
	const to = location !== undefined && URL.canParse(location, from.href) && new URL(location, from);
	const there = to ? to.origin + to.pathname : 'an address it does not name';
	return `from ${from.origin}${from.pathname} to ${there}`;
}
