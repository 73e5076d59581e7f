import { SECRET } from '../support';
import { byHand as trigger } from './pushes';
import { turns } from '../../../support/turns';

/* The items that the stream trigger makes from pushed records. */

let nextId = 710_000_000_000_101;
const usage = (more: object = {}) => ({
	id: nextId++,
	traffic_type: { id: 5, description: 'Data' },
	start_timestamp: '2026-02-03T10:00:05Z',
	end_timestamp: '2026-02-03T10:00:50Z',
	organisation: { id: 9001, name: 'Acme Meters' },
	endpoint: {
		id: 4001,
		name: 'meter-0017',
		tags: 'north',
		imei: '3500000000000017',
		balance: null,
	},
	sim: { id: 5001, iccid: '8900000000000000017', msisdn: '999000000000017' },
	imsi: '999990000000017',
	operator: { id: 12, name: 'Example Mobile', mnc: '01', country: { name: 'Germany', mcc: '262' } },
	tariff: { id: 31, name: 'Example plan', ratezone: { id: 3, name: 'Zone 1' } },
	volume: { rx: 0.15, tx: 0.025, total: 0.175 },
	cost: 0.00175,
	currency: { id: 1, code: 'EUR', symbol: '€' },
	session_id: '00000000-0000-4000-8000-000000000017',
	...more,
});
const event = (more: object = {}) => ({
	id: nextId++,
	timestamp: '2026-02-03T10:02:11.000Z',
	alert: true,
	description: 'Quota volume used up',
	event_type: { id: 19, description: 'Quota used up' },
	event_source: { id: 1, description: 'Policy Control' },
	event_severity: { id: 1, description: 'Warn' },
	organisation: { id: 9001, name: 'Acme Meters' },
	user: null,
	endpoint: { id: 4001, name: 'meter-0017' },
	sim: { id: 5001, iccid: '8900000000000000017', msisdn: '999000000000017' },
	imsi: { id: 6001, imsi: '999990000000017' },
	detail: { quota: { volume: '0.001200', threshold_percentage: 20 } },
	...more,
});

describe('items', () => {
	test('give data volumes as numbers in MB, with the directions seen from the device', async () => {
		const items = await trigger().items([usage()]);
		expect(items).toEqual([
			expect.objectContaining({
				record: 'usage',
				traffic: 'data',
				start: '2026-02-03T10:00:05.000Z',
				end: '2026-02-03T10:00:50.000Z',
				sent: 0.025,
				received: 0.15,
				volume: 0.175,
				cost: 0.00175,
				currency: 'EUR',
				endpoint_id: 4001,
				endpoint_name: 'meter-0017',
				iccid: '8900000000000000017',
				operator: 'Example Mobile',
				country: 'Germany',
			}),
		]);
	});

	test('swap the directions of SMS, which the service counts from the network', async () => {
		const sms = { traffic_type: { id: 6, description: 'SMS' }, volume: { rx: 1, tx: 0, total: 1 } };
		const items = await trigger().items([usage(sms)]);
		expect(items).toMatchObject([{ traffic: 'sms', sent: 1, received: 0, volume: 1 }]);
	});

	test('give events with names and numbers, and null for missing values', async () => {
		const items = await trigger().items([event()]);
		expect(items).toMatchObject([
			{
				record: 'event',
				type_id: 19,
				severity: 'Warn',
				alert: true,
				endpoint_name: 'meter-0017',
				volume_mb: 0.0012,
				user: null,
			},
		]);
	});

	test('of older streams normalise times without a zone, numeric alerts and named sources', async () => {
		const old = {
			timestamp: '2026-02-03 10:02:11',
			alert: 1,
			event_source: { id: 1, name: 'Policy Control' },
		};
		const past = { start_timestamp: '2026-02-03 10:00:05', end_timestamp: '2026-02-03 10:00:50' };
		const items = await trigger().items([event(old), usage(past)]);
		expect(items).toMatchObject([
			{ timestamp: '2026-02-03T10:02:11.000Z', alert: true, source: 'Policy Control' },
			{ start: '2026-02-03T10:00:05.000Z', end: '2026-02-03T10:00:50.000Z' },
		]);
	});

	test('come in one run for a list, and also from a single object', async () => {
		expect(await trigger().items(usage())).toHaveLength(1);
		const list = Array.from({ length: 3000 }, () => usage());
		expect(await trigger().items(list)).toHaveLength(3000);
	});

	test('are the records with the IDs of their devices when Simplify is off', async () => {
		const record = usage();
		const items = await trigger({ simplify: false }).items([record]);
		expect(items).toEqual([{ ...record, endpoint_id: 4001, sim_id: 5001 }]);
	});

	test.each([
		[37, { activationKey: 'live-key', username: 'x' }],
		[40, { token: 'live-token' }],
	])('leave out the secret in the detail of event %i', async (id, detail) => {
		for (const simplify of [true, false]) {
			const body = [event({ event_type: { id, description: 'x' }, detail })];
			const items = await trigger({ simplify }).items(body);
			expect(JSON.stringify(items)).not.toMatch(/live-/);
			expect(items).toMatchObject([{ detail: null }]);
		}
	});

	test('keep ids distinct that exceed the safe integer range', async () => {
		const text = JSON.stringify([usage(), usage()]).replace(/"id":7100\d+/g, () => {
			nextId += 1;
			return `"id":922337203685477580${nextId % 10}`;
		});
		const { items } = await trigger().deliver({ raw: text });
		expect(new Set(items?.map(({ id }) => id)).size).toBe(2);
		expect(items?.[0]?.id).toMatch(/^922337203685477580\d$/);
	});
});

