import type { Call, Json, Lost, ReadBackResult } from '../../define';
import { onlyNewEntry } from '../../readBack';
import { getAllSms } from './smsMessages';

/* Finds the message of a send whose answer never came. Source: public reference. */

/** A message with this body among those of its endpoint. */
export async function findSent(
	call: Call,
	{ input, body, since }: Lost,
): Promise<ReadBackResult<Json>> {
	const { payload, udh = '', source_address: from } = body as Json;
	return await onlyNewEntry(await call.other(getAllSms, input), since, 'submit_date', (sms) => {
		const sender = sms.source_address;
		return (
			sms.payload === payload &&
			String(sms.udh ?? '').toUpperCase() === String(udh).toUpperCase() &&
			(from === undefined || sender === undefined || sender === from)
		);
	});
}
