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
	expect(totals).toMatchObject({ data: { cost: 0.2, currency: EUR }, sms: { cost: 0 } });
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

test.each([
	['KB', '2048', 2.048],
	['GB', '1.5', 1_500],
	['MB', '3', 3],
	['octets', '5000000', 5],
])('volumes in %s are given in MB', async (unit, volume, mb) => {
	const type = { id: 5, description: 'Data', unit };
	const data = { volume, volume_tx: volume, volume_rx: '0', traffic_type: type, currency: EUR };
	const [shown] = await daily([{ date: '2026-06-02', data, sms: {} }], {
		output: 'days',
		simplify: true,
	});
	expect(shown).toMatchObject({ data_mb: mb, data_sent_mb: mb });
	const [totals] = await daily([{ date: '2026-06-02', data, sms: {} }], { output: 'totals' });
	expect(totals).toMatchObject({ data: { volume: mb } });
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
	expect(late.map((time) => time.slice(0, 16))).toEqual([
		'2026-06-01T22:00',
		'2026-06-01T23:00',
		'2026-06-02T00:00',
		'2026-06-02T01:00',
	]);
	const hours = Array.from({ length: 48 }, (_, hour) => `${String(hour % 24).padStart(2, '0')}:00`);
	const two = timesOfSeries(hours, Date.parse('2026-06-01'));
	expect(new Set(two).size).toBe(48);
	expect([two[0], two.at(-1)]).toEqual(['2026-06-01T00:00:00.000Z', '2026-06-02T23:00:00.000Z']);
	const early = timesOfSeries(['00:00', '01:00'], Date.parse('2026-06-01T23:30:00Z'));
	expect(early[0]).toBe('2026-06-02T00:00:00.000Z');
});

test('satellite traffic is summed when there is some', async () => {
	const sat = { ...DAYS[0]!, sat_geo_data: { volume: '0.5', volume_tx: '0.5', volume_rx: '0' } };
	const [totals] = await daily([sat], { output: 'totals' });
	expect(totals).toMatchObject({ sat_geo_data: { volume: 0.5 } });
	expect(totals).not.toHaveProperty('sat_geo_sms');
});
