import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { splitText } from '../../../../src/table/entries/sms/smsText';
import type { NodeRun } from '../../../support/n8n/n8n';
import { BASIC, EXTENDED } from '../../../support/gsm7';
import { faultAt, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

const sim = simulated({ seed: { endpoints: 2, recordBodies: true } });

/** Bodies of the SMS that were sent, in order. */
const bodies = () =>
	sim
		.ledger()
		.requests.filter((r) => r.method === 'POST' && r.path.endsWith('/sms'))
		.map((r) => r.body as IDataObject);
const sent = () => sim.ledger().effects.filter(({ kind }) => kind === 'sms.sent').length;

const send = async (payload: string, options: IDataObject = {}, more: Partial<NodeRun> = {}) =>
	await runAt(
		sim,
		'sms send',
		{ endpointId: rl('={{ $json.id }}'), payload: '={{ $json.payload }}', options },
		{ items: [{ id: 10001, payload }], ...more },
	);

const places = (text: string) =>
	[...text].reduce((sum, c) => sum + (EXTENDED.includes(c) ? 2 : 1), 0);

describe('a text', () => {
	test.each([
		['160 characters', 'a'.repeat(160), 1, 'GSM-7'],
		['161 characters', 'a'.repeat(161), 2, 'GSM-7'],
		['306 characters', 'a'.repeat(306), 2, 'GSM-7'],
		['307 characters', 'a'.repeat(307), 3, 'GSM-7'],
		['80 characters that count twice', '€'.repeat(80), 1, 'GSM-7'],
		['81 characters that count twice', '€'.repeat(81), 2, 'GSM-7'],
		['70 characters outside the alphabet', 'я'.repeat(70), 1, 'UCS-2'],
		['71 characters, one outside the alphabet', `я${'a'.repeat(70)}`, 2, 'UCS-2'],
		['134 characters outside the alphabet', 'я'.repeat(134), 2, 'UCS-2'],
		['135 characters outside the alphabet', 'я'.repeat(135), 3, 'UCS-2'],
		['35 emoji', '😀'.repeat(35), 1, 'UCS-2'],
		['36 emoji', '😀'.repeat(36), 2, 'UCS-2'],
	])('of %s is sent in the right number of parts', async (_name, text, parts, encoding) => {
		const { items, error } = await send(text);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([
			{ json: { sent: true, parts, encoding }, pairedItem: { item: 0 } },
		]);
		expect(bodies()).toHaveLength(parts);
		expect(
			bodies()
				.map((b) => b.payload)
				.join(''),
		).toBe(text);
		expect(bodies().map((b) => b.dcs)).toEqual(Array(parts).fill(encoding === 'GSM-7' ? 0 : 8));
		expect(items[0]?.json.sms_ids).toHaveLength(parts);
	});

	test('in several parts has headers with 050003, reference, total and number', async () => {
		await send('a'.repeat(400));
		const headers = bodies().map((b) => String(b.udh));
		const reference = headers[0]?.slice(6, 8);
		expect(headers).toEqual(['0301', '0302', '0303'].map((tail) => `050003${reference}${tail}`));
		expect(headers.join('')).toMatch(/^[0-9A-F]+$/);

		// The next long message has a different reference.
		await send('b'.repeat(200));
		expect(bodies().at(-1)?.udh).not.toMatch(new RegExp(`^050003${reference}`));
	});

	test('in a single SMS has no header', async () => {
		await send('short');
		expect(bodies()[0]).toEqual({ payload: 'short', dcs: 0 });
	});

	test('is GSM-7 if the alphabet and its extension have all characters, else UCS-2', async () => {
		expect((await send(BASIC)).items[0]?.json).toMatchObject({ encoding: 'GSM-7', parts: 1 });
		expect((await send(EXTENDED)).items[0]?.json).toMatchObject({ encoding: 'GSM-7', parts: 1 });
		for (const outside of ['`', 'ç', 'á', '’', '“', '–', '…', '\t', '漢']) {
			expect(splitText(outside, 0).encoding).toBe('UCS-2');
		}
	});

	test('is split without losing or cutting characters, and no part is too long', () => {
		const gsm = fc.array(fc.constantFrom(...BASIC, ...EXTENDED), { maxLength: 700 });
		fc.assert(
			fc.property(gsm, (characters) => {
				const text = characters.join('');
				fc.pre(text !== '');
				const { parts, encoding } = splitText(text, 7);
				expect(encoding).toBe('GSM-7');
				expect(parts.map((p) => p.payload).join('')).toBe(text);
				for (const { payload } of parts) {
					expect(places(payload)).toBeLessThanOrEqual(parts.length === 1 ? 160 : 153);
				}
				expect(parts.length === 1).toBe(places(text) <= 160);
			}),
		);
		fc.assert(
			fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }), (text) => {
				const { parts } = splitText(`я${text}`, 7);
				expect(parts.map((p) => p.payload).join('')).toBe(`я${text}`);
				for (const { payload } of parts) {
					expect(payload.length).toBeLessThanOrEqual(parts.length === 1 ? 70 : 67);
					// No half of a surrogate pair at either end.
					expect(payload).not.toMatch(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
				}
			}),
		);
	});
});

