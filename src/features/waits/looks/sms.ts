import type { Client } from '../../../run/client';
import type { Json } from '../../../table/define';
import { getAllSms, getSms } from '../../../table/entries/sms/smsMessages';

/* Reads of SMS. */

/** All messages of an endpoint, sent and received. */
export const messagesOf = async (client: Client, endpointId: number): Promise<Json[]> =>
	(await client.perform(getAllSms, { endpointId, returnAll: true, simplify: false })) as Json[];

/** One message of an endpoint. */
export const messageOf = async (client: Client, endpointId: number, smsId: number): Promise<Json> =>
	(await client.perform(getSms, { endpointId, smsId, simplify: false })) as Json;

/** The messages of a list with some ids, in the order of the ids. */
export const withIds = (messages: Json[], ids: number[]): Json[] =>
	ids
		.map((id) => messages.find((sms) => Number(sms.id) === id))
		.filter((sms): sms is Json => sms !== undefined);

/** The highest id of some messages; 0 for none. */
export const highestId = (messages: Json[]): number =>
	Math.max(0, ...messages.map(({ id }) => Number(id)).filter(Number.isFinite));
