import { EVENT_DAYS } from '../../fleet/events';
import type { EventSlice, SliceEnd } from '../../readers/eventSlice';
import { eventTime } from '../../readers/events';
import type { Json } from '../../table/define';
import { DAY_MS } from '../../times';
import { asStored, mapById, storedMap } from '../runtime/storedForm';
import { pack, unpack } from '../runtime/storedText';
import { digestOf } from '../runtime/digest';

/*
 * The event feed as all triggers read it: events that are new since a cursor, each once. Source:
 * public reference, Events feed.
 */

/** How long the service keeps events. */
export const HISTORY_MS = EVENT_DAYS * DAY_MS;
/** Most ids kept to recognise repeated events; 50 to 180 kB. */
const MOST_SEEN = 12_000;
/** New events requested at a time, the oldest first. */
const EVENTS_PER_READ = 2_000;
/** A poll that has found this many new events leaves the others to the next one. */
const MOST_FRESH = 10_000;
/** Two clocks with a smaller difference agree. */
const AGREEING_MS = 60_000;

export interface FeedState {
	/**
	 * Milliseconds since 1970, by the clocks: the feed was read up to here, except for events that appear
	 * late.
	 */
	cursor: number;
	/** The same, by the events' own times: the IDs of all events read from here on are known. */
	from: number;
	/** IDs that were seen and when, packed. */
	seen: string;
}

/**
 * The name that distinguishes an event from others: its ID, or a digest of its content where it has
 * no ID or one that JSON had to round (IDs have up to 16 digits).
 */
