import { lookOf } from '../readings/name';
import type { Call, Choice, Json, LookupName } from '../table/define';
import { PICKER_LISTS } from '../table/entries/pickerLists';
import { type FormValue, withOrganisation } from '../table/pickerList';
import type { Client } from './client';
import { lookupEntries, lookupPage } from './names/lists';
import { searchPage } from './names/pickerSearch';
import { isSearched } from './names/search';

/* The choices that pickers offer. */

export interface LookupPage {
	entries: Choice[];
	/** Token that gets the next page; absent on the last one. */
	next?: string;
}

/**
 * One page of a picker's choices, searched by the service where it can.
 * @throws LookupForbiddenError when the role may not read the list.
 */
export async function pickerPage(
	client: Client,
	lookup: LookupName,
	{ text = '', token, valueOf }: { text?: string; token?: string; valueOf?: FormValue } = {},
): Promise<LookupPage> {
	const { page, fitting, unsearched } = PICKER_LISTS[lookup];
	const call = client.listing(lookup);
	const number = token === undefined ? 1 : Number(token);
	const sought = text.trim();
	const isLookedThrough = unsearched === true && sought !== '';
	const { entries: all, more } = isSearched(lookup)
		? await searchPage(call, lookup, sought, number)
		: isLookedThrough
			? { entries: await lookupEntries(call, lookup, ''), more: false }
			: await lookupPage(call, lookup, page?.(number, sought));
	const entries = fitting && valueOf ? await fitting(call, all, valueOf) : all;
	const shown = choicesOf(lookup, entries);
	const isFound = (page || isSearched(lookup)) && !isLookedThrough;
	const found = isFound ? shown : matching(shown, sought);
	return {
		entries: await ownFirst(call, lookup, entries, found),
		...(more && { next: String(number + 1) }),
	};
}

/** The entries of a list as a picker shows them. */
function choicesOf(lookup: LookupName, entries: Json[]): Choice[] {
	const { name, detail, lowest = 1, textIds } = PICKER_LISTS[lookup];
	return entries.flatMap((entry): Choice[] => {
		const value = textIds ? String(entry.id ?? '') : Number(entry.id ?? NaN);
		// An invalid or rounded id would name nothing, or another thing.
		const isId = typeof value === 'string' ? value !== '' : Number.isSafeInteger(value);
		if (!isId || Number(value) < lowest) return [];
		const description = detail?.(entry);
		return [{ name: name(entry), value, ...(description !== undefined && { description }) }];
	});
}

/**
 * Sorts the choices of the acting organisation before those of others: most operations refuse the latter,
 * whose labels show their organisation.
 */
async function ownFirst(
	call: Call,
	lookup: LookupName,
	entries: Json[],
	choices: Choice[],
): Promise<Choice[]> {
	const { owner } = PICKER_LISTS[lookup];
	if (!owner || !entries.some((entry) => owner(entry) !== undefined)) return choices;
	const { organisationId } = await call.login.identity();
	if (organisationId === undefined) return choices;
	const others = new Map(
		entries
			.filter((entry) => Number(owner(entry) ?? organisationId) !== organisationId)
			.map((entry) => [Number(entry.id), entry]),
	);
	const isOther = ({ value }: Choice) => others.has(Number(value));
	const named = (choice: Choice): Choice => {
		const of = others.get(Number(choice.value))!;
		return { ...choice, name: withOrganisation(choice.name, of) };
	};
	return [...choices.filter((choice) => !isOther(choice)), ...choices.filter(isOther).map(named)];
}

/**
 * The entries that match a text, in a list that comes in one piece: first the one with exactly that name,
 * then those that begin with it.
 */
function matching(entries: Choice[], text: string): Choice[] {
	const looked = (name: string) => lookOf(name).toLowerCase();
	const sought = looked(text);
	const ranks = [(name: string) => name === sought, (name: string) => name.startsWith(sought)];
	const rank = ({ name }: Choice) => {
		const found = ranks.findIndex((fits) => fits(looked(name)));
		return found < 0 ? ranks.length : found;
	};
	return entries
		.filter((e) => looked(e.name).includes(sought) || String(e.value) === text)
		.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}
