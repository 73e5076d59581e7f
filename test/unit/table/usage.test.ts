import { timesOfSeries } from '../../../src/table/entries/usage/usageFields';
import { answers, outcomeOf } from './support';

/* Daily usage: the total row among the days, and empty values. */

const EUR = { id: 1, code: 'EUR', symbol: '€' };
const USD = { id: 2, code: 'USD', symbol: '$' };
const traffic = (volume: string, cost: string, currency: object) => ({
	volume,
	volume_tx: volume,
	volume_rx: '0.000000',
	cost,
	traffic_type: { id: 5, description: 'Data', unit: 'MB' },
	currency,
});
const nothing = { volume: 0, volume_tx: 0, volume_rx: 0, cost: null };
const nothingInAll = { ...nothing, cost: 0, traffic_type: '', currency: '' };

const day = (date: string, volume: string, currency: object = EUR) => ({
	date,
	data: traffic(volume, '0.1000000000', currency),
	sms: nothing,
});
const TOTAL = { date: 'TOTAL', data: traffic('13.9', '0.2000000000', EUR), sms: nothingInAll };
const DAYS = [day('2026-06-02', '6.95'), day('2026-06-01', '6.95')];

async function daily(answer: object[], values: object) {
	answers('GET /api/v1/endpoint/17/stats/daily', 200, answer);
	const outcome = await outcomeOf('usage getDaily', { endpointId: 17, simplify: false, ...values });
	return (outcome as { items: Array<Record<string, unknown>> }).items;
}

test.each([
	['last', [...DAYS, TOTAL]],
	['first', [TOTAL, ...DAYS]],
	['in the middle', [DAYS[0]!, TOTAL, DAYS[1]!]],
])('a total row that comes %s is not a day, and nothing is counted twice', async (_, answer) => {
	const [totals] = await daily(answer, { output: 'totals' });
	expect(totals).toEqual({
		endpoint_id: 17,
		from: '2026-06-01',
		to: '2026-06-02',
		days: 2,
		data: { volume: 13.9, volume_tx: 13.9, volume_rx: 0 },
		sms: { volume: 0, volume_tx: 0, volume_rx: 0 },
		matches_total: true,
	});
	const days = await daily(answer, { output: 'days' });
	expect(days.map(({ date }) => date)).toEqual(['2026-06-02', '2026-06-01']);
});

test('a total that does not match the days is reported', async () => {
	const [totals] = await daily([DAYS[0]!, TOTAL], { output: 'totals' });
	expect(totals).toMatchObject({
		data: { volume: 6.95 },
		matches_total: false,
		service_total: { data: { volume: 13.9 } },
	});
});

test('without a total row nothing is compared', async () => {
	const [totals] = await daily(DAYS, { output: 'totals' });
	expect(totals).not.toHaveProperty('matches_total');
});

test('totals with cost keep the currency', async () => {
	const [totals] = await daily([...DAYS, TOTAL], { output: 'totals', includeCost: true });
	expect(totals).toMatchObject({ data: { cost: 0.2, currency: EUR }, sms: { cost: null } });
});

test('costs of several currencies are not added up', async () => {
	const mixed = [DAYS[0]!, day('2026-06-01', '1.0', USD)];
	const [totals] = await daily(mixed, { output: 'totals', includeCost: true });
	expect(totals).toMatchObject({
		data: {
			volume: 7.95,
			cost: null,
			costs: [
				{ cost: 0.1, currency: EUR },
				{ cost: 0.1, currency: USD },
			],
		},
	});
});

test.each(['KB', 'GB', 'octets'])(
	'volumes in %s are unknown, never 0 and never MB',
	async (unit) => {
		const type = { id: 5, description: 'Data', unit };
		const data = { volume: '2048', volume_tx: '2048', volume_rx: '0', traffic_type: type };
		const days = [{ date: '2026-06-02', data, sms: {} }];
		const [shown] = await daily(days, { output: 'days', simplify: true });
		expect(shown).toMatchObject({
			data_mb: null,
			data_sent_mb: null,
			data_received_mb: 0,
			not_given: `data is in ${unit}, not in MB`,
		});
		const [totals] = await daily(days, { output: 'totals' });
		expect(totals).toMatchObject({ data: { volume: null, not_given: { volume: 1 } } });
	},
);

test('volumes in MB and without a unit are shown as they are', async () => {
	const data = { volume: '3', traffic_type: { id: 5, unit: 'MB' } };
	const [shown] = await daily([{ date: '2026-06-02', data, sms: { volume: '4' } }], {
		output: 'days',
		simplify: true,
	});
	expect(shown).toMatchObject({ data_mb: 3, sms: 4 });
});

