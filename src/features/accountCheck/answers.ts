import { isEmpty } from '../../table/values';
import { isObject, type Json, listIn } from '../../wire';
import type { Answer } from '../../wire';

/* Classifies answers before their fields are examined. */

/**
 * The outcome of a question. `absent`: there is no such path. `none`: there is no such thing.
 * `failed`: the service answered with another error, or not at all.
 */
type PermissionVerdict = 'allowed' | 'refused' | 'absent' | 'none' | 'failed';

/** Statuses of paths or methods that a server does not have. */
const NO_PATH = [404, 405, 410, 501];

/** The form of a refusal without the thing it is about: refusals with equal forms have the same cause. */
export function refusalSignature({ status, body }: Answer): string {
	if (!isObject(body)) return `${status} ${typeof body}`;
	const { message, error_code: code, error_token: token } = body;
	const words = String(message ?? '').replace(/[/:]\S*|\d+|GET/g, '');
	return JSON.stringify([status, Object.keys(body).sort(), code, token, words.trim()]);
}

/**
 * The verdict over an answer; `unknownPath` is the form of the refusal of a path that certainly does not
 * exist.
 */
export function verdictOn(
	answer: Answer,
	unknownPath: string | undefined,
	mayBeNone = false,
): PermissionVerdict {
	const { status, body } = answer;
	const isNothing = !body || (isObject(body) && Object.keys(body).length === 0);
	if (status < 300) return mayBeNone && isNothing ? 'none' : 'allowed';
	if (status >= 400 && refusalSignature(answer) === unknownPath) return 'absent';
	if (status === 401 || status === 403) return 'refused';
	if (status === 404 && mayBeNone) return 'none';
	return NO_PATH.includes(status) ? 'absent' : 'failed';
}

/**
 * The entries of an answer, or its one object; otherwise a description of what it is. `parts` are names
 * that an entry has.
 */
export function answerEntries(
	{ body }: Answer,
	isMany: boolean,
	parts: string[] = [],
): Json[] | string {
	if (isEmpty(body)) return 'nothing';
	if (typeof body === 'string') return /^\s*</.test(body) ? 'a page' : 'text';
	if (Array.isArray(body)) {
		const entries = body.filter(isObject);
		return entries.length < body.length ? 'a list that holds more than objects' : entries;
	}
	if (!isObject(body)) return 'a bare value';
	if (!isMany) return [body];
	const list = 'id' in body ? undefined : listIn(body);
	// Some editions of the reference show one object in place of a list.
	if (list) return list;
	const isEntry = ['id', ...parts].some((part) => part in body);
	return isEntry || Object.keys(body).length === 0 ? [body] : 'an object without a list';
}

/** The documented parts of an error's body. */
const PARTS = ['error_code', 'error_token', 'message', 'status_code', 'errors'];
/** Words of the service that name a kind of error. */
const TOKEN = /^[A-Z][A-Za-z]{2,40}$/;

/** The code and the token of a refusal, as far as they can be shown. */
export function codeOf({ body }: Answer): string | undefined {
	if (!isObject(body)) return undefined;
	const code = Number(body.error_code);
	const parts = [
		Number.isInteger(code) && code > 0 && code < 100_000 ? String(code) : undefined,
		typeof body.error_token === 'string' && TOKEN.test(body.error_token)
			? body.error_token
			: undefined,
	];
	return parts.filter(Boolean).join(' ') || undefined;
}

/** Why the body of an error is none of the documented ones; undefined if it is one of them. */
export function wrongError(answer: Answer): string | undefined {
	const { status, body } = answer;
	if (status < 400 || status >= 500) return `it answers ${status}`;
	// Documented, too: an empty body, and a page beside 422.
	if (isEmpty(body)) return undefined;
	if (!isObject(body)) return `the body is ${Array.isArray(body) ? 'a list' : 'no JSON'}`;
	if (!PARTS.some((part) => part in body)) return 'the body holds neither message nor error_code';
	if ('error_code' in body && !Number.isInteger(Number(body.error_code)))
		return 'error_code is no number';
	if ('message' in body && typeof body.message !== 'string') return 'message is no text';
	return 'errors' in body && !Array.isArray(body.errors) ? 'errors is no list' : undefined;
}
