import { CellularIotError } from '../../errors';
import { type NameMatch, matchName } from '../../readings/name';
import { ForbiddenError } from '../../request/attempt/errors';
import { answerList, entityOf } from '../../table/answers';
import type { RequestEntry, Call, Json, LookupName } from '../../table/define';
import { findEntry } from '../../table/entries';
import { PICKER_LISTS } from '../../table/entries/pickerLists';
import { PAGE_SIZE } from '../../table/pickerList';
import { at, unlessRefused } from '../../table/reading';
import { isObject } from '../../wire';

/* Reads the lists that pickers offer and names are looked up in. */

/** The entries of a list that a text names. */
export const entriesCalled = (
	lookup: LookupName,
	entries: readonly Json[],
	text: string,
): NameMatch<Json> => matchName(entries, PICKER_LISTS[lookup].names, text);

/** The role may not read the list. The picker says so; an id can still be given otherwise. */
export class LookupForbiddenError extends CellularIotError {
	readonly status = 403;

	constructor(title: string, cause: unknown) {
		super(
			`The role of this account may not read the list of ${title}. Give the ID instead: choose "By ID", or use an expression.`,
			'An administrator of the organisation can allow it.',
			'refused',
			cause,
		);
	}
}

/**
 * One page of a list as the service gives it; without a query, the whole of a list that comes in one
 * piece. `entry` may read it instead of the list's own.
 * @throws LookupForbiddenError when the role may not read the list.
 */
export async function lookupPage(
	call: Call,
	lookup: LookupName,
	query: Json | undefined,
	own?: RequestEntry,
): Promise<{ entries: Json[]; more: boolean }> {
	const { input, title, read, entry, each = (e: Json) => e } = PICKER_LISTS[lookup];
	try {
		if (read) return { entries: await read(call), more: false };
		const given = (await input?.(call)) ?? {};
		const answer = await call.other(own ?? entry!, given, {
			lane: 'list',
			...(query && { query }),
		});
		// Some editions of the reference show the single entry instead of a list.
		const { body } = answer;
		const all = isObject(body) && 'id' in body ? [body] : answerList(answer);
		const entries = all.map(each);
		if (!query) return { entries, more: false };
		const number = Number(query.page);
		const pages = Number(answer.headers['x-total-pages'] ?? at(answer.body, 'last_page'));
		// A page past the end repeats the last one. Source: public reference.
		if (number > 1 && pages < number) return { entries: [], more: false };
		return { entries, more: Number.isNaN(pages) ? entries.length >= PAGE_SIZE : number < pages };
	} catch (error) {
		if (error instanceof ForbiddenError) throw new LookupForbiddenError(title, error);
		throw error;
	}
}

/** One thing of a kind that is read by its id; undefined where there is none of that id. */
export async function readById(
	call: Call,
	lookup: LookupName,
	id: number | string,
): Promise<Json | undefined> {
	const entry = findEntry(lookup, 'get');
	const [name = ''] = Object.entries(entry.fields).find(([, field]) => field.in === 'path') ?? [];
	const answer = await unlessRefused(call.other(entry, { [name]: id }), 404);
	return answer && entityOf(answer);
}

/** Most pages that are read to find a name. */
const MOST_SEARCH_PAGES = 50;

/** All entries of a list, or those that a text matches; each id once. */
export async function lookupEntries(call: Call, lookup: LookupName, text: string): Promise<Json[]> {
	const found = new Map<unknown, Json>();
	for (let number = 1; number <= MOST_SEARCH_PAGES; number++) {
		const { entries, more } = await lookupPage(
			call,
			lookup,
			PICKER_LISTS[lookup].page?.(number, text),
		);
		const known = found.size;
		for (const entry of entries) found.set(entry.id ?? entry, entry);
		// A service without paging gives the same list again.
		if (!more || found.size === known) break;
	}
	return [...found.values()];
}

/** Whole lists, each read once for the lifetime of this map. */
export type ListCache = Map<LookupName, Promise<Json[]>>;

/** The whole of a list, read once. */
export async function wholeList(call: Call, lookup: LookupName, lists: ListCache): Promise<Json[]> {
	const list = lists.get(lookup) ?? lookupEntries(call, lookup, '');
	lists.set(lookup, list);
	// A list that failed is read again by the next caller, unless the role may not read it.
	list.catch((error: unknown) => {
		const isFinal = error instanceof LookupForbiddenError;
		if (!isFinal && lists.get(lookup) === list) lists.delete(lookup);
	});
	return await list;
}
