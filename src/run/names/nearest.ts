import type { Call, Json, LookupName } from '../../table/define';
import { shownSpelling } from '../../readings/name';
import { at } from '../../table/reading';
import { PICKER_LISTS } from '../../table/entries/pickerLists';
import type { SearchedName } from '../../table/entries/searched';
import { ownerName } from '../../table/pickerList';
import { searchPage } from './pickerSearch';
import { isSearched } from './search';

/* Suggestions for a name that nothing has, worded for the person or model that gave the name. */

/** Most things named in an error. */
const MOST_NAMED = 5;
/** Likeness, from 0 to 1, below which a name is not suggested. */
const NEAR = 0.35;
/** Most words of a name that are searched for when the whole name finds nothing. */
const MOST_WORDS = 3;

/** Numbers are not compared: one with nearly the same digits belongs to another thing. */
const isDigitsOnly = (text: string) => /^\d+$/.test(text);

const WORD_OR_NUMBER = /\p{L}+|\p{N}+/gu;

/** Words and numbers of a name, in lower case; a number without the zeros before it. */
const nameWords = (name: string): string[] =>
	[...name.normalize('NFKD').toLowerCase().matchAll(WORD_OR_NUMBER)].map(([word]) =>
		word.replace(/^0+(\d)/, '$1'),
	);

const pairsIn = (word: string) =>
	Array.from({ length: word.length - 1 }, (_, i) => word.slice(i, i + 2));

/** How alike two names are, from 0 to 1: by shared pairs of characters, separators ignored. */
export function similarity(name: string, otherName: string): number {
	const [a, b] = [nameWords(name).join(''), nameWords(otherName).join('')];
	if (a === b) return 1;
	const [own, others] = [pairsIn(a), pairsIn(b)];
	const all = own.length + others.length;
	const shared = own.filter((pair) => {
		const index = others.indexOf(pair);
		if (index >= 0) others.splice(index, 1);
		return index >= 0;
	});
	return all === 0 ? 0 : (2 * shared.length) / all;
}

/** The entries that have at least some likeness, from 0 to 1; the most alike first. */
export const mostAlike = <T>(entries: T[], likenessOf: (entry: T) => number, least = 0): T[] =>
	entries
		.map((entry) => ({ entry, likeness: likenessOf(entry) }))
		.filter(({ likeness }) => likeness >= least)
		.sort((a, b) => b.likeness - a.likeness)
		.map(({ entry }) => entry);

/** The texts an entry may be called by: its names, and its ID. */
const entryNames = (lookup: LookupName, entry: Json): string[] => {
	const own = lookup === 'sim' ? [entry.iccid, entry.msisdn] : PICKER_LISTS[lookup].names(entry);
	return [...own, entry.id].filter((name) => name !== undefined && name !== null).map(String);
};

/** An entry as an error names it: `pump-17 (ID 10017, ICCID 8988…)`, `Standard (ID 101, of Plant North)`. */
function describeEntry(lookup: LookupName, entry: Json): string {
	const [name = ''] = entryNames(lookup, entry).map(shownSpelling);
	const iccid = lookup === 'endpoint' ? at(entry, 'sim.iccid') : undefined;
	const whose = PICKER_LISTS[lookup].owner && ownerName(entry);
	if (name === String(entry.id)) return `ID ${name}`;
	const more = [iccid && `ICCID ${String(iccid)}`, whose && `of ${whose}`].filter(Boolean);
	return `${name} (${[`ID ${String(entry.id)}`, ...more].join(', ')})`;
}

/** The first of some entries, as an error names them. */
export function describeSome(lookup: LookupName, entries: Json[]): string {
	const shown = entries.slice(0, MOST_NAMED).map((entry) => describeEntry(lookup, entry));
	const more = entries.length - shown.length;
	return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/**
 * Endpoints or SIMs that contain the text; else those that contain a word of it; else any. `whole` says
 * whether all of them contain the whole text.
 */
async function searched(call: Call, lookup: SearchedName, text: string) {
	const find = async (part: string) => (await searchPage(call, lookup, part, 1)).entries;
	const containing = await find(text);
	if (containing.length > 0 || text === '') return { entries: containing, whole: text !== '' };
	const words = [...new Set(nameWords(text))].filter((word) => word.length > 1);
	const longest = words.sort((a, b) => b.length - a.length).slice(0, MOST_WORDS);
	const found = new Map<unknown, Json>();
	for (const word of isDigitsOnly(text) ? [] : longest) {
		for (const entry of await find(word)) found.set(entry.id, entry);
	}
	return { entries: found.size > 0 ? [...found.values()] : await find(''), whole: false };
}

/**
 * Part of a sentence that names the entries nearest to a text, or some entries when none is near;
 * undefined where the list is empty or cannot be read.
 */
export async function nearest(
	call: Call,
	lookup: LookupName,
	text: string,
): Promise<string | undefined> {
	try {
		const sought = text.trim();
		const { entries, whole } = isSearched(lookup)
			? await searched(call, lookup, sought)
			: { entries: await call.entries(lookup), whole: false };
		if (entries.length === 0) return undefined;
		const likenessOf = (entry: Json) =>
			Math.max(0, ...entryNames(lookup, entry).map((name) => similarity(name, sought)));
		const isCompared = whole || !isDigitsOnly(sought);
		const near = isCompared ? mostAlike(entries, likenessOf, whole ? 0 : NEAR) : [];
		const isNear = near.length > 0;
		const named = describeSome(lookup, (isNear ? near : entries).slice(0, MOST_NAMED));
		return `${isNear ? 'near it' : 'there is, for example'}: ${named}`;
	} catch {
		return undefined;
	}
}
