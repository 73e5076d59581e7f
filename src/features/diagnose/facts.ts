import { INFO, SESSION_ENDED, SESSION_OPENED } from '../../table/entries/event/eventFacts';
import { RATS, networkOf } from '../../table/entries/event/eventFields';
import { timeOf } from '../../table/moments';
import { at, listAt } from '../../table/reading';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../times';
import type { Json } from '../../wire';
import type { ConnectivityReading } from '../waits/conditions/online';

/*
 * What was read of an endpoint, and what it says without judging it. Times are milliseconds since 1970, volumes
 * of data MB. Source: public reference, Events and Connectivity.
 */

/** An event about an endpoint. */
export interface DeviceEvent {
	type: number;
	at: number;
	/** An event that succeeded; a warning of types 1 to 3 is a rejection or a refusal. */
	isInfo: boolean;
	text: string;
	operatorId: number;
	operator: string | null;
	ratId: number;
	/** The IMEI of the device, of its session or as the event names it; null where it does not. */
	imei: string | null;
}

/** Reads the events of an endpoint, the newest first. */
export function deviceEvents(events: Json[]): DeviceEvent[] {
	const read = events.map((event): DeviceEvent => {
		const { operator } = networkOf(event);
		const imei = at(event, 'detail.pdp_context.imeisv') ?? at(event, 'endpoint.imei') ?? null;
		return {
			type: Number(at(event, 'event_type.id')),
			at: timeOf(event.timestamp),
			isInfo: Number(at(event, 'event_severity.id')) === INFO,
			text: String(event.description ?? ''),
			operatorId: Number(at(event, 'detail.id') ?? NaN),
			operator: operator === null ? null : String(operator),
			ratId: Number(at(event, 'detail.pdp_context.rat_type') ?? NaN),
			imei: imei === null ? null : String(imei),
		};
	});
	return read.filter(({ at: time }) => !Number.isNaN(time)).sort((a, b) => b.at - a.at);
}

/** The newest event of each kind that says something about the connection. */
export interface Signals {
	attached?: DeviceEvent | undefined;
	rejected?: DeviceEvent | undefined;
	opened?: DeviceEvent | undefined;
	refused?: DeviceEvent | undefined;
	closed?: DeviceEvent | undefined;
	purged?: DeviceEvent | undefined;
	/** The newest of all of them. */
	newest?: DeviceEvent | undefined;
	/** The newest that names an operator. */
	placed?: DeviceEvent | undefined;
	/** The newest that names a radio access type. */
	byRat?: DeviceEvent | undefined;
}

const REGISTRATIONS = [1, 2];
const PURGES = [15, 16];
const CONNECTION_TYPES = [...REGISTRATIONS, SESSION_OPENED, SESSION_ENDED, ...PURGES];

export function signalsOf(events: readonly DeviceEvent[]): Signals {
	const newest = (is: (event: DeviceEvent) => boolean) => events.find(is);
	const isRegistration = ({ type }: DeviceEvent) => REGISTRATIONS.includes(type);
	return {
		attached: newest((event) => isRegistration(event) && event.isInfo),
		rejected: newest((event) => isRegistration(event) && !event.isInfo),
		opened: newest(({ type, isInfo }) => type === SESSION_OPENED && isInfo),
		refused: newest(({ type, isInfo }) => type === SESSION_OPENED && !isInfo),
		closed: newest(({ type }) => type === SESSION_ENDED),
		purged: newest(({ type }) => PURGES.includes(type)),
		newest: newest(({ type }) => CONNECTION_TYPES.includes(type)),
		placed: newest(({ operator, operatorId }) => operator !== null && !Number.isNaN(operatorId)),
		byRat: newest(({ ratId }) => !Number.isNaN(ratId)),
	};
}

/** The usage of a day, in UTC. */
export interface UsageDay {
	/** `YYYY-MM-DD`. */
	date: string;
	mb: number;
	satelliteMb: number;
}

/** Everything that was read of an endpoint; what is undefined was not read. */
export interface Facts {
	id: number;
	/** The name of the endpoint, or its ID. */
	name: string;
	now: number;
	/** Null where no list has it. */
	endpoint: Json | null;
	connectivity?: ConnectivityReading | undefined;
	/** The operator and its id where the connectivity says that it is. */
	location?: { operatorId: number; operator: string | null } | undefined;
	/** Whether the list of blocked endpoints has it, where its connectivity could not be read. */
	isListedBlocked?: boolean | undefined;
	/** Of the last 30 days, the newest first. */
	events?: DeviceEvent[] | undefined;
	/** Whether these are all events of the 30 days. */
	hasAllEvents: boolean;
	signals: Signals;
	/** When the organisation was blocked, if it was and no session was accepted since; null if not. */
	organisationBlockedAt?: number | null | undefined;
	profile?: Json | undefined;
	limits?: Json[] | undefined;
	/** Days of the last year, or since the endpoint was created. */
	days?: UsageDay[] | undefined;
	/** MB of the last hour. */
	hourMb?: number | undefined;
	dataQuota?: Json | undefined;
	smsQuota?: Json | undefined;
	blacklist?: Json[] | undefined;
	blocklist?: Json[] | undefined;
	cards?: Json[] | undefined;
}

