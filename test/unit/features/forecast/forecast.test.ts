import type { Json } from '../../../../src/wire';
import { changesIn } from '../../../../src/features/forecast/changes';
import { forecastMonth } from '../../../../src/features/forecast/model';
import { calendarAt, seriesOf } from '../../../../src/features/forecast/series';
import { DAYS_BEFORE, syntheticFleet } from './fleets';
import { fleetMonth, MONTH_KINDS } from './months';
import { DAYS_IN_MONTH, FIRST_WEEKDAY, ForecastStage, MONTH } from './stage';

/* Usage: Forecast, by its model and by the node. Whether ranges hold is a figure: test/faults/forecast.ts. */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A moment of a month that has 31 days, with so many days before it at an amount. */
const outlook = (
	amountOn: (daysAgo: number) => number | null,
	{ day, hour = 12, before = 380 }: { day: number; hour?: number; before?: number },
) => {
	const today = Date.UTC(2026, 6, day);
	return {
		amounts: Array.from({ length: before + 1 }, (_, i) => amountOn(before - i)),
		from: today - before * DAY_MS,
		now: today + hour * HOUR_MS,
	};
};
/** A hundred a day, a little more on every third day; half of today. */
const steady = (daysAgo: number) => (daysAgo === 0 ? 50 : 100 + (daysAgo % 3));

