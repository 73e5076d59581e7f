import { meaningOf, severityOf, typeOf } from '../../fleet/events';
import { answerList } from '../../table/answers';
import type { Call, Json } from '../../table/define';
import {
	EVENT_DAYS,
	INFO,
	SESSION_ENDED,
	SESSION_OPENED,
} from '../../table/entries/event/eventFacts';
import { allEvents } from '../../table/entries/event/eventLists';
import { timeOf } from '../../table/moments';
import { at } from '../../table/reading';
import { buildRequest } from '../../table/request';
import { readWhole } from '../../table/whole';
import { DAY_MS, HOUR_MS } from '../../times';

/*
 * A pass of the event feed: when each SIM last showed a sign of life. The feed is read as a whole, since a SIM
 * is named because no event is about it. Source: public reference, Events feed.
 */

/** The oldest hour of the feed, whose events vanish while it is read, is read apart; and as much beyond it. */
const MARGIN_MS = HOUR_MS;
/** Events of one reading; a longer span is read in halves. */
const MOST_EVENTS = 400_000;
const EVENTS_PER_PAGE = 100;

const SESSION_UPDATED = 4;
const SIM_ACTIVATED = 8;
const SIM_ASSIGNED = 51;
/** A threshold of a quota was reached, or all of it used: of data, and of SMS. They come of traffic. */
const OF_TRAFFIC = [18, 19, 20, 21];
/** Registrations, sessions, and what begins the life of a SIM: as many types as a filter takes. */
const MAIN_TYPES = [1, 2, SESSION_OPENED, SESSION_ENDED, SIM_ACTIVATED, SIM_ASSIGNED];
/** The update of a session, and what comes of traffic: a reading of its own, mostly of one page. */
const RARE_TYPES = [SESSION_UPDATED, ...OF_TRAFFIC];

/** What the feed shows of a SIM. Milliseconds since 1970. */
export interface SimSigns {
	/** The newest registration, session or event of traffic. */
	heardAt?: number;
	/** The newest refusal: the device has tried, and was not let in. */
	refusedAt?: number;
	/** When it was last activated or assigned: before, it could not be heard. */
	beganAt?: number;
	/** Sessions of which the end is not known, or the beginning, by their ids. */
	sessions?: Map<string, HalfSession>;
}

/** What is known of a session: when it was opened, or when it ended. */
interface HalfSession {
	openedAt?: number;
	endedAt?: number;
}

const later = (known: number | undefined, time: number): number => Math.max(known ?? time, time);

/** The session that an event is about; those without an id count as one. */
const sessionOf = (event: Json): string => String(at(event, 'detail.session_id') ?? '');

/** Notes that a session was opened, or has ended; one of which both are known is over, and dropped. */
function noteSession(signs: SimSigns, event: Json, isOpened: boolean, time: number): void {
	const sessions = (signs.sessions ??= new Map<string, HalfSession>());
	const id = sessionOf(event);
	const known = sessions.get(id) ?? {};
	const { openedAt, endedAt } = isOpened
		? { ...known, openedAt: later(known.openedAt, time) }
		: { ...known, endedAt: later(known.endedAt, time) };
	if (openedAt === undefined) sessions.set(id, { endedAt: endedAt! });
	else if (endedAt === undefined || endedAt < openedAt) sessions.set(id, { openedAt });
	else sessions.delete(id);
}

/** Whether an event says that a device was not let in; the update of a session that is no success is one. */
const isRefusal = (event: Json): boolean =>
	meaningOf(event).is === 'refusal' ||
	(typeOf(event) === SESSION_UPDATED && severityOf(event) > INFO);

function noteEvent(signs: SimSigns, event: Json): void {
	const time = timeOf(event.timestamp);
	if (Number.isNaN(time)) return;
	const type = typeOf(event);
	if (type === SIM_ACTIVATED || type === SIM_ASSIGNED) {
		signs.beganAt = later(signs.beganAt, time);
		return;
	}
	if (isRefusal(event)) {
		signs.refusedAt = later(signs.refusedAt, time);
		return;
	}
	signs.heardAt = later(signs.heardAt, time);
	if (type === SESSION_OPENED || type === SESSION_ENDED)
		noteSession(signs, event, type === SESSION_OPENED, time);
}

/** From and until, in milliseconds since 1970. */
type Span = readonly [fromMs: number, untilMs: number];
const OLDEST_FIRST = 'timestamp,id';
const NEWEST_FIRST = '-timestamp,-id';

const filterTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/**
 * Reads the events of a span: the oldest first, so that new ones come at the end, unless `sort` says otherwise.
 */
async function readSpan(
	call: Call,
	types: readonly number[],
	[fromMs, untilMs]: Span,
	note: (event: Json) => void,
	sort = OLDEST_FIRST,
): Promise<void> {
	const input = {
		types: types.join('|'),
		from: filterTime(fromMs),
		until: filterTime(untilMs),
		sort,
		returnAll: true,
	};
	const { query } = buildRequest(allEvents, input);
	const first = await call.other(allEvents, input, {
		query: { ...query, page: 1, per_page: EVENTS_PER_PAGE },
	});
	const counted = Number(first.headers['x-total-count'] || NaN);
	if (counted > MOST_EVENTS && untilMs - fromMs > HOUR_MS) {
		const middle = Math.floor((fromMs + untilMs) / 2);
		await readSpan(call, types, [fromMs, middle], note, sort);
		await readSpan(call, types, [middle, untilMs], note, sort);
		return;
	}
	answerList(first);
	const keep = (event: Json) => {
		note(event);
		return undefined;
	};
	await readWhole(call, 'events', allEvents, input, { keep, first });
}

/**
 * What the kept days of the feed show of each SIM, by its id; SIMs without an event are not in it. The oldest hour is
 * read only where it is after `sinceMs`, from which on a sign counts.
 * @throws IncompleteListError where events may be missing
 */
export async function signsOfSims(
	call: Call,
	{ now, sinceMs }: { now: number; sinceMs: number },
	simOfEndpoint: ReadonlyMap<number, number>,
): Promise<Map<number, SimSigns>> {
	const signs = new Map<number, SimSigns>();
	const note = (event: Json) => {
		const named = Number(at(event, 'sim.id') ?? NaN);
		const simId = Number.isNaN(named)
			? simOfEndpoint.get(Number(at(event, 'endpoint.id') ?? NaN))
			: named;
		if (simId === undefined) return;
		const known = signs.get(simId) ?? {};
		noteEvent(known, event);
		signs.set(simId, known);
	};
	const oldest = now - EVENT_DAYS * DAY_MS - MARGIN_MS;
	const lasting = now - EVENT_DAYS * DAY_MS + MARGIN_MS;
	// A day beyond now, for a clock of the service that is ahead.
	const until = now + DAY_MS;
	// The newest first: those that vanish are at the end, and move no others.
	if (sinceMs < lasting) await readSpan(call, MAIN_TYPES, [oldest, lasting], note, NEWEST_FIRST);
	await readSpan(call, MAIN_TYPES, [lasting, until], note);
	await readSpan(call, RARE_TYPES, [sinceMs < lasting ? oldest : lasting, until], note);
	return signs;
}
