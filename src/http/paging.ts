import { listIn, UnreadableAnswer } from '../operations/answers';
import type { Answer, Json } from '../operations/define';

/** Pages fetched at a time after the first; the list lane spaces them anyway. */
const PAGES_AT_A_TIME = 4;
/** Without paging headers: a stop for a service that never ends. */
const MAX_BLIND_PAGES = 1000;

export interface PageOptions {
	perPage: number;
	/** Stop after this many entries. */
	limit?: number;
	/** What is kept of an entry: pages are let go as they come, which 100,000 endpoints need. */
	keep?: (entry: Json) => Json;
	/** Told what was odd, such as a list cut by the cap. */
	warn?: (message: string) => void;
}

const numberIn = (answer: Answer, header: string): number | undefined => {
	const n = Number(answer.headers[header]);
	return answer.headers[header] !== undefined && Number.isInteger(n) && n >= 0 ? n : undefined;
};

/**
 * All entries of a paged list, in order, each id once. Pages are counted by `X-Total-Pages`,
 * because a page past the end answers the last page again; without that header it stops at a
 * short page, at a page that begins like the one before, or at a cap.
 * Source: public reference, Paging.
 */
export async function readPages(
	fetchPage: (page: number, perPage: number) => Promise<Answer>,
	{ perPage, limit = Infinity, keep = (entry) => entry, warn = () => {} }: PageOptions,
): Promise<Json[]> {
	const entries: Json[] = [];
	const seen = new Set<unknown>();
	const add = (list: Json[]) => {
		for (const entry of list) {
			// Something created or deleted meanwhile shifts entries from one page to the next.
			if (entry.id !== undefined && seen.has(entry.id)) continue;
			if (entry.id !== undefined) seen.add(entry.id);
			if (entries.length < limit) entries.push(keep(entry));
		}
	};
	const first = await fetchPage(1, perPage);
	const firstList = pageOf(first);
	add(firstList);

	const totalPages = numberIn(first, 'x-total-pages');
	if (totalPages !== undefined) {
		// The service may have clamped the page size without a word.
		const size = numberIn(first, 'x-count-per-page') || firstList.length || perPage;
		const wanted = Math.min(totalPages, Math.ceil(limit / size));
		for (let page = 2; page <= wanted; page += PAGES_AT_A_TIME) {
			const batch = Array.from({ length: Math.min(PAGES_AT_A_TIME, wanted - page + 1) }, (_, i) =>
				fetchPage(page + i, perPage),
			);
			for (const answer of await Promise.all(batch)) add(pageOf(answer));
		}
		return entries;
	}

	let last = firstList;
	for (let page = 2; last.length >= perPage && entries.length < limit; page++) {
		if (page > MAX_BLIND_PAGES) {
			warn(
				`The list was cut after ${MAX_BLIND_PAGES} pages: the service names no number of pages.`,
			);
			break;
		}
		const next = pageOf(await fetchPage(page, perPage));
		if (next.length === 0 || next[0]?.id === last[0]?.id) break;
		add(next);
		last = next;
	}
	return entries;
}

function pageOf(answer: Answer): Json[] {
	const list = listIn(answer.body);
	if (!list) throw new UnreadableAnswer('a list', answer);
	return list;
}
