import { EventType, meaningOf, typeOf } from '../../../fleet/events';
import { RATS } from '../../../fleet/radio';
import { type ConnectivityReading, readConnectivity } from '../../../readers/connectivity';
import { eventsAbout } from '../../../readers/events';
import type { Json } from '../../../table/define';
import * as f from '../../../table/fields';
import { timeOf } from '../../../table/moments';
import { at } from '../../../table/reading';
import { MINUTE_MS } from '../../../times';
import { countOf, foundEach } from '../reads/each';
import type { WaitInput } from '../waiting/form';
import { open } from '../waiting/verdict';
import { waitEntry } from '../waiting/waitEntry';
import type { Condition, Found, LookPorts, Waiter } from '../waiting/waiting';

/*
 * The wait for a device to be online and stay online: consecutive reads show one session, and no event contradicts
 * them. Events are read only when those reads are complete, so that most looks take one request per device. A session
 * does not prove that the device is alive; only traffic or a reply does. Source: public reference, Connectivity.
 */

type OnlineInput = WaitInput & {
	endpointId: number;
	reads?: number | undefined;
	readDistance?: number | undefined;
	rats?: string[] | undefined;
	/** Only a session that began later counts; ISO 8601, by the clock of the service. */
	newerThan?: string | undefined;
};

/* Verdicts. */

/** Consecutive reads, as the state stores them. */
interface Streak {
	status: string | null;
	session: string | null;
	rat: string | null;
	/** Seconds that the session had lasted. */
	lasted: number | null;
	/** Number of consecutive reads that count. */
	reads: number;
	/** The first of them, and the last; ISO 8601, by the clock of the service. */
	from: string;
	at: string;
	/** Why earlier reads do not count, in words. */
	broken_by?: string;
}

/** A session that a reset has not ended never becomes stable. */
const OUTLIVED_RESET = 'a reset after its session had begun';

/** What counts as stable. */
interface StableRule {
	reads: number;
	distanceMs: number;
	/** Names of radio access types; any where it is empty. */
	rats: readonly string[];
	/** Only sessions that began later count; milliseconds since 1970. */
	newerThan?: number | undefined;
}

/** The session began before the moment that it must be newer than. */
const TOO_OLD = 'a session that began before the change';
/** The same, where neither the reading nor an event says when the session began. */
const UNKNOWN_BEGINNING = 'a session that is not known to have begun after the change';

const isAllowed = ({ rat, ratId }: ConnectivityReading, rats: readonly string[]): boolean =>
	rats.length === 0 ||
	rats.some((name) => name === rat || name.toLowerCase() === String(rat).toLowerCase()) ||
	rats.includes(RATS[ratId] ?? '');

/** `Date` of answers names whole seconds. */
const SECOND_MS = 1_000;

