import { createHash } from 'node:crypto';
import { DateTime } from 'luxon';
import type { Json } from '../../operations/define';
import { asNumber, withNumbers } from '../../operations/schemas';
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

/** A moment as the filters take it, in whole seconds. */
export const momentOf = (ms: number): string =>
	DateTime.fromMillis(ms, { zone: 'utc' }).toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");

/** Quotas of details are snake_case, or camelCase where one was assigned. */
const snake = (quota: Json): Json =>
	Object.fromEntries(
		Object.entries(quota).map(([key, value]) => [
			key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			value,
		]),
	);

/** Volumes of a quota; that of one used up comes as text. */
const NUMBERS = ['volume', 'threshold_percentage', 'threshold_volume'];

/** The quota in an event's detail; null where there is none, or only a text. */
function quotaIn({ detail }: Json): Json | null {
	const quota = typeof detail === 'object' ? (detail as Json | null)?.quota : undefined;
	if (typeof quota !== 'object' || quota === null) return null;
	return withNumbers(snake(quota as Json), NUMBERS);
}

/** Id of an event's type. */
export const typeOf = (event: Json): number =>
	Number(asNumber((event.event_type as Json | undefined)?.id));

/** An event of the feed as a change; undefined for a type nobody asked for. */
export function changeOf(event: Json, events: ReadonlySet<QuotaEvent>): FoundChange | undefined {
	const type = FEED_TYPES[typeOf(event)];
	if (!type) return undefined;
	const name = events.has(type.event)
		? type.event
		: events.has('statusChanged') && (type.status !== null || type.event === 'statusChanged')
			? 'statusChanged'
			: undefined;
	if (!name) return undefined;
	const endpoint = (event.endpoint ?? {}) as Json;
	const endpointId = Number(asNumber(endpoint.id));
	return {
		event: name,
		endpointId,
		endpoint,
		previousStatus: null,
		status: type.status,
		reason: type.reason,
		quota: quotaIn(event),
	};
}

/**
 * What tells an event from others: its id, and more where it has none or one that JSON had to
 * round (ids have up to 16 digits).
 */
function nameOf(event: Json): string {
	const { id } = event;
	if (typeof id === 'string' || Number.isSafeInteger(id)) return String(id);
	const content = [id, event.timestamp, event.event_type, event.endpoint, event.sim, event.detail];
	return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 12);
}

/** Milliseconds since 1970 of an event, NaN where it names none. */
export const timeOf = (event: Json): number => {
	const text = String(event.timestamp ?? '');
	const at = [DateTime.fromISO, DateTime.fromSQL]
		.map((parse) => parse(text, { zone: 'utc' }))
		.find(({ isValid }) => isValid);
	return at?.toMillis() ?? NaN;
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
	/** Milliseconds since 1970, by the service's clock. */
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
			const id = nameOf(event);
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
