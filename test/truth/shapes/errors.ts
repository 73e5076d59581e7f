import * as z from 'zod/v4';
import { type ByGeneration, text } from './forms';

/* Refusals. Sources: specification (Errors), corrections 8, fleet operations 10. */

/** Codes with their tokens. */
const TOKENS: Record<number, string[]> = {
	1000: ['BadRequest'],
	1101: ['InvalidCredentials', 'TooManyRequests'],
	1102: ['InvalidToken'],
	1103: ['TokenExpired'],
	1104: ['Forbidden'],
	1105: ['TooManyRequests'],
	1201: ['NotFound'],
	1400: ['InputValidationFailed', 'InvalidValue', 'Required'],
	1401: ['InvalidReference'],
	1402: ['Required'],
	1403: ['InvalidFormat'],
	1405: ['Duplicated'],
	1406: ['NotAllowed'],
	1407: ['CannotBeDeleted'],
	1601: ['Unavailable'],
	// Invalid criteria of lists: the tokens are not documented.
	1301: [],
	1302: [],
	// Connectivity information: the tokens are not documented.
	1901: [],
	1902: [],
	1903: [],
	1904: [],
};
const coded = z.strictObject({ error_code: z.int(), error_token: text, message: text }).refine(
	({ error_code, error_token }) => {
		const tokens = TOKENS[error_code];
		return tokens !== undefined && (tokens.length === 0 || tokens.includes(error_token));
	},
	{
		error: 'a code that is not documented, or with another token',
	},
);
const short = (status: number) => z.strictObject({ status_code: z.literal(status), message: text });

/** The 422 of the specification names all problems. */
const invalid = z.strictObject({
	message: text,
	error_code: z.int(),
	error_token: text,
	errors: z.array(coded).min(1),
	status_code: z.literal(422).optional(),
});

/** A refusal of a path, body or role. */
export const refusal = (status: number) =>
	status === 422 ? z.union([invalid, coded]) : z.union([coded, short(status)]);
/** eSIM, SIM operations, migration. */
export const shortRefusal = short;
/** Data quotas: only a message. */
export const messageAlone = z.strictObject({ message: text });
/** The gateway refuses calls without a JWT, as recorded. */
export const withoutToken: ByGeneration<z.ZodType> = { recorded: messageAlone, reference: coded };
