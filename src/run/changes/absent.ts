import type { Answer, Call, Input, Json, Operation } from '../../table/define';
import { VALUES_IN_FILTER } from '../../table/filterValues';
import { buildRequest } from '../../table/request';
import { piecesOf, toId } from '../../table/values';
import { lacksEntries } from '../../table/whole';
import { listIn } from '../../wire';
import { isFilterRefusal } from '../names/search';

/*
 * Whether entries that a list lacks are gone. A list in pages can lack an entry that is there: one that is deleted
 * while pages are read moves all behind it, and one that is made meanwhile keeps the count. Each is asked for by its
 * ID before it is said to be gone.
 */

/** Entries that are asked for one by one where a filter does not take several; the rest stays unknown. */
const MOST_ALONE = 100;

/** What was found of entries that a list lacked. */
export interface Asked {
	/** Those that are in the list after all, as it gives them. */
	entries: Json[];
	/** Those about which the service says nothing. */
	unknown: Set<number>;
}

/** Asks for some IDs with the filters of the list; undefined where the answer does not show all of them. */
async function entriesOf(
	call: Call,
	list: Operation,
	input: Input,
	ids: readonly number[],
): Promise<Json[] | undefined> {
	const { query } = buildRequest(list, input);
	const filters = [query?.q, `id:${ids.join('||')}`].filter(Boolean).join(',');
	const paged = { ...query, q: filters, page: 1, per_page: list.pages!.size };
	let answer: Answer;
	try {
		answer = await call.other(list, {}, { query: paged });
	} catch (error) {
		if (isFilterRefusal(error)) return undefined;
		throw error;
	}
	const entries = listIn(answer.body);
	if (!entries || lacksEntries(answer, entries)) return undefined;
	return entries.filter(({ id }) => ids.includes(toId(id) ?? NaN));
}

/**
 * Asks for entries that a list lacked, by their IDs and under the filters of the list. `present` is the ID of an
 * entry that the list has: its answer shows that the filter takes several values.
 */
export async function askForAbsent(
	call: Call,
	list: Operation,
	input: Input,
	{ ids, present }: { ids: readonly number[]; present: number | undefined },
): Promise<Asked> {
	const found: Asked = { entries: [], unknown: new Set() };
	const alone: number[] = [];
	for (const some of piecesOf([...ids], VALUES_IN_FILTER - 1)) {
		const isTogether = present !== undefined && some.length > 1 && alone.length === 0;
		const entries = isTogether ? await entriesOf(call, list, input, [present, ...some]) : undefined;
		const isFiltered = entries?.some(({ id }) => toId(id) === present) === true;
		if (isFiltered) found.entries.push(...entries.filter(({ id }) => toId(id) !== present));
		else alone.push(...some);
	}
	for (const [i, id] of alone.entries()) {
		const entries = i < MOST_ALONE ? await entriesOf(call, list, input, [id]) : undefined;
		if (entries) found.entries.push(...entries);
		else found.unknown.add(id);
	}
	return found;
}
