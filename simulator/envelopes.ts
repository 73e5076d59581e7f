/** The service's error answers, in the envelopes of the specification ("Errors"). */

/** One entry of `errors` in a 422 answer. */
export interface Problem {
	error_code: number;
	error_token: string;
	message: string;
}

/** An answer that refuses a request: thrown by rules, sent by the application. */
export class ApiError extends Error {
	constructor(
		readonly status: number,
		/** JSON body, or HTML as a string; undefined sends an empty one. */
		readonly body?: Record<string, unknown> | string,
		readonly headers: Record<string, string> = {},
	) {
		super(typeof body === 'object' ? String(body.message) : `HTTP ${status}`);
	}
}

/** 400: the body is no JSON. The body's shape is not shown; this one is the recorded form. */
export const malformed = (message: string) => new ApiError(400, { status_code: 400, message });

/** 401 with an empty body: a login that failed (public reference). */
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
	new ApiError(401, {
		error_code,
		error_token: error_code === 1103 ? 'TokenExpired' : 'InvalidToken',
		message,
	});

/** 403 in the long form: the role lacks the permission. */
export const roleForbidden = (message = 'The role lacks the required permission') =>
	new ApiError(403, { error_code: 1201, error_token: 'AccessDenied', message });

/** 403 in the short form: only `status_code` and `message`. */
export const forbidden = (message: string) => new ApiError(403, { status_code: 403, message });

/** 404; with a code in the long form, without one in the short form. */
export const notFound = (message: string, error_code?: number) =>
	error_code === undefined
		? new ApiError(404, { status_code: 404, message })
		: new ApiError(404, { error_code, error_token: 'NotFound', message });

/** 409; 1405 is a duplicate. */
export const conflict = (message: string, error_code?: number) =>
	error_code === undefined
		? new ApiError(409, { status_code: 409, message })
		: new ApiError(409, { error_code, error_token: 'Duplicated', message });

/** 429 (public reference: code 1105). */
export const tooMany = (message = 'Rate limit exceeded', headers: Record<string, string> = {}) =>
	new ApiError(429, { error_code: 1105, error_token: 'RateLimitExceeded', message }, headers);

/** 422 with one problem. */
export const unprocessable = (message: string, error_code = 1400, error_token = 'InvalidValue') =>
	new ApiError(422, {
		message,
		error_code,
		error_token,
		errors: [{ error_code, error_token, message }],
	});

/** Collects what is wrong with an input, so that one 422 names all of it. */
export class Problems {
	readonly list: Problem[] = [];
	/** A 404 or 409 that is answered only when nothing is invalid. */
	late: ApiError | undefined;

	/** `InvalidValue`, 1400. */
	invalid(message: string): void {
		this.list.push({ error_code: 1400, error_token: 'InvalidValue', message });
	}

	/** `Required`, 1400. */
	required(message: string): void {
		this.list.push({ error_code: 1400, error_token: 'Required', message });
	}

	/** Keeps the first 404 or 409. */
	refuse(error: ApiError): void {
		this.late ??= error;
	}

	/** Throws the 422, or else the kept refusal. */
	finish(): void {
		const [first] = this.list;
		if (first) throw new ApiError(422, { ...first, errors: this.list });
		if (this.late) throw this.late;
	}
}
