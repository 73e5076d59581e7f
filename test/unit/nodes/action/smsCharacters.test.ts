import type { IDataObject } from 'n8n-workflow';
import { textParts } from '../../../../simulator/sms/device';
import type { NodeRun } from '../../../support/n8n/n8n';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/* What the characters of a message cost, and what is said of it. The simulator counts the parts by itself. */

// The clock stands still during requests and jumps over all waits.
jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

const sim = simulated({ seed: { endpoints: 3 } });

const sent = () =>
	sim
		.ledger()
		.effects.filter(({ kind }) => kind === 'sms.sent')
		.map(({ detail }) => String(detail?.payload));

const send = async (payloads: string[], options: IDataObject = {}, more: Partial<NodeRun> = {}) =>
	await runAt(
		sim,
		'sms send',
		{ endpointId: rl('={{ $json.id }}'), payload: '={{ $json.payload }}', options },
		{ items: payloads.map((payload, i) => ({ id: 10001 + i, payload })), ...more },
	);

/** 150 characters with one that GSM 7-bit does not have, at 17. */
const with17 = (character: string) => `${'a'.repeat(16)}${character}${'b'.repeat(150 - 17)}`;

describe('a text of 150 characters with one that GSM 7-bit does not have', () => {
	test.each([
		['’', '’ at 17'],
		['\u00a0', '\\u00A0 at 17'],
		['ç', 'ç at 17'],
		['я', 'я at 17'],
	])('%j goes out in the three parts that the item tells, with why', async (character, named) => {
		const { items } = await send([with17(character)]);
		expect(items[0]?.json).toMatchObject({
			characters: 150,
			encoding: 'UCS-2',
			parts: 3,
			ucs2_because: expect.stringContaining(`because of ${named}: 3 parts`),
		});
		expect(sent()).toHaveLength(3);
		expect(textParts(with17(character))).toHaveLength(3);
	});

	test('is told above the output once for all items, where plain characters would cost less', async () => {
		const { hints } = await send([with17('’'), with17('’'), 'fine']);
		expect(hints).toEqual([
			expect.stringContaining(
				'Message: UCS-2 because of ’: 3 parts instead of 1 (item 0 and 1 more)',
			),
		]);
	});

	test('is one part with Typographic Only, which is said', async () => {
		const { items, hints } = await send([with17('’')], { plainCharacters: 'typographic' });
		expect(items[0]?.json).toMatchObject({ characters: 150, encoding: 'GSM-7', parts: 1 });
		expect(items[0]?.json).not.toHaveProperty('ucs2_because');
		expect(sent()).toEqual([with17("'")]);
		expect(hints).toEqual([expect.stringContaining(`’ was replaced by "'"`)]);
	});

	test('is one part where the accent only stood apart from its letter, which is said', async () => {
		const { items, hints } = await send([with17('e\u0301')]);
		expect(items[0]?.json).toMatchObject({ encoding: 'GSM-7', parts: 1 });
		expect(sent()).toEqual([with17('é')]);
		expect(hints).toEqual([expect.stringContaining('were joined to their letters')]);
	});
});

describe('a text that only what nobody sees makes UCS-2', () => {
	test.each([
		['REBOOT\u200b', '\\u200B at 7'],
		['\ufeffREBOOT', '\\uFEFF at 1'],
	])('%j is refused by its item, with what to choose', async (payload, named) => {
		const { items, error } = await send([payload]);
		expect(items).toEqual([]);
		expect(error?.message).toContain(`Message must not hold ${named}`);
		expect(error?.message).toContain('"Plain Characters"');
		expect(error?.context).toMatchObject({ itemIndex: 0, field: 'payload' });
		expect(sent()).toEqual([]);
	});

	test('goes out as it is, or without, as chosen', async () => {
		await send(['REBOOT\u200b'], { plainCharacters: 'asIs' });
		await send(['REBOOT\u200b'], { plainCharacters: 'typographic' });
		expect(sent()).toEqual(['REBOOT\u200b', 'REBOOT']);
	});

	test('is not read where UCS-2 or data was asked for', async () => {
		await send(['REBOOT\u200b'], { dcs: 8 });
		expect(sent()).toEqual(['REBOOT\u200b']);
	});
});

test('a refusal for too many parts names what makes them so many', async () => {
	const { error } = await send([`’${'a'.repeat(400)}`]);
	expect(error?.message).toMatch(/it needs 6 \(UCS-2 because of ’: 6 parts instead of 3\)/);
	expect(sent()).toEqual([]);
});

test('characters of the extension table count twice', async () => {
	const { items } = await send(['€'.repeat(81)]);
	expect(items[0]?.json).toMatchObject({ characters: 162, encoding: 'GSM-7', parts: 2 });
	expect(sent()).toHaveLength(2);
});

describe('a dry run', () => {
	test('says what each message takes and costs, and sends none', async () => {
		const { items } = await send([with17('’'), 'fine'], { dryRun: true });
		expect(items.map(({ json }) => json)).toEqual([
			{
				endpoint_id: 10001,
				sent: false,
				dry_run: true,
				characters: 150,
				encoding: 'UCS-2',
				parts: 3,
				ucs2_because: 'UCS-2 because of ’ at 17: 3 parts instead of 1',
				price: 0.15,
				currency: 'EUR',
			},
			{
				endpoint_id: 10002,
				sent: false,
				dry_run: true,
				characters: 4,
				encoding: 'GSM-7',
				parts: 1,
				price: 0.05,
				currency: 'EUR',
			},
		]);
		expect(sent()).toEqual([]);
	});

	test('takes no key', async () => {
		const options = { dryRun: true, idempotencyKey: '={{ $json.id }}' };
		await send(['one', 'two'], options);
		const { items } = await send(['one', 'two'], { idempotencyKey: '={{ $json.id }}' });
		expect(items.map(({ json }) => json.sent)).toEqual([true, true]);
		expect(sent()).toEqual(['one', 'two']);
	});

	test('says that the price is not known where the tariff profile cannot be read', async () => {
		sim.store.tariffProfiles.clear();
		const { items } = await send(['fine'], { dryRun: true });
		expect(items[0]?.json).toMatchObject({ parts: 1, price: null, currency: null });
	});
});
