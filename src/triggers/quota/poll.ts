import { unlessRunning } from '../once';
import type { Client } from '../../client/client';
import type { Json } from '../../operations/define';
import type { QuotaEvent } from './changes';
import { changeOf, feedQuery, type FeedState, pollFeed, typesFor } from './feed';
import { readEvents, type Scope, statusSource } from './source';
import type { StatusState } from './state';
import { type FoundChange, pollStatus } from './status';

export interface PollOptions {
	source: 'status' | 'eventFeed';
	events: ReadonlySet<QuotaEvent>;
	scope: Scope;
	emitCurrent: boolean;
	/** Milliseconds this poll may take. */
	budgetMs: number;
	/** Quotas read at a time; 25 unless given. */
	concurrency?: number;
	/** Milliseconds the event feed is read again before its cursor. */
	overlapMs: number;
	now: () => number;
	log: (message: string) => void;
}

/** What the trigger keeps between polls; replaced as a whole, and only by a poll that succeeded. */
export interface TriggerState {
	status?: StatusState;
	feed?: FeedState;
}

/** A change as the trigger emits it. */
export const toItem = (change: FoundChange, source: string, observedAt: number): Json => ({
	event: change.event,
	reason: change.reason,
	endpoint: change.endpoint,
	previous_status: change.previousStatus,
	status: change.status,
	quota: change.quota,
	observed_at: new Date(observedAt).toISOString(),
	source,
});

/** An event of the feed as an item; it says when the service noted it, too. */
export function feedItems(events: Json[], options: PollOptions, observedAt: number): Json[] {
	const { scope } = options;
	return events.flatMap((event) => {
		const change = changeOf(event, options.events);
		if (!change) return [];
		if ('ids' in scope && !scope.ids.includes(change.endpointId)) return [];
		const extra = { occurred_at: event.timestamp ?? null, event_id: event.id ?? null };
		return [{ ...toItem(change, 'eventFeed', observedAt), ...extra }];
	});
}

/**
 * One poll of either source: the new state, and one item for each change since the old one.
 * Whatever it throws, the old state stays good.
 */
export async function pollTrigger(
	client: Client,
	before: TriggerState,
	options: PollOptions,
): Promise<{ state: TriggerState; items: Json[] }> {
	const { now, events, log } = options;
	const startedAt = now();
	const deadline = startedAt + options.budgetMs;
	if (options.source === 'eventFeed') {
		const types = typesFor(events);
		const read = async (from: number, until: number) =>
			await readEvents(client, feedQuery(types, from, until));
		const feed = await pollFeed(before.feed, { ...options, deadline, read });
		if (feed.behindMs > 0) {
			const hours = Math.ceil(feed.behindMs / 3_600_000);
			log(`Out of time with ${hours} h of events still to read; the next poll goes on from there.`);
		}
		return { state: { feed: feed.state }, items: feedItems(feed.events, options, startedAt) };
	}
	const source = statusSource(client, options.scope);
	const result = await pollStatus(source, before.status, { ...options, deadline });
	if (result.left > 0) {
		log(
			`Out of time after ${result.read} endpoints with ${result.left} still to read; ` +
				`the next poll goes on behind endpoint ${result.state.after}.`,
		);
	}
	if (result.unreadable > 0) {
		log(`The quotas of ${result.unreadable} endpoints may not be read with this account (403).`);
	}
	return {
		state: { status: result.state },
		items: result.changes.map((change) => toItem(change, 'status', startedAt)),
	};
}

/** Where a host keeps the state between polls; `state` is text, replaced in one assignment. */
export interface StateStore {
	state?: unknown;
}

/**
 * One poll against a store: nothing in it changes unless the poll succeeds. Gives undefined when a
 * poll with the same key (workflow and node) is under way in this process.
 */
export async function pollOnce(
	key: string,
	store: StateStore,
	client: Client,
	options: (before: TriggerState) => PollOptions,
): Promise<Json[] | undefined> {
	return await unlessRunning(key, async () => {
		const stored = store.state;
		const before = typeof stored === 'string' ? (JSON.parse(stored) as TriggerState) : {};
		const { state, items } = await pollTrigger(client, before, options(before));
		// Another poll has got on meanwhile: what this one saw is told by that one.
		if (store.state !== stored) return [];
		const text = JSON.stringify(state);
		if (text !== stored) store.state = text;
		return items;
	});
}
