/*
 * What the service of a case knows, in plain facts. Times are milliseconds since 1970, volumes MB. How it is
 * written in answers is decided by `form`, in the files of `routes`.
 */

export interface Named {
	id: number;
	name: string;
}

export interface Operator extends Named {
	country: { id: number; name: string; iso: string; code: string; mcc: string };
	mnc: string[];
}

export interface Endpoint extends Named {
	/** 0 Enabled, 1 Disabled, 2 Deleted. */
	status: number;
	created: number;
	lastUpdated?: number;
	/** 16 digits. */
	imei?: string | null;
	imeiLock?: boolean;
	serviceProfile: number;
	tariffProfile: number;
	sim?: number;
	ipAddress?: string;
	tags?: number[];
	/** The organisation it belongs to; by default that of the credential. Others answer as unknown. */
	organisation?: number;
}

export interface Sim {
	id: number;
	/** 19 digits. */
	iccid: string;
	imsi: string;
	msisdn: string;
	eid?: string;
	/** 0 Issued, 1 Activated, 2 Suspended, 3 Deleted, 4 Factory Test. */
	status: number;
	/** Another word for its status. */
	statusWord?: string;
	produced: number;
	activated?: number;
	satellite?: boolean;
	organisation?: number;
}

export type ConnectivityStatus = 'ONLINE' | 'ATTACHED' | 'OFFLINE' | 'BLOCKED';

export interface Connectivity {
	endpoint: number;
	status: ConnectivityStatus;
	/** Absent where the service has none, as for OFFLINE. */
	location?: { updated?: number; updatedGprs?: number; operator: Operator; sim?: number };
	session?: {
		id: number;
		created: number;
		/** The answer does not say when it began, nor how long it has lasted. */
		hidesCreated?: boolean;
		operator: Operator;
		rat: number;
		imeisv?: string;
	};
}

export interface FleetEvent {
	id: number;
	at: number;
	/** When the service shows it, where that is later than its time. */
	shownFrom?: number;
	type: number;
	/** Defaults of the type, by the table of event types. */
	severity?: number;
	source?: number;
	alert?: boolean;
	description?: string;
	/** What it is about; absent for events of the organisation or a user. */
	endpoint?: number;
	sim?: number;
	user?: Named & { username: string };
	/** By default that of the credential; a feed shows the events of children too. */
	organisation?: Named;
	/** The endpoint at the time of the event, where that was another IMEI or name. */
	imei?: string | null;
	endpointName?: string;
	detail?: object;
}

export interface Day {
	/** `YYYY-MM-DD`, a day of UTC. */
	date: string;
	/** Sent by the device. */
	tx?: number;
	rx?: number;
	smsMo?: number;
	smsMt?: number;
	satellite?: number;
}

export interface Usage {
	endpoint?: number;
	sim?: number;
	days: Day[];
	/** MB by the minute, as `[minutes ago, rx, tx]`. */
	lastHour?: [number, number, number][];
	/** MB at a time, as `[time, rx, tx]`: in the last hour, as long as it is that. */
	traffic?: [number, number, number][];
	/** Totals of the months; by default the sums of the days. */
	lastMonth?: number;
	currentMonth?: number;
	/** First day of the month that still stands as the current one, where the totals are late. */
	currentMonthIs?: string;
	/** When the totals were made; by default at the time of the request. */
	lastUpdated?: number;
}

export interface DataLimit {
	id: number;
	/** Bytes, as the service counts limits of a profile. */
	bytes: number;
	satelliteOnly?: boolean;
	warningPercent?: number;
}

export interface ServiceProfile extends Named {
	description?: string;
	allowed3g?: boolean;
	allowed4g?: boolean;
	allowedNbIot?: boolean;
	allowedNbIotGeo?: boolean;
	applyDataQuota?: boolean;
	applySmsQuota?: boolean;
	/** Ids of its services: 38 data, 6 SMS MT, 32 SMS MO. Null: the answer has no list. */
	services?: number[] | null;
	limits?: DataLimit[];
}

export interface BlocklistEntry {
	operator: Operator;
	/** The whole operator is blocked. */
	isWhole: boolean;
	ratTypes: number[];
}

export interface Currency {
	id: number;
	code: string;
	symbol: string;
}

export interface Tariff {
	id?: number;
	name?: string;
	currency?: Currency | null;
	/** Monthly rates; null and absent as the service may answer them. */
	issuedRate?: number | null;
	activatedRate?: number | null;
	suspendedRate?: number | null;
	/** Rates that the answer does not have at all. */
	lacksRates?: boolean;
}

export interface TariffProfile extends Named {
	blocklist?: BlocklistEntry[];
	tariff?: Tariff;
}

/** An inclusive volume that is active, in MB. */
export interface InclusiveVolume {
	id: number;
	volume: number;
	rate: number;
	pooled: boolean;
	start: number;
	end?: number;
	currency: Currency;
	ratezone?: Named;
}

/** A child of the organisation, with its own usage. */
export interface Child extends Named {
	days: Day[];
}

export interface Quota {
	endpoint: number;
	kind: 'data' | 'sms';
	volume: number;
	expiry: number;
	/** 1 ACTIVE, 2 EXHAUSTED, 3 EXPIRED. */
	status: number;
	autoRefill?: boolean;
	lastVolumeAdded?: number;
	lastStatusChange?: number;
	thresholdPercentage?: number;
	/** Written as the data quota's older form `YYYY-MM-DD HH:MM:SS`. */
	hasOldDates?: boolean;
}