describe('the model', () => {
	test('a steady month has a narrow band around its end', () => {
		const { low, middle, high, soFar } = forecastMonth(outlook(steady, { day: 15 }));
		expect(soFar).toBeCloseTo(14 * 101 + 50, -1);
		expect(middle).toBeCloseTo(31 * 101, -2);
		expect((high - low) / middle).toBeLessThan(0.1);
	});

	test('weekdays are told apart: a weekend that is left has little', () => {
		// The 1st of July 2026 is a Wednesday; the 25th and the 26th are a weekend.
		const at = (daysAgo: number) => {
			const weekday = new Date(Date.UTC(2026, 6, 25) - daysAgo * DAY_MS).getUTCDay();
			return daysAgo === 0 ? 0 : weekday % 6 === 0 ? 10 : 100;
		};
		const { days, hasWeekdays } = forecastMonth(outlook(at, { day: 25, hour: 0 }));
		expect(hasWeekdays).toBe(true);
		const [saturday, sunday, monday] = days.slice(-7).map(({ middle }) => middle);
		expect(saturday! + sunday!).toBeLessThan(50);
		expect(monday).toBeGreaterThan(60);
	});

	test.each([1, 4, 8, 12, 20, 28, 31])(
		'no end is below what day %i and those before have used, whatever today has',
		(day) => {
			const all = outlook((ago) => (ago === 0 ? 8000 : ago < day ? 10 : 100), { day, hour: 5.5 });
			const { soFar, low, middle, high, days, news } = forecastMonth(all);
			expect(soFar).toBe(8000 + (day - 1) * 10);
			expect(low).toBeGreaterThanOrEqual(soFar);
			expect(middle).toBeGreaterThanOrEqual(low);
			expect(high).toBeGreaterThan(soFar);
			expect(news).toBe('more');
			expect(days.find((band) => band.day === 380)!.low).toBeGreaterThanOrEqual(8000);
		},
	);

	test('the newest days are news: a fleet at ten times since two days may go on, or not', () => {
		const at = (ago: number) => (ago > 0 && ago <= 2 ? 10 : 1) * steady(ago);
		const { low, high, soFar, news } = forecastMonth(outlook(at, { day: 15 }));
		const left = 31 - 14;
		expect(news).toBe('more');
		expect(low).toBeLessThan(soFar + left * 150);
		expect(high).toBeGreaterThan(soFar + left * 1000);
	});

	test.each([
		['fell to half', 0.5],
		['doubled', 2],
	])('a level that %s on the 1st, and has stayed, is taken as it is', (_, times) => {
		const { low, middle, high, news, trendPercent, shiftedOn } = forecastMonth(
			outlook((ago) => (ago < 20 ? times : 1) * steady(ago), { day: 20 }),
		);
		const end = 31 * 101 * times;
		expect(middle / end).toBeCloseTo(1, 1);
		expect(Math.abs(trendPercent)).toBeLessThan(2);
		expect(low).toBeLessThan(end);
		expect(high).toBeGreaterThan(end);
		expect(news).toBeUndefined();
		expect(shiftedOn).toBe(380 - 19);
	});

	test.each([
		['grows', 1.02],
		['shrinks', 0.98],
	])('a fleet that %s each day has no shift', (_, daily) => {
		const { shiftedOn } = forecastMonth(outlook((ago) => steady(ago) * daily ** -ago, { day: 20 }));
		expect(shiftedOn).toBeUndefined();
	});

	test('one night far above all days, some days ago, does not raise the days that are left', () => {
		const { high, news } = forecastMonth(
			outlook((ago) => (ago === 8 ? 4000 : steady(ago)), { day: 15 }),
		);
		expect(news).toBeUndefined();
		expect(high).toBeLessThan(4000 + 31 * 101 * 1.3);
	});

	test('what the last day of every month has is expected on the next one', () => {
		const isLast = (ago: number) =>
			new Date(Date.UTC(2026, 6, 29) - ago * DAY_MS).getUTCDate() === 1;
		const at = (ago: number) => steady(ago) * (isLast(ago) ? 6 : 1);
		const { low, middle, high, days } = forecastMonth(outlook(at, { day: 28 }));
		const end = 27 * 101 + 3 * 101 + 606;
		expect(low).toBeLessThan(end);
		expect(high).toBeGreaterThan(end);
		expect(middle).toBeCloseTo(end, -2);
		expect(days.at(-1)!.middle).toBeGreaterThan(400);
	});

	test.each([null, 0, 20])('late statistics widen the band: the last two days have %s', (late) => {
		const { low, middle, high, soFar } = forecastMonth(
			outlook((ago) => (ago === 0 ? 0 : ago <= 2 ? late : steady(ago)), { day: 20 }),
		);
		const end = 31 * 101;
		expect(soFar).toBeLessThan(18 * 101);
		expect(high).toBeGreaterThan(end);
		expect(middle).toBeGreaterThan(0.95 * end);
		expect(low).toBeLessThan(end - 150);
	});

	test('days of the month that are not known widen the band', () => {
		const lacking = outlook((ago) => (ago > 4 && ago < 9 ? null : steady(ago)), { day: 20 });
		const { low, high, missing } = forecastMonth(lacking);
		expect(missing).toBe(4);
		expect(low).toBeLessThan(31 * 101 - 350);
		expect(high).toBeGreaterThan(31 * 101);
	});

	test.each([0, 1, 5, 12])('a first use %i days ago is too early to say, and wide', (first) => {
		const at = (ago: number) => (ago > first ? 0 : steady(ago));
		for (const before of [first, 380]) {
			const { isEarly, low, high, soFar } = forecastMonth(outlook(at, { day: 15, before }));
			expect(isEarly).toBe(true);
			expect(low).toBe(soFar);
			expect(high).toBeGreaterThan(soFar + 17 * 101);
		}
	});

	test('without any use there is nothing to say', () => {
		expect(forecastMonth(outlook(() => 0, { day: 15 }))).toMatchObject({
			low: 0,
			middle: 0,
			high: 0,
			basis: 0,
		});
	});

	test.each(MONTH_KINDS)('four of five months of the kind "%s" end within their bands', (kind) => {
		const held = [1, 4, 8, 12, 20, 28].flatMap((day) =>
			Array.from({ length: 20 }, (_, seed) => {
				const { shown: amounts, from, now, end } = fleetMonth(`unit ${seed}`, kind, day);
				const { low, high } = forecastMonth({ amounts, from, now });
				return end >= low && end <= high;
			}),
		);
		expect(held.filter(Boolean).length / held.length).toBeGreaterThanOrEqual(0.8);
	});
});