export const isOnline = ({ connectivity }: Facts): boolean => connectivity?.status === 'ONLINE';

export const isBlocked = ({ connectivity, isListedBlocked }: Facts): boolean =>
	connectivity?.status === 'BLOCKED' || isListedBlocked === true;

/** The newest event of some types. */
export const newestOf = ({ events = [] }: Facts, ...types: number[]): DeviceEvent | undefined =>
	events.find(({ type }) => types.includes(type));

const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** Whether a moment lies in the month of now, in UTC, in which limits count. */
export const isThisMonth = (ms: number, now: number): boolean => monthOf(ms) === monthOf(now);

/** MB of the calendar month so far. */
export const monthMb = ({ days = [], now }: Facts, of: 'mb' | 'satelliteMb'): number =>
	days
		.filter(({ date }) => date.startsWith(monthOf(now)))
		.reduce((sum, day) => sum + day[of] + (of === 'mb' ? day.satelliteMb : 0), 0);

/** The days that had traffic, the newest first. */
export const activeDays = ({ days = [] }: Facts): string[] =>
	days
		.filter(({ mb, satelliteMb }) => mb + satelliteMb > 0)
		.map(({ date }) => date)
		.sort()
		.reverse();

/** A pause that is usual for a device, and when it began the last time. */
export interface Rhythm {
	everyMs: number;
	last: number;
}

/** Fewest pauses that make a rhythm. */
const FEWEST_PAUSES = 3;
/** A rhythm whose longest pause is so many times its middle one is none. */
const MOST_UNEVEN = 2;
/** Events that are closer are of one wake. */
const ONE_WAKE_MS = 15 * MINUTE_MS;
/** A pause may last so many times the usual one before it is unusual. */
const PATIENCE = 1.5;

/** The rhythm of moments, the newest first; undefined where they have none. */
function rhythmOf(moments: number[]): Rhythm | undefined {
	const [last] = moments;
	const pauses = moments
		.slice(1)
		.map((moment, index) => moments[index]! - moment)
		.sort((a, b) => a - b);
	if (last === undefined || pauses.length < FEWEST_PAUSES) return undefined;
	const everyMs = pauses[Math.floor(pauses.length / 2)]!;
	return pauses.at(-1)! > everyMs * MOST_UNEVEN ? undefined : { everyMs, last };
}

/** The rhythm in which a device registers or opens sessions. */
export function rhythmOfEvents({ events = [] }: Facts): Rhythm | undefined {
	const times = events
		.filter(({ type, isInfo }) => isInfo && [...REGISTRATIONS, SESSION_OPENED].includes(type))
		.map(({ at: time }) => time);
	const wakes = times.filter((time, index) => {
		const older = times[index + 1];
		return older === undefined || time - older > ONE_WAKE_MS;
	});
	return rhythmOf(wakes);
}

/** The rhythm of days with traffic, today left out, since it is not over. */
export function rhythmOfDays(facts: Facts): Rhythm | undefined {
	const today = new Date(facts.now).toISOString().slice(0, 10);
	const days = activeDays(facts).filter((date) => date !== today);
	return rhythmOf(days.map((date) => Date.parse(date)));
}

/** Whether a pause is within what is usual; `slack` allows for the unknown hours of a day. */
export const isUsual = ({ everyMs, last }: Rhythm, now: number, slackMs = 0): boolean =>
	now - last <= everyMs * PATIENCE + slackMs;

/** A time of hours or days in words. */
export const spanInWords = (ms: number): string =>
	ms >= 2 * DAY_MS
		? `${Math.round(ms / DAY_MS)} days`
		: ms >= 2 * HOUR_MS
			? `${Math.round(ms / HOUR_MS)} hours`
			: `${Math.max(1, Math.round(ms / MINUTE_MS))} minutes`;

/** "2026-03-01 10:00 UTC" */
export const momentInWords = (ms: number): string =>
	`${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const ratName = (id: number): string => RATS[id] ?? `type ${id}`;

/** The operators of lists of operators, by their ids. */
export const idsOf = (list: Json[] | undefined, place = 'id'): number[] =>
	(list ?? []).map((entry) => Number(at(entry, place)));

/** The ids of the services in a service profile; undefined where the answer has no list of them. */
export const servicesOf = (profile: Json | undefined): number[] | undefined =>
	Array.isArray(profile?.service) ? idsOf(listAt(profile, 'service')) : undefined;
