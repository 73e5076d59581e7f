import * as z from 'zod/v4';
import { bareIccid, iccidFault } from './iccid';
import { toDay, toMoment } from './moments';
import {
	type By,
	describeValue,
	hasLostDigits,
	isReference,
	mustBeText,
	type Reference,
	toId,
	withoutNames,
} from './values';
import { idOfWhole, refusedWhole, type WholeKind } from './wholeEntity';

/*
 * Input: strict, worded to follow a field's label ("SIM must be …").
 * Answers: tolerant; what the service adds passes through.
 *
 * The operation table gets all of this passed in when a value is to be checked, and imports none of
 * it: n8n loads the table at its start, used or not.
 */

/** Ends a check with a message; the value is not processed further. */
function fail(ctx: z.RefinementCtx<unknown>, message: string): never {
	ctx.addIssue({ code: 'custom', message, continue: false });
	return z.NEVER;
}

const refuseValue = (rule: string) => ({
	error: (issue: { input?: unknown }) => `${rule}, got ${describeValue(issue.input)}`,
});

/** A schema that gives the result of `read`, or its refusal in words that follow the label. */
export const readSchema = <T>(read: (v: unknown, refuse: (message: string) => T) => T) =>
	z.unknown().transform((v, ctx): T => read(v, (message) => fail(ctx, message)));

/** Words for the id that was given. A missing one is mostly the result of an expression. */
const gotId = (v: unknown) =>
	v === undefined || v === null || v === ''
		? 'but it is empty: check that its expression names a field of this item'
		: `got ${describeValue(v)}`;

/** A number with too many digits is mostly an ICCID where an id is expected. */
const notId = (v: unknown) =>
	hasLostDigits(v) ? mustBeText(v) : `must be a whole number of 1 or more, ${gotId(v)}`;

/** An id: a whole number of 1 or more, as a number or in plain digits. Gives a number. */
export const idSchema = readSchema<number>((v, refuse) => toId(v) ?? refuse(notId(v)));

/** The id of an endpoint or SIM, or that thing whole, as an expression gives it. */
export const wholeOrIdSchema = (kind: WholeKind) =>
	readSchema<number>((v, refuse) => {
		const id = toId(v) ?? idOfWhole(kind, v);
		return id ?? refuse(refusedWhole(kind, v) ?? notId(v));
	});

