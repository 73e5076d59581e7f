import type { Client } from '../../run/client';
import type { Json } from '../../table/define';
import { DAY_MS } from '../../times';
import { newestItem } from '../feed/read';
import { Unreadable } from '../runtime/unreadable';
import { BLOCK_EVENTS, currentState, observe, type QuotaEvent, changeItem } from './changes';
import { feedItems, queryFor } from './feed';
import type { PollOptions } from './poll';
import { statusSource } from './source';

/* A test in the editor: one item of the chosen kind, marked with `sample: true`. */

/** Endpoints that a sample looks at. */
const SAMPLE_ENDPOINTS = 10;

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
const STATUS_IDS: Record<string, number> = { ACTIVE: 1, EXHAUSTED: 2, EXPIRED: 3 };

interface FoundEndpoint {
	endpoint: Json;
	/** Its quota, where it has one that can be read. */
	quota?: Json | null;
}

/** An item of the first chosen kind, made up from a real endpoint, where there is one. */
function madeUpItem(
	{ endpoint, quota }: FoundEndpoint,
	{ events, quota: kind, source }: PollOptions,
	at: number,
): Json {
	const [event = 'statusChanged'] = events;
	const { before, after, left } = CHANGE_SAMPLES[event];
	const shown = {
		volume: 100,
		expiry_date: new Date(at + 30 * DAY_MS).toISOString(),
		threshold_percentage: 20,
		last_volume_added: 100,
		...quota,
		...(left !== undefined && { volume: left }),
		status: { id: STATUS_IDS[after], description: after },
	};
	const change = {
		event,
		endpoint,
		previousStatus: before,
		status: after,
		reason: 'Sample: this is how the item would look; nothing has changed',
		quota: BLOCK_EVENTS.includes(event) ? null : shown,
	};
	return changeItem(change, source, kind, at);
}

async function statusSample(client: Client, options: PollOptions, at: number): Promise<Json> {
	const source = statusSource(client, options.scope, options.quota);
	const reason = 'Sample of the current state: nothing has changed';
	let found: FoundEndpoint | undefined;
	for (const endpoint of await source.first(SAMPLE_ENDPOINTS)) {
		const id = Number(endpoint.id);
		const quota = await source.quota(id);
		if (quota instanceof Unreadable) continue;
		const [change] = currentState(id, quota, observe(quota, undefined), options.events);
		if (change) return changeItem({ ...change, endpoint, reason }, 'status', options.quota, at);
		if (found?.quota == null) found = { endpoint, quota };
	}
	return madeUpItem(found ?? SAMPLE_ENDPOINT, options, at);
}

async function feedSample(client: Client, options: PollOptions, at: number): Promise<Json> {
	const toFound = (event: Json) => feedItems(event, options, at)[0];
	const found = await newestItem(client, queryFor(options), at, toFound);
	if (found) return found;
	const [endpoint] = await statusSource(client, options.scope, options.quota).first(1);
	const { id, name } = endpoint ?? SAMPLE_ENDPOINT.endpoint;
	const item = madeUpItem({ endpoint: { id, name } }, options, at);
	return { ...item, previous_status: null, occurred_at: item.observed_at, event_id: null };
}

/** Where the account has no endpoint that may be read. */
const SAMPLE_ENDPOINT: FoundEndpoint = { endpoint: { id: 10001, name: 'sample-device' } };

/**
 * One item as the trigger emits them: of the first chosen kind that is found in reality, else made
 * up from a real endpoint.
 */
export async function sampleQuota(client: Client, options: PollOptions): Promise<Json[]> {
	const at = options.now();
	const take = options.source === 'eventFeed' ? feedSample : statusSample;
	return [{ sample: true, ...(await take(client, options, at)) }];
}
