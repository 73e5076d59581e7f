import type { Answer, Call, Fields, Input, InputOf, Json } from './define';
import { wasRefused } from './reading';

/* Changes whose answers are empty, and their results. */

export const wireName = (field: string) =>
	field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The ids that a request was about, each under the wire name of its field. */
export const requestIds = <F extends Fields>(fields: F, input: InputOf<F>): Json =>
	Object.fromEntries(Object.keys(fields).map((name) => [wireName(name), input[name]]));

/** Properties of an entry whose fields are the ids it changes, and whose result says what they are now. */
export const changesTo = <F extends Fields>(now: Json, fields: F) => ({
	fields,
	result: (_: Answer, input: InputOf<F>): Json => ({ ...requestIds(fields, input), ...now }),
});

/**
 * Properties of an entry that puts something into a profile. The service answers 409 when the thing is
 * there already, as for other conflicts, so `isThere` reads the profile to tell them apart.
 */
export const putsUnlessThere = <F extends Fields>(
	now: Json,
	fields: F,
	isThere: (call: Call, input: InputOf<F>) => Promise<boolean>,
) => ({
	fields,
	run: async (call: Call, input: Input & InputOf<F>): Promise<Json> => {
		const done = { ...requestIds(fields, input), ...now };
		try {
			await call.own(input);
			return done;
		} catch (error) {
			const was = wasRefused(error, 409) && (await isThere(call, input).catch(() => false));
			if (was) return { ...done, note: 'The profile has it already.' };
			throw error;
		}
	},
});
