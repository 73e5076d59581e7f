import { askBy } from '../../../src/run/ask';
import type { Answer, Call, Json, Since } from '../../../src/table/define';
import { createTag } from '../../../src/table/entries/endpoint/tag';
import { scheduleEuiccOperations } from '../../../src/table/entries/sim/euicc';
import { createSimOperation } from '../../../src/table/entries/sim/simOperation';
import { sendSms } from '../../../src/table/entries/sms/sms';
import { findCreated } from '../../../src/table/entries/endpoint/findCreated';
import { findSent } from '../../../src/table/entries/sms/sms';

/*
 * The verdicts of reading back when the service leaves out what the specification calls optional.
 */

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

describe('what other people may have made', () => {
	const creation_date = '2026-06-15T10:00:00Z';
	const target = [{ sim: { id: 17 }, eid: null }];
	const asked = { action: { id: 2 }, target: [{ sim: { id: 17 } }] };
	const operation = { id: 'a', action: { id: 2 }, product: { id: 5 }, target, creation_date };
	const find = async (list: object[], body: Json = asked) =>
		await createSimOperation.readBack!.find(answering(list), lost(body));

	test('an equal SIM operation beside it leaves the outcome open', async () => {
		expect(await find([operation])).toEqual({ done: operation });
		expect(await find([operation, { ...operation, id: 'b' }])).toBe('unclear');
	});

	test.each([
		['action', { action: { id: 3 } }],
		['SIM', { target: [{ sim: { id: 18 } }] }],
		['number of SIMs', { target: [...target, { sim: { id: 18 } }] }],
		['time', { creation_date: '2026-06-14T10:00:00Z' }],
		['list of SIMs, which is not shown', { target: undefined }],
	])('a SIM operation with another %s is not the one', async (_, other) => {
		expect(await find([{ ...operation, ...other }])).toBe('notDone');
	});

	test('a SIM operation for another product is not the one', async () => {
		expect(await find([operation], { ...asked, product: { id: 6 } })).toBe('notDone');
		expect(await find([operation], { ...asked, product: { id: 5 } })).toEqual({ done: operation });
	});

	const onCard = { id: 'a', action: { id: 1 }, iccid_with_luhn: null, creation_date };
	const findOnCard = async (list: object[], more: Json = {}) =>
		await scheduleEuiccOperations.readBack!.find(answering(list), {
			...lost({}),
			input: { euiccId: 1, actionId: 1, ...more },
		});

	test('an operation on a card is told by its action and ICCID', async () => {
		expect(await findOnCard([onCard])).toEqual({ done: onCard });
		expect(await findOnCard([{ ...onCard, action: { id: 2 } }])).toBe('notDone');
		expect(await findOnCard([onCard], { iccidWithLuhn: '89883030000000000175' })).toBe('notDone');
		expect(await findOnCard([onCard, { ...onCard, id: 'b' }])).toBe('unclear');
	});

	test.each([{ activationCode: '1$a$b' }, { enable: true }, { rollback: false }])(
		'what a card does not show of its operations leaves the outcome open: %j',
		async (more) => expect(await findOnCard([onCard], more)).toBe('unclear'),
	);

	test('a tag of another color, or one that was there before, is not taken for it', async () => {
		const tag = { id: 3, name: 'arctic', tag_color: { id: 2 } };
		const findTag = async (input: Json, before?: Json) =>
			await createTag.readBack!.find(answering([tag]), { ...lost({}), input, before });
		expect(await findTag({ name: 'arctic', colorId: 2 })).toEqual({ done: tag });
		expect(await findTag({ name: 'arctic', colorId: 4 })).toBe('unclear');
		expect(await findTag({ name: 'arctic' }, tag)).toBe('unclear');
		expect(await findTag({ name: 'arct' })).toBe('notDone');
	});
});
