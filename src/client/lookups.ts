import { ForbiddenError } from '../http/errors';
import type { Json, LookupName } from '../operations/define';
import { asNumber } from '../operations/values';
import type { Client } from './client';
import { LISTS, LookupForbiddenError, PAGE_SIZE, pageOf } from './lists';
import { searchesFor, searchPage } from './pickerSearch';

/* What the pickers offer. */

interface LookupEntry {
	name: string;
	value: number | string;
	description?: string;
}

export interface LookupPage {
	entries: LookupEntry[];
	/** Give it back to get the next page; absent on the last one. */
	next?: string;
}

/**
 * One page of what a picker offers, searched by the service where it can.
 * @throws LookupForbiddenError when the role may not read the list.
 */
export async function pickerPage(
	client: Client,
	lookup: LookupName,
	{ text = '', token }: { text?: string; token?: string } = {},
): Promise<LookupPage> {
	const { title, page, search, name, detail, lowest = 1, textIds } = LISTS[lookup];
	const call = client.callFor({ resource: lookup, name: 'list', effect: 'read', lane: 'list' });
	const number = token === undefined ? 1 : Number(token);
	const sought = text.trim();
	const shown = (list: Json[]) =>
		list.flatMap((entry): LookupEntry[] => {
			const value = textIds ? String(entry.id ?? '') : Number(asNumber(entry.id ?? NaN));
			// An id that is none, or was rounded, would name nothing or another thing.
			const isId = typeof value === 'string' ? value !== '' : Number.isSafeInteger(value);
			if (!isId || Number(value) < lowest) return [];
			const description = detail?.(entry);
			return [{ name: name(entry), value, ...(description !== undefined && { description }) }];
		});
	const next = (more: boolean) => (more ? { next: String(number + 1) } : {});
	if (!search) {
		const { entries, more } = await pageOf(call, lookup, number, sought);
		return page
			? { entries: shown(entries), ...next(more) }
			: { entries: matching(shown(entries), sought) };
	}
	try {
		const found = await searchPage(call, searchesFor(search, sought), number, PAGE_SIZE);
		return { entries: shown(found.entries), ...next(found.more) };
	} catch (error) {
		if (error instanceof ForbiddenError) throw new LookupForbiddenError(title, error);
		throw error;
	}
}

/** In a list that comes in one piece. */
const matching = (entries: LookupEntry[], text: string) =>
	entries
		.filter((e) => e.name.toLowerCase().includes(text.toLowerCase()) || String(e.value) === text)
		.sort((a, b) => a.name.localeCompare(b.name));