describe('what the service does not give is null in every sum, with a note', () => {
	const costly = day('2026-06-01', '2');
	const free = { ...day('2026-06-02', '3'), data: { ...traffic('3', '', EUR), cost: null } };
	const values = { output: 'totals', simplify: true, includeCost: true };

	test('the cost of one day of two', async () => {
		const [totals] = await daily([free, costly], values);
		expect(totals).toMatchObject({
			data_mb: 5,
			data_cost: null,
			not_given: 'the cost of data on one day',
		});
	});

	test('a day without traffic has no cost, and takes none away', async () => {
		const [totals] = await daily(
			[{ date: '2026-06-02', data: nothing, sms: nothing }, costly],
			values,
		);
		expect(totals).toMatchObject({ data_cost: 0.1, sms_cost: null });
		expect(totals).not.toHaveProperty('not_given');
	});

	test('volumes that cannot be read, and directions that are not given', async () => {
		const unreadable = { date: '2026-06-02', data: { volume: '1,5' }, sms: { volume: '3' } };
		const [totals] = await daily([unreadable, costly], values);
		expect(totals).toMatchObject({
			data_mb: null,
			data_sent_mb: null,
			sms: 3,
			sms_sent: null,
			sms_received: null,
		});
		expect(totals!.not_given).toContain('data on one day');
		expect(totals!.not_given).toContain('SMS on one day');
	});

	test.each([
		['both', { data: { volume: '5', cost: null }, sms: { volume: '2', cost: null } }, null],
		['one of both', { data: { volume: '5', cost: '1.5' }, sms: { volume: '2', cost: null } }, null],
		['that of no SMS', { data: { volume: '5', cost: '1.5' }, sms: { volume: 0, cost: null } }, 1.5],
		['none', {}, null],
	])('a month whose costs lack: %s', async (_, month, cost) => {
		answers('GET /api/v1/endpoint/17/stats', 200, { last_month: month });
		const outcome = await outcomeOf('usage getSummary', { endpointId: 17, simplify: true });
		const [summary] = (outcome as { items: Array<Record<string, unknown>> }).items;
		expect(summary!.last_month_cost).toBe(cost);
		const isNoted = JSON.stringify(month).includes('null') && cost === null;
		expect('last_month_not_given' in summary!).toBe(isNoted);
	});

	test('a chart has no cost of its own', async () => {
		answers('GET /api/v1/endpoint/17/stats/daily', 200, [free, costly]);
		const form = { of: 'endpoint', endpointId: 17, show: 'cost' };
		const outcome = await outcomeOf('organisationUsage chart', form);
		const [chart] = (outcome as { items: Array<Record<string, unknown>> }).items;
		expect(chart).toMatchObject({ data_mb: 5, cost: null });
		expect(chart!.svg).toContain('cost not given');
	});
});

test('costs in two currencies have a note, and no currency beside them', async () => {
	const mixed = [DAYS[0]!, day('2026-06-01', '1.0', USD)];
	const values = { output: 'totals', includeCost: true, simplify: true };
	const [totals] = await daily(mixed, values);
	expect(totals).toMatchObject({ data_cost: null, currency: null });
	expect(totals!.cost_note).toBe('Costs are in EUR and USD, and are not added up');
	expect((await daily([DAYS[0]!], values))[0]).not.toHaveProperty('cost_note');
});

test('hours get whole times, also over midnight and over more than a day', () => {
	const now = Date.parse('2026-06-02T01:20:00Z');
	const late = timesOfSeries(['22:00', '23:00', '00:00', '01:00'], now - 3 * 3_600_000);
	expect(late!.map((time) => time.slice(0, 16))).toEqual([
		'2026-06-01T22:00',
		'2026-06-01T23:00',
		'2026-06-02T00:00',
		'2026-06-02T01:00',
	]);
	const hours = Array.from({ length: 48 }, (_, hour) => `${String(hour % 24).padStart(2, '0')}:00`);
	const two = timesOfSeries(hours, Date.parse('2026-06-01'));
	expect(new Set(two).size).toBe(48);
	expect([two![0], two!.at(-1)]).toEqual(['2026-06-01T00:00:00.000Z', '2026-06-02T23:00:00.000Z']);
	const early = timesOfSeries(['00:00', '01:00'], Date.parse('2026-06-01T23:30:00Z'));
	expect(early![0]).toBe('2026-06-02T00:00:00.000Z');
});

test('satellite traffic is summed when there is some', async () => {
	const sat = { ...DAYS[0]!, sat_geo_data: { volume: '0.5', volume_tx: '0.5', volume_rx: '0' } };
	const [totals] = await daily([sat], { output: 'totals' });
	expect(totals).toMatchObject({ sat_geo_data: { volume: 0.5 } });
	expect(totals).not.toHaveProperty('sat_geo_sms');
});

test('hours that are no time of day have no time, whatever they may mean', async () => {
	expect(timesOfSeries(['600', '660'], Date.parse('2026-06-01'))).toBeUndefined();
	answers('GET /api/v1/organisation/my/stats/hourly', 200, {
		data: { rx: [[600, 1.5]], tx: [[600, '1,5']] },
		sms: { rx: [] },
	});
	const values = { simplify: true };
	const outcome = await outcomeOf('organisationUsage getHourly', values);
	const { items } = outcome as { items: Array<Record<string, unknown>> };
	expect(items).toEqual([
		expect.objectContaining({
			time: null,
			hour: '600',
			data_received_mb: 1.5,
			data_sent_mb: null,
			sms_sent: null,
		}),
	]);
});
