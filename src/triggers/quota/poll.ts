import { unlessRunning } from '../once';
import type { Client } from '../../client/client';
import type { Json } from '../../operations/define';
import type { QuotaEvent } from './changes';
import { changeOf, type FeedState, pollFeed, timeOf, typeOf, typesFor } from './feed';
import { isNews, keepState, newest, sinceLast, stateFor } from './pollMemory';
import { clockAhead, readEvents, type Scope, statusSource, withEndpoints } from './source';
import type { StatusState } from './state';
import { type FoundChange, pollStatus, type StatusOptions, type StatusResult } from './status';

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
	/** Counts the states, so that the newest is known. */
	n?: number;
	/** Milliseconds since 1970, by the service's clock, up to which this is what was. */
	at?: number;
	status?: StatusState;
	feed?: FeedState;
}

/** Quotas that are read in five minutes: half of what the service takes from one IP address. */
const QUOTAS_PER_WINDOW = 1_000;
const WINDOW_MINUTES = 5;
/** The share of the service's limits that polls take; the rest is for others. */
export const POLL_SHARE = 0.5;

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

/** What a poll is told about the one before. */
interface Resumed {
	/** Names workflow and node. */
	key: string;
	/** Another process has stored the state: what it did not store is asked of the feed. */
	isResumed: boolean;
}

/** The service's clock, and a word about it where ours is off. */
async function serviceClock(client: Client, { now, log }: PollOptions, key: string) {
	const ahead = await clockAhead(client, now);
	const minutes = Math.round(Math.abs(ahead) / 60_000);
	if (minutes > 0 && isNews(key, 'clock')) {
		const how = ahead > 0 ? 'behind' : 'ahead of';
		log(`The clock of this n8n is ${minutes} min ${how} the service's, which is the one followed.`);
	}
	return () => now() + ahead;
}

async function feedPoll(
	client: Client,
	before: TriggerState,
	options: PollOptions,
	{ key }: Resumed,
) {
	const { events, log } = options;
	const startedAt = options.now();
	const now = await serviceClock(client, options, key);
	const types = typesFor(events);
	const read = async (from: number, until: number) => await readEvents(client, types, from, until);
	const deadline = now() + options.budgetMs;
	const feed = await pollFeed(before.feed, { ...options, now, deadline, read });
	if (feed.behindMs > 0) {
		const hours = Math.ceil(feed.behindMs / 3_600_000);
		log(`Out of time with ${hours} h of events still to read; the next poll goes on from there.`);
	}
	const found = await withEndpoints(client, feed.events);
	return { state: { feed: feed.state }, items: feedItems(found, options, startedAt) };
}

/** Events that say that something was blocked, or its threshold reached, once more. */
const AGAIN = { blocked: 11, reached: 20 };

/**
 * What happened again to endpoints since a state was stored. n8n may have ended without storing
 * that it was over in between, so that only the feed can tell.
 */
async function sinceStored(
	client: Client,
	before: TriggerState,
	options: PollOptions,
	{ key, isResumed }: Resumed,
): Promise<StatusOptions['since']> {
	const { events, log } = options;
	const types = [
		...(events.has('blocked') ? [AGAIN.blocked] : []),
		...(events.has('thresholdReached') ? [AGAIN.reached] : []),
	];
	const { at } = before;
	if (!isResumed || at === undefined || types.length === 0) return undefined;
	try {
		const now = await serviceClock(client, options, key);
		const found = await withEndpoints(client, await readEvents(client, types, at, now()));
		const idsOf = (type: number) =>
			new Set(
				found
					.filter((event) => typeOf(event) === type && timeOf(event) > at)
					.map(({ endpoint }) => Number((endpoint as Json | undefined)?.id)),
			);
		return { blocked: idsOf(AGAIN.blocked), reached: idsOf(AGAIN.reached) };
	} catch (error) {
		log(`What happened while n8n was off could not be read from the event feed: ${String(error)}`);
		return undefined;
	}
}

