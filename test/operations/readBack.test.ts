import { askBy } from '../../src/client/ask';
import type { Answer, Call, Json, Since } from '../../src/operations/define';
import { findCreated, findSent } from '../../src/operations/readBack';
import { sendSms } from '../../src/operations/sms';

/* What reading back may say when the service leaves out what the specification calls optional. */

const since: Since = { start: () => Date.parse('2026-06-15'), isFree: () => true, blurred: false };
const answering = (body: unknown) =>
	askBy(sendSms, async (): Promise<Answer> => ({ status: 200, headers: {}, body })) as Call;
const lost = (body: Json) => ({ input: { endpointId: 1 }, body, before: undefined, since });

test('endpoints without a date of creation leave the outcome open', async () => {
	const call = answering([{ id: 7, name: 'pump', sim: { id: 17 } }]);
	await expect(findCreated(call, [{ simId: 17 }], since)).rejects.toThrow('without a date');
});

test('an equal message without a date is not taken for the one that was sent', async () => {
	const call = answering([{ id: 7, payload: 'a' }]);
	expect(await findSent(call, lost({ payload: 'a' }))).toBe('unclear');
});

test('with dates they are found', async () => {
	const created = '2026-06-15T10:00:00Z';
	const endpoint = { id: 7, name: 'pump', sim: { id: 17 }, created };
	expect(await findCreated(answering([endpoint]), [{ simId: 17 }], since)).toEqual([
		{ done: endpoint },
	]);
	const sms = { id: 7, payload: 'a', submit_date: '2026-06-15 10:00:00' };
	expect(await findSent(answering([sms]), lost({ payload: 'a' }))).toEqual({ done: sms });
});