describe('with Flat', () => {
	const notInACell = (item: object) =>
		Object.values(item).filter((value) => typeof value === 'object' && value !== null);
	const flat = { flat: true };

	test.each([true, false])(
		'are rows for a table, at the test address, too; Simplify: %s',
		async (simplify) => {
			for (const mode of ['webhook', 'manual'] as const) {
				const [used, happened] = [usage(), event()];
				const body = [used, happened];
				const workflow = trigger({ simplify, options: flat });
				const { items } = await workflow.deliver({ mode, body });
				expect(items).toMatchObject([
					{ record_id: used.id, endpoint_id: 4001 },
					{ event_id: happened.id, endpoint_id: 4001, endpoint_name: 'meter-0017' },
				]);
				expect(items!.flatMap(notInACell)).toEqual([]);
				expect(items!.flatMap(Object.keys)).not.toContain('id');
			}
		},
	);

	test('are known when they come again', async () => {
		const workflow = trigger({ options: flat });
		const body = [usage(), event()];
		expect(await workflow.items(body)).toHaveLength(2);
		expect(await workflow.items(body)).toBeUndefined();
	});

	test('are rows where no first step of the run follows', async () => {
		const workflow = trigger({ options: flat });
		workflow.engine = 'v2';
		expect(await workflow.items([event()])).toMatchObject([{ endpoint_id: 4001 }]);
	});

	test('show a mistake in an option only to who has the secret', async () => {
		const workflow = trigger({ verification: 'secret', options: { flat: 'perhaps' } });
		expect((await workflow.deliver({ body: [event()] })).status).toBe(401);
		const headers = { 'x-stream-secret': SECRET };
		await expect(workflow.deliver({ body: [event()], headers })).rejects.toThrow(/must be/);
	});
});

describe('the chosen records', () => {
	const both = () => [usage(), event()];
	test.each([
		['usage', ['usage']],
		['events', ['event']],
		['records', ['usage', 'event']],
	])('include only the kinds of the parameter %s', async (chosen, kinds) => {
		const items = await trigger({ event: chosen }).items(both());
		expect(items?.map(({ record }) => record)).toEqual(kinds);
	});

	test.each([
		['types', { eventTypeIds: [18] }, [18]],
		['alerts', { alertsOnly: true }, [19]],
	])(
		'are filtered by event %s, even if the stream sends more records',
		async (_name, options, types) => {
			const body = [event(), event({ event_type: { id: 18 }, alert: false }), usage()];
			const items = await trigger({ event: 'events', options }).items(body);
			expect(items?.map(({ type_id }) => type_id)).toEqual(types);
		},
	);

	test('exclude other records, which are accepted and start no run', async () => {
		const answer = await trigger({ event: 'usage' }).deliver({ body: [event()] });
		expect(answer).toMatchObject({ status: 200, items: undefined });
	});
});

describe('invalid and empty bodies', () => {
	test('unreadable records are skipped, and the others are emitted', async () => {
		const good = [usage(), event()];
		const bad = [
			7,
			null,
			{},
			{ id: 1 },
			usage({ id: undefined }),
			usage({ end_timestamp: 'yesterday' }),
			usage({ volume: {} }),
			event({ id: 'abc' }),
		];
		const { items, status } = await trigger().deliver({ body: [...bad, ...good] });
		expect(status).toBe(200);
		expect(items).toHaveLength(2);
	});

	test.each([
		['an empty list', []],
		['an empty object', {}],
		['a list without a readable record', [{ id: 1 }]],
	])('%s is accepted and starts no run', async (_name, body) => {
		expect(await trigger().deliver({ body })).toMatchObject({ status: 200, items: undefined });
	});

	test.each([
		['text', '"hello"'],
		['a number', '7'],
		['invalid JSON', '<xml/>'],
	])('%s is answered 400', async (_name, raw) => {
		expect((await trigger().deliver({ raw })).status).toBe(400);
	});

	test('an empty body is accepted, because the service may test the address', async () => {
		expect((await trigger().deliver({ raw: '' })).status).toBe(200);
	});

	test('more records than a stream sends in one call are answered 413', async () => {
		const body = Array.from({ length: 10_001 }, () => ({}));
		expect((await trigger().deliver({ body })).status).toBe(413);
	});
});

