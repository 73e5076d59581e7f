import { changesIn } from '../../../../src/features/forecast/changes';
import { forecastSum } from '../../../../src/features/forecast/model';
import { calendarAt } from '../../../../src/features/forecast/series';
import { DAYS_BEFORE, syntheticFleet } from './fleets';
import { DAYS_IN_MONTH, FIRST_WEEKDAY, ForecastStage, MONTH } from './stage';

/* Usage: Forecast, by its model and by the node. Whether ranges hold is a figure: test/faults/forecast.ts. */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

describe('the model', () => {
	const week = [10, 100, 100, 100, 100, 100, 10];
	const weeks = (count: number) => Array.from({ length: count }, () => week).flat();

	test('weekdays are told apart: a weekend that is left has little', () => {
		const { middle, hasWeekdays } = forecastSum({
			history: weeks(8).slice(0, -2),
			weekday: 0,
			left: 2,
		});
		expect(hasWeekdays).toBe(true);
		expect(middle).toBeGreaterThan(80);
		expect(middle).toBeLessThan(140);
	});

	test('an unfinished day is never less than it has used', () => {
		const steady = new Array<number>(40).fill(10);
		const low = forecastSum({ history: steady, weekday: 0, left: 3, today: 1 });
		expect(low.middle).toBeCloseTo(30, 0);
		const high = forecastSum({ history: steady, weekday: 0, left: 3, today: 500 });
		expect(high.low).toBeGreaterThanOrEqual(500);
		expect(high.days[0]).toMatchObject({ low: 500, middle: 500, high: 500 });
	});

	test('one night far above all days does not raise the days that are left', () => {
		const days = new Array<number>(50).fill(10).map((mb, day) => mb + (day % 3) * 0.1);
		days[44] = 400;
		const { middle, outliers } = forecastSum({ history: days, weekday: 0, left: 10 });
		expect(outliers).toEqual([44]);
		expect(middle).toBeLessThan(115);
	});

	test('a short history has a wide range, none has none', () => {
		const of = (days: number) => {
			const { low, high } = forecastSum({
				history: new Array<number>(days).fill(5),
				weekday: 0,
				left: 20,
			});
			return high - low;
		};
		expect(of(3)).toBeGreaterThan(5 * of(50));
		expect(forecastSum({ history: [0, 0, 0], weekday: 0, left: 4 })).toMatchObject({
			low: 0,
			middle: 0,
			high: 0,
			basis: 0,
		});
	});
});

test('until six in the morning yesterday is unfinished, and no day of the month before is', () => {
	const at = (day: number, hour: number) => calendarAt(MONTH + day * DAY_MS + hour * HOUR_MS);
	expect(at(9, 12).open).toBe(MONTH + 9 * DAY_MS);
	expect(at(9, 3).open).toBe(MONTH + 8 * DAY_MS);
	expect(at(0, 3).open).toBe(MONTH);
});

describe('devices that have changed', () => {
	const steady = (device: number) => ({
		device,
		days: Array.from({ length: 50 }, (_, day) => 1 + ((device + day) % 5) * 0.05),
	});
	const fleet = () => Array.from({ length: 40 }, (_, device) => steady(device));

	test('a device that begins to send without end is named, also by a day that is not over', () => {
		for (const last of [48, 49]) {
			const all = fleet();
			for (let day = last; day < 50; day++) all[7]!.days[day] = 60;
			expect(changesIn(all)).toEqual([
				expect.objectContaining({ device: 7, since: last, amount: 60 }),
			]);
		}
	});

	test('a night in which all devices use much names nobody, nor does a day that has only begun', () => {
		const night = fleet();
		for (const { days } of night) days[48] = 50;
		expect(changesIn(night)).toEqual([]);
		const morning = fleet();
		for (const { days } of morning) days[49] = 0.01;
		expect(changesIn(morning)).toEqual([]);
	});

	test('a new device is not named', () => {
		const all = fleet();
		all[3]!.days.fill(0, 0, 47);
		all[3]!.days.fill(60, 47);
		expect(changesIn(all)).toEqual([]);
	});
});

describe.each(['recorded', 'reference'] as const)(
	'the node, of the %s generation',
	(generation) => {
		let stage: ForecastStage;
		const fleet = syntheticFleet('unit', 'two currencies', {
			devices: 12,
			days: DAYS_BEFORE + DAYS_IN_MONTH,
			firstWeekday: FIRST_WEEKDAY,
		});
		const used = (from: number, to: number) =>
			fleet.devices
				.flatMap((days) => days.slice(DAYS_BEFORE + from, DAYS_BEFORE + to))
				.reduce((a, b) => a + b, 0);
		const noon = MONTH + 14 * DAY_MS + 12 * HOUR_MS;
		beforeAll(async () => {
			stage = await ForecastStage.open(12, generation);
			stage.play(fleet);
		});
		afterAll(async () => await stage.sim.close());

		test('what is used is that of the service, and fees are by currency', async () => {
			const told = await stage.forecast(noon);
			const today = fleet.devices.reduce((sum, days) => sum + days[DAYS_BEFORE + 14]! / 2, 0);
			expect(told.data_so_far_mb).toBeCloseTo(used(0, 14) + today, 1);
			expect(told).toMatchObject({ month: '2026-03', days_left: 17, of: 'organisation' });
			const fees = told.sim_fees as Array<{ currency: string; sims: number; rate: number }>;
			const dollars = fees.filter(({ currency }) => currency === 'USD');
			expect(dollars).toEqual([
				expect.objectContaining({ rate: 0.8, sims: fleet.isSecond.filter(Boolean).length }),
			]);
			expect(told.not_known).toContainEqual(
				expect.stringContaining('no answer of the service has a price'),
			);
			expect(told).not.toHaveProperty('cost_month_end');
			expect(String(told.svg)).toContain('class="soon"');
		});

		test('prices that are typed in give a cost as a range', async () => {
			const told = await stage.forecast(noon, { contributors: 0, pricePerMb: 2, currency: 'EUR' });
			expect(told.cost_month_end).toBeCloseTo(2 * Number(told.data_month_end_mb), 1);
			expect(told.cost_currency).toBe('EUR');
			expect(stage.sent.filter((path) => /endpoint\/\d+\/stats/.test(path))).toEqual([]);
		});

		test('a tariff profile is the sum of its endpoints, and the biggest comes first', async () => {
			const own = fleet.devices.filter((_, i) => fleet.isSecond[i]);
			const { tariffProfileId } = stage.sim.store.endpoints.get(
				stage.ids[fleet.isSecond.indexOf(true)]!,
			)!;
			const told = await stage.forecast(noon, { of: 'tariff', tariffProfileId });
			const sums = own.map(
				(days) =>
					days.slice(DAYS_BEFORE, DAYS_BEFORE + 14).reduce((a, b) => a + b, 0) +
					days[DAYS_BEFORE + 14]! / 2,
			);
			expect(told.endpoints).toBe(own.length);
			expect(told.data_so_far_mb).toBeCloseTo(
				sums.reduce((a, b) => a + b, 0),
				1,
			);
			const [first] = told.contributors as Array<{ data_so_far_mb: number }>;
			expect(first!.data_so_far_mb).toBeCloseTo(Math.max(...sums), 1);
		});

		test('a tag that no endpoint has is refused by name', async () => {
			await expect(stage.forecast(noon, { of: 'tag', tag: 'nobody' })).rejects.toThrow(/nobody/);
		});
	},
);
