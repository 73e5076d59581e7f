import type { Call, Choice, Json, LookupName } from '../operations/define';
import { at } from '../operations/reading';
import { asNumber } from '../operations/values';
import type { Client } from './client';
import { LISTS, named, pageOf } from './lists';
import { searchPage } from './pickerSearch';
import { isSearched } from './search';

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
	{ text = '', token }: { text?: string; token?: string } = {},
): Promise<LookupPage> {
	const { page } = LISTS[lookup];
	const call = client.listing(lookup);
	const number = token === undefined ? 1 : Number(token);
	const sought = text.trim();
	const { entries, more } = isSearched(lookup)
		? await searchPage(call, lookup, sought, number)
		: await pageOf(call, lookup, page?.(number, sought));
	const shown = choicesOf(lookup, entries);
	const found = page || isSearched(lookup) ? shown : matching(shown, sought);
	return {
		entries: await ownFirst(call, lookup, entries, found),
		...(more && { next: String(number + 1) }),
	};
}

/** The entries of a list as a picker shows them. */
function choicesOf(lookup: LookupName, entries: Json[]): Choice[] {
	const { name = named, detail, lowest = 1, textIds } = LISTS[lookup];
	return entries.flatMap((entry): Choice[] => {
		const value = textIds ? String(entry.id ?? '') : Number(asNumber(entry.id ?? NaN));
		// An invalid or rounded id would name nothing, or another thing.
		const isId = typeof value === 'string' ? value !== '' : Number.isSafeInteger(value);
		if (!isId || Number(value) < lowest) return [];
		const description = detail?.(entry);
		return [{ name: name(entry), value, ...(description !== undefined && { description }) }];
	});
}

/**
 * Sorts the acting organisation's choices before those of others, which most operations refuse and
 * which bear their organisation in their name.
 */
async function ownFirst(
	call: Call,
	lookup: LookupName,
	entries: Json[],
	choices: Choice[],
): Promise<Choice[]> {
	const { owner } = LISTS[lookup];
	if (!owner || !entries.some((entry) => owner(entry) !== undefined)) return choices;
	const { organisationId } = await call.login.identity();
	if (organisationId === undefined) return choices;
	const others = new Map(
		entries
			.filter((entry) => Number(owner(entry) ?? organisationId) !== organisationId)
			.map((entry) => [Number(asNumber(entry.id)), entry]),
	);
	const isOther = ({ value }: Choice) => others.has(Number(value));
	const named = (choice: Choice): Choice => {
		const of = others.get(Number(choice.value))!;
		const whose = at(of, 'organisation.name') ?? `organisation ${String(owner(of))}`;
		return { ...choice, name: `${choice.name} (of ${String(whose)})` };
	};
	return [...choices.filter((one) => !isOther(one)), ...choices.filter(isOther).map(named)];
}

/** The entries that match a text, in a list that comes in one piece. */
const matching = (entries: Choice[], text: string) =>
	entries
		.filter((e) => e.name.toLowerCase().includes(text.toLowerCase()) || String(e.value) === text)
		.sort((a, b) => a.name.localeCompare(b.name));
