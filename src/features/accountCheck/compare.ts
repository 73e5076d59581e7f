import { isObject, type Json } from '../../wire';
import { mostAlike, similarity } from '../../run/names/nearest';
import { isTotalDate } from '../../table/entries/usage/usageDays';
import type { AnswerForm, AnswerPlace, Type } from './forms';

/* Compares answers with the form that is expected, place by place. No value leaves this file. */

/** A place of an answer that is not as expected. */
export interface Misfit {
	kind: 'missing' | 'renamed' | 'other type';
	/** The place, or the part of it where the difference begins. */
	place: string;
	/** The expected type, where a value was reached. */
	expected?: Type;
	/** The type that came, or the likely new name. */
	found?: string;
	/** The places that cannot be read because of it. */
	lost: AnswerPlace[];
}

/** From this likeness on, an unknown name counts as the new name of a missing one. */
const ALIKE = 0.6;
/** The same for a place that may be missing anyway. */
const SURELY_ALIKE = 0.9;

const NUMERIC = /^-?\d+(\.\d+)?$/;
const DATE_PREFIX = /^\d{4}-\d\d-\d\d/;
/** Characters of the longest name of a field that is shown. */
const LONGEST_NAME = 40;
/** Whether the name of a field can be shown: a key may contain a value, such as an ICCID. */
const isShowable = (name: string): boolean =>
	name.length <= LONGEST_NAME && /^[A-Za-z][\w-]*$/.test(name) && !/\d{3}/.test(name);

const isText = (v: unknown): v is string => typeof v === 'string';
const isDate = (v: unknown): boolean => isText(v) && DATE_PREFIX.test(v);
const FITS: Record<Type, (v: unknown) => boolean> = {
	number: (v) => Number.isFinite(v) || (isText(v) && NUMERIC.test(v)),
	text: isText,
	code: (v) => isText(v) || Number.isFinite(v),
	flag: (v) => typeof v === 'boolean' || v === 0 || v === 1 || v === '0' || v === '1',
	moment: isDate,
	day: (v) => isDate(v) || isTotalDate(v),
	list: Array.isArray,
	object: isObject,
	any: () => true,
};

