import type { Json } from '../wire';

/*
 * What events of the service mean, by type and severity: a registration and its rejection have one type, and so do a
 * session and its refusal. Source: public reference, Events and Events feed.
 */

/**
 * Types of events, by name. The service names more than are listed here, and the list grows: any other number is a type
 * all the same. Source: public reference, Event types; 66 is named nowhere.
 */
export const EventType = {
	/** A data session was cut by a policy, or a callback could not be made: only its text says which. */
	Generic: 0,
	/** Update location. With a warning, the network has rejected the device. */
	Registration: 1,
	/** Update GPRS location. With a warning, the network has rejected the device. */
	PacketRegistration: 2,
	/** Create PDP context. With a warning, the service has refused the session. */
	Session: 3,
	SessionUpdated: 4,
	/** Delete PDP context. */
	SessionEnded: 5,
	UserLoginFailed: 6,
	ApplicationLoginFailed: 7,
	/** By a change of its status, or because its factory test was used up. */
	SimActivated: 8,
	SimSuspended: 9,
	SimDeleted: 10,
	/** A traffic limit was exceeded. */
	EndpointBlocked: 11,
	/** The cost limit was reached, or the prepaid balance is used up. */
	OrganisationBlocked: 12,
	SupportAccess: 13,
	SecondFactor: 14,
	LocationPurged: 15,
	PacketLocationPurged: 16,
	SelfSignup: 17,
	DataQuotaThreshold: 18,
	DataQuotaUsedUp: 19,
	SmsQuotaThreshold: 20,
	SmsQuotaUsedUp: 21,
	GatewayShareCreated: 22,
	GatewayAvailable: 23,
	VpnAvailable: 24,
	GatewayTerminated: 25,
	VpnTerminated: 26,
	CloudConnectStateChanged: 27,
	OpenVpnConnected: 28,
	OpenVpnDisconnected: 29,
	OpenVpnLogin: 30,
	OrganisationUpdated: 31,
	BillingUpdated: 32,
	TariffPlanUpdated: 33,
	UsageTariffUpdated: 34,
	Payment: 35,
	UserInvited: 36,
	/** Its detail contains a key that gives access. */
	PasswordResetRequested: 37,
	OrderSubmitted: 38,
	OrderUpdated: 39,
	/** Its detail contains a token that gives access. */
	UserVerificationRequested: 40,
	UserVerified: 41,
	EndpointEnabled: 42,
	EndpointDisabled: 43,
	SimIssued: 44,
	/** A SIM was put into factory test. */
	SimInTest: 45,
	UserDeleted: 46,
	UserFederationActivated: 47,
	/** One for each batch of SIMs. */
	SimsRegistered: 48,
	DeviceOffline: 49,
	/** A SIM was taken off an endpoint. */
	SimReleased: 50,
	/** A SIM was put on an endpoint. */
	SimAssigned: 51,
	/** Switched on in a service profile, which only the text names. */
	DataQuotasSwitchedOn: 52,
	DataQuotasSwitchedOff: 53,
	SmsQuotasSwitchedOn: 54,
	SmsQuotasSwitchedOff: 55,
	DataQuotaAssigned: 56,
	DataQuotaDeleted: 57,
	SmsQuotaAssigned: 58,
	SmsQuotaDeleted: 59,
	DataQuotaExpired: 60,
	SmsQuotaExpired: 61,
	InclusiveVolumeUpdated: 62,
	OrderLimitThreshold: 63,
	OrderLimitReached: 64,
	/** The share of a data limit at which its profile warns was used. */
	DataLimitWarning: 65,
	WorkspaceSwitched: 67,
	ConnectivityReset: 68,
	/** A SIM was moved to another workspace. */
	SimTransferred: 69,
} as const;

/** Severities of events, by name. Source: public reference, Events; the words differ between editions. */
export const Severity = { Info: 0, Warn: 1, Critical: 2 } as const;

/** Sources of events: what made them. Source: public reference, Events. */
export const EventSource = { Network: 0, PolicyControl: 1, Api: 2 } as const;

/** Days for which the service keeps events. */
export const EVENT_DAYS = 30;

/** A moment as the filters of events take it, in whole seconds; milliseconds since 1970. */
export const eventFilterTime = (ms: number): string =>
	`${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Orders of a list of events, as the service takes them; events of one time by their IDs. */
export const EventOrder = { OldestFirst: 'timestamp,id', NewestFirst: '-timestamp,-id' } as const;
export type EventOrder = (typeof EventOrder)[keyof typeof EventOrder];

/** The steps by which a device comes online, the first one first. */
const STEPS = ['registration', 'packet registration', 'session'] as const;
export type Step = (typeof STEPS)[number];

const STEP_OF_TYPE: Record<number, Step> = {
	[EventType.Registration]: 'registration',
	[EventType.PacketRegistration]: 'packet registration',
	[EventType.Session]: 'session',
};

/** The types of events about these steps. */
export const STEP_TYPES: readonly number[] = Object.keys(STEP_OF_TYPE).map(Number);

/**
 * What an event says of the device that it is about:
 * - `sign`: it has taken a step, so that it lives;
 * - `refusal`: the network or the service has refused the step;
 * - `other`: neither, or the event does not say which.
 */
type Meaning = { is: 'sign' | 'refusal'; step: Step } | { is: 'other' };

const idOf = (value: unknown): number => {
	const id = (value as Json | null | undefined)?.id;
	return id === undefined || id === null ? NaN : Number(id);
};

/** The id of an event's type; NaN where it names none. */
export const typeOf = (event: Json): number => idOf(event.event_type);

/** The severity words of editions whose events have no id of a severity. */
const SEVERITY_WORDS: Array<[RegExp, number]> = [
	[/^info/i, Severity.Info],
	[/^warn/i, Severity.Warn],
	[/^critical/i, Severity.Critical],
];

/** The severity of an event, by its id or else by its word; NaN where it has neither. */
export function severityOf(event: Json): number {
	const { event_severity: severity } = event;
	const id = idOf(severity);
	if (!Number.isNaN(id)) return id;
	const word = String((severity as Json | null | undefined)?.description ?? '').trim();
	return SEVERITY_WORDS.find(([pattern]) => pattern.test(word))?.[1] ?? NaN;
}

/** What an event means. One whose severity is not known is neither a sign nor a refusal. */
export function meaningOf(event: Json): Meaning {
	const step = STEP_OF_TYPE[typeOf(event)];
	const severity = severityOf(event);
	if (step === undefined || Number.isNaN(severity)) return { is: 'other' };
	return { is: severity === Severity.Info ? 'sign' : 'refusal', step };
}

/** Whether a device lives, as an event shows: it has registered, or opened a session. */
export const isSignOfLife = (event: Json): boolean => meaningOf(event).is === 'sign';

/** Whether who has taken a step is past another one: a device with a session has registered. */
export const isAtLeast = (step: Step, other: Step): boolean =>
	STEPS.indexOf(step) >= STEPS.indexOf(other);
