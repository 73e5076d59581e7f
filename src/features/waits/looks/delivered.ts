import { InputError } from '../../../errors';
import { judgeDelivered } from '../conditions/delivered';
import { isFromDevice } from '../conditions/messages';
import type { WaitInput } from '../form';
import type { Condition, Found, Waiter } from '../waiting';
import { countOf, foundEach } from './each';
import { messageOf, messagesOf, withIds } from './sms';

/* Looks for the delivery of SMS: one message by its id, several of an endpoint by its list. */

export type DeliveredInput = WaitInput & { endpointId: number; smsIds: number[] };

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