describe('a series of daily statistics', () => {
	const now = Date.UTC(2026, 6, 15, 12);
	const calendar = calendarAt(now);
	const listed = (days: number, volume: (daysAgo: number) => unknown) =>
		Array.from({ length: days }, (_, ago) => ({
			date: new Date(now - ago * DAY_MS).toISOString().slice(0, 10),
			data: { volume: volume(ago) },
			sms: { volume: 0 },
		})).filter(({ data }) => data.volume !== undefined);
	const dataOf = (list: Json[]) => seriesOf(list, calendar, calendar.from).dataMb;

	test('begins twelve months before this one, and is zero before its first entry', () => {
		expect(calendar.from).toBe(Date.UTC(2025, 6, 1));
		const data = dataOf(listed(3, () => '5'));
		expect(data).toHaveLength(380);
		expect(data.slice(-4)).toEqual([0, 5, 5, 5]);
	});

	test('a day that is absent is not known, where days without traffic are listed', () => {
		const list = listed(30, (ago) => (ago === 4 ? undefined : ago === 9 ? 0 : '5'));
		expect(dataOf(list).slice(-10)).toEqual([0, 5, 5, 5, 5, null, 5, 5, 5, 5]);
	});

	test('days that are absent have no traffic, where an answer lists days with traffic alone', () => {
		expect(dataOf(listed(30, (ago) => (ago % 3 === 0 ? '5' : undefined))).slice(-4)).toEqual([
			5, 0, 0, 5,
		]);
	});

	test('a volume that is no number is not known, and never 0', () => {
		const series = seriesOf(
			listed(30, (ago) => (ago === 2 ? '1,5' : '5')),
			calendar,
			calendar.from,
		);
		expect(series.dataMb.slice(-4)).toEqual([5, null, 5, 5]);
		expect(series.unreadable).toBe(1);
	});

	test('satellite traffic counts', () => {
		const list = listed(2, () => '5').map((day) => ({
			...day,
			sat_geo_data: { volume: '2' },
			sat_geo_sms: { volume: '1' },
		}));
		const series = seriesOf(list, calendar, calendar.from);
		expect(series.dataMb.slice(-2)).toEqual([7, 7]);
		expect(series.sms.slice(-2)).toEqual([1, 1]);
		expect(series.satelliteMb.slice(-2)).toEqual([2, 2]);
	});
});

