import type { Json } from '../../operations/define';
import { dateIn } from '../../operations/moments';
import { digestOf } from '../runtime/digest';

/*
 * The event feed as all triggers read it: what is new since a cursor, each event once. Source:
 * public reference, Events feed.
 */

const DAY_MS = 86_400_000;
/** How long the service keeps events. */
export const HISTORY_MS = 30 * DAY_MS;
/** Most ids kept for telling repeated events; 50 to 180 kB. */
const MOST_SEEN = 12_000;
/** New events that are asked for at a time, the oldest first. */
const CHUNK = 2_000;
/** A poll that has found so many new events leaves the others to the next one. */
const MOST_FRESH = 10_000;
/** Two clocks that differ by less agree. */
const AGREEING_MS = 60_000;

export interface FeedState {
	/** Milliseconds since 1970, by the clocks: up to here the feed was read, but for what appears late. */
	cursor: number;
	/**
	 * The same, by the events' own times: of all events from here on that were read the ids are known.
	 * Absent in an older form: the overlap before the cursor.
	 */
	from?: number;
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
		/(?:^|,)(-?[0-9a-z]+)(?:~([^,]*)|([+-][0-9a-z]+))/g,
	)) {
		second += parseInt(later, 36);
		if (own === undefined) number += parseInt(distance, 36);
		seen.set(own === undefined ? String(number) : decodeURIComponent(own), second);
	}
	return seen;
}

/**
 * The ids from a moment on, or the newest of them, and from when on they are all known; those from
 * the second of `end` on always stay.
 */
function kept(seen: Seen, from: number, end: number): { seen: Seen; from: number } {
	const readAgain = [...seen].filter(([, seconds]) => seconds >= Math.floor(from / 1000));
	if (readAgain.length <= MOST_SEEN) return { seen: new Map(readAgain), from };
	const newest = readAgain.sort(([, a], [, b]) => b - a);
	const known = Math.min(newest[MOST_SEEN]![1] + 1, Math.floor(end / 1000));
	const all = newest.filter(([, seconds]) => seconds >= known);
	return { seen: new Map(all), from: Math.max(from, known * 1000) };
}

/** What a stretch of the feed holds. */
export interface Stretch {
	events: Json[];
	/** Where there were more than asked for: the moment up to which, or after which, these are all. */
	cut?: number;
}

export interface FeedOptions {
	/** Milliseconds since 1970, by this n8n's clock. */
	now: () => number;
	/** Milliseconds by which the service's clock is ahead of it; undefined where it tells none. */
	ahead?: number | undefined;
	/** How much older than the newest an event that appears late may be. */
	overlapMs: number;
	deadline: number;
	/** Reads the feed from a moment on: its first `limit` events by time, or its newest ones. */
	read: (fromMs: number, limit: number, which: 'first' | 'newest') => Promise<Stretch>;
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
	/** Time of the newest event that was read. */
	newest: number | undefined;
}

type Clocks = Pick<FeedOptions, 'now' | 'ahead' | 'overlapMs'>;

/**
 * What time it is, for words and for how long something lasts: by the service's clock, else by the
 * later of this n8n's and the newest event.
 */
const momentBy = ({ now, ahead }: Clocks, newest = -Infinity): number =>
	ahead === undefined ? Math.max(now(), newest) : now() + ahead;

/**
 * From when on to read again. No clock moves it past what was read: only an event that is newer does.
 * Where the clocks agree, an event from the future does not either; where they do not, one from the
 * future by as much as the overlap costs nothing. Only a feed in which nothing happens is followed by
 * the clocks, a day behind the earlier of them.
 */
function readAgainFrom(clocks: Clocks, newest: number | undefined): number {
	const { now, ahead, overlapMs } = clocks;
	const earlier = now() + Math.min(0, ahead ?? 0);
	const areAgreed = ahead !== undefined && Math.abs(ahead) < AGREEING_MS;
	const byEvents = Math.min(newest ?? -Infinity, earlier) - (areAgreed ? 1 : 2) * overlapMs;
	return ahead === undefined ? byEvents : Math.max(byEvents, earlier - DAY_MS - overlapMs);
}