describe('sending is refused before any request for', () => {
	test.each<[title: string, options: IDataObject, field: string, rule: RegExp, payload?: string]>([
		[
			'a GSM-7 text that is too long with splitting off',
			{ longMessages: 'refuse' },
			'payload',
			/at most 160 characters \(GSM-7\)/,
			'a'.repeat(161),
		],
		[
			'a UCS-2 text that is too long with splitting off',
			{ longMessages: 'refuse' },
			'payload',
			/at most 70 characters \(UCS-2\)/,
			'я'.repeat(71),
		],
		[
			'a text of more than 255 parts',
			{ mostParts: 255 },
			'payload',
			/must fit into 255 parts, it needs 256$/,
			'a'.repeat(255 * 153 + 1),
		],
		[
			'a text of more parts than the default maximum',
			{},
			'payload',
			/must fit into 5 parts, it needs 6; each is billed\. Set "Maximum Parts"/,
			'a'.repeat(5 * 153 + 1),
		],
		['an empty text', {}, 'payload', /must be text that is not empty/, ''],
		[
			'a sender of 12 letters',
			{ sourceAddress: 'MyCompanyLtd' },
			'sourceAddress',
			/at most 11 characters/,
		],
		[
			'an alphanumeric sender with the type of a number',
			{ sourceAddress: 'Company', sourceAddressType: 145 },
			'sourceAddressType',
			/Alphanumeric \(208\)/,
		],
		[
			'a sender of 16 digits',
			{ sourceAddress: '1234567890123456' },
			'sourceAddress',
			/at most 15 digits/,
		],
		[
			'a sender type without a sender',
			{ sourceAddressType: 145 },
			'sourceAddressType',
			/needs "Sender"/,
		],
		[
			'an expiry date in the past',
			{ expiryDate: '2020-01-01T00:00:00Z' },
			'expiryDate',
			/must be in the future/,
		],
		[
			'an invalid expiry date',
			{ expiryDate: 'tomorrow' },
			'expiryDate',
			/must be a date and time, got "tomorrow"/,
		],
		['a header that is not hexadecimal', { udh: '05000' }, 'udh', /hexadecimal digits in pairs/],
		[
			'a GSM-7 text that is too long for a custom header',
			{ udh: '050003010201' },
			'payload',
			/at most 153 characters/,
			'a'.repeat(154),
		],
		[
			'a UCS-2 text that is too long for a custom header',
			{ udh: '050003010201' },
			'payload',
			/at most 67 characters/,
			'я'.repeat(68),
		],
		['characters outside the chosen coding', { dcs: 0 }, 'dcs', /GSM 7-bit/, 'я'],
	])('%s', async (_name, options, field, rule, payload = 'hi') => {
		const { items, error } = await send(payload, options);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(rule);
		expect(error?.description).toMatch(/^Correct the field "/);
		expect(error?.context).toMatchObject({ itemIndex: 0, field });
		expect(sim.ledger().requests).toEqual([]);
	});
});

describe('sender and other fields', () => {
	test.each([
		['MyCompany', { id: 208 }],
		['1-800-PUMPS', { id: 208 }],
		['+4915112345678', undefined],
		['12345', undefined],
	])('the sender %s is sent with its type', async (sourceAddress, type) => {
		await send('hi', { sourceAddress });
		expect(bodies()[0]).toMatchObject({ source_address: sourceAddress });
		expect(bodies()[0]?.source_address_type).toEqual(type);
	});

	test('all fields are sent with each part', async () => {
		await send('a'.repeat(161), {
			sourceAddress: '12345',
			sourceAddressType: 161,
			destAddress: '77',
			expiryDate: '2099-01-01T12:00:00+02:00',
		});
		expect(bodies()).toHaveLength(2);
		for (const body of bodies()) {
			expect(body).toMatchObject({
				source_address: '12345',
				source_address_type: { id: 161 },
				dest_address: '77',
				expiry_date: '2099-01-01T10:00:00Z',
			});
		}
	});

	test('UCS-2 can be chosen for plain letters, and allows fewer characters', async () => {
		const { items } = await send('a'.repeat(100), { dcs: 8 });
		expect(items[0]?.json).toMatchObject({ parts: 2, encoding: 'UCS-2' });
		expect(bodies().map((b) => b.dcs)).toEqual([8, 8]);
	});

	test('a custom header is sent unchanged', async () => {
		await send('a'.repeat(153), { udh: '050003A70201' });
		expect(bodies()).toMatchObject([{ udh: '050003A70201', dcs: 0 }]);
	});
});

describe('when a part of a message fails', () => {
	const failAt = (part: number, kind: 'errorBefore' | 'resetAfter', status = 422) =>
		faultAt(sim, 'POST 10001/sms$', { kind, skip: part - 1, times: 1, status });

	test('the error says that parts 1 and 2 were sent if part 3 is refused', async () => {
		failAt(3, 'errorBefore');
		const { error } = await send('a'.repeat(4 * 153));
		expect(error?.message).toMatch(
			/^Part 3 of 4 of the SMS was not sent; parts 1 to 2 went out\. The service refused a value/,
		);
		expect(error?.description).toMatch(/Sending again sends \(and bills\) all parts again/);
		expect(error?.context).toMatchObject({
			outcome: 'partial',
			status: 422,
			parts_sent: 2,
			parts: 4,
		});
		expect(error?.context?.sms_ids).toHaveLength(2);
		expect(sent()).toBe(2);
	});

	test('part 2 without an answer may have been sent and is not repeated', async () => {
		failAt(2, 'resetAfter');
		const { error } = await send('a'.repeat(3 * 153));
		expect(error?.message).toMatch(
			/^Part 2 of 3 of the SMS may not have been sent; part 1 went out\. Unknown whether the SMS was sent/,
		);
		expect(error?.context).toMatchObject({ outcome: 'unknown' });
		expect(sent()).toBe(2);
	});

	test('the error says that nothing was sent if part 1 is refused', async () => {
		failAt(1, 'errorBefore');
		const { error } = await send('a'.repeat(200));
		expect(error?.message).toMatch(/^Part 1 of 2 of the SMS was not sent; no part went out/);
	});

	test('a single SMS without an answer has an unknown outcome', async () => {
		failAt(1, 'resetAfter');
		const { error } = await send('hi');
		expect(error?.message).toMatch(
			/^Unknown whether the SMS was sent: the connection was cut\. n8n did not send it again\./,
		);
		expect(error?.context).toMatchObject({ outcome: 'unknown' });
		expect(sent()).toBe(1);
	});

	test('other items are sent if there is an error output', async () => {
		failAt(2, 'errorBefore');
		const { items, errors } = await send(
			'',
			{},
			{
				onError: 'continueErrorOutput',
				items: [
					{ id: 10001, payload: 'a'.repeat(200) },
					{ id: 10002, payload: 'fine' },
				],
			},
		);
		expect(items).toMatchObject([
			{ json: { endpoint_id: 10002, sent: true }, pairedItem: { item: 1 } },
		]);
		expect(errors).toMatchObject([
			{ json: { error: expect.stringMatching(/^Part 2 of 2/) }, pairedItem: { item: 0 } },
		]);
	});
});

test('the SMS ID is read from the Location header when the answer is empty', async () => {
	sim.seed({ emptyCreateAnswers: true });
	const { items } = await send('hi');
	expect(items[0]?.json.sms_ids).toEqual([expect.any(Number)]);
});
