import { type Answer, type HttpRequest, isObject } from '../../wire';

const HIDDEN = '(hidden)';
/** Entries of a list that are searched: an echo of a request is one answer, not a fleet. */
const ENTRIES_SEARCHED = 100;

/** Texts that a login was sent with: password hash, tokens, codes, fingerprint. */
export function sentWith({ lane, body, headers }: HttpRequest): string[] {
	if (lane !== 'auth') return [];
	const texts = (value: unknown): string[] => {
		if (typeof value === 'string') return [value];
		return isObject(value) ? Object.values(value).flatMap(texts) : [];
	};
	const bearer = headers?.Authorization?.replace(/^Bearer /, '');
	return [...texts(body), ...texts(bearer)];
}

/** An answer without the given secrets, which a proxy or a test service may echo. */
export function withoutSecrets(answer: Answer, given: Array<string | undefined>): Answer {
	const secrets = given.filter((secret): secret is string => secret !== undefined && secret !== '');
	if (secrets.length === 0) return answer;
	const hidden = (text: string): string =>
		secrets.reduce(
			(rest, secret) => (rest.includes(secret) ? rest.replaceAll(secret, HIDDEN) : rest),
			text,
		);
	const clean = (value: unknown): unknown => {
		if (typeof value === 'string') return hidden(value);
		if (typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) {
			for (let i = 0; i < Math.min(value.length, ENTRIES_SEARCHED); i++) value[i] = clean(value[i]);
			return value;
		}
		const object = value as Record<string, unknown>;
		for (const key of Object.keys(object)) {
			const entry = clean(object[key]);
			const name = hidden(key);
			if (name !== key) delete object[key];
			object[name] = entry;
		}
		return object;
	};
	return {
		...answer,
		body: clean(answer.body),
		headers: clean(answer.headers) as Answer['headers'],
	};
}
