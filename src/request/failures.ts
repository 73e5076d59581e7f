import { type CellularIotError, CHECK_BASE_URL, ownError, withoutNotSent } from '../errors';
import { reasonOf } from '../reasons';
import type { Answer, HttpRequest } from '../wire';
import { seenIn } from './attempt/connection';
import { unexpectedSuccess } from './attempt/documented';
import {
	NoAnswerError,
	NotSentError,
	OutcomeUnknownError,
	RedirectError,
	serviceError,
} from './attempt/errors';
import { tlsHint } from './attempt/tls';
import { sentWith, withoutSecrets } from './attempt/withoutSecrets';
import type { Exchange } from './exchange';
import { type Failure, LIMIT_WAIT_MS } from './retry';

/* Turns the end of a request into an error for a person. */

const HARMLESS = 'Run it again: repeating this operation does no harm.';

const outcomeUnknown = ({ what, done }: HttpRequest, happened: string, status?: number) =>
	new OutcomeUnknownError(what, happened, status, done);

/** The error of a cancelled run; `open` when a request was sent and not answered. */
export function cancelled(request: HttpRequest, isUnanswered: boolean): CellularIotError {
	const message = `${request.what} was cancelled`;
	if (!isUnanswered) return new NotSentError(message, 'Run the workflow again.');
	return request.effect === 'act'
		? outcomeUnknown(request, 'the run was cancelled while it was under way')
		: new NoAnswerError(`${message} while it was under way`, HARMLESS);
}

/** The service has refused this run's session and the session that replaced it. */
export const sessionsRefused = () =>
	new NotSentError(
		'Not sent: the service refused the session of this run, also a new one',
		'Test the credential in n8n; its user or application token may have been blocked. Then run the remaining items again.',
	);

/**
 * The error of all attempts together: an attempt that may have been applied stays so, even if a
 * later attempt, or the lane, fails.
 */
export function verdictOf(error: unknown, exchange: Exchange, isCancelled: boolean): unknown {
	const { request, mayBeApplied } = exchange;
	const own = ownError(error);
	if (!own) return isCancelled ? cancelled(request, mayBeApplied) : error;
	if (!mayBeApplied || own.outcome === 'unknown') return error;
	const why = withoutNotSent(own.message);
	if (request.effect === 'act') return outcomeUnknown(request, why);
	// The service's refusal of a read is reliable, whatever happened to earlier attempts.
	if (request.effect === 'read' && own.outcome === 'refused') return error;
	return new NoAnswerError(
		`An attempt got no answer and may have been applied, and the last one failed: ${why}`,
		'Read its current state in the service, once more two minutes later. Repeating this operation does no harm.',
	);
}

/** The end of an attempt: an answer with the reason why it is no success, or an error. */
export type Ended =
	| { answer: Answer; failure: Failure | undefined; error?: undefined }
	| { error: unknown; failure: Failure; answer?: undefined };

/**
 * The error for a person after the last attempt. It never carries the host's own error, which contains
 * the request with its token or password.
 */
export function failureError(
	{ request, mayBeApplied }: Exchange,
	{ failure, error, answer: given }: Ended,
	baseUrl: string,
): CellularIotError {
	// A login's own answer may contain sent values, as a refresh token that stays valid.
	const answer = given && withoutSecrets(given, sentWith(request));
	// The run may have been cancelled during the wait before a retry of a sent attempt.
	if (failure === 'cancelled') return cancelled(request, mayBeApplied);
	const happened = answer ? happenedWith(answer, request, baseUrl) : reasonOf(error);
	const isRedirected = failure === 'redirected';
	// A redirect may follow a request that was applied, as after a form.
	if (request.effect === 'act' && (failure === 'ambiguous' || isRedirected)) {
		const how = isRedirected ? `the service redirects, ${happened}` : happened;
		return outcomeUnknown(request, how, answer?.status);
	}
	if (isRedirected) {
		return new RedirectError(happened, request.effect === 'read' ? 'refused' : 'unknown');
	}
	if (answer) return answerFailure(answer, happened);
	if (failure === 'notSent') {
		return new NotSentError(
			`The service could not be reached: ${happened}`,
			seenIn(error)?.hint ??
				tlsHint(error) ??
				'Check the Base URL of the credential and the network of this n8n; nothing was sent.',
		);
	}
	return new NoAnswerError(`The service did not answer: ${happened}`, HARMLESS);
}

/** An unsuccessful answer to a request that may be repeated, or that was refused. */
function answerFailure(answer: Answer, happened: string): CellularIotError {
	const { status } = answer;
	if (status >= 200 && status < 300) {
		return new NoAnswerError(`The service gave an unexpected answer: ${happened}`, CHECK_BASE_URL);
	}
	const waited = `; it was waited for ${LIMIT_WAIT_MS / 60_000} minutes`;
	return serviceError(answer, status === 429 ? waited : '');
}

/** The end of a request, in words that stand alone or follow "failed:". */
function happenedWith(answer: Answer, request: HttpRequest, baseUrl: string): string {
	const { status, headers } = answer;
	if (status >= 300 && status < 400)
		return `${status} ${redirection(headers.location, baseUrl + request.path)}`;
	const wrong = status < 300 ? unexpectedSuccess(answer, request) : undefined;
	return `the service answered ${wrong ?? status}`;
}

/** Both addresses, without their queries, which may contain a secret. */
function redirection(location: string | undefined, asked: string): string {
	const from = new URL(asked);
	const to = location !== undefined && URL.canParse(location, from.href) && new URL(location, from);
	const there = to ? to.origin + to.pathname : 'an address it does not name';
	return `from ${from.origin}${from.pathname} to ${there}`;
}
