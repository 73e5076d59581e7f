import { SMS_STATUSES } from '../../../table/entries/sms/smsMessages';
import { timeOf } from '../../../table/moments';
import { at } from '../../../table/reading';
import type { Json } from '../../../wire';
import { open, type Verdict } from '../verdict';

/* Whether an SMS has reached its device. Statuses by id. Source: public reference. */

const DELIVERED = 4;
const NEVER_DELIVERED = [5, 6, 7];

const statusId = (sms: Json): number => Number(at(sms, 'status.id') ?? NaN);

/** The status of an SMS from those of its parts: that of the part which is furthest behind. */
export function smsStatus(parts: Json[]): { id: number; word: string } {
	const ids = parts.map(statusId);
	const id = ids.find((known) => NEVER_DELIVERED.includes(known)) ?? Math.min(...ids);
	return { id, word: SMS_STATUSES[id] ?? 'unknown' };
}

/** The reason for which an SMS never arrives; undefined while it still may, or has. */
export const neverDelivered = (parts: Json[]): string | undefined => {
	const { id, word } = smsStatus(parts);
	return parts.length > 0 && NEVER_DELIVERED.includes(id) ? word : undefined;
};

/**
 * When the last part of an SMS has ended, as the service writes it; null where that is not known of all parts. The
 * delivery date says nothing: it equals the submission in messages that never arrived. Source: recorded.
 */
function endedAt(parts: Json[]): unknown {
	const ends = parts.map(({ final_date }) => final_date);
	if (ends.some((end) => Number.isNaN(timeOf(end)))) return null;
	return ends.toSorted((a, b) => timeOf(a) - timeOf(b)).at(-1) ?? null;
}

/** The verdict over the parts of an SMS. */
export function judgeDelivered(parts: Json[]): Verdict {
	const { id, word } = smsStatus(parts);
	const shows = { sms_status: word };
	if (id === DELIVERED) return { is: 'met', shows: { ...shows, delivered_at: endedAt(parts) } };
	const reason = neverDelivered(parts);
	if (reason !== undefined) return { is: 'over', reason, shows };
	return open({ sms_status: word }, { shows });
}
