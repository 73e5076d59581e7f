/* The secret with which the service signs its calls, or which it sends with them. */

/** Bytes below which a secret can be guessed from a token. Source: RFC 7518, section 3.2. */
const SHORTEST = 32;

/** The fault of a secret, in words for a person; undefined for a good one. */
export function secretProblem(secret: unknown): string | undefined {
	if (typeof secret !== 'string' || secret === '') return 'must not be empty';
	const bytes = new TextEncoder().encode(secret).length;
	return bytes < SHORTEST
		? `must have ${SHORTEST} bytes or more, not ${bytes}: a shorter one can be guessed from a single call. Use 32 random characters; where the service profile has a shorter one, replace it there, too`
		: undefined;
}
