import { isObject, type Json } from '../wire';

/* Values of forms and of answers, recognised and read. */

export { describeValue, hasLostDigits, mustBeText } from '../readings/given';

/** Whether a form or an answer gives nothing: no value, null, or an empty text. */
export const isEmpty = (v: unknown) => v === undefined || v === null || v === '';

/** A list in pieces of at most `size` entries. */
export const piecesOf = <T>(list: T[], size: number): T[][] =>
	Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
		list.slice(i * size, (i + 1) * size),
	);

/** The entries of a list by a key, each group in the order of the list. */
export function groupedBy<T, K>(list: readonly T[], keyOf: (entry: T) => K): Map<K, T[]> {
	const groups = new Map<K, T[]>();
	for (const entry of list) {
		const key = keyOf(entry);
		const group = groups.get(key);
		if (group) group.push(entry);
		else groups.set(key, [entry]);
	}
	return groups;
}

const ID_DIGITS = /^[1-9]\d{0,15}$/;

/** An id: a whole number of 1 or more, as a number or in plain digits; undefined for all else. */
export function toId(v: unknown): number | undefined {
	const isId = typeof v === 'number' ? v >= 1 : typeof v === 'string' && ID_DIGITS.test(v);
	return isId && Number.isSafeInteger(Number(v)) ? Number(v) : undefined;
}

/** Names other than its id that a thing can be referred to by; by a tag, all endpoints that have it. */
export type By = 'iccid' | 'imei' | 'eid' | 'name' | 'tag';

/** A reference by another name than the id; resolved to an id before the request. */
export interface Reference {
	by: By;
	value: string;
}
export const isReference = (v: unknown): v is Reference =>
	typeof v === 'object' && v !== null && 'by' in v && 'value' in v;

/**
 * The value of an entry in a dropdown: its name as the list shows it, and its ID. n8n stores the values
 * of such a list alone, and with another credential the same ID may be another thing.
 */
export const namedChoice = (name: string, id: number | string): string => `${name} (ID ${id})`;

/** The name and the ID in such a value; undefined for any other value. */
export function namedChoiceIn(value: unknown): { name: string; id: string } | undefined {
	const [, name, id] =
		typeof value === 'string' ? (/^(.+) \(ID ([\w-]+)\)$/s.exec(value) ?? []) : [];
	return name === undefined || id === undefined ? undefined : { name, id };
}

/** The same values, with the ID alone for an entry of a dropdown. */
export const withoutNames = (list: unknown): unknown =>
	Array.isArray(list) ? list.map((value: unknown) => namedChoiceIn(value)?.id ?? value) : list;

/** Numeric text of an answer as a number; anything else as it came. */
export function asNumber(v: unknown): unknown {
	if (typeof v !== 'string' || v.trim() === '' || !Number.isFinite(Number(v))) return v;
	// A long number would lose digits.
	return Number.isInteger(Number(v)) && !Number.isSafeInteger(Number(v)) ? v : Number(v);
}

/** Keys in parts, made once: a list may hold 100,000 entities. */
const paths = new Map<string, readonly string[]>();

function pathOf(key: string): readonly string[] {
	const known = paths.get(key);
	if (known) return known;
	const path = key.split('.');
	paths.set(key, path);
	return path;
}

function numberAtPath(value: unknown, path: readonly string[], from: number): unknown {
	if (from === path.length) return asNumber(value);
	if (!isObject(value)) return value;
	const head = path[from]!;
	const read = numberAtPath(value[head], path, from + 1);
	return read === value[head] ? value : { ...value, [head]: read };
}

/**
 * Gives an object with the named entries as numbers (dots nest); unknown entries stay. The same
 * object is returned where they are numbers already.
 */
export function withNumbers(entity: Json, keys: readonly string[]): Json {
	let copy = entity;
	for (const key of keys) {
		const path = pathOf(key);
		const head = path[0]!;
		const read = numberAtPath(copy[head], path, 1);
		if (read === copy[head]) continue;
		if (copy === entity) copy = { ...entity };
		copy[head] = read;
	}
	return copy;
}
