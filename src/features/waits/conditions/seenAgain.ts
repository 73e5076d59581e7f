import { STEP_TYPES } from '../../../fleet/events';
import { timeOf } from '../../../table/moments';
import { at } from '../../../table/reading';
import type { Json } from '../../../wire';
import { open, type Verdict } from '../verdict';
import { type DeviceMessage, isNewerThan } from './messages';
import { newestSessionAt, newestSign, oldestSign, refusalWords, standingRefusal } from './signs';

/*
 * Whether a device has shown a sign of life. A device that sleeps with an open session wakes without a new
 * registration, so its traffic and its messages are signs, too. Source: public reference, Events.
 */

/** Types of events that are signs, or refusals of what would have been one. */
export const SIGN_TYPES = STEP_TYPES;

/** What the signs must be newer than, by the service's ids and clock. */
export interface SignBaseline {
	/** ISO 8601. */
	at: string;
	/** The highest id of its messages; absent where these do not count. */
	sms_id?: number | null;
	/** The events may not be read: the connectivity of the device stands in for them. */
	by?: 'connectivity';
}

/** What a look has read of a device. */
export interface SignReading {
	events: Json[];
	/** When its connectivity was last renewed, as far as that says; milliseconds since 1970. */
	renewedAt?: number | undefined;
	/** The newest minute or day in which it moved data; milliseconds since 1970, NaN for none. */
	trafficAt?: number;
	/** The messages of the device, the oldest first; absent where these do not count. */
	messages?: readonly DeviceMessage[] | undefined;
}

/**
 * What a sign must prove: that a change has not harmed the device. Then a refusal that stands speaks against it, and a
 * step before the session counts once a refusal of the next one had time to follow.
 */
export interface ChangeProof {
	/** Milliseconds since 1970, by the clock of the service. */
	now: number;
}

/**
 * From a registration to the session or its refusal, with the time that its event takes to appear; chosen, as the
 * service names none. Milliseconds.
 */
const NEXT_STEP_MS = 30_000;

/**
 * When a device was last seen, as its connectivity says: the latest of its registrations and of the start of its
 * session, or of the latter alone. NaN where that has no time. Source: public reference, Connectivity.
 */
export function renewedIn(body: Json, sessionAlone = false): number {
	const registrations = ['location.last_updated', 'location.last_updated_gprs'];
	const paths = [...(sessionAlone ? [] : registrations), 'pdp_context.created'];
	const times = paths.map((path) => timeOf(at(body, path))).filter((time) => !Number.isNaN(time));
	return times.length > 0 ? Math.max(...times) : NaN;
}

/** The highest id of a message's parts. */
const highestOf = ({ ids }: DeviceMessage): number => Math.max(...ids);

/** The highest id of some messages; 0 for none. */
export const highestIn = (messages: readonly DeviceMessage[]): number =>
	Math.max(0, ...messages.map(highestOf));

/** Whether what a device has shown is a session, or has had its time to be followed by a refusal. */
const hasStood = (events: Json[], after: number, { now }: ChangeProof): boolean =>
	!Number.isNaN(newestSessionAt(events, after)) ||
	now - (oldestSign(events, after)?.at ?? now) >= NEXT_STEP_MS;

/** The verdict over the signs of a device. */
export function judgeSigns(
	baseline: SignBaseline,
	reading: SignReading,
	proof?: ChangeProof,
): Verdict {
	const after = Date.parse(baseline.at);
	const refusal = standingRefusal(reading.events, after);
	const refused = refusal && { refused: refusalWords(refusal) };
	const stillOpen = open(refused ?? null, refused ? { shows: refused } : {});
	if (proof && refusal) return stillOpen;
	const sign = newestSign(reading.events, after);
	if (sign && (!proof || hasStood(reading.events, after, proof))) {
		const shows = { sign: sign.step, seen_at: sign.event.timestamp, seen_by: 'events' };
		return { is: 'met', shows };
	}
	const { trafficAt, messages = [], renewedAt } = reading;
	if (renewedAt !== undefined && renewedAt > after) {
		const seen_at = new Date(renewedAt).toISOString();
		return { is: 'met', shows: { sign: 'connectivity', seen_at, seen_by: 'connectivity' } };
	}
	const { sms_id } = baseline;
	const message =
		typeof sms_id === 'number'
			? messages.findLast((own) => highestOf(own) > sms_id && isNewerThan(timeOf(own.at), after))
			: undefined;
	if (message) {
		return { is: 'met', shows: { sign: 'message', seen_at: message.at, seen_by: 'messages' } };
	}
	// A minute or a day counts if it has begun after the moment.
	if (trafficAt !== undefined && trafficAt > after) {
		const seen_at = new Date(trafficAt).toISOString();
		return { is: 'met', shows: { sign: 'traffic', seen_at, seen_by: 'usage' } };
	}
	return stillOpen;
}
