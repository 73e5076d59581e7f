import { type Answer, type HttpRequest, isObject } from '../../wire';

/**
 * Success statuses of `act` requests; an entry may name its own. Requests with other effects may be
 * answered with any 2xx: repeating them does no harm.
 */
const ACT_SUCCESS = [200, 201, 204];

/** An envelope of errors in place of a result. An empty list of errors is none. */
export function hasError(body: unknown): boolean {
	if (!isObject(body)) return false;
	const { error, errors, error_code: code, error_token: token } = body;
	const word = typeof error === 'string' && error !== '';
	const listed = Array.isArray(errors) && errors.length > 0;
	return word || listed || code !== undefined || token !== undefined;
}

/**
 * Why a 2xx is not the documented success, in words that follow "the service answered"; undefined
 * when it is. A page, text, an error inside a success, or the empty 200 of a sign-in portal says
 * nothing about the request's effect: for an `act` request the outcome is unknown. The content type
 * says nothing either way: an empty 201 comes as JSON, or as HTML. Source: recorded (empty 201
 * answers), specification (documented statuses).
 */
export function unexpectedSuccess(
	{ status, body }: Answer,
	{
		effect,
		lane,
		success,
		byItem,
		isEmptySuccess = false,
	}: Pick<HttpRequest, 'effect' | 'lane' | 'success' | 'byItem' | 'isEmptySuccess'>,
): string | undefined {
	// The login's own error explains such an answer: the address is wrong.
	if (lane === 'auth') return undefined;
	if (typeof body === 'string' && body.trim() !== '') {
		return `${status} with ${/^\s*</.test(body) ? 'a page' : 'text'} instead of JSON`;
	}
	if (byItem) return undefined;
	if (hasError(body)) return `${status} with an error inside`;
	const allowed = success ?? (effect === 'act' ? ACT_SUCCESS : undefined);
	if (allowed && !allowed.includes(status)) {
		return `${status}, where ${allowed.join(' or ')} is documented`;
	}
	const isEmpty = body === undefined || body === null || body === '';
	if (effect === 'act' && status === 200 && isEmpty && !isEmptySuccess)
		return '200 with an empty body';
	return undefined;
}
