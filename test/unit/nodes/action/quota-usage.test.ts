import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../../../support/n8n/n8n';
import { faultAt, forget, fresh, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

const sim = simulated({ seed: { endpoints: 2, recordBodies: true } }, 'kept');
beforeAll(async () => await fresh(sim));
beforeEach(async () => await forget(sim));

const run = async (operation: string, parameters: object, more: Partial<NodeRun> = {}) =>
	await runAt(sim, operation, { endpointId: rl(10001), ...parameters }, more);

describe('SMS quota: set', () => {
	const QUOTA = {
		volume: 12.5,
		expiryDate: '2099-01-31T12:00:00',
		status: 1,
		options: { thresholdPercentage: '25' },
	};

	test('sends the documented body, with a local date in the workflow’s time zone', async () => {
		const { items } = await run(
			'smsQuota set',
			{ ...QUOTA, options: { ...QUOTA.options, autoRefill: true, actionOnExhaustion: 1 } },
			{ timezone: 'America/New_York' },
		);
		expect(sim.ledger().requests.at(-1)).toMatchObject({
			method: 'POST',
			path: '/api/v1/endpoint/10001/quota/sms',
			status: 201,
			body: {
				volume: 12.5,
				expiry_date: '2099-01-31T17:00:00Z',
				threshold_percentage: 25,
				status: { id: 1 },
				auto_refill: true,
				action_on_exhaustion: { id: 1 },
			},
		});
		expect(items).toMatchObject([
			{ json: { endpoint_id: 10001, volume: 12.5, threshold_percentage: 25, auto_refill: true } },
		]);
	});

	test('leaves out options that are not set', async () => {
		await run('smsQuota set', QUOTA);
		expect(Object.keys(sim.ledger().requests.at(-1)?.body as object).sort()).toEqual([
			'expiry_date',
			'status',
			'threshold_percentage',
			'volume',
		]);
	});

	test('accepts thresholds of 0 and 100 % and a volume of 0', async () => {
		for (const thresholdPercentage of [0, 100]) {
			const { error } = await run('smsQuota set', {
				...QUOTA,
				volume: 0,
				options: { thresholdPercentage },
			});
			expect(error).toBeUndefined();
		}
	});

	test('is repeated when its answer is lost, since it leaves the same state', async () => {
		faultAt(sim, 'quota/sms', { kind: 'resetAfter', times: 1 });
		const { items } = await run('smsQuota set', QUOTA);
		expect(items).toHaveLength(1);
		expect(sim.ledger().effects.filter(({ kind }) => kind === 'quota.set')).toHaveLength(2);
		expect(sim.store.quotas.get(10001)).toMatchObject({ volume: 12.5 });
	});
});

describe('usage: get daily', () => {
	const today = () => new Date(sim.clock.now()).toISOString().slice(0, 10);
	const monthsAgo = (months: number) => {
		const now = new Date(sim.clock.now());
		return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
			.toISOString()
			.slice(0, 10);
	};
	const days = async (options: IDataObject = {}, output = 'days', simplify = false) =>
		(await run('usage getDaily', { output, simplify, options })).items.map(({ json }) => json);
	const errorOf = async (options: IDataObject) =>
		(await run('usage getDaily', { output: 'days', options })).error;
	const query = () => sim.ledger().requests.at(-1)?.query;
	// On some days a device of the simulator has no traffic.
	beforeEach(() => {
		sim.store.dayCount(10001, today()).data = 2;
	});

	test('returns one item per day, newest first, with numbers and without the deprecated cost', async () => {
		sim.store.dayCount(10001, today()).mt = 3;
		const list = await days();
		expect(query()).toEqual({});
		expect(list).toHaveLength(Number(today().slice(8)));
		expect(list[0]).toEqual({
			endpoint_id: 10001,
			date: today(),
			data: {
				volume: expect.any(Number),
				volume_tx: expect.any(Number),
				volume_rx: expect.any(Number),
				traffic_type: { id: 5, description: 'Data', unit: 'MB' },
				currency: { id: 1, code: 'EUR', symbol: '€' },
			},
			sms: {
				volume: 3,
				volume_tx: 0,
				volume_rx: 3,
				traffic_type: { id: 6, description: 'SMS', unit: 'SMS' },
				currency: { id: 1, code: 'EUR', symbol: '€' },
			},
		});
	});

	test('returns the same for strings and numbers on the wire', async () => {
		const fromStrings = await days({ includeCost: true });
		sim.seed({ statsAsNumbers: true });
		expect(await days({ includeCost: true })).toEqual(fromStrings);
		sim.seed({ statsAsNumbers: false });
		expect((fromStrings[0]?.data as IDataObject).cost).toEqual(expect.any(Number));
	});

	test('returns totals that are the sums of the days, without rounding errors', async () => {
		const list = await days({ includeCost: true });
		const [totals] = await days({ includeCost: true }, 'totals');
		const sum = (kind: string, key: string) =>
			list.reduce(
				(cents, day) => cents + Math.round(Number((day[kind] as IDataObject)[key]) * 1e6),
				0,
			) / 1e6;
		expect(totals).toEqual({
			endpoint_id: 10001,
			from: list.at(-1)?.date,
			to: list[0]?.date,
			days: list.length,
			matches_total: true,
			...Object.fromEntries(
				['data', 'sms'].map((kind) => [
					kind,
					{
						volume: sum(kind, 'volume'),
						volume_tx: sum(kind, 'volume_tx'),
						volume_rx: sum(kind, 'volume_rx'),
						cost: sum(kind, 'cost'),
						currency: { id: 1, code: 'EUR', symbol: '€' },
					},
				]),
			),
		});
		const [plain] = await days({}, 'totals');
		expect(plain?.data).not.toHaveProperty('cost');
	});

	test('sends dates and times as dates', async () => {
		const from = monthsAgo(2);
		await days({
			startDate: `${from}T00:00:00`,
			endDate: `={{ DateTime.fromISO("${from}").plus({ days: 4 }) }}`,
		});
		expect(query()).toEqual({ start_date: from, end_date: `${from.slice(0, 8)}05` });
	});

	test('sends only the start or end that is given', async () => {
		const start = await days({ startDate: monthsAgo(1) });
		expect(query()).toEqual({ start_date: monthsAgo(1) });
		expect(start.length).toBeGreaterThan(150);
		const end = await days({ endDate: monthsAgo(1) });
		expect(query()).toEqual({ end_date: monthsAgo(1) });
		expect(new Set(end.map((day) => String(day.date).slice(0, 7)))).toEqual(
			new Set([monthsAgo(1).slice(0, 7)]),
		);
	});

	test('requests data up to 13 months old, and refuses an older start', async () => {
		expect(await errorOf({ startDate: monthsAgo(13) })).toBeUndefined();
		await forget(sim);
		const error = await errorOf({ startDate: monthsAgo(14) });
		expect(error?.message).toMatch(/must lie within the 13 months/);
		expect(sim.ledger().requests).toEqual([]);
	});

	test('refuses a start after the end', async () => {
		const error = await errorOf({ startDate: today(), endDate: monthsAgo(1) });
		expect(error?.message).toMatch(/^Start Date must not be after "End Date"/);
	});
});