/** The streak after another read. */
function streakAfter(
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
const SESSION_TYPES = [
	EventType.Session,
	EventType.SessionEnded,
	EventType.LocationPurged,
	EventType.PacketLocationPurged,
] as const;
/** A reset that the service was asked for. */
const RESET_TYPES = [EventType.ConnectivityReset] as const;

/**
 * Whether a device was reset after its session had begun: then the reset has not reached it. A device that sleeps
 * with its session (PSM) is ONLINE with it until it wakes, however long ago the reset was.
 */
const outlivedReset = (sessionAt: number, resets: Json[]): boolean =>
	resets.some(({ timestamp }) => timeOf(timestamp) > sessionAt);

/** A reset, and nothing that says when the session began. */
const UNKNOWN_SINCE_RESET = 'a reset, after which no session is known to have begun';

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
function openedIn(events: Json[], reading: ConnectivityReading): number {
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
function brokenBy(
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

/* Reads. */

const USUAL = { reads: 2, distanceS: 30 };
/** How long before the first look resets are asked for where nothing says when a session began. Milliseconds. */
const BEFORE_MS = 10 * MINUTE_MS;

const ruleOf = ({ reads, readDistance, rats, newerThan }: OnlineInput): StableRule => ({
	reads: reads ?? USUAL.reads,
	distanceMs: (readDistance ?? USUAL.distanceS) * 1_000,
	rats: rats ?? [],
	newerThan: newerThan === undefined ? undefined : Date.parse(newerThan),
});

/** An item whose reads are complete. */
interface Complete {
	waiter: Waiter<OnlineInput>;
	streak: Streak;
	reading: ConnectivityReading;
}

const shown = ({ status, rat, session }: ConnectivityReading) => ({ status, rat, session });

/** Since when events may count for a reading: since its session began. Milliseconds since 1970. */
const eventsFrom = ({ waiter, reading, streak }: Complete): number => {
	if (!Number.isNaN(reading.sessionAt)) return reading.sessionAt;
	const { newerThan = Infinity } = ruleOf(waiter.input);
	const begins = [Date.parse(waiter.state.since), Date.parse(streak.from)];
	return Math.min(newerThan, Math.min(...begins) - BEFORE_MS);
};

/** A streak that begins anew with a reading, of so many reads. */
function anew({ streak, reading }: Complete, reads: number, broken: string): Found {
	const moment = new Date(reading.at).toISOString();
	const again = { ...streak, reads, from: moment, at: moment, broken_by: broken };
	return open(again, { shows: { ...shown(reading), broken_by: broken } });
}

const REFUSED =
	'This login may not read events: reads alone say whether a device is stable. A session that was refused or reset between them is not seen';

/** The verdicts on complete reads, from the events since. */
async function confirmed(
	{ call, note }: LookPorts,
	complete: Complete[],
): Promise<Map<Waiter<OnlineInput>, Found>> {
	const ids = [...new Set(complete.map(({ waiter }) => waiter.input.endpointId))];
	const from = Math.min(...complete.map(eventsFrom));
	const events = await eventsAbout(call, ids, SESSION_TYPES, from);
	const resets = events === 'refused' ? events : await eventsAbout(call, ids, RESET_TYPES, from);
	if (events === 'refused' || resets === 'refused') note(REFUSED);
	return new Map(
		complete.map((done): [Waiter<OnlineInput>, Found] => {
			const { waiter, streak, reading } = done;
			const { endpointId } = waiter.input;
			const met = { ...shown(reading), reads: streak.reads };
			const { newerThan } = ruleOf(waiter.input);
			const isUndated = newerThan !== undefined && Number.isNaN(reading.sessionAt);
			if (events === 'refused' || resets === 'refused') {
				if (isUndated) return [waiter, anew(done, 0, UNKNOWN_BEGINNING)];
				return [waiter, { is: 'met', shows: { ...met, seen_by: 'reads alone' } }];
			}
			const own = events.get(endpointId) ?? [];
			const ownResets = resets.get(endpointId) ?? [];
			if ('error' in own) return [waiter, own];
			if ('error' in ownResets) return [waiter, ownResets];
			// Such a session does not begin a streak.
			if (outlivedReset(reading.sessionAt, ownResets))
				return [waiter, anew(done, 0, OUTLIVED_RESET)];
			if (Number.isNaN(reading.sessionAt) && ownResets.length > 0) {
				const opened = openedIn(own, reading);
				const isKnown = !Number.isNaN(opened) && !outlivedReset(opened, ownResets);
				// The event of its beginning may come late: another read may find it.
				if (!isKnown) return [waiter, anew(done, 0, UNKNOWN_SINCE_RESET)];
			}
			if (isUndated && !(openedIn(own, reading) > newerThan))
				return [waiter, anew(done, 0, UNKNOWN_BEGINNING)];
			const broken = brokenBy(streak, reading, own);
			if (broken !== undefined) return [waiter, anew(done, 1, broken)];
			return [waiter, { is: 'met', shows: { ...met, seen_by: 'reads and events' } }];
		}),
	);
}

export const onlineCondition: Condition<OnlineInput> = {
	name: 'online',
	subject: ({ endpointId }) => ({ endpoint_id: endpointId }),
	cost: (waiters) => countOf(waiters, ({ input }) => input.endpointId) + 2,
	distanceMs: (waiters) => Math.max(...waiters.map(({ input }) => ruleOf(input).distanceMs)),
	look: async (ports, waiters) => {
		const { call, now } = ports;
		const complete: Complete[] = [];
		const found = await foundEach(
			waiters,
			({ input }) => input.endpointId,
			async (endpointId, own) => {
				const { reading } = await readConnectivity(call, endpointId, now());
				return new Map(
					own.map((waiter): [typeof waiter, Found] => {
						const rule = ruleOf(waiter.input);
						const before = waiter.state.last_seen as (Streak & Json) | null;
						const streak = streakAfter(before, reading, rule);
						if (streak.reads >= rule.reads) complete.push({ waiter, streak, reading });
						const { broken_by } = streak;
						const shows = { ...shown(reading), ...(broken_by !== undefined && { broken_by }) };
						return [waiter, open({ ...streak }, { shows })];
					}),
				);
			},
		);
		if (complete.length === 0) return found;
		for (const [waiter, result] of await confirmed(ports, complete)) found.set(waiter, result);
		return found;
	},
};

export const awaitOnline = waitEntry({
	condition: onlineCondition,
	action: 'Await online and stable',
	description:
		'Wait until several reads in a row show a device online with the same session, and no event contradicts them. It proves a session, and no living device: only traffic or a reply proves that.',
	gives: 'endpoint_id, status, session, rat',
	request: 'GET /api/v1/endpoint/{endpointId}/connectivity',
	errors: [403, 404],
	fields: {
		endpointId: f.endpointId,
		...f.inGroup('options', {
			reads: f.number(
				{ label: 'Reads in a Row', hint: 'How many reads must show the session', default: 2 },
				{ min: 1, max: 20 },
			),
			readDistance: f.number(
				{ label: 'Distance of Reads (Seconds)', hint: 'From one read to the next', default: 30 },
				{ min: 5, max: 900 },
			),
			rats: f.choices(
				{
					label: 'Radio Access Types',
					hint: 'Types that count; any unless given. LTE-M is mostly reported as 4G.',
				},
				{
					'GSM (2G)': '2G',
					'LTE (4G)': '4G',
					'LTE-M': 'LTE-M',
					'NB-IoT': 'NB-IoT',
					'UMTS (3G)': '3G',
				},
			),
		}),
	},
});
