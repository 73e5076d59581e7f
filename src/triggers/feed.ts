import type { Json } from '../operations/define';
import { dateIn } from '../operations/moments';
import { digestOf } from './digest';

/*
 * The event feed as all triggers read it: what is new since a cursor, each event once. Source:
 * public reference, Events feed.
 */

const DAY_MS = 86_400_000;
/** How long the service keeps events. */
export const HISTORY_MS = 30 * DAY_MS;
/** Longest stretch of time asked for at once, when a workflow was off for long. */
const SLICE_MS = DAY_MS;
/** Most ids kept for telling repeated events; 50 to 180 kB. */
const MOST_SEEN = 12_000;
/** A poll that has found so many new events leaves the others to the next one. */
const MOST_FRESH = 10_000;

export interface FeedState {
	/** Milliseconds since 1970 up to which the feed was read. */
	cursor: number;
	/** Ids that were seen and when, packed. */
	seen: string;
}

/** Id of an event's type. */
export const typeOf = (event: Json): number => Number((event.event_type as Json | undefined)?.id);

/** As recorded; other editions have other forms. */
const USUAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Milliseconds since 1970 of an event, NaN where it names none. */
export const timeOf = (event: Json): number => {
	const text = String(event.timestamp ?? '');
	return USUAL_TIME.test(text) ? Date.parse(text) : (dateIn(text)?.toMillis() ?? NaN);
};

/**
 * What tells an event from others: its id, and more where it has none or one that JSON had to
 * round (ids have up to 16 digits).
 */
function nameOf(event: Json): string {
	const { id } = event;
	if (typeof id === 'string' || Number.isSafeInteger(id)) return String(id);
	const content = [id, event.timestamp, event.event_type, event.endpoint, event.sim, event.detail];
	return digestOf(content, 12);
}

interface Timed {
	event: Json;
	time: number;
}

/** By time, then by id: a longer number is a larger one. */
function inOrder(a: Timed, b: Timed): number {
	const [one, other] = [String(a.event.id ?? ''), String(b.event.id ?? '')];
	return (
		(a.time || 0) - (b.time || 0) ||
		one.length - other.length ||
		(one < other ? -1 : one > other ? 1 : 0)
	);
}

type Seen = Map<string, number>;

/**
 * Ids with the seconds since 1970 of their events: each as the distance to the one before, in base
 * 36. An id that is no whole number stands there itself. 4 to 15 bytes an event.
 */
function packSeen(seen: Seen): string {
	let [second, number] = [0, 0];
	return [...seen]
		.sort(([a, one], [b, other]) => one - other || Number(a) - Number(b))
		.map(([id, seconds]) => {
			const later = (seconds - second).toString(36);
			second = seconds;
			if (!Number.isSafeInteger(Number(id)) || String(Number(id)) !== id) {
				return `${later}~${encodeURIComponent(id)}`;
			}
			const distance = Number(id) - number;
			number = Number(id);
			return `${later}${distance < 0 ? '' : '+'}${distance.toString(36)}`;
		})
		.join(',');
}

function unpackSeen(packed: string): Seen {
	const seen: Seen = new Map();
	let [second, number] = [0, 0];
	for (const [, later = '', own, distance = ''] of packed.matchAll(
		/(-?[0-9a-z]+)(?:~([^,]*)|([+-][0-9a-z]+))/g,
	)) {
		second += parseInt(later, 36);
		if (own === undefined) number += parseInt(distance, 36);
		seen.set(own === undefined ? String(number) : decodeURIComponent(own), second);
	}
	return seen;
}

/**
 * The ids that are kept: those that may be read again, or the newest of them; those of the cursor's
 * own second always stay.
 */
function kept(seen: Seen, fromMs: number, cursor: number): Seen {
	const readAgain = [...seen].filter(([, seconds]) => seconds >= Math.floor(fromMs / 1000) - 1);
	const newest = readAgain.sort(([, a], [, b]) => b - a);
	const second = Math.floor(cursor / 1000);
	return new Map(newest.filter(([, seconds], i) => i < MOST_SEEN || seconds >= second));
}

