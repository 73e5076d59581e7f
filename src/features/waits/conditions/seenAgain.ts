import { timeOf } from '../../../table/moments';
import { at } from '../../../table/reading';
import type { Json } from '../../../wire';
import { open, type Verdict } from '../verdict';

/*
 * Whether a device has shown a sign of life. A device that sleeps with an open session wakes without a new
 * registration, so its traffic and its messages are signs, too. Source: public reference, Events.
 */

const SIGNS: Record<number, string> = { 1: 'registration', 2: 'packet registration', 3: 'session' };
export const SIGN_TYPES = Object.keys(SIGNS).map(Number);

/** What the signs must be newer than, by the service's ids and clock. */
export interface SignBaseline {
	/** ISO 8601. */
	at: string;
	/** MB that the device had moved in the month; absent where traffic does not count. */
	mb?: number | null;
	/** The highest id of its messages; absent where these do not count. */
	sms_id?: number | null;
}

/** What a look has read of a device. */
export interface SignReading {
	events: Json[];
	mb?: number;
	/** The newest message of the device. */
	message?: { id: number; at: unknown } | undefined;
}

/** The newest event that is a sign, later than a moment. */
function newestSign(events: Json[], after: number): Json | undefined {
	return events
		.filter((event) => SIGNS[Number(at(event, 'event_type.id'))] !== undefined)
		.filter(({ timestamp }) => timeOf(timestamp) > after)
		.sort((a, b) => timeOf(b.timestamp) - timeOf(a.timestamp))[0];
}

/** The verdict over the signs of a device. */
export function judgeSigns(baseline: SignBaseline, reading: SignReading): Verdict {
	const event = newestSign(reading.events, Date.parse(baseline.at));
	if (event) {
		const sign = SIGNS[Number(at(event, 'event_type.id'))]!;
		return { is: 'met', shows: { sign, seen_at: event.timestamp } };
	}
	const { mb, message } = reading;
	if (message && typeof baseline.sms_id === 'number' && message.id > baseline.sms_id) {
		return { is: 'met', shows: { sign: 'message', seen_at: message.at } };
	}
	if (mb !== undefined && typeof baseline.mb === 'number' && mb > baseline.mb) {
		return { is: 'met', shows: { sign: 'traffic', seen_at: null } };
	}
	// The counter of the month has started anew: any traffic in it is new.
	if (mb !== undefined && typeof baseline.mb === 'number' && mb < baseline.mb && mb > 0) {
		return { is: 'met', shows: { sign: 'traffic', seen_at: null } };
	}
	return open(null);
}
