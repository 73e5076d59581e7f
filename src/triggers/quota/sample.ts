import type { Client } from '../../client/client';
import type { Json } from '../../operations/define';
import { HISTORY_MS } from '../feed/feed';
import { readStretch } from '../feed/read';
import { currentState, observe, type QuotaEvent } from './changes';
import { typesFor } from './feed';
import { feedItems, type PollOptions, toItem } from './poll';
import { sampleEndpoints, statusSource, Unreadable } from './source';

/* What the editor shows for a test: one item of the chosen kind, marked with `sample: true`. */

const DAY = 86_400_000;
/** A sample looks at so many endpoints. */
const MOST_LOOKED_AT = 10;

/** How each kind of change looks: the status before and after, and what is left of the volume. */
const LOOKS: Record<QuotaEvent, { before: string | null; after: string | null; left?: number }> = {
	activeAgain: { before: 'EXHAUSTED', after: 'ACTIVE' },
	blocked: { before: 'ACTIVE', after: 'ACTIVE' },
	exhausted: { before: 'ACTIVE', after: 'EXHAUSTED', left: 0 },
	expired: { before: 'ACTIVE', after: 'EXPIRED' },
	statusChanged: { before: 'ACTIVE', after: 'EXHAUSTED', left: 0 },
	thresholdReached: { before: 'ACTIVE', after: 'ACTIVE', left: 20 },
	unblocked: { before: 'ACTIVE', after: 'ACTIVE' },
};
const STATUS_IDS: Record<string, number> = { ACTIVE: 1, EXHAUSTED: 2, EXPIRED: 3 };
const NO_QUOTA_ITEMS: QuotaEvent[] = ['blocked', 'unblocked'];

interface Found {
	endpoint: Json;
	/** Its quota, where it has one that may be read. */
	quota?: Json | null;
}

/** An item of a kind nothing was found of, made from a real endpoint where there is one. */
function madeUp(event: QuotaEvent, { endpoint, quota }: Found, source: string, at: number): Json {
	const { before, after, left } = LOOKS[event];
	const shown = {
		volume: 100,
		expiry_date: new Date(at + 30 * DAY).toISOString(),
		threshold_percentage: 20,
		last_volume_added: 100,
		...quota,
		...(left !== undefined && { volume: left }),
		status: { id: STATUS_IDS[after ?? ''] ?? 1, description: after },
	};
	const change = {
		event,
		endpointId: Number(endpoint.id),
		endpoint,
		previousStatus: before,
		status: after,
		reason: 'Sample: this is how the item would look; nothing has changed',
		quota: NO_QUOTA_ITEMS.includes(event) ? null : shown,
	};
	return toItem(change, source, at);
}

async function statusSample(client: Client, options: PollOptions, at: number): Promise<Json> {
	const source = statusSource(client, options.scope);
	const reason = 'Sample of the current state: nothing has changed';
	let found: Found | undefined;
	for (const endpoint of await sampleEndpoints(client, options.scope, MOST_LOOKED_AT)) {
		const id = Number(endpoint.id);
		const quota = await source.quota(id);
		if (quota instanceof Unreadable) continue;
		const [change] = currentState(id, quota, observe(quota, undefined), options.events);
		if (change) return toItem({ ...change, endpoint, reason }, 'status', at);
		if (found?.quota == null) found = { endpoint, quota };
	}
	return madeUp(first(options), found ?? NO_ENDPOINT, 'status', at);
}

async function feedSample(client: Client, options: PollOptions, at: number): Promise<Json> {
	const types = typesFor(options.events);
	const since = at - HISTORY_MS;
	const { events } = await readStretch(client, { types }, since, 20, 'newest');
	const [found] = feedItems(events, options, at);
	if (found) return found;
	const [endpoint] = await sampleEndpoints(client, options.scope, 1);
	const { id, name } = endpoint ?? NO_ENDPOINT.endpoint;
	const item = madeUp(first(options), { endpoint: { id, name } }, 'eventFeed', at);
	return { ...item, previous_status: null, occurred_at: item.observed_at, event_id: null };
}

/** Where the account has no endpoint that may be read. */
const NO_ENDPOINT: Found = { endpoint: { id: 10001, name: 'sample-device' } };

const first = ({ events }: PollOptions): QuotaEvent => [...events][0] ?? 'statusChanged';

/**
 * One item as the trigger emits them, of the first chosen kind that is found in reality, else made
 * up from a real endpoint. It says `sample: true`.
 */
export async function sampleOf(client: Client, options: PollOptions): Promise<Json[]> {
	const at = options.now();
	const take = options.source === 'eventFeed' ? feedSample : statusSample;
	return [{ sample: true, ...(await take(client, options, at)) }];
}
