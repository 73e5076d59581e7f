import { RATS } from '../../../fleet/radio';
import { at, listAt } from '../../../table/reading';
import type { Json } from '../../../wire';
import type { ConnectivityReading } from '../../../readers/connectivity';
import type { DeviceEvent } from './deviceEvents';
import type { Signals } from './signals';
import type { Source } from './sources';
import { isTime, monthOf } from './words';

/*
 * What was read of an endpoint, and what it says without judging it. Times are milliseconds since 1970, volumes
 * of data MB.
 */

/** Days of usage to ask for: the thirteen months that the service keeps. Source: specification. */
export const USAGE_DAYS = 390;

/** The usage of a day, in UTC. */
export interface UsageDay {
	/** `YYYY-MM-DD`: a valid date, today or earlier. */
	date: string;
	mb: number;
	satelliteMb: number;
	/** Messages in both directions: only a connected device sends or receives any. */
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
	/** Sources that were asked for and could not be read. */
	notRead: NotRead[];
	/** Null where the list does not contain it. */
	endpoint: Json | null;
	connectivity?: ConnectivityReading | undefined;
	location?: Location | undefined;
	/** Whether the session in the connectivity belongs to a SIM other than the present one. */
	isFormerSession?: boolean | undefined;
	/** The IMEI of the device whose session the connectivity shows. */
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
	/** When it was last blocked, even if a session was accepted since; null if it was not. */
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
export const isReportedOnline = ({ connectivity }: Pick<Facts, 'connectivity'>): boolean =>
	connectivity?.status === 'ONLINE';

/** Whether the endpoint is online by its present SIM: a session of a former one says nothing of it. */
export const isOnline = (facts: Pick<Facts, 'connectivity' | 'isFormerSession'>): boolean =>
	isReportedOnline(facts) && facts.isFormerSession !== true;

/** Whether the service reports the endpoint as blocked, or lists it so. */
export const isBlocked = ({
	connectivity,
	isListedBlocked,
}: Pick<Facts, 'connectivity' | 'isListedBlocked'>): boolean =>
	connectivity?.status === 'BLOCKED' || isListedBlocked === true;

/** The newest event of some types. */
export const newestOf = ({ events = [] }: Facts, ...types: number[]): DeviceEvent | undefined =>
	events.find(({ type }) => types.includes(type));

/** The newest event of some types about the present SIM. */
export const newestOfSim = ({ events = [] }: Facts, ...types: number[]): DeviceEvent | undefined =>
	events.find(({ type, isOfPresentSim }) => isOfPresentSim && types.includes(type));

/** Whether a moment lies in the current month in UTC: limits count by that month. */
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
