import { EventType } from './events';
import { HOUR_MS, MINUTE_MS } from '../times';

/*
 * Devices that harm the network, as GSMA TS.34 (IoT Device Connection Efficiency Guidelines) describes them; operators
 * bar SIMs for it. What happens within an hour is counted, from the contacts that events show.
 */

/** The kinds of misbehaviour that connections show, with what is counted. */
export const LOOPS = {
	attachLoop: { name: 'Attach Loop', counted: 'registrations' },
	sessionLoop: { name: 'Session Loop', counted: 'sessions shorter than a minute' },
	operatorPingPong: { name: 'Operator Ping-Pong', counted: 'returns to an operator' },
} as const;
export type LoopKind = keyof typeof LOOPS;
export const LOOP_KINDS = Object.keys(LOOPS) as LoopKind[];

/** How many of each are accepted in an hour; as many or more are a loop. */
export type LoopLimits = Record<LoopKind, number>;

/**
 * The usual limits. Sources:
 * - Registrations: one public operator allows four automatic accesses an hour (Verizon, IoT network usage guidelines);
 *   a device that is rejected and keeps to the timers of 3GPP TS 24.301 (T3411, and T3402 after five attempts) reaches
 *   about 21.
 * - Sessions: half of the 30 activations an hour to which the Radio Policy Manager of TS.34 holds a module (as u-blox
 *   documents it for an operator).
 * - Returns to an operator: no document names a figure; a device at a border may return a few times.
 */
export const USUAL_LIMITS: LoopLimits = { attachLoop: 20, sessionLoop: 15, operatorPingPong: 6 };

/** SMS that a device sends in an hour: as many or more are a loop. No document names a figure. */
export const USUAL_SMS_AN_HOUR = 30;

/** A session that ends within so long is short. */
const SHORT_MS = MINUTE_MS;

/** One contact of a device with the network. */
export interface Contact {
	/** Milliseconds since 1970. */
	at: number;
	/** The type of its event: 1, 2, 3 or 5. */
	type: number;
	/** Whether it was granted, and not refused. */
	isGranted: boolean;
	/** By its name or ID; undefined where the event names none. */
	operator: string | undefined;
	/** The session that it opens or ends; undefined where the event names none. */
	session: string | undefined;
}

/** What is remembered of a device; times are milliseconds since 1970, the oldest first. */
export interface Behaviour {
	/** Its newest contact. */
	at: number;
	registrations: number[];
	packetRegistrations: number[];
	shortSessions: number[];
	returns: number[];
	/** The operator that it is on, and when it left others. */
	operator?: string;
	left: Record<string, number>;
	/** The session that it has opened last. */
	opened?: { at: number; session?: string };
}

export const newBehaviour = (at: number): Behaviour => ({
	at,
	registrations: [],
	packetRegistrations: [],
	shortSessions: [],
	returns: [],
	left: {},
});

/** Notes a session's end; it is short where it was opened shortly before. */
function noteEnd(behaviour: Behaviour, { at, session }: Contact): void {
	const { opened } = behaviour;
	if (!opened || at < opened.at) return;
	const isOther =
		opened.session !== undefined && session !== undefined && opened.session !== session;
	if (isOther) return;
	delete behaviour.opened;
	if (at - opened.at < SHORT_MS) behaviour.shortSessions.push(at);
}

/** Notes the operator of a contact; a return counts, and going on to a new one does not. */
function noteOperator(behaviour: Behaviour, { at, operator }: Contact): void {
	// A late contact says nothing of the order of operators.
	if (at < behaviour.at || operator === undefined || operator === behaviour.operator) return;
	const leftAt = behaviour.left[operator];
	if (leftAt !== undefined && at - leftAt <= HOUR_MS) behaviour.returns.push(at);
	if (behaviour.operator !== undefined) behaviour.left[behaviour.operator] = at;
	behaviour.operator = operator;
}

/** Notes a contact; they come in the order of their times. */
export function noteContact(behaviour: Behaviour, contact: Contact): void {
	const { at, type, isGranted, session } = contact;
	if (type === EventType.Registration) behaviour.registrations.push(at);
	if (type === EventType.PacketRegistration) behaviour.packetRegistrations.push(at);
	if (type === EventType.SessionEnded) noteEnd(behaviour, contact);
	if (type === EventType.Session && isGranted)
		behaviour.opened = { at, ...(session !== undefined && { session }) };
	if (isGranted && type !== EventType.SessionEnded) noteOperator(behaviour, contact);
	behaviour.at = Math.max(behaviour.at, at);
}

/** Forgets what is older than an hour; tells whether anything is left. */
export function forgetOldContacts(behaviour: Behaviour, now: number): boolean {
	const isRecent = (at: number) => now - at <= HOUR_MS;
	behaviour.registrations = behaviour.registrations.filter(isRecent);
	behaviour.packetRegistrations = behaviour.packetRegistrations.filter(isRecent);
	behaviour.shortSessions = behaviour.shortSessions.filter(isRecent);
	behaviour.returns = behaviour.returns.filter(isRecent);
	behaviour.left = Object.fromEntries(
		Object.entries(behaviour.left).filter(([, at]) => isRecent(at)),
	);
	return isRecent(behaviour.at);
}

/** When what is counted of a loop has happened. A device may register on both sides at once, which counts once. */
export function timesOfLoop(behaviour: Behaviour, loop: LoopKind): readonly number[] {
	const { registrations, packetRegistrations, shortSessions, returns } = behaviour;
	if (loop === 'sessionLoop') return shortSessions;
	if (loop === 'operatorPingPong') return returns;
	return registrations.length >= packetRegistrations.length ? registrations : packetRegistrations;
}
