import { EventSource, EventType, Severity, typeOf } from '../../../fleet/events';
import { timeOf } from '../../../table/moments';
import { at } from '../../../table/reading';
import type { Json } from '../../../wire';
import { namesSimOf } from './sims';
import { isTime, textOrNull } from './words';

/* The events about an endpoint, as a diagnosis reads them. Source: public reference, Events. */

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
	/** The IMEI that the device has given in its session. */
	sessionImei: string | null;
	/** The IMEI that the event names for its endpoint, which may be the entered one. */
	endpointImei: string | null;
	/** Whether it is about the SIM that the endpoint has now, and not about a former one. */
	isOfPresentSim: boolean;
	/** NaN where the event names none. */
	organisationId: number;
}

const REGISTRATIONS: number[] = [EventType.Registration, EventType.PacketRegistration];
/** Deletions of a location. */
export const PURGES: number[] = [EventType.LocationPurged, EventType.PacketLocationPurged];
const CONNECTION_TYPES = [...REGISTRATIONS, EventType.Session, EventType.SessionEnded, ...PURGES];

/** The severity by its id, else by its word, which differs in capitals. */
function severityOf(event: Json): { isInfo: boolean; isProblem: boolean } {
	const id = at(event, 'event_severity.id');
	const word = textOrNull(at(event, 'event_severity.description'));
	const isKnown = textOrNull(id) !== null || word !== null;
	const isInfo = textOrNull(id) === null ? /^info/i.test(word ?? '') : Number(id) === Severity.Info;
	return { isInfo: isKnown && isInfo, isProblem: isKnown && !isInfo };
}

/** Whether an event names another endpoint than the one whose list it stands in. */
function isOfAnother(event: Json, endpointId: number): boolean {
	const named = Number(at(event, 'endpoint.id') ?? NaN);
	return !Number.isNaN(named) && named !== endpointId;
}

/** What events of an endpoint are compared with. */
interface EventFrame {
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
		.filter(
			(event) => typeOf(event) === EventType.SimAssigned && namesSimOf(event, endpoint) !== false,
		)
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
			isOfPolicy: Number(at(event, 'event_source.id') ?? NaN) === EventSource.PolicyControl,
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
	[...REGISTRATIONS, EventType.Session].includes(type);

/** Whether an event is a registration, accepted or not. */
export const isRegistration = ({ type }: DeviceEvent): boolean => REGISTRATIONS.includes(type);

/** Whether an event is a registration on the packet side. */
export const isPacketSide = ({ type }: DeviceEvent): boolean =>
	type === EventType.PacketRegistration;

/** Whether an event is a registration that a network has rejected. */
export const isRejection = (event: DeviceEvent): boolean =>
	isRegistration(event) && event.isProblem;
