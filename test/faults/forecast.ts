import {
	DAYS_BEFORE,
	FLEET_KINDS,
	type SyntheticFleet,
	syntheticFleet,
} from '../unit/features/forecast/fleets';
import {
	DAYS_IN_MONTH,
	FIRST_WEEKDAY,
	ForecastStage,
	MONTH,
} from '../unit/features/forecast/stage';
import { forecastMonth } from '../../src/features/forecast/model';
import { fleetMonth, MONTH_KINDS } from '../unit/features/forecast/months';
import { Random } from '../support/random';
import type { Figure } from './figures';

/*
 * Forecasts of synthetic fleets by the node, against what the fleets have used in the end. The naive band holds the
 * remaining days to be as the least, or as the most, of the last four weeks.
 */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = DAYS_BEFORE + DAYS_IN_MONTH;
/**
 * Least share of bands that hold the month's end, and by how much they are narrower than naive ones on average: a history
 * of eleven weeks has shown neither its seasons nor its largest days.
 */
const LEAST_HELD = 0.8;
const LEAST_NARROWER = 1.2;

/** Months of a kind and a day for each seed of the other figures. */
const COVERAGE_SEEDS = 100;

const totals = ({ devices }: SyntheticFleet): number[] =>
	Array.from({ length: DAYS }, (_, day) => devices.reduce((sum, own) => sum + own[day]!, 0));
const sum = (of: number[]) => of.reduce((all, amount) => all + amount, 0);
const middle = (of: number[]) => [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)]!;

const FORECAST_DAYS = [1, 4, 8, 12, 20, 28];

/** Bands of twelve kinds of fleets, each on days of its months, against what the months have used in the end. */
function coverage(seeds: number): Figure[] {
	return MONTH_KINDS.map((kind) => {
		const days = FORECAST_DAYS.map((day) => {
			const widths: number[] = [];
			let held = 0;
			for (let seed = 0; seed < seeds; seed++) {
				const { shown: amounts, from, now, end } = fleetMonth(`coverage ${seed}`, kind, day);
				const { low, high } = forecastMonth({ amounts, from, now });
				if (end >= low && end <= high) held += 1;
				widths.push((high - low) / end);
			}
			return { day, held: held / seeds, width: middle(widths) };
		});
		const least = Math.min(...days.map(({ held }) => held));
		const words = days.map(
			({ day, held, width }) =>
				`${day}: ${(100 * held).toFixed(0)} %, ${(100 * width).toFixed(0)} % wide`,
		);
		return {
			name: `forecast (coverage, ${kind})`,
			wanted: `the month's end in at least ${LEAST_HELD * 100} % of ${seeds} bands of each day`,
			got: words.join('; '),
			held: least >= LEAST_HELD,
		};
	});
}

/** Bands of the 15th, at noon, for fleets of each kind. */
async function bands(seeds: number, devices: number): Promise<Figure[]> {
	const stage = await ForecastStage.open(devices, 'recorded');
	const missed: string[] = [];
	const narrower: number[] = [];
	let wrongFees = 0;
	const now = MONTH + 14 * DAY_MS + 12 * HOUR_MS;
	for (let seed = 0; seed < seeds; seed++) {
		for (const kind of FLEET_KINDS) {
			const fleet = syntheticFleet(`figure ${seed}`, kind, {
				devices,
				days: DAYS,
				firstWeekday: FIRST_WEEKDAY,
			});
			stage.play(fleet);
			const told = await stage.forecast(now, { contributors: 0 });
			const all = totals(fleet);
			const end = sum(all.slice(DAYS_BEFORE));
			const low = told.data_month_end_low_mb as number;
			const high = told.data_month_end_high_mb as number;
			if (end < low || end > high) missed.push(kind);
			const known = all.slice(0, DAYS_BEFORE + 14).slice(-28);
			const left = DAYS_IN_MONTH - 14;
			narrower.push((left * (Math.max(...known) - Math.min(...known))) / (high - low));
			const second = fleet.isSecond.filter(Boolean).length;
			const fees = told.sim_fees as Array<{ currency: string; sims: number }>;
			const inDollars = fees.filter(({ currency }) => currency === 'USD');
			if (sum(inDollars.map(({ sims }) => sims)) !== second) wrongFees += 1;
		}
	}
	await stage.sim.close();
	const count = narrower.length;
	const mean = sum(narrower) / count;
	return [
		{
			name: 'forecast (bands)',
			wanted: `the month's end in at least ${LEAST_HELD * 100} % of ${count} bands of its 15th day`,
			got: `in ${count - missed.length}, ${((100 * (count - missed.length)) / count).toFixed(0)} %${missed.length > 0 ? `; not: ${missed.join(', ')}` : ''}`,
			held: count - missed.length >= LEAST_HELD * count,
		},
		{
			name: 'forecast (width)',
			wanted: `naive bands at least ${LEAST_NARROWER} times as wide on average`,
			got: `${mean.toFixed(1)} times on average, ${middle(narrower).toFixed(1)} in the middle, ${Math.min(...narrower).toFixed(1)} at least`,
			held: mean >= LEAST_NARROWER,
		},
		{
			name: 'forecast (currencies)',
			wanted: 'SIM fees of each currency by themselves, 0 wrong',
			got: `${wrongFees} wrong`,
			held: wrongFees === 0,
		},
	];
}

/** A device that tries again every few seconds, as nobody answers: what it uses in a day. */
const STORM_FACTOR = { least: 15, most: 200 };

/** A month of daily forecasts of a fleet, in which one device begins to storm. */
async function storms(devices: number, generation: 'recorded' | 'reference'): Promise<Figure[]> {
	const stage = await ForecastStage.open(devices, generation);
	const random = new Random(`storm ${generation}`);
	const size = { devices, days: DAYS, firstWeekday: FIRST_WEEKDAY };
	const fleet = syntheticFleet(`storm ${generation}`, 'steady', size);
	const stormy = random.whole(0, devices - 1);
	const from = DAYS_BEFORE + random.whole(8, 20);
	const factor = random.spread(STORM_FACTOR.least, STORM_FACTOR.most);
	for (let day = from; day < DAYS; day++) fleet.devices[stormy]![day]! *= factor;
	stage.play(fleet);
	const others = new Set<number>();
	let named: number | undefined;
	for (let day = 0; day < DAYS_IN_MONTH; day++) {
		const now = MONTH + day * DAY_MS + 8 * HOUR_MS;
		const told = await stage.forecast(now, { mostEndpoints: devices + 10 });
		for (const { endpoint_id: id } of told.changed as Array<{ endpoint_id: number }>) {
			if (id === stage.ids[stormy]) named ??= DAYS_BEFORE + day - from;
			else others.add(id);
		}
	}
	await stage.sim.close();
	return [
		{
			name: `forecast (storm, ${generation})`,
			wanted: `1 of ${devices} devices, which begins to use ${factor.toFixed(0)} times as much, named within a day`,
			got: named === undefined ? 'not named' : `named after ${named} days`,
			held: named !== undefined && named >= 0 && named <= 1,
		},
		{
			name: `forecast (false names, ${generation})`,
			wanted: 'at most 1 other device named in the month',
			got: `${others.size}`,
			held: others.size <= 1,
		},
	];
}

export async function forecast(seeds: number, devices: number): Promise<Figure[]> {
	return [
		...coverage(COVERAGE_SEEDS * seeds),
		...(await bands(seeds, 60)),
		...(await storms(devices, 'recorded')),
		...(await storms(devices, 'reference')),
	];
}
