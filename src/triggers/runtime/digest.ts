import { createHash } from 'node:crypto';

/** A digest of a value, in this many letters of six bits each. */
export const digestOf = (value: unknown, letters: number): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, letters);
