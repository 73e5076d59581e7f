import type { Answer, Call, Fields, Input, InputOf, Json } from './define';
import { wasRefused } from './reading';

/* Changes whose answers are empty, and their results. */

const wireName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The ids that a request was about, each under the wire name of its field. */
export const requestIds = <F extends Fields>(fields: F, input: InputOf<F>): Json =>
	Object.fromEntries(Object.keys(fields).map((name) => [wireName(name), input[name]]));

/** Properties of an entry whose fields are the ids it changes, and whose result says what they are now. */
export const changesTo = <F extends Fields>(now: Json, fields: F) => ({
	fields,
	result: (_: Answer, input: InputOf<F>): Json => ({ ...requestIds(fields, input), ...now }),
});

/** Note of a result whose change a profile had before. */
export const HAS_IT = 'The profile has it already.';

/**
 * Puts something where it may be already, which the service refuses with 409 as it does other clashes.
 * @returns whether it was there, as a reading of the place shows.
 */
export async function putUnlessThere(
	call: Call,
	input: Input,
	isThere: () => Promise<boolean>,
): Promise<boolean> {
	try {
		await call.own(input);
		return false;
	} catch (error) {
		if (wasRefused(error, 409) && (await isThere().catch(() => false))) return true;
		throw error;
	}
}
