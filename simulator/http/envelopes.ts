/**
 * The service's error answers, in the envelopes of the specification ("Errors") and as recorded.
 */

/** One entry of `errors` in a 422 answer. */
interface Problem {
	error_code: number;
	error_token: string;
	message: string;
}

type Body = Record<string, unknown>;

/** An error answer: thrown by rules, sent by the application. */
export class ApiError extends Error {
	constructor(
		readonly status: number,
		/** JSON body, or HTML or text as a string; undefined sends an empty body. */
		readonly body?: Body | string,
		readonly headers: Record<string, string> = {},
		/** The body in the recorded generation, where it differs. */
		readonly recorded?: Body,
	) {
		super(typeof body === 'object' ? String(body.message) : `HTTP ${status}`);
	}
}

/** An error of the eSIM routes: only a status code and a message (public reference). */
export const esimError = (status: number, message: string) =>
	new ApiError(status, { status_code: status, message });

/** The tokens of the codes (recorded, or documented only). */
const TOKENS: Record<number, string> = {
	1000: 'BadRequest',
	1101: 'InvalidCredentials',
	1102: 'InvalidToken',
	1103: 'TokenExpired',
	1104: 'Forbidden',
	1105: 'TooManyRequests',
	1201: 'NotFound',
	1400: 'InputValidationFailed',
	1401: 'InvalidReference',
	1402: 'Required',
	1403: 'InvalidFormat',
	1405: 'Duplicated',
	1406: 'NotAllowed',
	1407: 'CannotBeDeleted',
	1601: 'Unavailable',
};

/** A body in the recorded form. */
const coded = (error_code: number, message: string) => ({
	error_code,
	error_token: TOKENS[error_code] ?? 'Unknown',
	message,
});

/** 400: the body is not JSON, or a path id is not a number (recorded: 1000). */
export const malformed = (message: string) =>
	new ApiError(400, { status_code: 400, message }, {}, coded(1000, message));

/** 401 with an empty body: a failed login (public reference). */
export const loginFailed = () => new ApiError(401);

/** 401 while the account is locked (public reference: the body carries `TooManyRequests`). */
export const locked = () =>
	new ApiError(401, {
		error_code: 1101,
		error_token: 'TooManyRequests',
		message: 'Too many failed logins, the account is locked for five minutes',
	});

/** 401 of a call: 1102 invalid token, 1103 expired (public reference). */
export const unauthorized = (error_code: 1102 | 1103, message: string) =>
	new ApiError(401, coded(error_code, message));

/** 401 of the gateway for a call without a JWT: recorded with `message` only. */
export const gatewayRefusal = () =>
	new ApiError(
		401,
		coded(1102, 'Missing or malformed Authorization header'),
		{},
		{
			message: 'Unauthorized',
		},
	);

/** A refusal without its code, of routes that show none in the references. */
export function inShort({ status, message, body, headers, recorded }: ApiError): ApiError {
	const form = recorded ?? (typeof body === 'object' ? body : undefined);
	return new ApiError(status, { status_code: status, message }, headers, form);
}

/** 403 in the long form: the role lacks the permission. */
export const roleForbidden = (message = 'The role lacks the required permission') =>
	new ApiError(403, coded(1104, message));

/** 403 in the short form: only `status_code` and `message`. */
export const forbidden = (message: string) => new ApiError(403, { status_code: 403, message });

/** 404; in the references with a code (long form) or without (short form). */
export const notFound = (message: string, error_code?: number) =>
	new ApiError(
		404,
		error_code === undefined
			? { status_code: 404, message }
			: { error_code, error_token: error_code === 1401 ? 'InvalidReference' : 'NotFound', message },
		{},
		error_code === 1601 || error_code === undefined
			? coded(error_code ?? 1201, message)
			: undefined,
	);

/** 404 of a PATCH that names something unknown (recorded: 1401). */
export const unknownReference = (message: string) =>
	new ApiError(404, { status_code: 404, message }, {}, coded(1401, message));

/** 409; 1405 is a duplicate. */
export const conflict = (message: string, error_code?: 1405) =>
	new ApiError(
		409,
		error_code === undefined ? { status_code: 409, message } : coded(1405, message),
	);

/** 409 when an object is in use and cannot be deleted (recorded form: 1407). */
export const cannotBeDeleted = (message: string) =>
	new ApiError(409, { status_code: 409, message }, {}, coded(1407, message));

/** 429 (public reference: code 1105). */
export const tooManyRequests = (
	message = 'Rate limit exceeded',
	headers: Record<string, string> = {},
) => new ApiError(429, coded(1105, message), headers);

/** 422 with one problem. */
export const unprocessable = (message: string, error_code = 1400, error_token = 'InvalidValue') => {
	const problem = { error_code, error_token, message };
	const kind = error_token === 'Required' ? 1402 : 1403;
	return new ApiError(
		422,
		{ message, error_code, error_token, errors: [problem] },
		{},
		error_code === 1400 ? validationFailed([coded(kind, message)]) : undefined,
	);
};

const validationFailed = (errors: Problem[]) => ({
	...coded(1400, errors[0]?.message ?? 'The input is not valid'),
	errors,
});

/** 422 for a change that is not allowed (public reference: 1400, inside 1406). */
export const notAllowed = (message: string) =>
	new ApiError(422, validationFailed([coded(1406, message)]));

/** Collects the problems of an input, so that one 422 names them all. */
export class Problems {
	readonly list: Problem[] = [];
	private readonly recorded: Problem[] = [];
	/** A 404 or 409 that is sent only when nothing is invalid. */
	late: ApiError | undefined;

	/** `InvalidValue`, 1400; recorded as 1403. */
	invalid(message: string): void {
		this.add('InvalidValue', 1403, message);
	}

	/** `Required`, 1400; recorded as 1402. */
	required(message: string): void {
		this.add('Required', 1402, message);
	}

	/** An unknown reference: `InvalidValue`, 1400; recorded as 1401. */
	unknown(message: string): void {
		this.add('InvalidValue', 1401, message);
	}

	private add(error_token: string, code: number, message: string): void {
		this.list.push({ error_code: 1400, error_token, message });
		this.recorded.push(coded(code, message));
	}

	/** Keeps the first 404 or 409. */
	refuse(error: ApiError): void {
		this.late ??= error;
	}

	/**
	 * The 422, or else the first 404 or 409. `specified` uses the specification's codes and tokens in
	 * both generations.
	 */
	refusal(specified = false): ApiError | undefined {
		const [first] = this.list;
		if (!first) return this.late;
		const recorded = specified ? undefined : validationFailed(this.recorded);
		return new ApiError(422, { ...first, errors: this.list }, {}, recorded);
	}

	/** @throws the {@link refusal}, if any */
	finish(): void {
		const refusal = this.refusal();
		if (refusal) throw refusal;
	}
}