/** What a stretch of the feed holds. */
export interface Stretch {
	events: Json[];
	/** Where there were more than asked for: the moment up to which these are all. */
	upTo?: number;
}

interface FeedOptions {
	/** Milliseconds since 1970, by the service's clock. */
	now: () => number;
	/** How far before the cursor is read again, for events that appear late or from a slow clock. */
	overlapMs: number;
	deadline: number;
	/** Reads a stretch of time: its first `limit` events by time, or its newest ones. */
	read: (
		fromMs: number,
		untilMs: number,
		limit: number,
		which: 'first' | 'newest',
	) => Promise<Stretch>;
}

export interface FeedPoll {
	state: FeedState;
	/** Not seen before, the oldest first. */
	events: Json[];
	/** How much is left to the next poll; 0 when all was read. */
	behindMs: number;
	/** Up to here the feed was read, but for what appears late. */
	readTo: number;
	/** How much of the gap is older than what the service keeps. */
	lostMs: number;
}

/**
 * Reads the feed from the cursor on and gives the events not seen before, oldest first. Without a
 * state it only remembers where the feed stands. A long gap is read day by day until the deadline,
 * or until as many events are found as one poll tells. Memory is bounded: of the ids the newest
 * 12,000 are kept, and where more lie in the overlap, so much less of it is read again.
 */
export async function pollFeed(
	before: FeedState | undefined,
	options: FeedOptions,
): Promise<FeedPoll> {
	const { now: clock, overlapMs, deadline, read } = options;
	const now = clock();
	if (before === undefined) return await begin(now, options);
	const lostMs = Math.max(0, now - HISTORY_MS - before.cursor);
	let { cursor } = before;
	let seen = unpackSeen(before.seen);
	const fresh: Timed[] = [];
	do {
		const target = Math.max(cursor, Math.min(now, cursor + SLICE_MS));
		// The clocks of service and n8n may differ: the last stretch reaches into the future.
		const until = target >= now ? Math.max(now, target) + overlapMs : target;
		// Ids of the oldest may have been given up: what lies behind them is not read again.
		const known = seen.size < MOST_SEEN ? 0 : (Math.min(...seen.values()) + 1) * 1000;
		const again = Math.min(cursor, now) - overlapMs;
		const from = Math.max(again, Math.min(known, Math.floor(cursor / 1000) * 1000));
		const stretch = await read(from, until, seen.size + MOST_FRESH, 'first');
		const end = Math.min(target, stretch.upTo ?? target);
		for (const event of stretch.events) {
			const id = nameOf(event);
			const time = timeOf(event);
			if (!seen.has(id)) fresh.push({ event, time });
			seen.set(id, Math.floor((Number.isNaN(time) ? end : time) / 1000));
		}
		cursor = Math.max(cursor, end);
		seen = kept(seen, Math.min(cursor, now) - overlapMs, cursor);
	} while (cursor < now && clock() < deadline && fresh.length < MOST_FRESH);
	fresh.sort(inOrder);
	const readTo = Math.min(cursor, now);
	const state = { cursor, seen: packSeen(seen) };
	const events = fresh.map(({ event }) => event);
	return { state, events, behindMs: now - readTo, readTo, lostMs };
}

/** Remembers what is there, and tells none of it. */
async function begin(now: number, { overlapMs, read }: FeedOptions): Promise<FeedPoll> {
	const { events } = await read(now - overlapMs, now + overlapMs, MOST_SEEN, 'newest');
	const seen: Seen = new Map();
	for (const event of events) {
		const time = timeOf(event);
		seen.set(nameOf(event), Math.floor((Number.isNaN(time) ? now : time) / 1000));
	}
	const state = { cursor: now, seen: packSeen(kept(seen, now - overlapMs, now)) };
	return { state, events: [], behindMs: 0, readTo: now, lostMs: 0 };
}
