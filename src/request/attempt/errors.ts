import { CellularIotError, CHECK_BASE_URL, type Outcome } from '../../errors';
import { foreignMessage } from '../../foreignText';
import type { Answer } from '../../wire';

/** One entry of a validation failure's `errors`. Source: specification, Errors. */
export type ApiErrorEntry = {
	error_code?: number;
	error_token?: string;
	message?: string;
};

/** The documented error envelope, if the body contains one. */
type Envelope = ApiErrorEntry & { errors: ApiErrorEntry[] };

/** The service answered with an error. */
export class ServiceError extends CellularIotError {
	constructor(
		message: string,
		hint: string,
		outcome: Outcome,
		readonly status: number,
		readonly envelope: Envelope,
	) {
		super(message, hint, outcome);
	}
}

/** 400: the body was malformed. */
export class BadRequestError extends ServiceError {}
/** 401 that persists with a new session. */
export class UnauthorisedError extends ServiceError {}
/** 403: the role lacks the permission, or the organisation is of the wrong type. */
export class ForbiddenError extends ServiceError {}
/** 404: does not exist, or not in the caller's organisation. */
export class NotFoundError extends ServiceError {}
/** 409: conflicts with something that exists. */
export class ConflictError extends ServiceError {}
/** 422: a value was refused; `envelope.errors` says which. */
export class ValidationError extends ServiceError {}
/** 429 that persists after waiting. */
export class RateLimitError extends ServiceError {}
/** 5xx to a request that may be repeated. */
class ServerError extends ServiceError {}

/** No answer, and certainly not applied. */
export class NotSentError extends CellularIotError {
	constructor(message: string, hint: string) {
		super(message, hint, 'notSent');
	}
}

/** No answer, or a broken one, to a read or to another request that may be repeated. */
export class NoAnswerError extends CellularIotError {
	constructor(message: string, hint: string) {
		super(message, hint, 'unknown');
	}
}

/** The service redirected the request to another address; it was not sent there. */
export class RedirectError extends CellularIotError {
	constructor(
		/** "302 from https://… to https://…". */
		readonly where: string,
		outcome: Outcome,
	) {
		super(
			`The service redirects: ${where}`,
			'Enter the final address as the Base URL of the credential. n8n does not follow redirects with a session.',
			outcome,
		);
	}
}

/** The request may or may not have been applied; it was not sent again. */
export class OutcomeUnknownError extends CellularIotError {
	constructor(
		what: string,
		happened: string,
		readonly status?: number,
		/** The effect if it was applied: "the SMS was sent". */
		done?: string,
	) {
		super(
			done === undefined
				? `The outcome of ${what} is unknown: ${happened}. It may have been applied and was not sent again.`
				: `Unknown whether ${done}: ${happened}. n8n did not send it again.`,
			'Check in the service whether it took effect before you repeat it. It may still be at work on it: look again two minutes later.',
			'unknown',
		);
	}
}

/** The class of a {@link ServiceError}. */
export type ErrorClass = new (...args: ConstructorParameters<typeof ServiceError>) => ServiceError;

const BY_STATUS: Record<number, { type: ErrorClass; happened: string; hint: string }> = {
	400: {
		type: BadRequestError,
		happened: 'The service could not read the request',
		hint: 'Check the values of the fields for unusual characters.',
	},
	401: {
		type: UnauthorisedError,
		happened: 'The service refused the session, also a new one',
		hint: 'Test the credential in n8n; its user or application token may have been blocked.',
	},
	403: {
		type: ForbiddenError,
		happened: 'The service does not allow this',
		hint: 'The role lacks the permission, or the organisation is of the wrong type. Ask an administrator of the organisation.',
	},
	404: {
		type: NotFoundError,
		happened: 'The service did not find it',
		hint: 'Check the id, and that it belongs to the organisation of this credential.',
	},
	409: {
		type: ConflictError,
		happened: 'It conflicts with what exists',
		hint: 'It may exist already, be in use, or another bulk call may be running. Read its current state.',
	},
	422: {
		type: ValidationError,
		happened: 'The service refused a value',
		hint: 'Correct the value named here; ids must belong to the organisation of this credential.',
	},
	429: {
		type: RateLimitError,
		happened: 'The service received too many requests',
		hint: 'Wait a while, or run fewer workflows with this account at a time.',
	},
};

const asObject = (v: unknown) => (typeof v === 'object' && v !== null ? (v as ApiErrorEntry) : {});

/** The envelope in a body of any form: documented, empty, text or HTML. */
export function readEnvelope(body: unknown): Envelope {
	const { error_code, error_token, message } = asObject(body);
	const list = (body as { errors?: unknown } | null | undefined)?.errors;
	return {
		...(error_code !== undefined && { error_code: Number(error_code) }),
		...(error_token !== undefined && { error_token: String(error_token) }),
		...(message !== undefined && { message: String(message) }),
		errors: Array.isArray(list) ? list.map(asObject) : [],
	};
}

/** The service's own message, in one line; empty when it gave none. */
export function serviceMessage(envelope: Envelope): string {
	const said = [envelope.message, ...envelope.errors.map((e) => e.message ?? e.error_token)];
	const words =
		[...new Set(said.filter((s): s is string => !!s))].join('; ') || envelope.error_token;
	const code = envelope.error_code === undefined ? '' : ` (${envelope.error_code})`;
	return words ? `: ${foreignMessage(words)}${code}` : code;
}

/** The error for an answer that is not a success; `more` ends its message. */
export function serviceError(answer: Answer, more = ''): ServiceError {
	const envelope = readEnvelope(answer.body);
	const known = BY_STATUS[answer.status];
	if (known) {
		const message = `${known.happened}${serviceMessage(envelope)}${more}`;
		return new known.type(message, known.hint, 'refused', answer.status, envelope);
	}
	const server = answer.status >= 500;
	return new (server ? ServerError : ServiceError)(
		`The service ${server ? 'failed' : 'gave an unexpected answer'} (${answer.status})${serviceMessage(envelope)}${more}`,
		server ? 'Try again later; the service is having trouble.' : CHECK_BASE_URL,
		server ? 'unknown' : 'refused',
		answer.status,
		envelope,
	);
}