/** Says what a person can do something about; most of it once. */
function say(result: StatusResult, options: PollOptions, key: string): void {
	const { log, now } = options;
	if (result.left > 0) {
		log(
			`Out of time after ${result.read} endpoints with ${result.left} still to read; ` +
				`the next poll goes on behind endpoint ${result.state.after}.`,
		);
	}
	for (const [status, ids] of result.unreadable) {
		const which = ids.length === 1 ? `The quota of endpoint ${ids[0]}` : `${ids.length} quotas`;
		log(
			status === 403
				? `${which} may not be read with this account (403).`
				: `${which} could not be read (${status}) and is skipped in this poll; endpoint ${ids[0]} is one.`,
		);
	}
	const { seen, none } = result.thresholds;
	if (seen.length > 0 && isNews(key, 'threshold seen')) {
		log(
			`Quotas name a threshold percentage, but not what it is of (endpoint ${seen[0]} is one of ${seen.length}): the largest volume seen is taken.`,
		);
	}
	if (none.length > 0 && isNews(key, 'threshold none')) {
		log(
			`"Quota Threshold Reached" cannot be told of quotas that name no threshold (endpoint ${none[0]} is one of ${none.length}).`,
		);
	}
	const interval = sinceLast(key, now());
	const minutes = Math.ceil((result.watched / QUOTAS_PER_WINDOW) * WINDOW_MINUTES);
	const isLarge = result.watched > QUOTAS_PER_WINDOW && interval !== undefined;
	if (result.read > 0 && isLarge && interval < minutes * 60_000 && isNews(key, 'large')) {
		log(
			`${result.watched} quotas take ${minutes} minutes a pass, since half of the service's limit of requests is left to others; ` +
				`polls come every ${Math.max(1, Math.round(interval / 60_000))} minutes. Poll every ${minutes} minutes, watch fewer endpoints, or use the source Event Feed.`,
		);
	}
}

/**
 * One poll of either source: the new state, and one item for each change since the old one.
 * Whatever it throws, the old state stays good.
 */
export async function pollTrigger(
	client: Client,
	before: TriggerState,
	options: PollOptions,
	resumed: Resumed,
): Promise<{ state: TriggerState; items: Json[] }> {
	if (options.source === 'eventFeed') return await feedPoll(client, before, options, resumed);
	const startedAt = options.now();
	const source = statusSource(client, options.scope);
	const since = await sinceStored(client, before, options, resumed);
	const deadline = startedAt + options.budgetMs;
	const result = await pollStatus(source, before.status, {
		...options,
		deadline,
		...(since && { since }),
	});
	say(result, options, resumed.key);
	return {
		state: { status: result.state },
		items: result.changes.map((change) => toItem(change, 'status', startedAt)),
	};
}

/** Where a host keeps the state between polls; `state` is text, replaced in one assignment. */
export interface StateStore {
	state?: unknown;
}

/** How a host's store is used. */
export interface StoreOptions {
	/** The same state, where other triggers of the workflow have stored it. */
	elsewhere?: unknown;
	/** This is the poll of a publication. */
	publication?: boolean;
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
	{ elsewhere, publication = false }: StoreOptions = {},
): Promise<Json[] | undefined> {
	return await unlessRunning(key, async () => {
		const stored = store.state;
		const { state: text, isResumed } = stateFor(key, newest(stored, elsewhere));
		const { n = 0, at, ...before } = text === undefined ? {} : (JSON.parse(text) as TriggerState);
		const chosen = options(before);
		const startedAt = chosen.now();
		const resumed = { key, isResumed };
		const { state, items } = await pollTrigger(client, { ...before, at }, chosen, resumed);
		// Another poll has got on meanwhile: what this one saw is told by that one.
		if (store.state !== stored) return [];
		const isSame = items.length === 0 && JSON.stringify(state) === JSON.stringify(before);
		const ahead = isSame ? 0 : await aheadOf(client, chosen);
		const next = isSame
			? (text ?? JSON.stringify({ n, ...state }))
			: JSON.stringify({ n: n + 1, at: chosen.now() + ahead, ...state });
		if (next !== stored) store.state = next;
		keepState(key, next, items.length === 0 || publication, startedAt);
		return items;
	});
}

/** Only what the feed is asked after a restart needs the service's own time. */
async function aheadOf(client: Client, { events, now, source }: PollOptions): Promise<number> {
	const isAsked = source === 'status' && (events.has('blocked') || events.has('thresholdReached'));
	if (!isAsked) return 0;
	return await clockAhead(client, now).catch(() => 0);
}
