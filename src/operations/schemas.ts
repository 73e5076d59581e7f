import { DateTime } from 'luxon';
import { z } from 'zod/v4';
import type { Json } from './define';

/*
 * Input: strict, worded to follow a field's label ("SIM must be …").
 * Answers: tolerant; what the service adds passes through.
 */

const DIGITS = /^[1-9]\d{0,15}$/;

/** What a person reads about a refused value; long and structured values are cut. */
export function show(value: unknown): string {
	const text = value === undefined ? 'nothing' : JSON.stringify(value);
	return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const refuse = (rule: string) => ({
	error: (issue: { input?: unknown }) => `${rule}, got ${show(issue.input)}`,
});

/** An id: a whole number of 1 or more, as a number or in plain digits. Gives a number. */
export const idSchema = z
	.custom<number | string>((v) => {
		if (typeof v === 'number') return Number.isSafeInteger(v) && v >= 1;
		return typeof v === 'string' && DIGITS.test(v) && Number.isSafeInteger(Number(v));
	}, refuse('must be a whole number of 1 or more'))
	.transform(Number);

/** A number within limits; digits in text are accepted, as expressions often give them. */
export function numberSchema(rule: string, fits: (n: number) => boolean) {
	const toNumber = (v: unknown) =>
		typeof v === 'string' && /^-?\d+(\.\d+)?$/.test(v.trim()) ? Number(v) : v;
	return z.unknown().transform((v, ctx): number => {
		const n = toNumber(v);
		if (typeof n === 'number' && Number.isFinite(n) && fits(n)) return n;
		ctx.addIssue({ code: 'custom', message: `${rule}, got ${show(v)}` });
		return z.NEVER;
	});
}

/** One of a fixed set of values. */
export const choiceSchema = <T extends string | number>(values: T[]) =>
	z
		.custom<
			T | string
		>((v) => values.some((allowed) => allowed === v || String(allowed) === v), refuse(`must be one of ${values.join(', ')}`))
		.transform((v) => values.find((allowed) => String(allowed) === String(v)) as T);

/** Text matching a rule; numbers are taken as text, since expressions give ICCIDs as numbers. */
export const textSchema = (rule = 'must be text', fits: (text: string) => boolean = () => true) =>
	z
		.custom<
			string | number
		>((v) => (typeof v === 'string' || (typeof v === 'number' && Number.isSafeInteger(v))) && fits(String(v)), refuse(rule))
		.transform(String);

export const flagSchema = z
	.custom<
		boolean | string
	>((v) => typeof v === 'boolean' || v === 'true' || v === 'false', refuse('must be true or false'))
	.transform((v) => v === true || v === 'true');

/** Text, Date or luxon value as luxon; undefined when it is no date. */
function toDateTime(v: unknown): DateTime | undefined {
	const parsed =
		v instanceof Date
			? DateTime.fromJSDate(v)
			: DateTime.isDateTime(v)
				? v
				: typeof v === 'string'
					? DateTime.fromISO(v.trim(), { zone: 'utc' })
					: undefined;
	return parsed?.isValid ? parsed : undefined;
}

/** A moment. Gives ISO 8601 in UTC; text without a zone is UTC. */
export const dateTimeSchema = z.unknown().transform((v, ctx): string => {
	const at = toDateTime(v);
	if (at) return at.toUTC().toISO({ suppressMilliseconds: true }) as string;
	ctx.addIssue({ code: 'custom', message: `must be a date and time, got ${show(v)}` });
	return z.NEVER;
});

/** A day. Gives `YYYY-MM-DD`, of the moment's own zone. */
export const dateSchema = z.unknown().transform((v, ctx): string => {
	const at = typeof v === 'string' ? DateTime.fromISO(v.trim(), { setZone: true }) : toDateTime(v);
	if (at?.isValid) return at.toISODate() as string;
	ctx.addIssue({ code: 'custom', message: `must be a date such as 2026-01-31, got ${show(v)}` });
	return z.NEVER;
});

/** Entries in text, separated by commas, blanks or lines. */
const splitList = z
	.unknown()
	.transform((v) => (typeof v === 'string' ? v.split(/[\s,;]+/).filter(Boolean) : v));

/** A list of ids, or ids in text. Text without any is refused: an empty list removes what is set. */
export const idListSchema = z
	.unknown()
	.transform((v) => (typeof v === 'string' && /^[\s,;]*$/.test(v) ? null : v))
	.pipe(splitList)
	.pipe(z.array(idSchema, refuse('must be a list of ids')));

/** A list with at least one entry, each given once; `rule` names it for a person. */
export const listSchema = <T>(entry: z.ZodType<T>, rule: string): z.ZodType<T[]> =>
	splitList
		.pipe(z.array(entry, refuse(rule)).min(1, { error: `${rule}, got none` }))
		.transform((list) => [...new Set(list)]) as unknown as z.ZodType<T[]>;

/** A reference by another name than the id; resolved to an id before the request. */
export interface Reference {
	by: 'iccid' | 'imei';
	value: string;
}
export const isReference = (v: unknown): v is Reference =>
	typeof v === 'object' && v !== null && 'by' in v && 'value' in v;

const REFERENCE_DIGITS = { iccid: /^\d{19,20}$/, imei: /^\d{15,16}$/ };
const REFERENCE_RULE = {
	iccid: 'must be an ICCID of 19 digits (20 with the check digit)',
	imei: 'must be an IMEI of 16 digits (15 with the check digit)',
};

/** An id, or a reference by ICCID or IMEI where the field offers it. */
export const refSchema = z.unknown().transform((v, ctx): number | Reference => {
	if (isReference(v)) {
		const text = String(v.value).trim();
		// A number of so many digits has lost the last ones: it would name another SIM or device.
		const isExact = typeof v.value !== 'number' || Number.isSafeInteger(v.value);
		if (isExact && REFERENCE_DIGITS[v.by]?.test(text)) return { by: v.by, value: text };
		ctx.addIssue({
			code: 'custom',
			message: isExact
				? `${REFERENCE_RULE[v.by] ?? 'must be picked from the list'}, got ${show(v.value)}`
				: `must be text: as a number, ${show(v.value)} has lost its last digits`,
		});
		return z.NEVER;
	}
	const id = idSchema.safeParse(v);
	if (id.success) return id.data;
	ctx.addIssue({ code: 'custom', message: id.error.issues[0]?.message ?? 'must be an id' });
	return z.NEVER;
});

/** Numeric text of an answer as a number; anything else as it came. */
export const asNumber = (v: unknown): unknown =>
	typeof v === 'string' && v.trim() !== '' && Number.isFinite(Number(v)) ? Number(v) : v;

/** Gives an object with the named entries as numbers (dots nest); unknown entries stay. */
export function withNumbers(entity: Json, keys: string[]): Json {
	const copy: Json = { ...entity };
	for (const key of keys) {
		const [head = '', ...rest] = key.split('.');
		const value = copy[head];
		if (value === undefined || value === null) continue;
		if (rest.length === 0) copy[head] = asNumber(value);
		else if (typeof value === 'object' && !Array.isArray(value)) {
			copy[head] = withNumbers(value as Json, [rest.join('.')]);
		}
	}
	return copy;
}
