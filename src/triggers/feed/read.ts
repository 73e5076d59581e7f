import type { Client } from '../../client/client';
import { httpDateMs } from '../../http/retry';
import type { Input, Json } from '../../operations/define';
import { getAllEvents } from '../../operations/eventLists';
import { MOST_VALUES } from '../../operations/eventFields';
import {
	beginFeed,
	type FeedOptions,
	type FeedPoll,
	type FeedState,
	goOver,
	pollFeed,
	type Stretch,
	timeOf,
} from './feed';
import { isNews } from '../runtime/stored';

/* How triggers ask for the event feed. Source: public reference, Events feed. */

/** A moment as the filters take it, in whole seconds. */
const momentOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Types in as many groups as it takes: a filter holds so many. Any type is one group of none. */
const groupsOf = (types: readonly number[] | 'any'): Array<readonly number[]> =>
	types === 'any'
		? [[]]
		: Array.from({ length: Math.ceil(types.length / MOST_VALUES) }, (_, i) =>
				types.slice(i * MOST_VALUES, (i + 1) * MOST_VALUES),
			);

/** The filter wants an end; no clock says when it is. */
const FAR = '2099-12-31T23:59:59Z';

/** What is read of the feed. */
interface FeedQuery {
	types: readonly number[] | 'any';
	/** Further filters of the service, as checked input of `event: getAll`. */
	filters?: Input;
}

/**
 * Events from a moment on, the first by time or the newest, at most `limit` a group of six types. Where
 * these are not all, `cut` says up to which moment they are, or after which.
 */
export async function readStretch(
	client: Client,
	{ types, filters }: FeedQuery,
	fromMs: number,
	limit: number,
	which: 'first' | 'newest',
): Promise<Stretch> {
	const all: Json[] = [];
	const cuts: number[] = [];
	for (const group of groupsOf(types)) {
		const events = (await client.perform(getAllEvents, {
			...filters,
			...(group.length > 0 && { types: group.join('|') }),
			from: momentOf(fromMs),
			until: FAR,
			simplify: false,
			// What arrives while pages are read comes behind them.
			sort: which === 'first' ? 'timestamp,id' : '-timestamp,-id',
			returnAll: false,
			limit,
		})) as Json[];
		for (const event of events) all.push(event);
		if (events.length < limit) continue;
		const last = events.map(timeOf).findLast((time) => !Number.isNaN(time));
		if (last !== undefined) cuts.push(last);
	}
	if (cuts.length === 0) return { events: all };
	if (which === 'newest') return { events: all, cut: Math.max(...cuts) };
	const cut = Math.min(...cuts);
	return { events: all.filter((event) => !(timeOf(event) > cut)), cut };
}

/**
 * Milliseconds by which the service's clock is ahead of ours, from the `Date` of an answer; undefined
 * where it tells none. 0 for what the resolution of a second explains.
 */
export async function clockAhead(client: Client, now: () => number): Promise<number | undefined> {
	const query = { page: 1, per_page: 1, sort: '-id' };
	const { headers } = await client.callFor(getAllEvents).own({}, { query });
	const at = httpDateMs((headers as Record<string, unknown>).date);
	if (at === undefined) return undefined;
	// It names the second that has begun.
	const ahead = at + 1_000 - now();
	return Math.abs(ahead) < 3_000 ? 0 : ahead;
}

/** What a poll goes by. */
export interface Watch {
	/** Milliseconds since 1970, by this n8n's clock. */
	now: () => number;
	log: (message: string) => void;
}

/** What a poll of the feed goes by. */
interface FeedWatch extends Watch {
	overlapMs: number;
	budgetMs: number;
}

/** Clocks that differ by less are not worth a word. */
const WORTH_A_WORD_MS = 60_000;

/** Says once that clocks differ; a poll does not depend on which of them is right. */
function sayClocks(
	{ now, log }: Watch,
	key: string,
	{ ahead, overlapMs }: FeedOptions,
	newest = -Infinity,
): void {
	const minutes = (ms: number) => Math.round(Math.abs(ms) / 60_000);
	const early = newest - now();
	const differs = Math.abs(ahead ?? 0) >= WORTH_A_WORD_MS / 2;
	if (differs && isNews(key, 'clock')) {
		log(
			`The clock of this n8n is ${minutes(ahead!)} min ${ahead! > 0 ? 'behind' : 'ahead of'} the Date of the service's answers. Events are told by their ids, whichever is right; correct the clock of this n8n if it is that one.`,
		);
	} else if (!differs && early > WORTH_A_WORD_MS + overlapMs && isNews(key, 'event ahead')) {
		log(
			`The newest event of the service is dated ${minutes(early)} min ahead of this n8n's clock. Events are told by their ids all the same; correct the clock of this n8n if it is behind.`,
		);
	}
}

/** How the feed is polled in one poll. */
async function optionsFor(client: Client, query: FeedQuery, watch: FeedWatch) {
	const { now, overlapMs, budgetMs } = watch;
	return {
		...{ now, overlapMs, deadline: now() + budgetMs },
		ahead: await clockAhead(client, now),
		read: async (...stretch) => await readStretch(client, query, ...stretch),
	} satisfies FeedOptions;
}

/** Reads on behind a state, for as long as a poll may take. */
async function readOn(
	client: Client,
	query: FeedQuery,
	before: FeedState | undefined,
	watch: FeedWatch,
	key: string,
): Promise<FeedPoll> {
	const options = await optionsFor(client, query, watch);
	const feed = await pollFeed(before, options);
	sayClocks(watch, key, options, feed.newest);
	const hours = (ms: number) => Math.ceil(ms / 3_600_000);
	if (feed.behindMs > 0) {
		watch.log(
			`${hours(feed.behindMs)} h of events are still to be read; the next poll goes on from there.`,
		);
	}
	if (feed.lostMs > 0) {
		watch.log(
			`The event feed was not read for longer than the 30 days that the service keeps: what happened in the ${hours(feed.lostMs)} h before them may be missing.`,
		);
	}
	return feed;
}

/** How far a choice of events was read. */
export interface ReadState {
	feed?: FeedState;
	/** What was chosen. */
	choice?: string;
}

/**
 * What is new of a choice of events since a state. Of what is chosen later, that is what has happened
 * since the last poll; what was chosen before is read to its end first.
 */
export async function readNews(
	client: Client,
	query: FeedQuery,
	{ feed: before, choice: chosen }: ReadState,
	watch: FeedWatch,
	key: string,
): Promise<FeedPoll & { choice: string }> {
	const choice = JSON.stringify([query.types, query.filters]);
	if (before === undefined || chosen === undefined || chosen === choice) {
		return { ...(await readOn(client, query, before, watch, key)), choice };
	}
	const [types, filters] = JSON.parse(chosen) as [FeedQuery['types'], Input | null];
	// First, so that nothing can come between the two.
	const begun = await beginFeed(await optionsFor(client, query, watch));
	const last = await readOn(client, { types, filters: filters ?? {} }, before, watch, key);
	if (last.behindMs > 0) return { ...last, choice: chosen };
	return { ...goOver(before, begun, last), choice };
}
