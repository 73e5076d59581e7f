import type { Client } from '../../../run/client';
import type { Call, Json } from '../../../table/define';
import { getAllSms, getSms, SMS_STATUSES } from '../../../table/entries/sms/smsMessages';
import { at } from '../../../table/reading';
import { answeredAt } from '../../../readers/clock';
import { isFromDevice } from './messages';

/* Reads of SMS. */

/** All messages of an endpoint, sent and received. */
export const messagesOf = async (client: Client, endpointId: number): Promise<Json[]> =>
	(await client.perform(getAllSms, { endpointId, returnAll: true, simplify: false })) as Json[];

/**
 * The moment by the clock of the service, as an answer about the SMS of an endpoint has it; `otherwise` where that
 * does not say. Milliseconds since 1970.
 */
export async function clockOfSms(
	call: Call,
	endpointId: number,
	otherwise: number,
): Promise<number> {
	return answeredAt(await call.other(getAllSms, { endpointId }), otherwise);
}

/** One message of an endpoint. */
export const messageOf = async (client: Client, endpointId: number, smsId: number): Promise<Json> =>
	(await client.perform(getSms, { endpointId, smsId, simplify: false })) as Json;

/** The messages of a list with some ids, in the order of the ids. */
export const withIds = (messages: Json[], ids: number[]): Json[] =>
	ids
		.map((id) => messages.find((sms) => Number(sms.id) === id))
		.filter((sms): sms is Json => sms !== undefined);

/**
 * The ids of the newest SMS of a list that were sent to the device with some texts, as many as there are texts:
 * those of one message where its ids are not known.
 */
export function newestSent(messages: Json[], texts: string[]): number[] {
	const sent = messages.filter(
		(sms) => !isFromDevice(sms) && texts.includes(String(sms.payload ?? '')),
	);
	const ids = sent.map(({ id }) => Number(id)).sort((a, b) => a - b);
	return ids.slice(-texts.length);
}

/** The highest id of some messages; 0 for none. */
export const highestId = (messages: Json[]): number =>
	Math.max(0, ...messages.map(({ id }) => Number(id)).filter(Number.isFinite));

/** Statuses of an SMS that never arrives, by id. Source: public reference, SMS. */
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