describe('the secret of a credential', () => {
	const byHeader = () => trigger({ verification: 'secret' });
	test.each([
		['no secret', {}],
		['a wrong secret', { 'x-stream-secret': 'another-random-value' }],
	])('is required: a call with %s gets 401', async (_name, headers) => {
		expect(await byHeader().deliver({ body: [usage()], headers })).toMatchObject({
			status: 401,
			items: undefined,
		});
	});
	test('starts the workflow if it is correct', async () => {
		const headers = { 'x-stream-secret': SECRET };
		expect((await byHeader().deliver({ body: [usage()], headers })).items).toHaveLength(1);
	});
});

describe('repeated records', () => {
	test('a redelivered list starts no run', async () => {
		const workflow = trigger();
		const body = [usage(), event()];
		expect(await workflow.items(body)).toHaveLength(2);
		expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
	});

	test('a list with known and duplicate records gives each new record once', async () => {
		const workflow = trigger();
		const known = usage();
		await workflow.deliver({ body: [known] });
		const fresh = usage();
		const items = await workflow.items([known, fresh, fresh]);
		expect(items).toMatchObject([{ id: fresh.id }]);
	});

	test('usage and an event with the same id are different records', async () => {
		const items = await trigger().items([usage({ id: 5 }), event({ id: 5 })]);
		expect(items).toHaveLength(2);
	});

	test('a list whose run n8n could not store is emitted when it is redelivered', async () => {
		const workflow = trigger();
		const body = [usage()];
		expect(await workflow.deliverUnstored(body)).toBe(500);
		expect(await workflow.items(body)).toHaveLength(1);
	});

	test('a run that has started is not repeated, even if its call was answered with an error', async () => {
		const workflow = trigger();
		const body = [usage(), event()];
		workflow.answerFails = true;
		expect(await workflow.deliver({ body })).toMatchObject({ status: 500, items: [{}, {}] });
		workflow.answerFails = false;
		expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
	});

	describe('a call that n8n processes for minutes', () => {
		beforeEach(() => {
			jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
		});
		afterEach(() => jest.useRealTimers());

		/** A call that has been under way for `ms`. */
		async function underWay(ms: number) {
			const workflow = trigger();
			const body = [usage()];
			let release!: () => void;
			const isHeld = new Promise<void>((resolve) => (release = resolve));
			const first = workflow.deliver({ body }, async () => await isHeld);
			await jest.advanceTimersByTimeAsync(ms);
			return { first, release, deliver: async () => await workflow.deliver({ body }) };
		}

		test('emits its records once, and makes a redelivery wait', async () => {
			const { first, release, deliver } = await underWay(125_000);
			const again = deliver();
			await jest.advanceTimersByTimeAsync(15_000);
			expect(await again).toMatchObject({ status: 503, items: undefined });
			release();
			expect((await first).items).toHaveLength(1);
			expect(await deliver()).toMatchObject({ status: 200, items: undefined });
		});

		test('emits no record that a redelivery has already emitted after ten minutes', async () => {
			const { first, release, deliver } = await underWay(620_000);
			expect((await deliver()).items).toHaveLength(1);
			release();
			expect((await first).items).toEqual([]);
		});
	});

	test('two concurrent deliveries emit the records once', async () => {
		const workflow = trigger();
		const body = Array.from({ length: 100 }, () => usage());
		const slow = async () => await turns();
		const answers = await Promise.all([
			workflow.deliver({ body }, slow),
			workflow.deliver({ body }, slow),
		]);
		expect(answers.map(({ items }) => items?.length ?? 0).sort()).toEqual([0, 100]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	});

	test('the second of two concurrent deliveries starts the run if the first was not stored', async () => {
		const workflow = trigger();
		const body = [usage()];
		let calls = 0;
		const failFirst = async () => {
			await turns();
			workflow.storeFails = calls++ === 0;
		};
		const answers = await Promise.all([
			workflow.deliver({ body }, failFirst),
			workflow.deliver({ body }, failFirst),
		]);
		expect(answers.map(({ status }) => status)).toEqual([500, 200]);
		expect(answers.map(({ items }) => items?.length ?? 0)).toEqual([0, 1]);
	});

	test('records are not emitted again after a clean restart', async () => {
		const workflow = trigger();
		const lists = Array.from({ length: 6 }, () => Array.from({ length: 3000 }, () => usage()));
		for (const body of lists) await workflow.deliver({ body });
		workflow.restart();
		for (const body of lists) {
			expect(await workflow.deliver({ body })).toMatchObject({ status: 200, items: undefined });
		}
		// 18,000 records in n8n's store.
		expect(JSON.stringify(workflow.saved).length).toBeLessThan(60_000);
	});

	test('a test accepts the same record several times', async () => {
		const workflow = trigger();
		const body = [usage()];
		for (let times = 0; times < 2; times += 1) {
			expect((await workflow.deliver({ body, mode: 'manual' })).items).toHaveLength(1);
		}
		expect(await workflow.items(body)).toHaveLength(1);
	});
});
