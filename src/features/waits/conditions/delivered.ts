import { SMS_STATUSES } from '../../../table/entries/sms/smsMessages';
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

/** The verdict over the parts of an SMS. */
export function judgeDelivered(parts: Json[]): Verdict {
	const { id, word } = smsStatus(parts);
	const shows = { sms_status: word };
	if (id === DELIVERED) {
		const delivered = parts.map(({ delivery_date }) => delivery_date).filter(Boolean);
		return { is: 'met', shows: { ...shows, delivered_at: delivered.at(-1) ?? null } };
	}
	const reason = neverDelivered(parts);
	if (reason !== undefined) return { is: 'over', reason, shows };
	return open({ sms_status: word }, { shows });
}
