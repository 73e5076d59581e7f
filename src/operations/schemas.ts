import { DateTime } from 'luxon';
import * as z from 'zod/v4';
import type { By, Json } from './define';
import { bareIccid, iccidFault } from './iccid';

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

/** Ends a check with what is wrong; nothing is made of the value after it. */
function fail(ctx: z.RefinementCtx<unknown>, message: string): never {
	ctx.addIssue({ code: 'custom', message, continue: false });
	return z.NEVER;
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
		return fail(ctx, `${rule}, got ${show(v)}`);
	});
}

/** One of a fixed set: its value, as text too, or its name as the form shows it. */
export const choiceSchema = <T extends string | number>(
	choices: Array<{ name: string; value: T }>,
) => {
	const find = (v: unknown) => {
		const text = String(v);
		const known = choices.find(({ value }) => String(value) === text);
		return known ?? choices.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
	};
	const values = choices.map(({ value }) => value).join(', ');
	return z
		.custom<
			T | string
		>((v) => (typeof v === 'string' || typeof v === 'number') && find(v) !== undefined, refuse(`must be one of ${values}`))
		.transform((v) => find(v)!.value);
};

/** A number that was rounded when it became one: as text it would be another. */
const lostDigits = (v: unknown) =>
	typeof v === 'number' && Number.isInteger(v) && !Number.isSafeInteger(v);
const LOST = (v: unknown) => `must be text: as a number, ${show(v)} has lost its last digits`;

/** What an expression gives where a form would hold text: a number or a truth value too. */
const textOf = (v: unknown): string | undefined => {
	if (typeof v === 'string') return v;
	const plain = typeof v === 'boolean' || typeof v === 'bigint' || Number.isFinite(v);
	return plain && !lostDigits(v) ? String(v) : undefined;
};

/** Text matching a rule; numbers and truth values of expressions become text. */
export const textSchema = (rule = 'must be text', fits: (text: string) => boolean = () => true) =>
	z.unknown().transform((v, ctx): string => {
		const text = textOf(v);
		if (text !== undefined && fits(text)) return text;
		const message = lostDigits(v) ? LOST(v) : `${rule}, got ${show(v)}`;
		return fail(ctx, message);
	});

/** An ICCID with or without its check digit, which is verified; gives the 19 digits. */
export const iccidSchema = z.unknown().transform((v, ctx): string => {
	const text = textOf(v)?.trim() ?? '';
	const fault = lostDigits(v) ? LOST(v) : iccidFault(text);
	if (fault === undefined) return bareIccid(text);
	return fail(ctx, lostDigits(v) ? fault : `${fault}, got ${show(v)}`);
});

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
	return fail(ctx, `must be a date and time, got ${show(v)}`);
});

/** A day. Gives `YYYY-MM-DD`, of the moment's own zone. */
export const dateSchema = z.unknown().transform((v, ctx): string => {
	const at = typeof v === 'string' ? DateTime.fromISO(v.trim(), { setZone: true }) : toDateTime(v);
	if (at?.isValid) return at.toISODate() as string;
	return fail(ctx, `must be a date such as 2026-01-31, got ${show(v)}`);
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

/** A list, or undefined for an empty one: picking none is picking nothing. */
export const noneOr = <T>(list: z.ZodType<T[]>) =>
	z
		.unknown()
		.transform((v) => (Array.isArray(v) && v.length === 0 ? undefined : v))
		.pipe(list.optional());

/** A reference by another name than the id; resolved to an id before the request. */
export interface Reference {
	by: By;
	value: string;
}
export const isReference = (v: unknown): v is Reference =>
	typeof v === 'object' && v !== null && 'by' in v && 'value' in v;

const imeiSchema = textSchema('must be an IMEI of 16 digits (15 with the check digit)', (text) =>
	/^\d{15,16}$/.test(text),
);

const eidSchema = textSchema('must be an EID of 32 digits', (text) => /^\d{32}$/.test(text));

/** Signs of the filter language would look for something else. */
const filteredName = textSchema(
	'must be a name without the signs , : | * (pick it from the list, or give its ID)',
	(text) => /^[^,:|*]+$/.test(text),
);
const anyName = textSchema('must be a name', (text) => text !== '');

/** What a reference may hold; an ICCID comes out without its check digit. */
const REFERENCES: Record<By, z.ZodType<string>> = {
	iccid: iccidSchema,
	imei: imeiSchema,
	eid: eidSchema,
	name: anyName,
};
const unknownReference = z.custom<string>(() => false, refuse('must be picked from the list'));

/** An id, or a reference by what else the field offers; `filters` when the name goes into one. */
export const refSchema = <T>(ids: z.ZodType<T>, by: By[], filters: boolean) =>
	z.unknown().transform((v, ctx): T | Reference => {
		const schema = isReference(v) && v.by === 'name' && filters ? filteredName : undefined;
		const parsed = isReference(v)
			? (by.includes(v.by) ? (schema ?? REFERENCES[v.by]) : unknownReference).safeParse(
					trimmed(v.value),
				)
			: ids.safeParse(v);
		if (!parsed.success) return fail(ctx, parsed.error.issues[0]?.message ?? 'must be an id');
		return isReference(v) ? { by: v.by, value: String(parsed.data) } : (parsed.data as T);
	});

const trimmed = (v: unknown) => (typeof v === 'string' ? v.trim() : v);

/** Numeric text of an answer as a number; anything else as it came. */
export function asNumber(v: unknown): unknown {
	if (typeof v !== 'string' || v.trim() === '' || !Number.isFinite(Number(v))) return v;
	// As a number, a long one would be another.
	return Number.isInteger(Number(v)) && !Number.isSafeInteger(Number(v)) ? v : Number(v);
}

/**
 * Gives an object with the named entries as numbers (dots nest); unknown entries stay. It is the same
 * one where they are numbers already: a list may hold 100,000.
 */
export function withNumbers(entity: Json, keys: string[]): Json {
	let copy = entity;
	for (const key of keys) {
		const dot = key.indexOf('.');
		const head = dot < 0 ? key : key.slice(0, dot);
		const value = copy[head];
		if (value === undefined || value === null) continue;
		const isPart = dot >= 0 && typeof value === 'object' && !Array.isArray(value);
		if (dot >= 0 && !isPart) continue;
		const read = isPart ? withNumbers(value as Json, [key.slice(dot + 1)]) : asNumber(value);
		if (read === value) continue;
		if (copy === entity) copy = { ...entity };
		copy[head] = read;
	}
	return copy;
}
