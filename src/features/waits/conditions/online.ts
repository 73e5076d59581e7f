import { EventType, meaningOf, typeOf } from '../../../fleet/events';
import { RATS } from '../../../fleet/radio';
import { at } from '../../../table/reading';
import { timeOf } from '../../../table/moments';
import type { Json } from '../../../wire';

/*
 * Whether a device is online and stays so: reads in a row that show one session. A session does not prove
 * a living device; only traffic or a reply does. Source: public reference, Connectivity.
 */

/** The connectivity of a device as one read has shown it. */
export interface ConnectivityReading {
	status: string | null;
	/** What distinguishes this session from others; null where the answer has no session. */
	session: string | null;
	/** Its number, as events about it carry it, too; null where the answer has none. */
	sessionId: string | null;
	/** When the session began; milliseconds since 1970, NaN where the answer does not say. */
	sessionAt: number;
	/** How long it has lasted, in seconds; NaN where the answer does not say. */
	lasted: number;
	rat: string | null;
	ratId: number;
	/** When it was read, by the clock of the service; milliseconds since 1970. */
	at: number;
}

/** `Date` of answers names whole seconds. */
const SECOND_MS = 1_000;

const SECONDS = /^(\d+):(\d\d):(\d\d)$/;

function secondsIn(value: unknown): number {
	const [, hours, minutes, seconds] = SECONDS.exec(String(value)) ?? [];
	if (hours === undefined) return NaN;
	return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** Reads the answer of the connectivity of an endpoint. */
export function connectivityIn(body: Json, readAt: number): ConnectivityReading {
	const session = at(body, 'pdp_context');
	const id = at(session, 'pdp_context_id');
	const created = at(session, 'created');
	const type = at(session, 'rat_type');
	const ratId = Number(at(type, 'rat_type_id') ?? at(type, 'id') ?? NaN);
	const word = at(body, 'status.description') ?? body.status;
	const isThere = id !== undefined || created !== undefined;
	const lasted = secondsIn(at(session, 'duration'));
	const began = timeOf(created);
	return {
		status: typeof word === 'string' ? word.toUpperCase() : null,
		session: isThere ? [id, created].filter((part) => part !== undefined).join(' of ') : null,
		sessionId: id === undefined || id === null ? null : String(id),
		sessionAt: Number.isNaN(began) ? readAt - lasted * SECOND_MS : began,
		lasted,
		rat: RATS[ratId] ?? (at(type, 'description') as string | undefined) ?? null,
		ratId,
		at: readAt,
	};
}

/** Reads in a row, as they stand in the state. */
export interface Streak {
	status: string | null;
	session: string | null;
	rat: string | null;
	/** Seconds that the session had lasted. */
	lasted: number | null;
	/** Reads in a row that count. */
	reads: number;
	/** The first of them, and the last; ISO 8601, by the clock of the service. */
	from: string;
	at: string;
	/** Why earlier reads do not count, in words. */
	broken_by?: string;
}

/** A session that has outlived a reset never becomes stable. */
export const OUTLIVED_RESET = 'a reset after its session had begun';

/** What counts as stable. */
export interface StableRule {
	reads: number;
	distanceMs: number;
	/** Names of radio access types; any where it is empty. */
	rats: readonly string[];
	/** Only sessions that began later count; milliseconds since 1970. */
	newerThan?: number | undefined;
}

/** The session began before the moment that it must be newer than. */
export const TOO_OLD = 'a session that began before the change';
/** The same, where neither the reading nor an event says when the session began. */
export const UNKNOWN_BEGINNING = 'a session that is not known to have begun after the change';

const isAllowed = ({ rat, ratId }: ConnectivityReading, rats: readonly string[]): boolean =>
	rats.length === 0 ||
	rats.some((name) => name === rat || name.toLowerCase() === String(rat).toLowerCase()) ||
	rats.includes(RATS[ratId] ?? '');

/** The streak after another read. */
export function streakAfter(
	before: Streak | null,
	reading: ConnectivityReading,
	{ distanceMs, rats, newerThan }: StableRule,
): Streak {
	const moment = new Date(reading.at).toISOString();
	const lasted = Number.isNaN(reading.lasted) ? null : reading.lasted;
	const { status, session, rat } = reading;
	const seen = { status, session, rat, lasted };
	if (before?.broken_by === OUTLIVED_RESET && before.session === session) {
		return { ...seen, reads: 0, from: moment, at: moment, broken_by: OUTLIVED_RESET };
	}
	if (newerThan !== undefined && reading.sessionAt <= newerThan) {
		return { ...seen, reads: 0, from: moment, at: moment, broken_by: TOO_OLD };
	}
	if (status !== 'ONLINE' || session === null || !isAllowed(reading, rats)) {
		return { ...seen, reads: 0, from: moment, at: moment };
	}
	// Why earlier reads of this session did not count stays known until it is stable.
	const broken_by = before?.session === session ? before.broken_by : undefined;
	const why = broken_by === undefined ? {} : { broken_by };
	const first: Streak = { ...seen, reads: 1, from: moment, at: moment, ...why };
	if (!before || before.reads === 0 || before.session !== session) return first;
	const hasShrunk = lasted !== null && before.lasted !== null && lasted < before.lasted;
	if (hasShrunk) return first;
	// A session that is no older than at the last read was not measured anew since.
	const isSame = lasted !== null && lasted === before.lasted;
	const isSoon = reading.at - Date.parse(before.at) < distanceMs - SECOND_MS;
	if (isSame || isSoon) return before;
	return { ...seen, reads: before.reads + 1, from: before.from, at: moment, ...why };
}

/** Types of events about sessions that end a streak. */
export const SESSION_TYPES = [
	EventType.Session,
	EventType.SessionEnded,
	EventType.LocationPurged,
	EventType.PacketLocationPurged,
] as const;
/** A reset that was asked of the service. */
export const RESET_TYPES = [EventType.ConnectivityReset] as const;

/**
 * Whether a device was reset after its session had begun: then the reset has not reached it. A device that sleeps
 * with its session (PSM) is ONLINE with it until it wakes, however long ago the reset was.
 */
export const outlivedReset = (sessionAt: number, resets: Json[]): boolean =>
	resets.some(({ timestamp }) => timeOf(timestamp) > sessionAt);

/** A reset, and nothing that says when the session began. */
export const UNKNOWN_SINCE_RESET = 'a reset, after which no session is known to have begun';

/** How far the beginning of a session in its events may be from that in its reads. Milliseconds. */
const BEGINNINGS_DIFFER_MS = 2_000;

/** Whether an event is about the session of a reading; undefined where it does not say about which one it is. */
function isAboutSession(event: Json, { sessionId, sessionAt }: ConnectivityReading) {
	const began = timeOf(at(event, 'detail.pdp_context.tunnel_created'));
	if (Math.abs(began - sessionAt) <= BEGINNINGS_DIFFER_MS) return true;
	const id = at(event, 'detail.pdp_context.pdp_context_id');
	return id === undefined || id === null ? undefined : String(id) === sessionId;
}

/**
 * When the session of a reading was opened, as its own events say; NaN where none does. That of another session says
 * nothing about it. Milliseconds since 1970.
 */
export function openedIn(events: Json[], reading: ConnectivityReading): number {
	const times = events
		.filter((event) => {
			const meaning = meaningOf(event);
			const isOpening = meaning.is === 'sign' && meaning.step === 'session';
			return isOpening && isAboutSession(event, reading) === true;
		})
		.map(({ timestamp }) => timeOf(timestamp))
		.filter((time) => !Number.isNaN(time));
	return times.length > 0 ? Math.max(...times) : NaN;
}

const PURGES: readonly number[] = [EventType.LocationPurged, EventType.PacketLocationPurged];

/**
 * The event that contradicts a complete streak, in words; undefined where there is none. Since its session began: the
 * end of this very session, or a purge of the device by its network. Since the first read: an end that does not say
 * of which session it is, or a session that was refused.
 */
export function brokenBy(
	streak: Streak,
	reading: ConnectivityReading,
	events: Json[],
): string | undefined {
	const from = Date.parse(streak.from);
	const opened = Number.isNaN(reading.sessionAt) ? openedIn(events, reading) : reading.sessionAt;
	const began = Number.isNaN(opened) ? from : Math.min(opened, from);
	for (const event of events) {
		const time = timeOf(event.timestamp);
		const [isSinceBeginning, isSinceRead] = [time > began, time > from];
		const type = typeOf(event);
		if (type === EventType.SessionEnded) {
			const isOwn = isAboutSession(event, reading);
			const isAgainst = isOwn === undefined ? isSinceRead : isOwn && isSinceBeginning;
			if (isAgainst) return 'a session that ended';
		}
		if (PURGES.includes(type) && isSinceBeginning) return 'a purge after its session had begun';
		const meaning = meaningOf(event);
		const isRefused = meaning.is === 'refusal' && meaning.step === 'session';
		if (isRefused && isSinceRead) return 'a session that was refused';
	}
	return undefined;
}
