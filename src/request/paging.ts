import { UnreadableAnswer } from '../errors';
import type { Reporter } from '../reporter';
import { type Answer, type Json, listIn } from '../wire';
import { together } from '../together';

/** Pages fetched at a time after the first; the list lane spaces them anyway. */
const PAGES_AT_A_TIME = 4;
/** A page with fewer entries is the last one, not one cut to the service's own page size. */
const SMALLEST_PAGE = 10;
/** Page limit for a service that counts without end. */
const MAX_PAGES = 5000;
/** The same where the service gives no credible count. */
const MAX_BLIND_PAGES = 1000;
/**
 * Pages by which a list may grow while it is read, beside doubling: one that grows faster gets longer by
 * being read, and has no end.
 */
const GROWTH_PAGES = 20;

export interface PageOptions {
	perPage: number;
	/** Stop after this many entries. */
	limit?: number;
	/**
	 * Picks what to keep of an entry, undefined for nothing: pages are dropped as they come, for
	 * 100,000 endpoints.
	 */
	keep?: (entry: Json) => Json | undefined;
	/**
	 * What tells an entry from others that have its id; one that is the same in it is a repeat. Where it is not
	 * given, an id is an entry.
	 */
	identity?: (entry: Json) => string;
	/**
	 * Told the service's count of entries, the progress of the reading, and oddities, such as entries that the
	 * service counts but does not return.
	 */
	report?: Reporter | undefined;
	/** Called when entries may be missing, beside a warning that says why. */
	cut?: () => void;
}

type FetchPage = (page: number, perPage: number) => Promise<Answer>;

/**
 * The entries of a paged list, a few pages at a time, in order, each id once. The next pages are
 * fetched when they are asked for, so that no more than a few are in memory. The service's count
 * (`X-Total-Count`) decides how many pages there are, and its number of pages where it gives no
 * count; neither is trusted once pages bring nothing new, since a page past the end answers the last
 * page again. A final shortfall against the count is reported. Source: public reference, Paging.
 */
export function pagesOf(fetchPage: FetchPage, options: PageOptions): AsyncGenerator<Json[], void> {
	return new PageReader(fetchPage, options).all();
}

/** All entries of a paged list: see {@link pagesOf}. */
export async function readPages(fetchPage: FetchPage, options: PageOptions): Promise<Json[]> {
	const entries: Json[] = [];
	for await (const some of pagesOf(fetchPage, options)) entries.push(...some);
	return entries;
}