/** The type of a value, in a word. */
function typeOf(value: unknown): string {
	if (value === null || value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	if (typeof value === 'string') return NUMERIC.test(value) ? 'a number in text' : 'text';
	return typeof value === 'boolean' ? 'true or false' : 'a number';
}

/** Whether a value is empty, in one of the forms that the service uses. */
const isNothing = (v: unknown): boolean =>
	v === null || v === '' || (isObject(v) && Object.keys(v).length === 0);

/** Most entries that are examined of a list inside an entry. */
const MOST_INSIDE = 5;

/** What stands at a place: a value, an empty value in the service's form, or a misfit. */
type End =
	| { end: 'value'; value: unknown }
	| { end: 'empty' }
	| { end: 'missing'; at: string }
	| { end: 'type'; at: string; value: unknown; expected: Type };

/** Follows a dotted place; in a list, once for each of its first entries. */
function ends(value: unknown, steps: string[], at = ''): End[] {
	const [step, ...rest] = steps;
	if (step === undefined) return [{ end: 'value', value }];
	if (isNothing(value)) return [{ end: 'empty' }];
	if (!isObject(value)) return [{ end: 'type', at, value, expected: 'object' }];
	const name = step.replace('[]', '');
	const place = at === '' ? name : `${at}.${name}`;
	const next = value[name];
	if (next === undefined) return [{ end: 'missing', at: place }];
	if (name === step) return ends(next, rest, place);
	if (isNothing(next)) return [{ end: 'empty' }];
	if (!Array.isArray(next)) return [{ end: 'type', at: place, value: next, expected: 'list' }];
	return next.slice(0, MOST_INSIDE).flatMap((element) => ends(element, rest, `${place}[]`));
}

type WrongEnd = Extract<End, { at: string }>;
const isWrong = (end: End): end is WrongEnd => 'at' in end;

/** The misfits at a place of one entry: none where one of its alternatives is as expected. */
function wrongAt(entity: Json, { at, type }: AnswerPlace): WrongEnd[] {
	const tried = at.map((place) =>
		ends(entity, place.split('.')).map((end): End => {
			if (end.end !== 'value' || isNothing(end.value) || FITS[type](end.value)) return end;
			return { end: 'type', at: place, value: end.value, expected: type };
		}),
	);
	if (tried.some((some) => !some.some(isWrong))) return [];
	// A value of another type is more informative than a missing alternative.
	const worst = tried.find((some) => some.some(({ end }) => end === 'type')) ?? tried[0]!;
	return worst.filter(isWrong);
}

/** A name without case, dots and underscores, in which spellings differ. */
const bareName = (name: string) => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

/** How likely a name is the new name of another one, from 0 to 1. */
function nameSimilarity(old: string, name: string): number {
	const [a, b] = [bareName(old), bareName(name)];
	if (a === b) return 1;
	const isPart = Math.min(a.length, b.length) >= 4 && (a.includes(b) || b.includes(a));
	if (isPart || (a === 'id' && /(uu|[a-z]_)id$|Id$|^identifier$/.test(name))) return 0.7;
	return similarity(old, name);
}

/** Which of some names is most likely the new name of another one; undefined if none is likely. */
export function likelyName(old: string, names: string[]): string | undefined {
	return mostAlike(names, (name) => nameSimilarity(old, name), ALIKE)[0];
}

/** Places of an object down to two steps, with their values. */
function entityPlaces(entity: Json, above = ''): Array<[place: string, value: unknown]> {
	return Object.entries(entity).flatMap(
		([key, value]): Array<[string, unknown]> => [
			[above + key, value],
			...(above === '' && isObject(value) ? entityPlaces(value, `${key}.`) : []),
		],
	);
}

/** How likely a place is another one that moved into an object, or out of it. */
function moved(old: string, place: string): number {
	if (bareName(old) === bareName(place)) return 0.95;
	const last = (path: string) => path.slice(path.lastIndexOf('.') + 1);
	return last(old).length >= 4 && bareName(last(old)) === bareName(last(place)) ? 0.8 : 0;
}

/** The likely new place of something missing, among the unexpected places. */
function renamed(
	entity: Json,
	missing: string,
	form: AnswerForm,
	lost: AnswerPlace[],
	least: number,
) {
	const known = [...form.optional, ...[...form.places, ...form.outside].flatMap(({ at }) => at)];
	const isKnown = (place: string) =>
		known.some(
			(path) => path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`),
		);
	// If a whole object is missing, only a place with its parts can be the new one.
	const fits = (value: unknown) =>
		lost.every(({ at, type }) => !at.includes(missing) || isNothing(value) || FITS[type](value));
	const above = missing.includes('.') ? missing.slice(0, missing.lastIndexOf('.') + 1) : '';
	const likenessOf = (place: string) => {
		const isBeside = place.startsWith(above) && !place.slice(above.length).includes('.');
		const own = isBeside
			? nameSimilarity(missing.slice(above.length), place.slice(above.length))
			: 0;
		return Math.max(own, moved(missing, place));
	};
	const places = entityPlaces(entity)
		.filter(([place, value]) => !isKnown(place) && fits(value))
		.map(([place]) => place)
		.filter((place) => place.split('.').every(isShowable));
	return mostAlike(places, likenessOf, least)[0];
}

/**
 * The places of some entries that are not as expected. A place that one entry has counts as present in
 * all.
 */
export function misfitsOf(entities: Json[], form: AnswerForm, places = form.places): Misfit[] {
	const found = new Map<string, Misfit & { wanted: boolean; in: Json }>();
	for (const place of places) {
		const wrong = entities.map((entity) =>
			wrongAt(entity, place).map((end) => ({ entity, ...end })),
		);
		const all = wrong.flat();
		const isThere = wrong.some((some) => some.length === 0);
		const worst = all.find(({ end }) => end === 'type') ?? (isThere ? undefined : all[0]);
		if (!worst) continue;
		const key = `${worst.end} ${worst.at}`;
		const known = found.get(key);
		if (known) known.lost.push(place);
		else {
			found.set(key, {
				...(worst.end === 'type'
					? { kind: 'other type', expected: worst.expected, found: typeOf(worst.value) }
					: { kind: 'missing' }),
				place: worst.at,
				lost: [place],
				wanted: worst.end === 'type' || !place.at.some((path) => mayLack(form, path, worst.at)),
				in: worst.entity,
			});
		}
	}
	return [...found.values()].flatMap(({ wanted, in: entity, ...misfit }): Misfit[] => {
		if (misfit.kind === 'other type') return [misfit];
		const to = renamed(entity, misfit.place, form, misfit.lost, wanted ? ALIKE : SURELY_ALIKE);
		if (to !== undefined) return [{ ...misfit, kind: 'renamed', found: to }];
		return wanted ? [misfit] : [];
	});
}

/** Whether an answer may leave out a place, or the part of it where the walk ended. */
const mayLack = ({ optional }: AnswerForm, place: string, end: string): boolean =>
	optional.has(place) || (place.startsWith(end) && optional.has(end));
