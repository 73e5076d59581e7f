import { DateTime } from 'luxon';
import type { Json } from '../../operations/define';
import { asNumber } from '../../operations/schemas';
import type { QuotaEvent } from './changes';
import type { FoundChange } from './status';

/* The event feed: reads what is new since a cursor. Source: public reference, Events feed. */

const HOUR = 3_600_000;
/** Longest stretch of time asked for at once, when a workflow was off for long. */
const SLICE_MS = 24 * HOUR;
/** Most ids kept for telling repeated events; some 200 kB. */
const MOST_SEEN = 12_000;

export interface FeedState {
	/** Milliseconds since 1970 up to which the feed was read. */
	cursor: number;
	/** Ids that were seen and how old they are, `id@seconds` in base 36, joined by commas. */
	seen: string;
}

interface FeedType {
	event: QuotaEvent;
	status: string | null;
	reason: string;
}

/** Event types. Source: public reference. */
export const FEED_TYPES: Record<number, FeedType> = {
	11: { event: 'blocked', status: null, reason: 'Endpoint blocked' },
	20: { event: 'thresholdReached', status: null, reason: 'SMS quota threshold reached' },
	21: { event: 'exhausted', status: 'EXHAUSTED', reason: 'SMS quota used up' },
	58: { event: 'activeAgain', status: 'ACTIVE', reason: 'SMS quota assigned' },
	59: { event: 'statusChanged', status: null, reason: 'SMS quota deleted' },
};

/** Types that a choice of events needs; "any status change" takes all that change the quota. */
export const typesFor = (events: ReadonlySet<QuotaEvent>): number[] =>
	Object.entries(FEED_TYPES)
		.filter(
			([id, { event }]) =>
				events.has(event) || (events.has('statusChanged') && ['21', '58', '59'].includes(id)),
		)
		.map(([id]) => Number(id));

/** `q` of a stretch of time; both ends belong to it, in whole seconds. */
export function feedQuery(types: number[], fromMs: number, untilMs: number): string {
	const stamp = (ms: number) =>
		DateTime.fromMillis(ms, { zone: 'utc' }).toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
	return `type:${types.join('|')},from:${stamp(fromMs)},until:${stamp(Math.ceil(untilMs / 1000) * 1000)}`;
}

/** An event of the feed as a change; undefined for a type nobody asked for. */
export function changeOf(event: Json, events: ReadonlySet<QuotaEvent>): FoundChange | undefined {
	const type = FEED_TYPES[Number(asNumber((event.event_type as Json | undefined)?.id))];
	if (!type) return undefined;
	const name = events.has(type.event)
		? type.event
		: events.has('statusChanged') && (type.status !== null || type.event === 'statusChanged')
			? 'statusChanged'
			: undefined;
	if (!name) return undefined;
	const endpoint = (event.endpoint ?? {}) as Json;
	return {
		event: name,
		endpointId: Number(asNumber(endpoint.id)),
		endpoint,
		previousStatus: null,
		status: type.status,
		reason: type.reason,
		quota: ((event.detail as Json | null | undefined)?.quota ?? null) as Json | null,
	};
}

const timeOf = (event: Json): number => {
	const at = DateTime.fromISO(String(event.timestamp ?? ''), { zone: 'utc' });
	return at.isValid ? at.toMillis() : NaN;
};

const packSeen = (seen: Map<string, number>): string =>
	[...seen]
		.sort(([, a], [, b]) => b - a)
		.slice(0, MOST_SEEN)
		.map(([id, seconds]) => `${id}@${seconds.toString(36)}`)
		.join(',');

const unpackSeen = (packed: string): Map<string, number> =>
	new Map(
		packed
			.split(',')
			.filter(Boolean)
			.map((entry) => {
				const at = entry.lastIndexOf('@');
				return [entry.slice(0, at), parseInt(entry.slice(at + 1), 36)];
			}),
	);

export interface FeedOptions {
	/** Milliseconds since 1970. */
	now: () => number;
	/** How far before the cursor is read again, for events that appear late or from a slow clock. */
	overlapMs: number;
	deadline: number;
	/** Reads all events of a stretch of time, in any order. */
	read: (fromMs: number, untilMs: number) => Promise<Json[]>;
}

/**
 * Reads the feed from the cursor on and gives the events not seen before, oldest first. Without a
 * state it only remembers where the feed stands. A long gap is read day by day until the deadline.
 */
export async function pollFeed(
	before: FeedState | undefined,
	{ now: clock, overlapMs, deadline, read }: FeedOptions,
): Promise<{ state: FeedState; events: Json[]; behindMs: number }> {
	const now = clock();
	const seen = unpackSeen(before?.seen ?? '');
	const fresh: Json[] = [];
	let cursor = before?.cursor ?? now;
	// Ids of the oldest may have been given up: what lies behind them is not read again.
	const floor = seen.size < MOST_SEEN ? 0 : (Math.min(...seen.values()) + 1) * 1000;
	do {
		const target = Math.max(cursor, Math.min(now, cursor + SLICE_MS));
		// The clocks of service and n8n may differ: the last stretch reaches into the future.
		const until = target >= now ? Math.max(now, target) + overlapMs : target;
		for (const event of await read(Math.max(floor, Math.min(cursor, now) - overlapMs), until)) {
			const id = String(event.id);
			const time = timeOf(event);
			const known = seen.has(id);
			seen.set(id, Math.floor((Number.isNaN(time) ? target : time) / 1000));
			if (!known) fresh.push(event);
		}
		cursor = target;
	} while (cursor < now && clock() < deadline);
	for (const [id, seconds] of seen) {
		if (seconds * 1000 < Math.min(cursor, now) - overlapMs - 1000) seen.delete(id);
	}
	const order = (event: Json) => [timeOf(event) || 0, Number(event.id) || 0] as const;
	fresh.sort((a, b) => order(a)[0] - order(b)[0] || order(a)[1] - order(b)[1]);
	return {
		state: { cursor, seen: packSeen(seen) },
		events: before === undefined ? [] : fresh,
		behindMs: Math.max(0, now - cursor),
	};
}
