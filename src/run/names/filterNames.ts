import { InputError } from '../../errors';
import { answerList } from '../../table/answers';
import type {
	Call,
	Field,
	Input,
	Json,
	LookupName,
	NamedKind,
	Operation,
} from '../../table/define';
import { COUNTRIES, PICKER_LISTS } from '../../table/entries/pickerLists';
import { UNKNOWN_NAMES } from '../../table/filters';
import { wasRefused } from '../../table/reading';
import { describeValue } from '../../table/values';
import { entriesCalled, lookupEntries, LookupForbiddenError } from './lists';
import { mostAlike, nearest, similarity } from './nearest';
import { searchPage } from './pickerSearch';

/*
 * Names in filters. The service answers a filter by a name that nothing has with an empty list, which
 * looks like success: a misspelt name is therefore an error.
 */

/** A name in a filter. */
interface FilterName {
	name: string;
	fieldName: string;
	field: Field;
	kind: NamedKind;
}

/** How a kind of thing is looked for. */
interface NamedThings {
	thing: string;
	/** Whether a thing of that name exists. */
	isThere(call: Call, name: string): Promise<boolean>;
	/** Part of a sentence that names the things with the most similar names. */
	near(call: Call, name: string): Promise<string | undefined>;
}

const isSame = (known: unknown, name: string) =>
	String(known ?? '')
		.trim()
		.toLowerCase() === name.toLowerCase();

/** Things of a list that a picker offers. */
const inPickerList = (lookup: NamedKind & LookupName): NamedThings => ({
	thing: PICKER_LISTS[lookup].thing,
	isThere: async (call, name) => {
		if (lookup === 'tag') {
			const found = await lookupEntries(call, lookup, name);
			const { found: called, isByLook } = entriesCalled(lookup, found, name);
			return called.length > 0 && !isByLook;
		}
		if (lookup === 'endpoint') {
			// Events name endpoints that are deleted, too.
			const { entries } = await searchPage(call, lookup, name, 1);
			return entries.some((entry) => isSame(entry.name, name));
		}
		const { names } = PICKER_LISTS[lookup];
		const entries = await call.entries(lookup);
		return entries.some((entry) => names(entry).some((known) => isSame(known, name)));
	},
	near: async (call, name) => await nearest(call, lookup, name),
});

const countries = async (call: Call): Promise<Json[]> =>
	answerList(await call.other(COUNTRIES, {}));

const byCountry: NamedThings = {
	thing: 'country',
	isThere: async (call, name) =>
		(await countries(call)).some((country) => isSame(country.name, name)),
	near: async (call, name) => {
		const all = await countries(call);
		const coded = all.filter((country) => isSame(country.iso_code, name));
		const alike = mostAlike(all, (country) => similarity(String(country.name), name)).slice(0, 3);
		const like = (coded.length > 0 ? coded : alike).map((country) => String(country.name));
		return like.length > 0 ? `near it: ${like.join(', ')}` : undefined;
	},
};

const THINGS: Record<NamedKind, NamedThings> = {
	country: byCountry,
	countryOrCode: {
		...byCountry,
		isThere: async (call, name) =>
			(await countries(call)).some(
				(country) => isSame(country.name, name) || isSame(country.iso_code, name),
			),
	},
	endpoint: inPickerList('endpoint'),
	operator: inPickerList('operator'),
	tag: inPickerList('tag'),
	user: inPickerList('user'),
};

/** Tags in a filter that is written as the service writes it. */
const RAW_TAGS = /(?:^|,)\s*tags:([^,]+)/g;

/** The names in the filters of an input; a text with a wildcard is not a name. */
export function filterNames(fields: Operation['fields'], input: Input): FilterName[] {
	if (input[UNKNOWN_NAMES] === 'nothing') return [];
	return Object.entries(fields).flatMap(([fieldName, field]): FilterName[] => {
		const given = input[fieldName];
		if (typeof given !== 'string') return [];
		const { names } = field;
		if (!names) {
			if (fieldName !== 'rawQuery' || !('tags' in fields)) return [];
			const tags = [...given.matchAll(RAW_TAGS)].flatMap(([, text = '']) => text.split('|'));
			return tags.flatMap((text) => filterNameIn(text, { fieldName, field, kind: 'tag' }));
		}
		return given
			.split('|')
			.flatMap((text) => filterNameIn(text, { fieldName, field, kind: names }));
	});
}

function filterNameIn(text: string, where: Omit<FilterName, 'name'>): FilterName[] {
	const name = text.trim();
	return name === '' || name.includes('*') ? [] : [{ name, ...where }];
}

/**
 * Looks for the things that filters name. Names are not checked where the role may not read their list.
 * @throws InputError for the first name that nothing has, with similar names.
 */
export async function checkFilterNames(call: Call, names: FilterName[]): Promise<void> {
	for (const { name, fieldName, field, kind } of names) {
		const { thing, isThere, near } = THINGS[kind];
		try {
			if (await isThere(call, name)) continue;
		} catch (error) {
			const isHidden =
				error instanceof LookupForbiddenError || wasRefused(error, 403) || wasRefused(error, 404);
			if (isHidden) continue;
			throw error;
		}
		const like = await near(call, name);
		const reason = [`none is called ${describeValue(name)}`, like].filter(Boolean).join('; ');
		throw new InputError(fieldName, `must name one ${thing} that exists; ${reason}`, field.label);
	}
}

/**
 * Performs an entry whose filters name things. Where the result is an empty list, the names are checked
 * afterwards; where the result would not show an unknown name, they are checked before.
 * @throws InputError for a name that nothing has.
 */
export async function performFiltered(
	call: Call,
	names: FilterName[],
	{ fields, input }: { fields: Operation['fields']; input: Input },
	perform: () => Promise<Json | Json[]>,
): Promise<Json | Json[]> {
	const isFile = (input.output ?? 'items') !== 'items';
	const isPartHidden = names.length > 1 || isFile || input.onlyChanged !== undefined;
	const isFirst = isPartHidden || !('limit' in fields);
	if (isFirst) await checkFilterNames(call, names);
	const result = await perform();
	const isEmpty = Array.isArray(result) && result.length === 0;
	if (isEmpty && !isFirst) await checkFilterNames(call, names);
	return result;
}
