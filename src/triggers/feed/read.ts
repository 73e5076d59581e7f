import { clockAhead } from '../../readers/clock';
import { type EventChoice, readSlice } from '../../readers/eventSlice';
import { eventTime } from '../../readers/events';
import type { Client } from '../../run/client';
import type { Input, Json } from '../../table/define';
import type { Poll } from '../runtime/definition';
import { isFirstMention } from '../runtime/stored';
import {
	beginFeed,
	type FeedOptions,
	type FeedPoll,
	type FeedState,
	switchChoice,
	HISTORY_MS,
	pollFeed,
} from './feed';
import type { PollTimes } from './form';

/* How triggers go on in the event feed. Source: public reference, Events feed. */

/** The clock and the log of a poll. */
export type PollPorts = Pick<Poll, 'now' | 'log'>;

type FeedPorts = PollPorts & PollTimes;

/** A smaller difference between clocks is not logged. */
const LOGGED_MS = 60_000;

/** Logs once that clocks differ; a poll does not depend on which of them is right. */
function logClocks(
	{ now, log }: PollPorts,
	key: string,
	{ ahead, overlapMs }: FeedOptions,
	newest = -Infinity,
): void {
	const minutes = (ms: number) => Math.round(Math.abs(ms) / 60_000);
	const early = newest - now();
	const differs = Math.abs(ahead ?? 0) >= LOGGED_MS / 2;
	if (differs && isFirstMention(key, 'clock')) {
		log(
			`The clock of this n8n is ${minutes(ahead!)} min ${ahead! > 0 ? 'behind' : 'ahead of'} the Date of the service's answers. Events are recognised by their IDs, whichever is right; correct the clock of this n8n if it is that one.`,
		);
	} else if (!differs && early > LOGGED_MS + overlapMs && isFirstMention(key, 'event ahead')) {
		log(
			`The newest event of the service is dated ${minutes(early)} min ahead of this n8n's clock. Events are recognised by their IDs all the same; correct the clock of this n8n if it is behind.`,
		);
	}
}

/** How one poll reads the feed. */
async function feedPollOptions(client: Client, query: EventChoice, ports: FeedPorts) {
	const { now, log, overlapMs, budgetMs } = ports;
	return {
		now,
		log,
		overlapMs,
		deadline: now() + budgetMs,
		ahead: await clockAhead(client, now),
		read: async (...slice) => await readSlice(client, query, ...slice),
	} satisfies FeedOptions;
}

/** Reads on from a state, for as long as a poll may take. */
async function readOn(
	client: Client,
	query: EventChoice,
	before: FeedState | undefined,
	ports: FeedPorts,
	key: string,
): Promise<FeedPoll> {
	const options = await feedPollOptions(client, query, ports);
	const feed = await pollFeed(before, options);
	logClocks(ports, key, options, feed.newest);
	const hours = (ms: number) => Math.ceil(ms / 3_600_000);
	if (feed.behindMs > 0) {
		ports.log(
			`${hours(feed.behindMs)} h of events are still to be read; the next poll goes on from there.`,
		);
	}
	if (feed.lostMs > 0) {
		ports.log(
			`The event feed was not read for longer than the 30 days that the service keeps: what happened in the ${hours(feed.lostMs)} h before them may be missing.`,
		);
	}
	return feed;
}

/** How far a choice of events has been read. */
export interface ReadState {
	feed?: FeedState;
	/** The choice, as text. */
	choice?: string;
}

/**
 * The events of a choice that are new since a state. After a change of the choice, events since the
 * last poll count, and the former choice is first read to its end.
 */
export async function readNewEvents(
	client: Client,
	query: EventChoice,
	{ feed: before, choice: chosen }: ReadState,
	ports: FeedPorts,
	key: string,
): Promise<{ feed: FeedPoll; state: ReadState }> {
	const choice = JSON.stringify([query.types, query.filters]);
	if (before === undefined || chosen === undefined || chosen === choice) {
		const feed = await readOn(client, query, before, ports, key);
		return { feed, state: { feed: feed.state, choice } };
	}
	const [types, filters] = JSON.parse(chosen) as [EventChoice['types'], Input | null];
	// Read first, so that nothing is missed between the two.
	const begun = await beginFeed(await feedPollOptions(client, query, ports));
	const last = await readOn(client, { types, filters: filters ?? {} }, before, ports, key);
	if (last.behindMs > 0) return { feed: last, state: { feed: last.state, choice: chosen } };
	const feed = switchChoice(before, begun, last);
	return { feed, state: { feed: feed.state, choice } };
}

/** Events that a test in the editor looks at, in each group of types. */
const SAMPLE_EVENTS = 100;

/** The newest events of a choice that the service keeps, the newest first, for a test in the editor. */
export async function newestOfFeed(
	client: Client,
	query: EventChoice,
	now: number,
): Promise<Json[]> {
	const since = now - HISTORY_MS;
	const { events } = await readSlice(client, query, since, SAMPLE_EVENTS, 'newest');
	return events.sort((a, b) => (eventTime(b) || 0) - (eventTime(a) || 0));
}