/** A number within limits; digits in text are accepted, as expressions often give them. */
export function numberSchema(rule: string, fits: (n: number) => boolean) {
	const toNumber = (v: unknown) =>
		typeof v === 'string' && /^-?\d+(\.\d+)?$/.test(v.trim()) ? Number(v) : v;
	return readSchema<number>((v, refuse) => {
		const n = toNumber(v);
		if (typeof n === 'number' && Number.isFinite(n) && fits(n)) return n;
		return refuse(`${rule}, got ${describeValue(v)}`);
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
	const names = choices.map(({ name }) => name).join(', ');
	return readSchema<T>((v, refuse) => {
		if (v === '') return refuse(`must be chosen: ${names}`);
		const known = typeof v === 'string' || typeof v === 'number' ? find(v) : undefined;
		return known ? known.value : refuse(`must be one of ${values}, got ${describeValue(v)}`);
	});
};

/** Text of a form or an expression, which may also give a number or a boolean. */
const formText = (v: unknown): string | undefined => {
	if (typeof v === 'string') return v;
	const plain = typeof v === 'boolean' || typeof v === 'bigint' || Number.isFinite(v);
	return plain && !hasLostDigits(v) ? String(v) : undefined;
};

/** Text matching a rule; numbers and booleans of expressions become text. */
export const textSchema = (rule = 'must be text', fits: (text: string) => boolean = () => true) =>
	readSchema<string>((v, refuse) => {
		const text = formText(v);
		if (text !== undefined && fits(text)) return text;
		return refuse(hasLostDigits(v) ? mustBeText(v) : `${rule}, got ${describeValue(v)}`);
	});

/** An ICCID with or without its check digit, which is verified; gives the 19 digits. */
export const iccidSchema = readSchema<string>((v, refuse) => {
	if (hasLostDigits(v)) return refuse(mustBeText(v));
	const text = formText(v)?.trim() ?? '';
	const fault = iccidFault(text);
	return fault === undefined ? bareIccid(text) : refuse(`${fault}, got ${describeValue(v)}`);
});

export const flagSchema = readSchema<boolean>((v, refuse) => {
	if (v === true || v === 'true') return true;
	return v === false || v === 'false'
		? false
		: refuse(`must be true or false, got ${describeValue(v)}`);
});

/** A moment. Gives ISO 8601 in UTC; text without a zone is UTC. */
export const dateTimeSchema = readSchema<string>(
	(v, refuse) => toMoment(v) ?? refuse(`must be a date and time, got ${describeValue(v)}`),
);

/** A day. Gives `YYYY-MM-DD`, of the moment's own zone. */
export const dateSchema = readSchema<string>(
	(v, refuse) => toDay(v) ?? refuse(`must be a date such as 2026-01-31, got ${describeValue(v)}`),
);

/** A list of such entries. */
export const arrayOf = <T>(entry: z.ZodType<T>) => z.array(entry);

/** Entries in text, separated by commas, blanks or lines. */
const splitList = z
	.unknown()
	.transform((v) => (typeof v === 'string' ? v.split(/[\s,;]+/).filter(Boolean) : v));

/** A list of ids, or ids in text. Text without any is refused: an empty list removes what is set. */
export const idsSchema = (id: z.ZodType<number>) =>
	z
		.unknown()
		.transform((v) => (typeof v === 'string' && /^[\s,;]*$/.test(v) ? null : withoutNames(v)))
		.pipe(splitList)
		.pipe(z.array(id, refuseValue('must be a list of ids')));
export const idListSchema = idsSchema(idSchema);

const ID_OR_NAME_LIST = 'must be a list of IDs or names';

/** An entry of a list: an id, or a thing by its name, as a reference or as plain text. */
const idOrName = readSchema<number | Reference>((v, refuse) => {
	const name = isReference(v) && v.by === 'name' ? v.value : v;
	const id = isReference(v) ? undefined : toId(v);
	if (id !== undefined) return id;
	if (hasLostDigits(name)) return refuse(mustBeText(name));
	const text = typeof name === 'string' || isReference(v) ? formText(name)?.trim() : undefined;
	return text
		? { by: 'name', value: text }
		: refuse(`must be IDs or names, got ${describeValue(v)}`);
});

/**
 * IDs in text may be separated by blanks. Names contain blanks, so only commas and lines separate them.
 */
function partsIn(text: string): string[] | null {
	const ids = text.split(/[\s,;]+/).filter(Boolean);
	if (ids.length === 0) return null;
	if (ids.every((part) => toId(part) !== undefined)) return ids;
	const names = text.split(/[,;\n]/).map((part) => part.trim());
	return names.filter(Boolean);
}

/** A list of ids and names, or such a list in text. Text without any is refused, as with ids. */
export const idsOrNamesSchema: z.ZodType<Array<number | Reference>> = z
	.unknown()
	.transform((v) => withoutNames(typeof v === 'string' ? partsIn(v) : v))
	.pipe(z.array(idOrName, refuseValue(ID_OR_NAME_LIST)));

/** A list with at least one entry, each given once; `rule` names it for a person. */
export const listSchema = <T>(entry: z.ZodType<T>, rule: string): z.ZodType<T[]> =>
	splitList
		.pipe(z.array(entry, refuseValue(rule)).min(1, { error: `${rule}, got none` }))
		.transform((list): T[] => [...new Set(list)]);

/** Parts of a text, or a list of them, without the empty ones; `rule` names the list, `each` a part. */
export const partsSchema = (
	[separator, rule]: [separator: RegExp | string, rule: string],
	[fits, each]: [fits: (part: string) => boolean, each: string],
) =>
	z
		.unknown()
		.transform((v) => (typeof v === 'string' ? v.split(separator).map((part) => part.trim()) : v))
		.transform((v) => (Array.isArray(v) ? v.filter((part) => part !== '') : v))
		.pipe(
			z.array(
				z.custom<string>((v) => typeof v === 'string' && fits(v), { error: each }),
				{ error: rule },
			),
		);

/** A list, or undefined for an empty one, which counts as not given. */
export const noneOr = <T>(list: z.ZodType<T[]>) =>
	z
		.unknown()
		.transform((v) => (Array.isArray(v) && v.length === 0 ? undefined : v))
		.pipe(list.optional());

const imeiSchema = textSchema('must be an IMEI of 16 digits (15 with the check digit)', (text) =>
	/^\d{15,16}$/.test(text),
);

export const eidSchema = textSchema('must be an EID of 32 digits', (text) => /^\d{32}$/.test(text));

/** A name without signs of the filter language, which would search for something else. */
const filteredName = textSchema(
	'must be a name without the signs , : | * (pick it from the list, or give its ID)',
	(text) => /^[^,:|*]+$/.test(text),
);
const anyName = textSchema('must be a name', (text) => text !== '');

/** Checks of a reference's text; an ICCID comes out without its check digit. */
const REFERENCE_SCHEMAS: Record<By, z.ZodType<string>> = {
	iccid: iccidSchema,
	imei: imeiSchema,
	eid: eidSchema,
	name: anyName,
	tag: anyName,
};
const mustBePicked = z.custom<string>(() => false, refuseValue('must be picked from the list'));

/** An id, or a reference by another name the field accepts; `filters`: it goes into a filter. */
export const refSchema = <T>(
	ids: z.ZodType<T>,
	by: By[],
	filters: boolean,
): z.ZodType<T | Reference> =>
	z.unknown().transform((v, ctx): T | Reference => {
		const schema = isReference(v) && v.by === 'name' && filters ? filteredName : undefined;
		const parsed = isReference(v)
			? (by.includes(v.by) ? (schema ?? REFERENCE_SCHEMAS[v.by]) : mustBePicked).safeParse(
					trimmed(v.value),
				)
			: ids.safeParse(v);
		if (!parsed.success) return fail(ctx, parsed.error.issues[0]?.message ?? 'must be an id');
		return isReference(v) ? { by: v.by, value: String(parsed.data) } : (parsed.data as T);
	});

/**
 * Everything that another schema accepts; or `{ by: 'names' }`: names and IDs by commas or lines,
 * or a list.
 */
export const orNames = <T>(otherwise: z.ZodType<T>, rule: string): z.ZodType<T | string[]> =>
	z.unknown().transform((v, ctx): T | string[] => {
		if (!isReference(v) || String(v.by) !== 'names') {
			const parsed = otherwise.safeParse(v);
			if (parsed.success) return parsed.data;
			return fail(ctx, parsed.error.issues[0]?.message ?? rule);
		}
		const given: unknown = v.value;
		const parts = Array.isArray(given) ? (given as unknown[]) : String(given ?? '').split(/[,\n]/);
		const names = parts.map((part) => String(part).trim()).filter((part) => part !== '');
		return names.length > 0
			? [...new Set(names)]
			: fail(ctx, `${rule}, got ${describeValue(given)}`);
	});

const trimmed = (v: unknown) => (typeof v === 'string' ? v.trim() : v);