export interface Extension {
	id: number;
	endpoint: number;
	/** Id of the limit of the profile, where it names one. */
	limit?: number;
	/** As sent; the unit is not documented. */
	volume: number;
	created: number;
	expires: number;
}

export interface CardProfile {
	/** 20 digits. */
	iccidWithLuhn: string;
	status: { id: number; description: string };
	name?: string | null;
	operator?: Named | null;
	endpoint?: Named | null;
	fallbackAttribute?: boolean;
	organisation?: Named | null;
}

export interface Card {
	id: number;
	eid: string;
	created: number;
	lastPolled?: number | null;
	lastSynced?: number | null;
	status?: { id: number; description: string };
	profiles: CardProfile[];
}

/** An operation on a card, as somebody has scheduled it. */
export interface CardOperation {
	card: number;
	/** UUID. */
	id: string;
	action: Described;
	status: Described;
	created: number;
	updated?: number;
	expires?: number;
	/** Absent until it has ended. */
	finalized?: number | null;
	error?: { reason: number; message: string };
	/** 20 digits of the profile it is about, where it names one. */
	iccidWithLuhn?: string;
}

export interface Described {
	id: number;
	description: string;
}

export interface Sms {
	id: number;
	endpoint: number;
	/** MT: to the device. MO: from the device. */
	kind: 'MT' | 'MO';
	/** When it was submitted. */
	at: number;
	/** When the service lists it, where that is later. */
	shownFrom?: number;
	/** 1 pending, 2 in progress, 3 buffered, 4 delivered, 5 failed, 6 expired, 7 cancelled. */
	status: number;
	payload: string;
	/** Sender; by default the number of the device (MO) or `12345` (MT). */
	source?: string;
	/** Hex of the header of a part. */
	udh?: string;
	/** End of the attempts. */
	final?: number | null;
	/** By default as recorded: the same as the submission, whatever has become of it. */
	delivered?: number | null;
	expires?: number;
	/** Another word for its kind, such as `mo`. */
	kindWord?: string;
	/** By default 1 for MT and 2 for MO; that of MO is not documented. */
	kindId?: number;
	/** Another word for its status. */
	statusWord?: string;
	sim?: number;
}

/** A refusal of the service, such as of a right that the role lacks. */
export interface Refusal {
	method?: string;
	/** Matched against the path with its query. */
	path: RegExp;
	status: number;
	body?: object | string;
	/** How many times; by default always. */
	times?: number;
	/** The request is carried out all the same: only its answer is lost. */
	isCarriedOut?: boolean;
}

export interface State {
	/** `recorded`: as in recorded traffic and older samples; `reference`: as in the newest reference. */
	form: 'recorded' | 'reference';
	organisation: Named;
	endpoints: Endpoint[];
	sims: Sim[];
	connectivity: Connectivity[];
	events: FleetEvent[];
	usage: Usage[];
	serviceProfiles: ServiceProfile[];
	tariffProfiles: TariffProfile[];
	quotas: Quota[];
	extensions: Extension[];
	/** Blacklists of endpoints. */
	blacklists: { endpoint: number; operators: Operator[] }[];
	cards: Card[];
	cardOperations: CardOperation[];
	/** Words of the lookups of cards, where a service has others. */
	cardWords: {
		profileStatuses?: Described[];
		operationStatuses?: Described[];
		actions?: Described[];
	};
	sms: Sms[];
	/** The list of SMS as recorded, newest first, or the other way round. */
	smsOrder: 'newestFirst' | 'oldestFirst';
	/** Milliseconds by which the clock of the service is ahead of the clock of the nodes. */
	clockAhead: number;
	tags: Named[];
	operators: Operator[];
	refusals: Refusal[];
	/** Times of events as `YYYY-MM-DD HH:mm:ss`, in UTC without saying so. */
	hasOldEventTimes: boolean;
	/** The own list of an endpoint names it in its events; as recorded it did not. */
	ownEventsNameEndpoint: boolean;
	/** An endpoint without a quota: 404, or an empty 200. */
	absentQuota: 404 | 200;
	/** A wrong shape that a white-label host could send: filters that it does not know answer 422. */
	unknownFilters: string[];
	/** Days of the organisation itself; by default the sums of its endpoints. */
	organisationDays?: Day[];
	children?: Child[];
	inclusiveVolumes?: InclusiveVolume[];
	/** Pages are not larger than this, whatever is asked for: larger values are clamped silently. */
	largestPage?: number;
	/** Lists answer in the order of ids, whatever is asked for. */
	ignoresSort?: boolean;
	/** Lists answer without the headers of pages. */
	lacksPagingHeaders?: boolean;
}

export const emptyState = (): State => ({
	form: 'recorded',
	organisation: { id: 9001, name: 'Acme Meters' },
	endpoints: [],
	sims: [],
	connectivity: [],
	events: [],
	usage: [],
	serviceProfiles: [],
	tariffProfiles: [],
	quotas: [],
	extensions: [],
	blacklists: [],
	cards: [],
	cardOperations: [],
	cardWords: {},
	sms: [],
	smsOrder: 'newestFirst',
	clockAhead: 0,
	tags: [],
	operators: [],
	refusals: [],
	hasOldEventTimes: false,
	ownEventsNameEndpoint: true,
	absentQuota: 404,
	unknownFilters: [],
});

export const EUR: Currency = { id: 1, code: 'EUR', symbol: '€' };
export const USD: Currency = { id: 2, code: 'USD', symbol: '$' };
