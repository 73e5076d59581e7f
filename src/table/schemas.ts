import * as z from 'zod/v4';
import { readAddress, readIpv4 } from '../readings/address';
import { readActivationCode } from '../readings/activationCode';
import { readAlternatives } from '../readings/alternatives';
import { readAmount } from '../readings/amount';
import { readChoice } from '../readings/choice';
import { readEid } from '../readings/eid';
import { readFlag } from '../readings/flag';
import { type Read, textOf } from '../readings/given';
import { readBeginning, readIccid, readIccidOfCard } from '../readings/iccid';
import { readImei, readImeiToComplete, readImeiToSet, readImeiWithLuhn } from '../readings/imei';
import { readDay, readMoment } from '../readings/moment';
import { readImsi, readMsisdn } from '../readings/msisdn';
import { entriesIn, partsOf, readName } from '../readings/name';
import { sayChanges } from './saidChanges';
import {
	type By,
	describeValue,
	hasLostDigits,
	isReference,
	mustBeText,
	namedChoiceIn,
	type Reference,
	toId,
	withoutNames,
} from './values';
import { ofItem, type WholeKind } from './wholeEntity';

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

/** The id of an endpoint or SIM, or an item that is that thing or names one, as an expression gives it. */
export const wholeOrIdSchema = (kind: WholeKind) =>
	readSchema<number>((v, refuse) => {
		const id = toId(v);
		if (id !== undefined) return id;
		const item = ofItem(kind, v);
		if (!item) return refuse(notId(v));
		if ('refused' in item) return refuse(item.refused);
		sayChanges([`taken from ${item.from} of the item`]);
		return item.id;
	});

/** A schema that gives the value of a reading, whose changes are said; see src/readings/README.md. */
const readBy = <T>(reading: (given: unknown) => Read<T>) =>
	readSchema<T>((v, refuse) => {
		const read = reading(v);
		if ('refused' in read) return refuse(read.refused);
		sayChanges(read.changed);
		return read.value;
	});

/** A number within limits; digits in text are accepted, as expressions often give them. */
export const numberSchema = (rule: string, fits: (n: number) => boolean) =>
	readBy((v) => readAmount(v, rule, fits));

/** One of a fixed set: its value, as text too, or its name as the form shows it. */
export const choiceSchema = <T extends string | number>(
	choices: Array<{ name: string; value: T }>,
) => readBy((v) => readChoice(v, choices));

/** Text matching a rule; numbers and booleans of expressions become text. */
export const textSchema = (rule = 'must be text', fits: (text: string) => boolean = () => true) =>
	readSchema<string>((v, refuse) => {
		const text = textOf(v);
		if (text !== undefined && fits(text)) return text;
		return refuse(hasLostDigits(v) ? mustBeText(v) : `${rule}, got ${describeValue(v)}`);
	});

/** A name that something gets, without what stands around it. */
export const nameSchema = z.unknown().transform(trimmed).pipe(textSchema());

/** An ICCID with or without its check digit, which is verified; gives the 19 digits. */
export const iccidSchema = readBy(readIccid);
/** The same with its check digit, 20 digits. */
export const iccidOfCardSchema = readBy(readIccidOfCard);

export const flagSchema = readBy(readFlag);

/** A moment. Gives ISO 8601 in UTC; text without a zone is UTC. */
export const dateTimeSchema = readBy((v) => readMoment(v));

/** A day. Gives `YYYY-MM-DD`, of the moment's own zone. */
export const dateSchema = readBy(readDay);

/** An activation code of an eSIM; no refusal shows it. */
export const activationCodeSchema = readBy(readActivationCode);

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

const ID_OR_NAME_LIST = 'must be a list of IDs or names';

/** An id, or a thing by its name, as a reference or as plain text; `rule` names what is asked for. */
const idOrName = (rule: string) =>
	readSchema<number | Reference>((v, refuse) => {
		const name = isReference(v) && v.by === 'name' ? v.value : v;
		const id = isReference(v) ? undefined : toId(v);
		if (id !== undefined) return id;
		if (hasLostDigits(name)) return refuse(mustBeText(name));
		const read = typeof name === 'string' || isReference(v) ? readName(name) : undefined;
		if (read === undefined || 'refused' in read) return refuse(`${rule}, got ${describeValue(v)}`);
		sayChanges(read.changed);
		const trimmedId = isReference(v) ? undefined : toId(read.value);
		return trimmedId ?? { by: 'name', value: read.value };
	});

/** An entry of a list of ids and names. */
const idOrNameOfList = idOrName('must be IDs or names');

/** An id, or the name of a thing; digits alone are an id. */
export const idOrNameSchema: z.ZodType<number | Reference> = z
	.unknown()
	.transform((v) => namedChoiceIn(v)?.id ?? v)
	.pipe(idOrName('must be an ID or a name'));

/**
 * IDs in text may be separated by blanks. Names contain blanks, so only commas and lines separate them.
 */
