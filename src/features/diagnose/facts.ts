import { EventType } from '../../fleet/events';
import { INFO, SESSION_ENDED, SESSION_OPENED } from '../../table/entries/event/eventFacts';
import { RATS } from '../../fleet/radio';
import { timeOf } from '../../table/moments';
import { at, listAt } from '../../table/reading';
import type { Json } from '../../wire';
import type { ConnectivityReading } from '../../readers/connectivity';
import type { Source } from './verdicts';
import { isTime, monthOf } from './words';

/*
 * What was read of an endpoint, and what it says without judging it. Times are milliseconds since 1970, volumes
 * of data MB. Source: public reference, Events and Connectivity.
 */

/** An event about an endpoint. */
export interface DeviceEvent {
	type: number;
	/** Never later than now. */
	at: number;
	/** It reports no problem; neither this nor {@link isProblem} where it has no severity. */
	isInfo: boolean;
	/** A warning or worse: of types 1 to 3 a rejection or a refusal. */
	isProblem: boolean;
	/** Policy Control made it, and not a network or a person. */
	isOfPolicy: boolean;
	text: string;
	/** NaN where the event names none. */
	operatorId: number;
	operator: string | null;
	ratId: number;
	/** The IMEI that the device has told in its session. */
	sessionImei: string | null;
	/** The IMEI that the event names for its endpoint, which may be the entered one. */
	endpointImei: string | null;
	/** Whether it is about the SIM that the endpoint has now, and not about a former one. */
	isOfPresentSim: boolean;
	/** NaN where the event names none. */
	organisationId: number;
}

/** Days of usage that are asked for: the thirteen months that the service keeps. Source: specification. */
export const USAGE_DAYS = 390;
/** ID of Policy Control as the source of an event. Source: public reference. */
const POLICY_CONTROL = 1;
const SIM_ASSIGNED = 51;
const PACKET_REGISTRATION = 2;
const REGISTRATIONS = [1, PACKET_REGISTRATION];
const PURGES: number[] = [EventType.LocationPurged, EventType.PacketLocationPurged];
const CONNECTION_TYPES = [...REGISTRATIONS, SESSION_OPENED, SESSION_ENDED, ...PURGES];

const textOrNull = (value: unknown): string | null =>
	value === undefined || value === null || value === '' ? null : String(value);

/** Whether two ICCIDs are of one SIM: with their check digit they have 20 digits, without it 19. */
export function isSameIccid(one: unknown, other: unknown): boolean {
	const [a, b] = [textOrNull(one), textOrNull(other)];
	return a !== null && b !== null && (a.startsWith(b) || b.startsWith(a));
}

/** Whether an event names the SIM of an endpoint; undefined where it names none, or there is none to compare. */
function namesSimOf(event: Json, endpoint: Json | null): boolean | undefined {
	const ids = [at(event, 'sim.id'), at(endpoint, 'sim.id')].map((id) => Number(id ?? NaN));
	if (ids.every((id) => !Number.isNaN(id))) return ids[0] === ids[1];
	const iccids = [at(event, 'sim.iccid'), at(endpoint, 'sim.iccid')].map(textOrNull);
	return iccids.includes(null) ? undefined : isSameIccid(iccids[0], iccids[1]);
}

const typeOf = (event: Json): number => Number(at(event, 'event_type.id') ?? NaN);

/** The severity by its id, else by its word, which differs in capitals. */
function severityOf(event: Json): { isInfo: boolean; isProblem: boolean } {
	const id = at(event, 'event_severity.id');
	const word = textOrNull(at(event, 'event_severity.description'));
	const isKnown = textOrNull(id) !== null || word !== null;
	const isInfo = textOrNull(id) === null ? /^info/i.test(word ?? '') : Number(id) === INFO;
	return { isInfo: isKnown && isInfo, isProblem: isKnown && !isInfo };
}

/** Whether an event names another endpoint than the one whose list it stands in. */
function isOfAnother(event: Json, endpointId: number): boolean {
	const named = Number(at(event, 'endpoint.id') ?? NaN);
	return !Number.isNaN(named) && named !== endpointId;
}

/** What events of an endpoint are compared with. */
export interface EventFrame {
	endpointId: number;
	endpoint: Json | null;
	now: number;
}

/**
 * Reads the events of an endpoint, the newest first. One that names no SIM is about the present one if it is not
 * older than its assignment.
 */
