import type { Answer } from '../wire';

const HIDDEN = '(hidden)';
/** Entries of a list that are looked through: what echoes a request answers one thing, not a fleet. */
const LOOKED_THROUGH = 100;

/** An answer without the token it was asked with, which a proxy or a test service may echo. */
export function withoutToken(answer: Answer, token: string | undefined): Answer {
	if (token === undefined) return answer;
	const clean = (value: unknown): unknown => {
		if (typeof value === 'string') {
			const holds = value.length >= token.length && value.includes(token);
			return holds ? value.replaceAll(token, HIDDEN) : value;
		}
		if (typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) {
			for (let i = 0; i < Math.min(value.length, LOOKED_THROUGH); i++) value[i] = clean(value[i]);
			return value;
		}
		const object = value as Record<string, unknown>;
		for (const key of Object.keys(object)) object[key] = clean(object[key]);
		return object;
	};
	return {
		...answer,
		body: clean(answer.body),
		headers: clean(answer.headers) as Answer['headers'],
	};
}