function partsIn(text: string): string[] | null {
	const ids = text.split(/[\s,;]+/).filter(Boolean);
	if (ids.length === 0) return null;
	if (ids.every((part) => toId(part) !== undefined)) return ids;
	return partsOf(text, /[,;\n]/).filter((part) => part.trim() !== '');
}

/** A list of ids and names, or such a list in text. Text without any is refused, as with ids. */
export const idsOrNamesSchema: z.ZodType<Array<number | Reference>> = z
	.unknown()
	.transform((v) => withoutNames(typeof v === 'string' ? partsIn(v) : v))
	.pipe(z.array(idOrNameOfList, refuseValue(ID_OR_NAME_LIST)));

/**
 * One id or name; or several, in a list or in a text by commas or lines. Several are given as texts, each once, of which
 * each may be an id or a name.
 */
export const oneOrSeveralSchema: z.ZodType<number | Reference | string[]> = z
	.unknown()
	.transform((v) => {
		if (typeof v !== 'string') return withoutNames(Array.isArray(v) ? v : [v]);
		return withoutNames(entriesIn(v));
	})
	.pipe(z.array(idOrNameOfList).min(1, { error: 'must be IDs or names, got none' }))
	.transform((entries) => {
		const texts = entries.map((entry) => (isReference(entry) ? entry.value : String(entry)));
		const each = [...new Set(texts)];
		return each.length === 1 ? entries[0]! : each;
	});

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
		.transform((v) => {
			const text = textOf(v);
			return text === undefined ? v : partsOf(text, separator).map(trimmed);
		})
		.transform((v) => (Array.isArray(v) ? v.filter((part) => String(part).trim() !== '') : v))
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

/** An IMEI that a device gets: 16 digits. */
export const imeiToSetSchema = readBy(readImeiToSet);
/** The same, or one that its endpoint completes. */
export const imeiToCompleteSchema = readBy(readImeiToComplete);

export const eidSchema = readBy(readEid);

/** An IPv4 address. */
export const ipv4Schema = readBy(readIpv4);
/** An IPv4 or IPv6 address. */
export const addressSchema = readBy(readAddress);
/** IPv4 addresses to filter by: one, several parted by `|` or `||`, or with `*` in place of digits. */
export const ipv4CriteriaSchema = readBy((v) => readAlternatives(v, readIpv4, 'address'));

/** The readings of numbers that a filter compares. */
const NUMBERS = {
	iccid: readIccid,
	iccidOfCard: readIccidOfCard,
	/** The beginning of an ICCID, too. */
	iccidOrBeginning: (v: unknown) => readBeginning(v, readIccid),
	iccidOfCardOrBeginning: (v: unknown) => readBeginning(v, readIccidOfCard),
	imei: readImei,
	imeiWithLuhn: readImeiWithLuhn,
	eid: readEid,
	imsi: readImsi,
	msisdn: readMsisdn,
};
export type NumberKind = keyof typeof NUMBERS;

/** Numbers to filter by: one, several parted by `|` or `||`, or with `*` in place of digits. */
export const criteriaSchema = (kind: NumberKind) =>
	readBy((v) => readAlternatives(v, NUMBERS[kind]));

/** A name without signs of the filter language, which would search for something else. */
const filteredName = textSchema(
	'must be a name without the signs , : | * (pick it from the list, or give its ID)',
	(text) => /^[^,:|*]+$/.test(text),
);

/** Readings of a reference's text; an ICCID comes out without its check digit. */
const REFERENCES: Record<By, (given: unknown) => Read<string>> = {
	iccid: readIccid,
	imei: readImei,
	eid: readEid,
	name: readName,
	tag: readName,
};

/** Reads the text of a reference by one of these names. */
function readReference({ by, value }: Reference, taken: readonly By[]): Read<string> {
	if (taken.includes(by)) return REFERENCES[by](value);
	return { refused: `must be picked from the list, got ${describeValue(value)}` };
}

/** An id, or a reference by another name the field accepts; `filters`: it goes into a filter. */
export const refSchema = <T>(
	ids: z.ZodType<T>,
	by: By[],
	filters: boolean,
): z.ZodType<T | Reference> =>
	z.unknown().transform((v, ctx): T | Reference => {
		if (isReference(v) && !(filters && v.by === 'name' && by.includes('name'))) {
			const read = readReference(v, by);
			if ('refused' in read) return fail(ctx, read.refused);
			sayChanges(read.changed);
			return { by: v.by, value: read.value };
		}
		const parsed = isReference(v) ? filteredName.safeParse(trimmed(v.value)) : ids.safeParse(v);
		if (!parsed.success) return fail(ctx, parsed.error.issues[0]?.message ?? 'must be an id');
		return isReference(v) ? { by: v.by, value: String(parsed.data) } : (parsed.data as T);
	});

/** A name without what stands around it; what is no name is refused by its own rule. */
function trimmed(v: unknown): unknown {
	const read = readName(v);
	if ('refused' in read) return v;
	sayChanges(read.changed);
	return read.value;
}
