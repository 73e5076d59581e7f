import { InputError } from '../../../errors';
import * as f from '../../../table/fields';
import { timeOf } from '../../../table/moments';
import type { Json } from '../../../wire';
import { countOf, foundEach } from '../reads/each';
import { isFromDevice } from '../reads/messages';
import { messageOf, messagesOf, neverDelivered, smsStatus, withIds } from '../reads/sms';
import type { WaitInput } from '../waiting/form';
import { smsIds as smsIdsField } from '../waiting/smsFields';
import { open, type Verdict } from '../waiting/verdict';
import { waitEntry } from '../waiting/waitEntry';
import type { Condition, Found, Waiter } from '../waiting/waiting';

/* The wait for the delivery of an SMS: one message is read by its id, several of an endpoint by its list. */

export type DeliveredInput = WaitInput & { endpointId: number; smsIds: number[] };

/* Verdicts. */

/** The status of an SMS that has arrived. Source: public reference, SMS. */
const DELIVERED = 4;

/**
 * When the last part of an SMS reached its final status, as the service writes it; null where that is not known of all
 * parts. The delivery date is no evidence: in messages that never arrived it equals the submission. Source: recorded.
 */
function endedAt(parts: Json[]): unknown {
	const ends = parts.map(({ final_date }) => final_date);
	if (ends.some((end) => Number.isNaN(timeOf(end)))) return null;
	return ends.toSorted((a, b) => timeOf(a) - timeOf(b)).at(-1) ?? null;
}

/** The verdict on an SMS, from its parts. */
export function judgeDelivered(parts: Json[]): Verdict {
	const { id, word } = smsStatus(parts);
	const shows = { sms_status: word };
	if (id === DELIVERED) return { is: 'met', shows: { ...shows, delivered_at: endedAt(parts) } };
	const reason = neverDelivered(parts);
	if (reason !== undefined) return { is: 'over', reason, shows };
	return open({ sms_status: word }, { shows });
}

/* Reads. */

const idsOf = (own: Array<Waiter<DeliveredInput>>): number[] => [
	...new Set(own.flatMap(({ input }) => input.smsIds)),
];

export const deliveredCondition: Condition<DeliveredInput> = {
	name: 'delivered',
	subject: ({ endpointId, smsIds }) => ({ endpoint_id: endpointId, sms_ids: smsIds }),
	cost: (waiters) => countOf(waiters, ({ input }) => input.endpointId),
	look: async ({ client }, waiters) =>
		await foundEach(
			waiters,
			({ input }) => input.endpointId,
			async (endpointId, own) => {
				const ids = idsOf(own);
				const list =
					ids.length === 1
						? [await messageOf(client, endpointId, ids[0]!)]
						: await messagesOf(client, endpointId);
				return new Map(
					own.map((waiter): [typeof waiter, Found] => {
						const { smsIds } = waiter.input;
						const parts = withIds(list, smsIds);
						const received = parts.filter(isFromDevice).map(({ id }) => id);
						if (received.length > 0) {
							const rule = `must be of messages to the device: ${received.join(', ')} came from it, and says nothing of a delivery`;
							return [waiter, { error: new InputError('smsIds', rule, 'SMS IDs') }];
						}
						if (parts.length === smsIds.length) return [waiter, judgeDelivered(parts)];
						const text = smsIds.join(', ');
						const rule = `must be of the endpoint ${endpointId}, which has no SMS with the IDs ${text}`;
						const error = new InputError('smsIds', rule, 'SMS IDs');
						return [waiter, { error }];
					}),
				);
			},
		),
};

export const awaitDelivered = waitEntry({
	condition: deliveredCondition,
	action: 'Await SMS delivery',
	description:
		'Wait until an SMS, with all of its parts, has reached its device. One that has failed, has expired or was cancelled leaves by Timed Out at once.',
	gives: 'endpoint_id, sms_ids, sms_status, delivered_at',
	request: 'GET /api/v1/endpoint/{endpointId}/sms',
	errors: [403, 404],
	fields: { endpointId: f.endpointId, smsIds: smsIdsField },
});