export function deviceEvents(events: Json[], { endpointId, endpoint, now }: EventFrame) {
	const own = events.filter((event) => !isOfAnother(event, endpointId));
	const assignments = own
		.filter((event) => typeOf(event) === SIM_ASSIGNED && namesSimOf(event, endpoint) !== false)
		.map(({ timestamp }) => timeOf(timestamp));
	const assignedAt = Math.max(-Infinity, ...assignments.filter(isTime));
	const read = own.map((event): DeviceEvent => {
		// The detail of a connection is its operator, with the session beside.
		const operator = CONNECTION_TYPES.includes(typeOf(event)) ? at(event, 'detail') : undefined;
		const time = timeOf(event.timestamp);
		return {
			type: typeOf(event),
			at: Math.min(time, now),
			...severityOf(event),
			isOfPolicy: Number(at(event, 'event_source.id') ?? NaN) === POLICY_CONTROL,
			text: String(event.description ?? ''),
			operatorId: Number(at(operator, 'id') ?? NaN),
			operator: textOrNull(at(operator, 'name')),
			ratId: Number(at(event, 'detail.pdp_context.rat_type') ?? NaN),
			sessionImei: textOrNull(at(event, 'detail.pdp_context.imeisv')),
			endpointImei: textOrNull(at(event, 'endpoint.imei')),
			isOfPresentSim: namesSimOf(event, endpoint) ?? time >= assignedAt,
			organisationId: Number(at(event, 'organisation.id') ?? NaN),
		};
	});
	return read.filter(({ at: time }) => isTime(time)).sort((a, b) => b.at - a.at);
}

/** Whether an event tells of a connection of its device. */
export const isConnection = ({ type }: DeviceEvent): boolean => CONNECTION_TYPES.includes(type);

/** Whether an event shows that its device was on: it tried to register or to open a session. */
export const isAttempt = ({ type }: DeviceEvent): boolean =>
	[...REGISTRATIONS, SESSION_OPENED].includes(type);

const isRegistration = ({ type }: DeviceEvent): boolean => REGISTRATIONS.includes(type);

/** Whether an event is a registration on the packet side. */
export const isPacketSide = ({ type }: DeviceEvent): boolean => type === PACKET_REGISTRATION;

/** Whether an event is a registration that a network has rejected. */
export const isRejection = (event: DeviceEvent): boolean =>
	isRegistration(event) && event.isProblem;

/** The newest event of each kind that says something about the connection of the present SIM. */
export interface Signals {
	attached?: DeviceEvent | undefined;
	/** Accepted on the packet side, without which there is no data in 2G and 3G. */
	attachedPacket?: DeviceEvent | undefined;
	rejected?: DeviceEvent | undefined;
	opened?: DeviceEvent | undefined;
	refused?: DeviceEvent | undefined;
	closed?: DeviceEvent | undefined;
	purged?: DeviceEvent | undefined;
	/** The newest of all of them. */
	newest?: DeviceEvent | undefined;
	/** The newest that is not the deletion of a location. */
	newestOwn?: DeviceEvent | undefined;
	/** The newest that names an operator. */
	placed?: DeviceEvent | undefined;
	/** The newest that names a radio access type. */
	byRat?: DeviceEvent | undefined;
}

export function signalsOf(events: readonly DeviceEvent[]): Signals {
	const connections = events.filter((event) => event.isOfPresentSim && isConnection(event));
	const newest = (is: (event: DeviceEvent) => boolean) => connections.find(is);
	return {
		attached: newest((event) => isRegistration(event) && event.isInfo),
		attachedPacket: newest((event) => isPacketSide(event) && event.isInfo),
		rejected: newest(isRejection),
		opened: newest(({ type, isInfo }) => type === SESSION_OPENED && isInfo),
		refused: newest(({ type, isProblem }) => type === SESSION_OPENED && isProblem),
		closed: newest(({ type }) => type === SESSION_ENDED),
		purged: newest(({ type }) => PURGES.includes(type)),
		newest: connections[0],
		newestOwn: newest(({ type }) => !PURGES.includes(type)),
		placed: newest(({ operatorId }) => !Number.isNaN(operatorId)),
		byRat: newest(({ ratId }) => !Number.isNaN(ratId)),
	};
}

/** The usage of a day, in UTC. */
export interface UsageDay {
	/** `YYYY-MM-DD`, a day that there is, and none that is to come. */
	date: string;
	mb: number;
	satelliteMb: number;
	/** Messages of both directions, which only a device that was connected has. */
	sms: number;
}

/** Where the connectivity says that a device is registered by its present SIM. */
export interface Location {
	/** NaN where it names none. */
	operatorId: number;
	operator: string | null;
	/** When the network last heard of it; NaN where it does not say. */
	at: number;
}

/** What could not be read. */
export interface NotRead {
	source: Source;
	what: string;
	why: string;
}

