import { QuotaStatus } from '../../fleet/statuses';
import type { Client } from '../../run/client';
import { asSample, SAMPLE_ENDPOINT } from '../../sample';
import type { Json } from '../../table/define';
import { DAY_MS } from '../../times';
import { newestOfFeed } from '../feed/read';
import { Unreadable } from '../runtime/unreadable';
import {
	BLOCK_EVENTS,
	changeItem,
	currentState,
	type EndpointQuotaChange,
	observe,
	type QuotaEvent,
} from './changes';
import { feedItems, queryFor, withEndpoints } from './feed';
import type { PollOptions } from './poll';
import { type StatusSource, statusSource } from './source';

/*
 * A test in the editor gives an endpoint that is in a chosen state now. Without one, an item is made up;
 * it is marked and names no endpoint, because the next step may act on what it names.
 */

/** Endpoints that a test looks at. */
const MOST_LOOKED_AT = 10;

const CURRENT_STATE = 'Current state, shown by a test in the editor; nothing has changed';

/** Each kind of change: the status before and after, and the volume that is left. */
const CHANGE_SAMPLES: Record<QuotaEvent, { before: string; after: string; left?: number }> = {
	activeAgain: { before: 'EXHAUSTED', after: 'ACTIVE' },
	blocked: { before: 'ACTIVE', after: 'ACTIVE' },
	exhausted: { before: 'ACTIVE', after: 'EXHAUSTED', left: 0 },
	expired: { before: 'ACTIVE', after: 'EXPIRED' },
	statusChanged: { before: 'ACTIVE', after: 'EXHAUSTED', left: 0 },
	thresholdReached: { before: 'ACTIVE', after: 'ACTIVE', left: 20 },
	unblocked: { before: 'ACTIVE', after: 'ACTIVE' },
};
const STATUS_IDS: Record<string, number> = {
	ACTIVE: QuotaStatus.Active,
	EXHAUSTED: QuotaStatus.Exhausted,
	EXPIRED: QuotaStatus.Expired,
};

/** An item of the first chosen kind, about no endpoint. */
function madeUpItem({ events, quota: kind, source }: PollOptions, at: number): Json {
	const [event = 'statusChanged'] = events;
	const { before, after, left = 100 } = CHANGE_SAMPLES[event];
	const isFeed = source === 'eventFeed';
	const { id, name } = SAMPLE_ENDPOINT;
	const quota = {
		volume: left,
		expiry_date: new Date(at + 30 * DAY_MS).toISOString(),
		threshold_percentage: 20,
		last_volume_added: 100,
		status: { id: STATUS_IDS[after], description: after },
	};
	const change = {
		event,
		endpoint: isFeed ? { id, name } : SAMPLE_ENDPOINT,
		previousStatus: isFeed ? null : before,
		status: after,
		reason: 'Sample: this is how the item would look; nothing has changed',
		quota: BLOCK_EVENTS.includes(event) ? null : quota,
	};
	const item = changeItem(change, source, kind, at);
	return isFeed ? { ...item, occurred_at: item.observed_at, event_id: null } : item;
}

/** The newest events of the chosen kinds; none where the feed cannot be read. */
async function newestOf(client: Client, options: PollOptions, at: number): Promise<Json[]> {
	try {
		return await newestOfFeed(client, queryFor(options), at);
	} catch {
		return [];
	}
}

/** The chosen state that a quota is in now. One that was never used up has not changed. */
function stateNow(id: number, quota: Json | null, events: PollOptions['events']) {
	const changes = currentState(id, quota, observe(quota, undefined), events);
	return changes.find(({ event, status }) => event !== 'statusChanged' || status !== 'ACTIVE');
}

/** An endpoint in a chosen state, as an item; undefined where none is found. */
async function stateFound(
	client: Client,
	options: PollOptions,
	at: number,
): Promise<Json | undefined> {
	const { events, quota: kind } = options;
	const source = statusSource(client, options.scope, kind);
	const itemOf = (change: Omit<EndpointQuotaChange, 'endpointId' | 'reason'>, endpoint: Json) =>
		changeItem({ ...change, endpoint, reason: CURRENT_STATE }, 'status', kind, at);
	const ofQuotas = [...events].filter((event) => !BLOCK_EVENTS.includes(event));
	if (ofQuotas.length > 0) {
		const newest = await newestOf(client, options, at);
		const likely = newest.map((event) => Number((event.endpoint as Json | null)?.id));
		for (const endpoint of await source.first(MOST_LOOKED_AT, likely)) {
			const id = Number(endpoint.id);
			const quota = await source.quota(id);
			if (quota instanceof Unreadable) continue;
			const change = stateNow(id, quota, events);
			if (change) return itemOf(change, endpoint);
		}
	}
	if (!events.has('blocked')) return undefined;
	const [endpoint] = await source.watchedBlocked();
	const blocked = { event: 'blocked', previousStatus: null, status: null, quota: null } as const;
	return endpoint && itemOf(blocked, endpoint);
}

/** Whether the state that an event of the feed reports still holds. */
async function isStillSo(source: StatusSource, { event, status, endpoint }: Json) {
	const id = Number((endpoint as Json | null)?.id);
	if (!Number.isSafeInteger(id) || id < 1) return false;
	if (event === 'blocked') {
		const { entries } = await source.blocked();
		return entries.some((entry) => Number(entry.id) === id);
	}
	const quota = await source.quota(id);
	if (quota instanceof Unreadable) return false;
	const now = observe(quota, undefined);
	if (event === 'thresholdReached') return now.reached;
	return now.status === (status ?? 'NONE');
}

/** The newest event of the feed whose endpoint is still in the reported state, as an item. */
async function eventFound(
	client: Client,
	options: PollOptions,
	at: number,
): Promise<Json | undefined> {
	const newest = await newestOfFeed(client, queryFor(options), at);
	const chosen = newest.filter((event) => feedItems(event, options, at).length > 0);
	const likely = chosen.slice(0, MOST_LOOKED_AT);
	const source = statusSource(client, options.scope, options.quota);
	for (const event of await withEndpoints(client, likely, options.log)) {
		const [item] = feedItems(event, options, at);
		if (item && (await isStillSo(source, item))) return item;
	}
	return undefined;
}

/**
 * One item as the trigger emits them: an endpoint that is in a chosen state, or, from the feed, the newest
 * event that still holds. If there is none, the item is made up and marked.
 */
export async function sampleQuota(client: Client, options: PollOptions): Promise<Json[]> {
	const at = options.now();
	const find = options.source === 'eventFeed' ? eventFound : stateFound;
	return [(await find(client, options, at)) ?? asSample(madeUpItem(options, at))];
}
