import type { Json } from '../wire';

/* Values of forms and of answers, told apart and read. */

export const isObject = (v: unknown): v is Json =>
	typeof v === 'object' && v !== null && !Array.isArray(v);

/** What a person reads about a refused value; long and structured values are cut. */
export function show(value: unknown): string {
	const text = value === undefined ? 'nothing' : JSON.stringify(value);
	return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const DIGITS = /^[1-9]\d{0,15}$/;

/** An id: a whole number of 1 or more, as a number or in plain digits; undefined for all else. */
export function toId(v: unknown): number | undefined {
	const isId = typeof v === 'number' ? v >= 1 : typeof v === 'string' && DIGITS.test(v);
	return isId && Number.isSafeInteger(Number(v)) ? Number(v) : undefined;
}

/** What else than its id a thing can be named by. */
export type By = 'iccid' | 'imei' | 'eid' | 'name';

/** A reference by another name than the id; resolved to an id before the request. */
export interface Reference {
	by: By;
	value: string;
}
export const isReference = (v: unknown): v is Reference =>
	typeof v === 'object' && v !== null && 'by' in v && 'value' in v;

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