class PageReader {
	/** Entries read so far, whether they are kept or not. */
	private count = 0;
	private readonly seen = new Set<unknown>();
	/** The latest count of the service. */
	private counted: number | undefined;
	/** Its first count. */
	private firstCounted: number | undefined;
	/** The smallest of its counts: a later entry may be on a page that was read before. */
	private fewest = Infinity;
	private pages: number | undefined;
	/** The number of the last page, where the answer gives it beside the list, as with tags. */
	private last: number | undefined;
	/** Entries were deleted during the reading: others moved to pages that had been read before. */
	private shrank = false;
	/** A page brought nothing new, so there is none after it. */
	private ended = false;
	/** Entries of the first page: the page size the service uses, whatever was requested. */
	private size = 0;
	/** Pages read, and how many entries the last of them had. */
	private read = 0;
	private lastSize = 0;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly options: PageOptions,
	) {}

	async *all(): AsyncGenerator<Json[], void> {
		yield await this.next(1);
		this.size = this.lastSize;
		yield* this.planned();
		yield* this.onward();
		if (this.isFull) return;
		if (this.shrank) yield* this.again();
		const missing = Math.min(this.counted ?? 0, this.fewest) - this.count;
		if (missing > 0) {
			this.lacks(
				`The list is not complete: the service counts ${this.fewest} entries and gave ${this.count}; ${missing} are missing.`,
			);
		}
	}

	/** Reads the counted pages, some at a time. */
	private async *planned(): AsyncGenerator<Json[]> {
		const { limit = Infinity } = this.options;
		const counted = this.total === undefined ? this.pages : this.total / this.size;
		const most = Math.ceil(Math.min(counted ?? 1, limit / this.size, MAX_PAGES));
		while (this.read < most && !this.ended) {
			yield await this.next(Math.min(PAGES_AT_A_TIME, most - this.read));
		}
	}

	/** Reads pages beyond the counted ones, one at a time, as long as they bring new entries. */
	private async *onward(): AsyncGenerator<Json[]> {
		for (let more = 0; !this.ended && !this.isFull && !this.isComplete; more++) {
			if (this.read >= MAX_PAGES || more + 1 >= MAX_BLIND_PAGES) {
				return this.lacks(`The list was cut after ${this.read} pages: the service names no end.`);
			}
			if (this.hasOutgrown) {
				return this.lacks(
					`The list was cut after ${this.read} pages: it grows while it is read, from ${this.firstCounted} entries to ${this.counted} by the service's count.`,
				);
			}
			yield await this.next(1);
		}
	}

	/** Reads again, for entries that moved to other pages when others were deleted. */
	private async *again(): AsyncGenerator<Json[]> {
		this.shrank = false;
		for (let page = 1; page <= this.read; page++) yield this.take(await this.fetch(page));
		if (this.shrank) {
			this.lacks(
				'Entries were deleted while the list was read, and again in a second look: some may be missing.',
			);
		}
	}

	private lacks(why: string): void {
		this.options.report?.warn(why);
		this.options.cut?.();
	}

	private async next(count: number): Promise<Json[]> {
		const from = this.read + 1;
		const answers = await together(Array.from({ length: count }, (_, i) => this.fetch(from + i)));
		const entries = answers.flatMap((answer) => this.take(answer));
		this.read += count;
		const { limit = Infinity, report } = this.options;
		const wanted = Math.min(this.total ?? Infinity, limit);
		report?.progress(this.count, Number.isFinite(wanted) ? wanted : undefined, 'entries');
		return entries;
	}

	private get isFull(): boolean {
		return this.count >= (this.options.limit ?? Infinity);
	}

	/** The count, unless it is below the number of entries read. */
	private get total(): number | undefined {
		return (this.counted ?? -1) >= this.count ? this.counted : undefined;
	}

	/** Whether the service's count has grown as no list grows while it is read. */
	private get hasOutgrown(): boolean {
		const { firstCounted = Infinity, counted = 0 } = this;
		return counted > 2 * firstCounted + GROWTH_PAGES * this.size;
	}

	/** Whether nothing suggests another page. */
	private get isComplete(): boolean {
		if (this.last !== undefined) return this.read >= this.last;
		const isLast = this.pages !== undefined && this.read >= this.pages;
		const isShort = this.lastSize < (this.read === 1 ? this.options.perPage : this.size);
		if (this.total === undefined) {
			const mayBeClamped = this.read === 1 && this.lastSize >= SMALLEST_PAGE;
			return this.pages === undefined ? isShort && !mayBeClamped : isLast && isShort;
		}
		const isEnough = this.count >= this.total;
		return isEnough && (this.pages === undefined || isLast || isShort);
	}

	private async fetch(page: number): Promise<Answer> {
		return await this.fetchPage(page, this.options.perPage);
	}

	/** The new entries of a page, up to the limit. */
	private take(answer: Answer): Json[] {
		const list = listIn(answer.body);
		if (!list) throw new UnreadableAnswer('a list', answer);
		const { limit = Infinity, keep = (entry) => entry } = this.options;
		const { identity } = this.options;
		const keyOf = (entry: Json): unknown => {
			const key = pageEntryKey(entry);
			return identity && key === entry.id ? `${String(key)} ${identity(entry)}` : key;
		};
		const withoutId = list.filter(({ id }) => !isId(id)).map(keyOf);
		const before = new Set(withoutId.filter((key) => this.seen.has(key)));
		const entries: Json[] = [];
		const known = this.seen.size;
		for (const entry of list) {
			const key = keyOf(entry);
			// An entry created during the reading shifts others to the next page. Two equal entries
			// without an id on one page are two entries.
			if (isId(entry.id) ? this.seen.has(key) : before.has(key)) continue;
			this.seen.add(key);
			if (this.count < limit) {
				this.count += 1;
				const kept = keep(entry);
				if (kept !== undefined) entries.push(kept);
			}
		}
		this.ended ||= this.seen.size === known;
		const counted = headerCount(answer, 'x-total-count');
		if ((counted ?? Infinity) < (this.counted ?? -1)) this.shrank = true;
		const isNews = counted !== this.counted;
		this.counted = counted;
		this.firstCounted ??= counted;
		if (isNews && this.total !== undefined) this.options.report?.count(this.total);
		this.fewest = Math.min(this.fewest, counted ?? Infinity);
		this.pages =
			headerCount(answer, 'x-total-pages') || headerCount(answer, 'x-pages') || undefined;
		this.last = countFrom((answer.body as Json).last_page);
		this.lastSize = list.length;
		return entries;
	}
}

/** Whether an id is usable and exact: a long number is rounded when parsed. */
const isId = (id: unknown): boolean =>
	typeof id === 'number' ? Number.isSafeInteger(id) : typeof id === 'string' && id !== '';

/** Key of an entry: its id, or its whole content if it has none. */
const pageEntryKey = (entry: Json): unknown => (isId(entry.id) ? entry.id : JSON.stringify(entry));

/** A count as a number or as text; undefined for all else. */
function countFrom(value: unknown): number | undefined {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
	const n = Number(text);
	return text !== '' && Number.isSafeInteger(n) && n >= 0 ? n : undefined;
}

const headerCount = (answer: Answer, header: string) => countFrom(answer.headers[header]);
