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

test('satellite traffic is summed when there is some', async () => {
	const sat = { ...DAYS[0]!, sat_geo_data: { volume: '0.5', volume_tx: '0.5', volume_rx: '0' } };
	const [totals] = await daily([sat], { output: 'totals' });
	expect(totals).toMatchObject({ sat_geo_data: { volume: 0.5 } });
	expect(totals).not.toHaveProperty('sat_geo_sms');
});
