import { askBy } from '../../../src/run/ask';
import type { Answer, Call, Json, Since } from '../../../src/table/define';
import { createTag } from '../../../src/table/entries/endpoint/tag';
import { scheduleEuiccOperations } from '../../../src/table/entries/sim/euicc';
import { createSimOperation } from '../../../src/table/entries/sim/simOperation';
import { sendSms } from '../../../src/table/entries/sms/sms';
import { findCreated } from '../../../src/table/entries/endpoint/findCreated';

/*
 * The results of reading back when the service omits fields that the specification calls optional.
 */

const since: Since = {
	start: () => Date.parse('2026-06-15'),
	end: () => Date.parse('2026-06-16'),
	isFree: () => true,
	mayBeAnother: false,
};
const answering = (body: unknown) =>
	askBy(sendSms, async (): Promise<Answer> => ({ status: 200, headers: {}, body })) as Call;
const findSent = sendSms.readBack!.find;
const lost = (body: Json) => ({ input: { endpointId: 1 }, body, before: undefined, since });

test('endpoints without a creation date leave the outcome unknown', async () => {
	const call = answering([{ id: 7, name: 'pump', sim: { id: 17 } }]);
	await expect(findCreated(call, [{ simId: 17 }], since)).rejects.toThrow('without a date');
});

test('an equal message without a date is not taken for the sent message', async () => {
	const call = answering([{ id: 7, payload: 'a' }]);
	expect(await findSent(call, lost({ payload: 'a' }))).toBe('unclear');
});

test('an endpoint and a message with dates are found', async () => {
	const created = '2026-06-15T10:00:00Z';
	const endpoint = { id: 7, name: 'pump', sim: { id: 17 }, created };
	expect(await findCreated(answering([endpoint]), [{ simId: 17 }], since)).toEqual([
		{ done: endpoint },
	]);
	const sms = { id: 7, payload: 'a', submit_date: '2026-06-15 10:00:00' };
	expect(await findSent(answering([sms]), lost({ payload: 'a' }))).toEqual({ done: sms });
});

test.each([
	['before the call', '2026-06-14 10:00:00'],
	['after the call can have arrived', '2026-06-16 10:00:00'],
])('an equal message and an endpoint that were made %s are not taken', async (_, made) => {
	const sms = { id: 7, payload: 'a', submit_date: made };
	expect(await findSent(answering([sms]), lost({ payload: 'a' }))).toBe('notDone');
	const endpoints = answering([{ id: 7, name: 'pump', sim: { id: 17 }, created: made }]);
	expect(await findCreated(endpoints, [{ simId: 17 }, { name: 'pump' }], since)).toEqual([
		'notDone',
		'notDone',
	]);
});

describe('entries that another user may have created', () => {
	const creation_date = '2026-06-15T10:00:00Z';
	const target = [{ sim: { id: 17 }, eid: null }];
	const asked = { action: { id: 2 }, target: [{ sim: { id: 17 } }] };
	const operation = { id: 'a', action: { id: 2 }, product: { id: 5 }, target, creation_date };
	const find = async (list: object[], body: Json = asked) =>
		await createSimOperation.readBack!.find(answering(list), lost(body));

	test('a second equal SIM operation leaves the outcome unclear', async () => {
		expect(await find([operation])).toEqual({ done: operation });
		expect(await find([operation, { ...operation, id: 'b' }])).toBe('unclear');
	});

	test.each([
		['a different action', { action: { id: 3 } }],
		['a different SIM', { target: [{ sim: { id: 18 } }] }],
		['more SIMs', { target: [...target, { sim: { id: 18 } }] }],
		['an earlier date', { creation_date: '2026-06-14T10:00:00Z' }],
		['a later date', { creation_date: '2026-06-16T10:00:00Z' }],
		['no list of SIMs', { target: undefined }],
	])('a SIM operation with %s does not match', async (_, other) => {
		expect(await find([{ ...operation, ...other }])).toBe('notDone');
	});

	test('a SIM operation for another product does not match', async () => {
		expect(await find([operation], { ...asked, product: { id: 6 } })).toBe('notDone');
		expect(await find([operation], { ...asked, product: { id: 5 } })).toEqual({ done: operation });
	});

	const onCard = { id: 'a', action: { id: 1 }, iccid_with_luhn: null, creation_date };
	const findOnCard = async (list: object[], more: Json = {}) =>
		await scheduleEuiccOperations.readBack!.find(answering(list), {
			...lost({}),
			input: { euiccId: 1, actionId: 1, ...more },
		});

	test('an eUICC operation is identified by its action and ICCID', async () => {
		expect(await findOnCard([onCard])).toEqual({ done: onCard });
		expect(await findOnCard([{ ...onCard, action: { id: 2 } }])).toBe('notDone');
		expect(await findOnCard([onCard], { iccidWithLuhn: '89883030000000000171' })).toBe('notDone');
		expect(await findOnCard([onCard, { ...onCard, id: 'b' }])).toBe('unclear');
	});

	test.each([{ activationCode: '1$a$b' }, { enable: true }, { rollback: false }])(
		'a value that the eUICC does not show leaves the outcome unclear: %j',
		async (more) => expect(await findOnCard([onCard], more)).toBe('unclear'),
	);

	test('a tag with another color, or one that existed before, is not taken for the new tag', async () => {
		const tag = { id: 3, name: 'arctic', tag_color: { id: 2 } };
		const findTag = async (input: Json, before?: Json) =>
			await createTag.readBack!.find(answering([tag]), { ...lost({}), input, before });
		expect(await findTag({ name: 'arctic', colorId: 2 })).toEqual({ done: tag });
		expect(await findTag({ name: 'arctic', colorId: 4 })).toBe('unclear');
		expect(await findTag({ name: 'arctic' }, tag)).toBe('unclear');
		expect(await findTag({ name: 'arct' })).toBe('notDone');
	});
});