describe('devices that have changed', () => {
	const steadyDevice = (device: number) => ({
		device,
		days: Array.from({ length: 50 }, (_, day) => 1 + ((device + day) % 5) * 0.05),
	});
	const fleet = () => Array.from({ length: 40 }, (_, device) => steadyDevice(device));

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
		const all: Array<ReturnType<typeof steadyDevice> & { created?: number }> = fleet();
		all[3]!.days.fill(0, 0, 47);
		all[3]!.days.fill(60, 47);
		all[3]!.created = 46;
		expect(changesIn(all)).toEqual([]);
	});

	test.each([49, 48, 46])('a first use after a long silence is named at once: day %i', (first) => {
		const all = fleet();
		all[3]!.days.fill(0, 0, first);
		all[3]!.days.fill(500, first);
		expect(changesIn(all)).toEqual([
			{ device: 3, since: first, amount: 500, usual: 0, times: null },
		]);
		expect(changesIn([all[3]!])).toHaveLength(1);
	});

	test('a device that wakes as it did before is not named', () => {
		const days = new Array<number>(100).fill(0);
		days[40] = 5;
		days[98] = 5;
		expect(changesIn([{ device: 1, days }])).toEqual([]);
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
		afterEach(() => {
			stage.beside = () => {};
			stage.refused = undefined;
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
			expect(told).toMatchObject({
				data_cost_month_end: null,
				cost_month_end: null,
				too_early_to_say: false,
			});
			expect(told.not_known).toContainEqual(expect.stringContaining('up to 2 days late'));
			expect(String(told.svg)).toContain('class="soon"');
		});

		test('no end of a month is rounded below what is used so far', async () => {
			const lastMoment = MONTH + DAYS_IN_MONTH * DAY_MS - 1;
			stage.beside = () => {
				stage.sim.store.dayCount(stage.ids[0]!, '2026-03-31').data = 90_000.123_449;
			};
			const told = await stage.forecast(lastMoment, { contributors: 0 });
			const soFar = Number(told.data_so_far_mb);
			for (const end of ['low_mb', 'mb', 'high_mb'])
				expect(told[`data_month_end_${end}`]).toBeGreaterThanOrEqual(soFar);
			expect(told.own_data_month_end_low_mb).toBeGreaterThanOrEqual(
				Number(told.own_data_so_far_mb),
			);
		});

		test.each([
			['endpoint', 0],
			['endpoint', 3 * DAY_MS],
			['organisation', 3 * DAY_MS],
		] as const)('no usage of a young %s is too early to say: %i ms', async (of, age) => {
			stage.play({ ...fleet, devices: fleet.devices.map(() => []) });
			const { endpoints } = stage.sim.store;
			const created = new Map([...endpoints.values()].map((each) => [each, each.created]));
			for (const each of created.keys()) each.created = noon - age;
			const young = await stage.forecast(noon, { of, endpointId: stage.ids[0], pricePerMb: 1 });
			for (const [each, before] of created) each.created = before;
			expect(young).toMatchObject({
				too_early_to_say: true,
				data_so_far_mb: 0,
				data_month_end_low_mb: 0,
				data_month_end_high_mb: null,
				data_cost_month_end: null,
			});
			expect(String(young.basis)).not.toContain('twelve months');
			const old = await stage.forecast(noon, { of, endpointId: stage.ids[0] });
			expect(old).toMatchObject({ too_early_to_say: false, data_month_end_high_mb: 0 });
			expect(String(old.basis)).toContain('No usage in the twelve months before today');
		});

		test('a suspended SIM may cost nothing, its own rate or that of an activated one', async () => {
			const { store } = stage.sim;
			const { simId } = store.endpoints.get(stage.ids[0]!)!;
			const sim = store.sims.get(simId!)!;
			const before = sim.statusId;
			sim.statusId = 2;
			const told = await stage.forecast(noon, { of: 'endpoint', endpointId: stage.ids[0] });
			sim.statusId = before;
			const [fee] = told.sim_fees as Array<{ amount: number; amount_high: number }>;
			expect(fee).toMatchObject({ status: 'Suspended', sims: 1, amount_low: 0, amount: 0.1 });
			expect(fee!.amount_high).toBeGreaterThanOrEqual(0.5);
			expect(told).toMatchObject({
				cost_total_low: 0,
				cost_total: 0.1,
				cost_total_high: fee!.amount_high,
			});
			expect(told.not_known).toContainEqual(expect.stringContaining('suspended'));
		});

		test('a price without a currency has that of the fees, and the answer says so', async () => {
			const values = { of: 'endpoint', endpointId: stage.ids[0], pricePerMb: 1 };
			const assumed = await stage.forecast(noon, values);
			expect(assumed.not_known).toContainEqual(
				expect.stringContaining(`so ${String(assumed.cost_currency)} is assumed`),
			);
			const typed = await stage.forecast(noon, { ...values, currency: assumed.cost_currency });
			expect(String(typed.not_known)).not.toContain('assumed');
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

		test('a price per SMS alone gives no cost of data, and a total that says what it lacks', async () => {
			stage.beside = () => {
				stage.sim.store.dayCount(stage.ids[0]!, '2026-03-02').mt = 10;
			};
			const told = await stage.forecast(noon, { contributors: 0, pricePerSms: 0.1 });
			expect(told).toMatchObject({
				data_cost_so_far: null,
				data_cost_month_end: null,
				sms_cost_so_far: 1,
				cost_so_far: null,
				cost_month_end: null,
				cost_total_lacks: expect.arrayContaining(['data: no price']),
			});
			expect(told.cost_total_includes).toEqual(['SMS at 0.1 each']);
		});

		test('what child organisations use is told apart, and is in no share and no inclusive volume', async () => {
			const { store } = stage.sim;
			const child = { ...store.endpoints.get(stage.ids[0]!)!, id: 99_001, organisationId: 1002 };
			const plain = await stage.forecast(noon);
			store.endpoints.set(child.id, child);
			stage.beside = () => {
				for (let day = 1; day <= 15; day++)
					store.dayCount(child.id, `2026-03-${String(day).padStart(2, '0')}`).data = 100_000;
			};
			const told = await stage.forecast(noon);
			store.endpoints.delete(child.id);
			const soFar = Number(plain.data_so_far_mb);
			expect(told.data_so_far_mb).toBeCloseTo(soFar + 1_500_000, 0);
			expect(told.own_data_so_far_mb).toBeCloseTo(soFar, 1);
			expect(told.inclusive_used_up_on).toBe(plain.inclusive_used_up_on);
			const shares = (told.contributors as Array<{ endpoint_id: number; share_percent: number }>)
				.filter(({ endpoint_id: id }) => id !== child.id)
				.map(({ share_percent: share }) => share);
			for (const share of shares) expect(share === null || share <= 100).toBe(true);
		});

		test('satellite data counts, and is shown by itself', async () => {
			const plain = await stage.forecast(noon, { contributors: 0 });
			expect(plain).not.toHaveProperty('satellite_data_so_far_mb');
			stage.beside = () => {
				stage.sim.store.dayCount(stage.ids[0]!, '2026-03-02').satellite = 280;
			};
			const told = await stage.forecast(noon, { contributors: 0, pricePerMb: 1 });
			expect(told.data_so_far_mb).toBeCloseTo(Number(plain.data_so_far_mb) + 280, 1);
			expect(told.satellite_data_so_far_mb).toBe(280);
			expect(told.own_data_so_far_mb).toBeCloseTo(Number(plain.data_so_far_mb) + 280, 1);
			expect(told.not_known).toContainEqual(expect.stringContaining('satellite'));
			expect(told.cost_total_lacks).toContain('what satellite data costs more');
		});

		test('where its own statistics cannot be read, no share and no day is made up', async () => {
			stage.refused = '/api/v2/workspace/stats/daily';
			const told = await stage.forecast(noon);
			expect(told).toMatchObject({ own_data_so_far_mb: null, inclusive_used_up_on: null });
			const [first] = told.contributors as Array<{ share_percent: unknown }>;
			expect(first!.share_percent).toBeNull();
			expect(told.not_known).toContainEqual(expect.stringContaining('child organisations'));
		});

		test('a device that was silent for 80 days is among what changed on its first day', async () => {
			const quiet = fleet.devices.map(() => new Array<number>(DAYS_BEFORE + DAYS_IN_MONTH).fill(0));
			quiet[2]!.fill(500, DAYS_BEFORE + 20);
			stage.play({ ...fleet, devices: quiet });
			const day = MONTH + 20 * DAY_MS;
			const told = await stage.forecast(day + 12 * HOUR_MS);
			const alone = await stage.forecast(day + 12 * HOUR_MS, {
				of: 'endpoint',
				endpointId: stage.ids[2],
			});
			for (const one of [told, alone]) {
				expect(one.changed).toEqual([
					expect.objectContaining({ endpoint_id: stage.ids[2], since: '2026-03-21', day_mb: 250 }),
				]);
				expect(one).toMatchObject({ too_early_to_say: true, data_month_end_low_mb: 250 });
				expect(one.data_month_end_high_mb).toBeGreaterThan(5500);
				expect((one.basis as string[])[0]).toContain('Too early to say');
			}
		});

		test('a tag that no endpoint has is refused by name', async () => {
			await expect(stage.forecast(noon, { of: 'tag', tag: 'nobody' })).rejects.toThrow(/nobody/);
		});
	},
);
