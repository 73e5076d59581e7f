import type { Client } from '../client/client';
import { httpDateMs } from '../http/retry';
import type { Input, Json } from '../operations/define';
import { getAllEvents } from '../operations/eventLists';
import { MOST_VALUES } from '../operations/eventFields';
import { type FeedPoll, type FeedState, pollFeed, type Stretch, timeOf } from './feed';
import { isNews } from './stored';

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

/** What is read of the feed. */
interface FeedQuery {
	types: readonly number[] | 'any';
	/** Further filters of the service, as checked input of `event: getAll`. */
	filters?: Input;
}

/**
 * Events in a stretch of time, the first by time or the newest, at most `limit` a group of six types.
 * Where the first ones are not all, `upTo` says up to which moment they are.
 */
export async function readStretch(
	client: Client,
	{ types, filters }: FeedQuery,
	fromMs: number,
	untilMs: number,
	limit: number,
	which: 'first' | 'newest',
): Promise<Stretch> {
	const all: Json[] = [];
	let upTo = Infinity;
	for (const group of groupsOf(types)) {
		const events = (await client.perform(getAllEvents, {
			...filters,
			...(group.length > 0 && { types: group.join('|') }),
			from: momentOf(fromMs),
			until: momentOf(Math.ceil(untilMs / 1000) * 1000),
			simplify: false,
			// What arrives while pages are read comes behind them.
			sort: which === 'first' ? 'timestamp,id' : '-timestamp,-id',
			returnAll: false,
			limit,
		})) as Json[];
		all.push(...events);
		if (which === 'newest' || events.length < limit) continue;
		const end = events.map(timeOf).findLast((time) => !Number.isNaN(time));
		if (end !== undefined) upTo = Math.min(upTo, end);
	}
	if (upTo === Infinity) return { events: all };
	return { events: all.filter((event) => !(timeOf(event) > upTo)), upTo };
}

/**
 * Milliseconds by which the service's clock is ahead of ours, from the `Date` of an answer. 0 where
 * it tells none, and for what the resolution of a second explains.
 */
export async function clockAhead(client: Client, now: () => number): Promise<number> {
	const query = { page: 1, per_page: 1, sort: '-id' };
	const { headers } = await client.callFor(getAllEvents).own({}, { query });
	const at = httpDateMs((headers as Record<string, unknown>).date);
	// It names the second that has begun.
	const ahead = at === undefined ? 0 : at + 1_000 - now();
	return Math.abs(ahead) < 3_000 ? 0 : ahead;
}

/** What a poll goes by. */
export interface Watch {
	/** Milliseconds since 1970, by this n8n's clock. */
	now: () => number;
	log: (message: string) => void;
}

/** The service's clock, and a word about it where ours is off. */
export async function serviceClock(
	client: Client,
	{ now, log }: Watch,
	key: string,
): Promise<() => number> {
	const ahead = await clockAhead(client, now);
	const minutes = Math.round(Math.abs(ahead) / 60_000);
	if (minutes > 0 && isNews(key, 'clock')) {
		const how = ahead > 0 ? 'behind' : 'ahead of';
		log(`The clock of this n8n is ${minutes} min ${how} the service's, which is the one followed.`);
	}
	return () => now() + ahead;
}

/** Reads on behind a state, by the service's clock, for as long as a poll may take. */
export async function readOn(
	client: Client,
	query: FeedQuery,
	before: FeedState | undefined,
	watch: Watch & { overlapMs: number; budgetMs: number },
	key: string,
): Promise<FeedPoll> {
	const now = await serviceClock(client, watch, key);
	const feed = await pollFeed(before, {
		now,
		overlapMs: watch.overlapMs,
		deadline: now() + watch.budgetMs,
		read: async (...stretch) => await readStretch(client, query, ...stretch),
	});
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
