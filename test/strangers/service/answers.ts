import type { State } from './state';

/*
 * What a request asks, what it is answered, and the bodies of refusals.
 */

export interface Asked {
	method: string;
	path: string;
	query: URLSearchParams;
	/** The parts of the path that stand for names in braces. */
	parts: Record<string, string>;
	body: unknown;
	state: State;
	now: number;
}

export interface Answer {
	status: number;
	headers?: Record<string, string>;
	/** Sent as JSON; a text is sent as HTML, undefined is an empty body. */
	body?: unknown;
}

export interface Route {
	method: string;
	/** Path with names in braces, such as `/api/v1/endpoint/{id}`. */
	path: string;
	answer: (asked: Asked) => Answer;
}

const REFUSALS: Record<number, [code: number, token: string, message: string]> = {
	400: [1000, 'BadRequest', 'Bad request'],
	403: [1104, 'Forbidden', 'You are not allowed to do this'],
	404: [1201, 'NotFound', 'Not found'],
	409: [1405, 'Duplicated', 'It exists already'],
	422: [1400, 'InputValidationFailed', 'The input is invalid'],
	429: [1105, 'TooManyRequests', 'Too many requests'],
};

/** The body that a refusal carries. */
export function refusalBody(status: number): object | string {
	const known = REFUSALS[status];
	if (!known) return { message: 'Internal error' };
	const [error_code, error_token, message] = known;
	return { error_code, error_token, message };
}

export const refused = (status: number): Answer => ({ status, body: refusalBody(status) });
