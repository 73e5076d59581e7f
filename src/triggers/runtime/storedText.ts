import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { digestOf } from './digest';
import type { StoredForm } from './storedForm';

/*
 * States as texts for n8n's store: the version of the form, a digest of the rest, and deflated JSON. A text of another
 * version, or a damaged one, is refused with a message, and its state starts over. `npm run bench -- states` has the
 * sizes and times.
 */

/** Letters of the digest: a damaged text has another one. */
const CHECK_LETTERS = 8;

/** The state as text. */
export function pack<T>({ version, write }: StoredForm<T>, value: T): string {
	const deflated = deflateSync(strToU8(JSON.stringify(write(value))));
	const packed = Buffer.from(deflated).toString('base64url');
	return `${version}.${digestOf(packed, CHECK_LETTERS)}.${packed}`;
}

/**
 * The state of a text; undefined where nothing is stored, and for a value that is refused: the log says why.
 */
export function unpack<T>(
	{ what, version, read }: StoredForm<T>,
	stored: unknown,
	log?: (message: string) => void,
): T | undefined {
	if (stored === undefined) return undefined;
	const refuse = (why: string) =>
		void log?.(`the memory of ${what} cannot be read, and begins anew: ${why}.`);
	const [own, check, packed = ''] = String(stored).split('.');
	if (own !== String(version)) return refuse('another version of this package has written it');
	if (check !== digestOf(packed, CHECK_LETTERS)) return refuse('it is damaged');
	const text = strFromU8(inflateSync(Buffer.from(packed, 'base64url')));
	return read(JSON.parse(text));
}
