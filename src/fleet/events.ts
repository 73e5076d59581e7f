import type { Json } from '../wire';

/*
 * What events of the service mean, by type and severity: a registration and its rejection have one type, and so do a
 * session and its refusal. Source: public reference, Events and Events feed.
 */

/** Types of events, by name. */
export const EventType = {
	Registration: 1,
	PacketRegistration: 2,
	Session: 3,
	SessionEnded: 5,
	LocationPurged: 15,
	PacketLocationPurged: 16,
	ConnectivityReset: 68,
} as const;

/** Severities of events, by name. */
export const Severity = { Info: 0, Warn: 1, Critical: 2 } as const;

/** Days for which the service keeps events. */
export const EVENT_DAYS = 30;

/** The steps by which a device comes online, the first one first. */
export const STEPS = ['registration', 'packet registration', 'session'] as const;
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
export type Meaning = { is: 'sign' | 'refusal'; step: Step } | { is: 'other' };

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