function eventKey(event: Json): string {
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
function byTime(a: Timed, b: Timed): number {
	const [idOfA, idOfB] = [String(a.event.id ?? ''), String(b.event.id ?? '')];
	return (
		(a.time || 0) - (b.time || 0) ||
		idOfA.length - idOfB.length ||
		(idOfA < idOfB ? -1 : idOfA > idOfB ? 1 : 0)
	);
}

/** IDs of events with their times, in seconds since 1970. */
type SeenIds = Map<string, number>;

/** Four bytes an event. */
const seenForm = asStored(
	'the events that were read',
	1,
	storedMap<string, number>,
	mapById<number>,
);

/**
 * The state after a poll, and its events in order. IDs are remembered from a moment on, or the newest of
 * them if there are too many; IDs from the second of `end` on are always remembered.
 */
function settled(cursor: number, seen: SeenIds, from: number, end: number, fresh: Timed[]) {
	let [known, ids] = [from, [...seen].filter(([, seconds]) => seconds >= Math.floor(from / 1000))];
	if (ids.length > MOST_SEEN) {
		ids.sort(([, a], [, b]) => b - a);
		const second = Math.min(ids[MOST_SEEN]![1] + 1, Math.floor(end / 1000));
		ids = ids.filter(([, seconds]) => seconds >= second);
		known = Math.max(from, second * 1000);
	}
	const remembered: SeenIds = new Map(ids);
	return {
		state: { cursor, from: known, seen: pack(seenForm, remembered) },
		events: fresh.sort(byTime).map(({ event }) => event),
		seen: remembered,
	};
}

export interface FeedOptions {
	/** Milliseconds since 1970, by this n8n's clock. */
	now: () => number;
	/** Milliseconds by which the service's clock is ahead of n8n's; undefined if it gives no time. */
	ahead?: number | undefined;
	/** How much older than the newest an event that appears late may be. */
	overlapMs: number;
	deadline: number;
	/** Reads the feed from a moment on: its first `limit` events by time, or its newest ones. */
	read: (fromMs: number, limit: number, which: SliceEnd) => Promise<EventSlice>;
	log?: (message: string) => void;
}

export interface FeedPoll {
	state: FeedState;
	/** The events that `state` remembers. */
	seen: SeenIds;
	/** Events not seen before, the oldest first. */
	events: Json[];
	/** Milliseconds that are left for the next poll; 0 if everything was read. */
	behindMs: number;
	/** Milliseconds of the gap that the service no longer keeps. */
	lostMs: number;
	/** Time of the newest event that was read. */
	newest: number | undefined;
}

/**
 * The current time, for messages and durations: by the service's clock, else by the later of this
 * n8n's and the newest event.
 */
const momentBy = ({ now, ahead }: FeedOptions, newest = -Infinity): number =>
	ahead === undefined ? Math.max(now(), newest) : now() + ahead;

/**
 * The moment from which to read again. A clock alone never moves it past what was read; a newer event
 * does. If the clocks agree, an event from the future does not move it either; if they differ, an event
 * ahead by no more than the overlap does no harm. In a feed without new events, the moment follows the
 * clocks, a day behind the earlier one.
 */
function readAgainFrom({ now, ahead, overlapMs }: FeedOptions, newest: number | undefined): number {
	const earlier = now() + Math.min(0, ahead ?? 0);
	const areAgreed = ahead !== undefined && Math.abs(ahead) < AGREEING_MS;
	const byEvents = Math.min(newest ?? -Infinity, earlier) - (areAgreed ? 1 : 2) * overlapMs;
	return ahead === undefined ? byEvents : Math.max(byEvents, earlier - DAY_MS - overlapMs);
}

/** Notes events as seen; returns those not seen before, and the time of the newest. */
function noteSeen(seen: SeenIds, events: Json[], otherwise: number) {
	const fresh: Timed[] = [];
	let newest: number | undefined;
	for (const event of events) {
		const id = eventKey(event);
		const time = eventTime(event);
		if (!seen.has(id)) fresh.push({ event, time });
		seen.set(id, Math.floor((Number.isNaN(time) ? otherwise : time) / 1000));
		if (time > (newest ?? -Infinity)) newest = time;
	}
	return { fresh, newest };
}

/** The state of a feed about which nothing is known from a moment on; milliseconds since 1970. */
export const beginningAt = (from: number): FeedState => ({
	cursor: from,
	from,
	seen: pack(seenForm, new Map()),
});

/**
 * Reads the feed from where it stood and returns the events not seen before, oldest first: whatever
 * the clocks say, an event is new when its ID is. Without a state it only remembers what is there. A
 * long gap is read in pieces until the deadline, or until one poll has found enough events. Memory is
 * bounded: the newest 12,000 IDs are kept, and where more lie in the overlap, less of it is read again.
 */
export async function pollFeed(
	before: FeedState | undefined,
	options: FeedOptions,
): Promise<FeedPoll> {
	const { now, deadline, overlapMs, read } = options;
	const seen = unpack(seenForm, before?.seen, options.log);
	if (!before || !seen) return { ...(await beginFeed(options)), events: [] };
	const lostMs = Math.max(0, momentBy(options) - HISTORY_MS - before.cursor);
	const { from } = before;
	const fresh: Timed[] = [];
	let end = from;
	let newest: number | undefined;
	let isAll = false;
	do {
		const second = Math.floor(end / 1000);
		const known = [...seen.values()].filter((seconds) => seconds >= second).length;
		const slice = await read(second * 1000, known + EVENTS_PER_READ, 'first');
		const noted = noteSeen(seen, slice.events, Math.max(now(), end));
		for (const event of noted.fresh) fresh.push(event);
		newest = Math.max(newest ?? -Infinity, noted.newest ?? -Infinity);
		isAll = slice.cut === undefined;
		end = Math.max(end, slice.cut ?? newest);
	} while (!isAll && now() < deadline && fresh.length < MOST_FRESH);
	if (newest === -Infinity) newest = undefined;
	const moment = momentBy(options, newest);
	const again = readAgainFrom(options, newest);
	const next = Math.max(from, isAll ? again : Math.min(again, end - overlapMs));
	const readTo = isAll ? moment : Math.min(end, moment);
	const behindMs = isAll ? 0 : Math.max(1, moment - end);
	return { ...settled(readTo, seen, next, end, fresh), behindMs, lostMs, newest };
}

/** Remembers the events that are there, and returns them. */
export async function beginFeed(options: FeedOptions): Promise<FeedPoll> {
	const { read, now } = options;
	const [last] = (await read(0, 1, 'newest')).events.map(eventTime).sort((a, b) => b - a);
	const again = readAgainFrom(options, Number.isNaN(last) ? undefined : last);
	const begin = Math.max(0, Math.floor(again / 1000) * 1000);
	const { events, cut } = await read(begin, MOST_SEEN, 'newest');
	const seen: SeenIds = new Map();
	const { fresh, newest } = noteSeen(seen, events, now());
	const known = cut === undefined ? begin : (Math.floor(cut / 1000) + 1) * 1000;
	const poll = settled(momentBy(options, newest), seen, known, newest ?? begin, fresh);
	return { ...poll, behindMs: 0, lostMs: 0, newest };
}

/**
 * Switches to another choice of events. `last` has read the former choice to its end; events of the new
 * choice that `begun` has found count only from the last poll on.
 */
export function switchChoice(before: FeedState, begun: FeedPoll, last: FeedPoll): FeedPoll {
	const seen: SeenIds = new Map(last.seen);
	const news = begun.events.filter(
		(event) => !seen.has(eventKey(event)) && eventTime(event) >= before.cursor,
	);
	for (const [id, second] of begun.seen) seen.set(id, second);
	const begin = begun.state.from;
	const fresh = [...last.events, ...news].map((event) => ({ event, time: eventTime(event) }));
	return { ...last, ...settled(last.state.cursor, seen, begin, begun.newest ?? begin, fresh) };
}
