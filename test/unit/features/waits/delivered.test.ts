import {
	deliveredCondition,
	type DeliveredInput,
	judgeDelivered,
} from '../../../../src/features/waits/conditions/delivered';
import type { LookPorts, Waiter } from '../../../../src/features/waits/waiting/waiting';
import { InputError } from '../../../../src/errors';
import type { Client } from '../../../../src/run/client';
import { stub } from '../../../support/stub';

/* When an SMS was delivered, and of which SMS that can be said. */

const SUBMITTED = '2026-03-01T11:00:00.000+0000';
const ENDED = '2026-03-01T11:40:00.000+0000';
const EARLIER = '2026-03-01T11:39:00.000+0000';
const delivered = (final_date?: string | null) => ({
	id: 1,
	status: { id: 4 },
	submit_date: SUBMITTED,
	delivery_date: SUBMITTED,
	...(final_date !== undefined && { final_date }),
});

test.each([
	['the end of the attempt', [delivered(ENDED)], ENDED],
	['the end of the last part', [delivered(ENDED), delivered(EARLIER)], ENDED],
	['null where there is no end', [delivered()], null],
	['null where an end is null', [delivered(ENDED), delivered(null)], null],
])('the time of a delivery is %s, and never the delivery date', (_name, parts, at) => {
	expect(judgeDelivered(parts)).toMatchObject({ is: 'met', shows: { delivered_at: at } });
});

test('a message from the device is refused in words, whatever its status', async () => {
	const sms = { ...delivered(ENDED), sms_type: { id: 2, description: 'MO' } };
	const client = stub<Client>({ perform: async () => sms });
	const waiter = stub<Waiter<DeliveredInput>>({ input: { endpointId: 7, smsIds: [1] } });
	const found = await deliveredCondition.look(stub<LookPorts>({ client }), [waiter]);
	const [result] = found.values();
	const { error } = result as { error: unknown };
	expect(error).toBeInstanceOf(InputError);
	expect((error as Error).message).toMatch(/SMS IDs must be of messages to the device: 1 came/);
});
