import { SEARCHED, type SearchedName } from '../../table/entries/searched';
import type { Call, Json } from '../../table/define';
import { PAGE_SIZE } from '../../table/pickerList';
import { together } from '../../together';
import { lookupPage } from './lists';
import { isFilterRefusal } from './search';

/* Searches for a text typed into the picker of an endpoint or a SIM. */

/**
 * One page of each search for a text, joined: every entry once, in the order of the searches. An
 * entry that fits an earlier search is left to that search, on whichever page it stands.
 */
export async function searchPage(
	call: Call,
	lookup: SearchedName,
	text: string,
	number: number,
): Promise<{ entries: Json[]; more: boolean }> {
	const searches = SEARCHED[lookup].searchesFor(text);
	const answers = await together(
		searches.map(async ({ entry, read, q, fits }) => {
			const query = { ...(q !== undefined && { q }), page: number, per_page: PAGE_SIZE };
			try {
				const { entries, more } = await lookupPage(call, lookup, query, entry);
				return { entries: entries.flatMap(read).filter(fits), fits, more };
			} catch (error) {
				// Another search may find the entry.
				if (!isFilterRefusal(error) || searches.length === 1) throw error;
				return { entries: [], fits: () => false, more: false };
			}
		}),
	);
	const entries = answers.flatMap((answer, i) =>
		answer.entries.filter((entry) => !answers.slice(0, i).some(({ fits }) => fits(entry))),
	);
	return { entries, more: answers.some(({ more }) => more) };
}