/** Everything that was read of an endpoint; what is undefined was not read. */
export interface Facts {
	id: number;
	/** The name of the endpoint, or its ID. */
	name: string;
	now: number;
	/** What was read of it, whole. */
	read: Set<Source>;
	/** What was asked for and could not be read. */
	notRead: NotRead[];
	/** Null where no list has it. */
	endpoint: Json | null;
	connectivity?: ConnectivityReading | undefined;
	location?: Location | undefined;
	/** Whether the session that the connectivity shows is one of another SIM than the present one. */
	isFormerSession?: boolean | undefined;
	/** The IMEI of the device that has the session which the connectivity shows. */
	sessionImei?: string | null | undefined;
	/** Whether the list of blocked endpoints has it, where its connectivity could not be read. */
	isListedBlocked?: boolean | undefined;
	/** Of the last 30 days, the newest first. */
	events?: DeviceEvent[] | undefined;
	/** Whether these are all events of the 30 days. */
	hasAllEvents: boolean;
	signals: Signals;
	/** When the organisation was blocked, if it was and no session was accepted since; null if not. */
	organisationBlockedAt?: number | null | undefined;
	/** When it was last blocked, whatever came since; null if it was not. */
	organisationWasBlockedAt?: number | null | undefined;
	/** When data quotas were last switched off in a service profile of the organisation; null if they were not. */
	quotasOffAt?: number | null | undefined;
	profile?: Json | undefined;
	limits?: Json[] | undefined;
	extensions?: Json[] | undefined;
	/** Days since `usageFrom`. */
	days?: UsageDay[] | undefined;
	/** The beginning of the first day of usage that was asked for. */
	usageFrom?: number | undefined;
	/** MB of the last hour. */
	hourMb?: number | undefined;
	dataQuota?: Json | undefined;
	smsQuota?: Json | undefined;
	blacklist?: Json[] | undefined;
	blocklist?: Json[] | undefined;
	cards?: Json[] | undefined;
}

/** Whether the service reports the endpoint as ONLINE, by whatever SIM. */
export const isReportedOnline = ({ connectivity }: Facts): boolean =>
	connectivity?.status === 'ONLINE';

/** Whether the endpoint is online by its present SIM: a session of a former one says nothing of it. */
export const isOnline = (facts: Facts): boolean =>
	isReportedOnline(facts) && facts.isFormerSession !== true;

export const isBlocked = ({ connectivity, isListedBlocked }: Facts): boolean =>
	connectivity?.status === 'BLOCKED' || isListedBlocked === true;

/** Ids of SIM statuses. Source: public reference; Factory Test has two. */
export const SIM_STATUS = {
	issued: 0,
	activated: 1,
	suspended: 2,
	deleted: 3,
	factoryTest: [4, 5],
};

/** The id of the status of the SIM; NaN where the list does not tell. */
export const simStatusId = ({ endpoint }: Pick<Facts, 'endpoint'>): number =>
	Number(at(endpoint, 'sim.status.id') ?? NaN);

export const isInFactoryTest = (facts: Facts): boolean =>
	SIM_STATUS.factoryTest.includes(simStatusId(facts));

/** The newest event of some types. */
export const newestOf = ({ events = [] }: Facts, ...types: number[]): DeviceEvent | undefined =>
	events.find(({ type }) => types.includes(type));

/** The newest event of some types about the present SIM. */
export const newestOfSim = ({ events = [] }: Facts, ...types: number[]): DeviceEvent | undefined =>
	events.find(({ type, isOfPresentSim }) => isOfPresentSim && types.includes(type));

/** Whether a moment lies in the month of now, in UTC, in which limits count. */
export const isThisMonth = (ms: number, now: number): boolean =>
	isTime(ms) && monthOf(ms) === monthOf(now);

/** MB of the calendar month so far, in one of the two columns of the usage. */
export const monthMb = ({ days = [], now }: Facts, of: 'mb' | 'satelliteMb'): number =>
	days.filter(({ date }) => date.startsWith(monthOf(now))).reduce((sum, day) => sum + day[of], 0);

/** The days that had traffic or messages, the newest first. */
export const activeDays = ({ days = [] }: Facts): string[] =>
	days
		.filter(({ mb, satelliteMb, sms }) => mb + satelliteMb + sms > 0)
		.map(({ date }) => date)
		.sort()
		.reverse();

export const ratName = (id: number): string => RATS[id] ?? `type ${id}`;

/** The ids of the entries of a list. */
export const idsOf = (list: Json[] | undefined, place = 'id'): number[] =>
	(list ?? []).map((entry) => Number(at(entry, place) ?? NaN));

/** The ids of the services in a service profile; undefined where the answer has no list of them. */
export const servicesOf = (profile: Json | undefined): number[] | undefined =>
	Array.isArray(profile?.service) ? idsOf(listAt(profile, 'service')) : undefined;
