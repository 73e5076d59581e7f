import { type CellularIotError, CHECK_BASE_URL } from '../errors';
import type { Answer, HttpRequest } from '../wire';
import { contradiction } from './documented';
import {
	NoAnswerError,
	NotSentError,
	OutcomeUnknownError,
	RedirectError,
	serviceError,
} from './errors';
import type { Exchange } from './exchange';
import { reasonOf } from './reasons';
import { SharedLaneError } from './redis';
import { type Failure, LIMIT_WAIT_MS } from './retry';

/* What became of a request, as the error for a person. */

const HARMLESS = 'Run it again: repeating this operation does no harm.';

const outcomeUnknown = ({ what, done }: HttpRequest, happened: string, status?: number) =>
	new OutcomeUnknownError(what, happened, status, done);

/** A run that was cancelled; `open` when a request had left and was not answered. */
export function cancelled(request: HttpRequest, open: boolean): CellularIotError {
	const message = `${request.what} was cancelled`;
	if (!open) return new NotSentError(message, 'Run the workflow again.', 'notSent');
	return request.effect === 'act'
		? outcomeUnknown(request, 'the run was cancelled while it was under way')
		: new NoAnswerError(`${message} while it was under way`, HARMLESS, 'unknown');
}

/** The lane that workers share was lost, while a request was under way or before it. */
export const laneLost = (request: HttpRequest, open: boolean, { message }: SharedLaneError) =>
	open && request.effect === 'act'
		? outcomeUnknown(request, message)
		: new SharedLaneError('lost', message, open ? 'unknown' : 'notSent');

/** The service has refused the session of this run, and the one that replaced it. */
export const sessionsRefused = () =>
	new NotSentError(
		'Not sent: the service refused the session of this run, also a new one',
		'Test the credential in n8n; its user or application token may have been blocked. Then run the remaining items again.',
		'notSent',
	);

/** A call that ended before its next attempt, for a reason that explains itself. */
export const withEarlier = (reason: CellularIotError, { request, ambiguous }: Exchange) =>
	ambiguous && request.effect !== 'read' ? unansweredBefore(reason.message) : reason;

const unansweredBefore = (last: string) =>
	new NoAnswerError(
		`An attempt got no answer, and the last one failed: ${last}`,
		`${HARMLESS} Then read its current state.`,
		'unknown',
	);

/** What the last attempt ended with. */
interface Last {
	error?: unknown;
	answer?: Answer;
	baseUrl: string;
}

/**
 * The error for a person, of what was left after all attempts. It never carries what the host
 * threw: that holds the request with its token or password.
 */
export function errorOf(
	failure: Failure,
	{ request, open, ambiguous, limitedSince }: Exchange,
	{ answer, error, baseUrl }: Last,
): CellularIotError {
	// It may have been cancelled while it waited to repeat an attempt that had left.
	if (failure === 'cancelled') return cancelled(request, open || ambiguous);
	const happened = answer ? happenedWith(answer, request, baseUrl) : reasonOf(error);
	const isRedirected = failure === 'redirected';
	// A redirect may follow what was applied, as one after a form does.
	if (request.effect === 'act' && (failure === 'ambiguous' || isRedirected)) {
		const how = isRedirected ? `the service redirects, ${happened}` : happened;
		return outcomeUnknown(request, how, answer?.status);
	}
	const tellsNothing =
		failure !== 'ambiguous' && ![400, 401, 403, 422].includes(answer?.status ?? 0);
	// The last attempt never left, or found changed what one before it may have changed.
	if (ambiguous && request.effect === 'set' && tellsNothing) return unansweredBefore(happened);
	if (isRedirected) {
		return new RedirectError(happened, request.effect === 'read' ? 'refused' : 'unknown');
	}
	if (answer) return failed(answer, happened, limitedSince !== undefined);
	if (failure === 'notSent') {
		return new NotSentError(
			`The service could not be reached: ${happened}`,
			'Check the Base URL of the credential and the network of this n8n; nothing was sent.',
			'notSent',
		);
	}
	return new NoAnswerError(`The service did not answer: ${happened}`, HARMLESS, 'unknown');
}

/** An answer that is no success, to something that may be repeated or was refused. */
function failed(answer: Answer, happened: string, wasLimited: boolean): CellularIotError {
	const { status } = answer;
	if (status >= 200 && status < 300) {
		return new NoAnswerError(
			`The service gave an unexpected answer: ${happened}`,
			CHECK_BASE_URL,
			'unknown',
		);
	}
	const minutes = LIMIT_WAIT_MS / 60_000;
	const waited = status === 429 && wasLimited ? `; it was waited for ${minutes} minutes` : '';
	return serviceError(answer, waited);
}

/** In words that stand alone, or follow "failed:". */
function happenedWith(answer: Answer, request: HttpRequest, baseUrl: string): string {
	const { status, headers } = answer;
	if (status >= 300 && status < 400)
		return `${status} ${redirection(headers.location, baseUrl + request.path)}`;
	const wrong = status < 300 ? contradiction(answer, request) : undefined;
	return `the service answered ${wrong ?? status}`;
}

/** Both addresses, without a query: it may hold a secret. */
function redirection(location: string | undefined, asked: string): string {
	const from = new URL(asked);
	const to = location !== undefined && URL.canParse(location, from.href) && new URL(location, from);
	const there = to ? to.origin + to.pathname : 'an address it does not name';
	return `from ${from.origin}${from.pathname} to ${there}`;
}
