import {
	EVENT_DAYS,
	EventOrder,
	EventType,
	meaningOf,
	Severity,
	severityOf,
	typeOf,
} from '../../fleet/events';
import { readAllEvents } from '../../readers/events';
import type { Call, Json } from '../../table/define';
import { timeOf } from '../../table/moments';
import { at } from '../../table/reading';
import { DAY_MS, HOUR_MS } from '../../times';

/*
 * A pass of the event feed: when each SIM last showed a sign of life. The feed is read as a whole, since a SIM
 * is named because no event is about it. Source: public reference, Events feed.
 */

/** The oldest hour of the feed, whose events vanish while it is read, is read apart; and as much beyond it. */
const MARGIN_MS = HOUR_MS;
/** Registrations, sessions, and what begins the life of a SIM: as many types as a filter takes. */
const MAIN_TYPES = [
	EventType.Registration,
	EventType.PacketRegistration,
	EventType.Session,
	EventType.SessionEnded,
	EventType.SimActivated,
	EventType.SimAssigned,
];
/** The update of a session, and what comes of traffic: a reading of its own, mostly of one page. */
const RARE_TYPES = [
	EventType.SessionUpdated,
	EventType.DataQuotaThreshold,
	EventType.DataQuotaUsedUp,
	EventType.SmsQuotaThreshold,
	EventType.SmsQuotaUsedUp,
];

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
	(typeOf(event) === EventType.SessionUpdated && severityOf(event) > Severity.Info);

function noteEvent(signs: SimSigns, event: Json): void {
	const time = timeOf(event.timestamp);
	if (Number.isNaN(time)) return;
	const type = typeOf(event);
	if (type === EventType.SimActivated || type === EventType.SimAssigned) {
		signs.beganAt = later(signs.beganAt, time);
		return;
	}
	if (isRefusal(event)) {
		signs.refusedAt = later(signs.refusedAt, time);
		return;
	}
	signs.heardAt = later(signs.heardAt, time);
	if (type === EventType.Session || type === EventType.SessionEnded)
		noteSession(signs, event, type === EventType.Session, time);
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
	// Those that vanish while they are read are at the end, and move no others.
	if (sinceMs < lasting) {
		const span = { fromMs: oldest, untilMs: lasting };
		const query = { types: MAIN_TYPES, ...span, order: EventOrder.NewestFirst };
		await readAllEvents(call, query, note);
	}
	// New ones come at the end.
	const order = EventOrder.OldestFirst;
	const main = { types: MAIN_TYPES, fromMs: lasting, untilMs: until, order };
	await readAllEvents(call, main, note);
	const rareFrom = sinceMs < lasting ? oldest : lasting;
	const rare = { types: RARE_TYPES, fromMs: rareFrom, untilMs: until, order };
	await readAllEvents(call, rare, note);
	return signs;
}