/** Takes note of events; gives those not seen before, and when the newest was. */
function note(seen: Seen, events: Json[], otherwise: number) {
	const fresh: Timed[] = [];
	let newest: number | undefined;
	for (const event of events) {
		const id = nameOf(event);
		const time = timeOf(event);
		if (!seen.has(id)) fresh.push({ event, time });
		seen.set(id, Math.floor((Number.isNaN(time) ? otherwise : time) / 1000));
		if (time > (newest ?? -Infinity)) newest = time;
	}
	return { fresh, newest };
}

/**
 * Reads the feed from where it stood and gives the events not seen before, oldest first: whatever the
 * clocks say, an event is new when its id is. Without a state it only remembers what is there. A long
 * gap is read in pieces until the deadline, or until as many events are found as one poll tells.
 * Memory is bounded: of the ids the newest 12,000 are kept, and where more lie in the overlap, so much
 * less of it is read again.
 */
export async function pollFeed(
	before: FeedState | undefined,
	options: FeedOptions,
): Promise<FeedPoll> {
	const { now, deadline, overlapMs, read } = options;
	if (before === undefined) return { ...(await beginFeed(options)), events: [] };
	const lostMs = Math.max(0, momentBy(options) - HISTORY_MS - before.cursor);
	const from = before.from ?? before.cursor - overlapMs;
	const seen = unpackSeen(before.seen);
	const fresh: Timed[] = [];
	let end = from;
	let newest: number | undefined;
	let isAll = false;
	do {
		const second = Math.floor(end / 1000);
		const known = [...seen.values()].filter((seconds) => seconds >= second).length;
		const stretch = await read(second * 1000, known + CHUNK, 'first');
		const noted = note(seen, stretch.events, Math.max(now(), end));
		for (const one of noted.fresh) fresh.push(one);
		newest = Math.max(newest ?? -Infinity, noted.newest ?? -Infinity);
		isAll = stretch.cut === undefined;
		end = Math.max(end, stretch.cut ?? newest);
	} while (!isAll && now() < deadline && fresh.length < MOST_FRESH);
	if (newest === -Infinity) newest = undefined;
	const moment = momentBy(options, newest);
	const again = readAgainFrom(options, newest);
	const next = Math.max(from, isAll ? again : Math.min(again, end - overlapMs));
	const readTo = isAll ? moment : Math.min(end, moment);
	const { seen: ids, ...known } = kept(seen, next, end);
	fresh.sort(inOrder);
	return {
		state: { cursor: readTo, ...known, seen: packSeen(ids) },
		events: fresh.map(({ event }) => event),
		behindMs: isAll ? 0 : Math.max(1, moment - end),
		readTo,
		lostMs,
		newest,
	};
}

/** Remembers what is there, and gives it. */
export async function beginFeed(options: FeedOptions): Promise<FeedPoll> {
	const { read, now } = options;
	const [last] = (await read(0, 1, 'newest')).events.map(timeOf).sort((a, b) => b - a);
	const again = readAgainFrom(options, Number.isNaN(last) ? undefined : last);
	const begin = Math.max(0, Math.floor(again / 1000) * 1000);
	const { events, cut } = await read(begin, MOST_SEEN, 'newest');
	const seen: Seen = new Map();
	const { fresh, newest } = note(seen, events, now());
	const readTo = momentBy(options, newest);
	const known = cut === undefined ? begin : (Math.floor(cut / 1000) + 1) * 1000;
	const { seen: ids, from } = kept(seen, known, newest ?? begin);
	fresh.sort(inOrder);
	return {
		state: { cursor: readTo, from, seen: packSeen(ids) },
		events: fresh.map(({ event }) => event),
		...{ behindMs: 0, readTo, lostMs: 0, newest },
	};
}

/**
 * Goes over to another choice of events: what `last` has read by the one before was told by it; what
 * `begun` found before that is new only from the last poll on.
 */
export function goOver(before: FeedState, begun: FeedPoll, last: FeedPoll): FeedPoll {
	const seen = unpackSeen(last.state.seen);
	const news = begun.events.filter(
		(event) => !seen.has(nameOf(event)) && timeOf(event) >= before.cursor,
	);
	for (const [id, second] of unpackSeen(begun.state.seen)) seen.set(id, second);
	const begin = begun.state.from ?? 0;
	const { seen: ids, from } = kept(seen, begin, begun.newest ?? begin);
	const timed = [...last.events, ...news].map((event) => ({ event, time: timeOf(event) }));
	const events = timed.sort(inOrder).map(({ event }) => event);
	return { ...last, events, state: { cursor: last.readTo, from, seen: packSeen(ids) } };
}
