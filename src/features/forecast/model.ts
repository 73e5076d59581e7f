/*
 * What a month will have used at its end, from its days so far and the weeks before: a level with a trend that fades,
 * and factors of weekdays. How fast the level follows the days is chosen by what would have forecast the past weeks
 * best, and the band is as wide as those forecasts were wrong: it holds four of five months. The same days give the
 * same band.
 */

/** Amounts of one day: eight of ten such days lie between `low` and `high`. */
export interface DayForecast {
	low: number;
	middle: number;
	high: number;
}

export interface SumForecast extends DayForecast {
	/** Each day that is left. */
	days: DayForecast[];
	/** Days of history that were used. */
	basis: number;
	/** Whether weekdays differ, and whether there is a trend; percent a week. */
	hasWeekdays: boolean;
	trendPercent: number;
	/** Days of the history that are far above all others, as their places in it. */
	outliers: number[];
}

/** What is forecast: complete days from the oldest to the newest, and those that are left. */
export interface Outlook {
	history: readonly number[];
	/** Weekday of the first day of the history, from 0 to 6. */
	weekday: number;
	/** Days that are left, the unfinished one first. */
	left: number;
	/** What the unfinished day has used so far: it ends with that at least. */
	today?: number;
}

const WEEK = 7;
/** Longest history that is used. */
const MOST_DAYS = 70;
/** A history from which weekdays are read. */
const DAYS_FOR_WEEKDAYS = 21;
/** Scale of the median absolute deviation to a standard deviation. */
const TO_SD = 1.4826;

const sum = (of: readonly number[]) => of.reduce((all, value) => all + value, 0);
const mean = (of: readonly number[]) => sum(of) / Math.max(of.length, 1);

/** A quantile from 0 to 1; 0 for no numbers. */
export function quantile(of: readonly number[], share: number): number {
	const sorted = [...of].sort((a, b) => a - b);
	const at = share * (sorted.length - 1);
	const [below, above] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
	return below + (above - below) * (at - Math.floor(at));
}
export const median = (of: readonly number[]) => quantile(of, 0.5);

/** A standard deviation that a few outliers do not change. */
export function robustSd(of: readonly number[]): number {
	const middle = median(of);
	return TO_SD * median(of.map((value) => Math.abs(value - middle)));
}

/** How much each weekday has of an average one; all 1 where the history is short. */
function weekdayFactors(history: readonly number[], weekday: number): number[] {
	const factors: number[] = new Array(WEEK).fill(1);
	if (history.length < DAYS_FOR_WEEKDAYS) return factors;
	const ratios: number[][] = factors.map(() => []);
	for (let day = 3; day < history.length - 3; day++) {
		const around = mean(history.slice(day - 3, day + 4));
		if (around > 0) ratios[(weekday + day) % WEEK]!.push(history[day]! / around);
	}
	for (const [day, own] of ratios.entries()) {
		// Few weeks say little.
		factors[day] = 1 + (median(own) - 1) * (own.length / (own.length + 1));
	}
	const average = mean(factors);
	return factors.map((factor) => Math.max(factor / average, 0.02));
}

/** How fast a level and a trend follow the days; a trend fades by its share each day. */
interface Smoothing {
	level: number;
	trend: number;
}
const FADES = 0.92;
const SMOOTHINGS: readonly Smoothing[] = [0.1, 0.2, 0.35, 0.55].flatMap((level) =>
	[0, 0.1, 0.25].map((trend) => ({ level, trend })),
);

/** What is known after a day: the level without its weekday, and by how much it grows a day. */
interface State {
	level: number;
	trend: number;
}

/** The state after each day (exponential smoothing with a damped trend). */
function statesOf(days: readonly number[], { level: follow, trend: bend }: Smoothing): State[] {
	let level = median(days.slice(0, WEEK));
	let trend = 0;
	return days.map((amount) => {
		const before = level;
		level = follow * amount + (1 - follow) * (level + FADES * trend);
		trend = bend * (level - before) + (1 - bend) * FADES * trend;
		return { level, trend };
	});
}

/** The expected amount of a day without its weekday, 1 being the first day that is left. */
function expectedAt({ level, trend }: State, ahead: number): number {
	const grown = (FADES * (1 - FADES ** ahead)) / (1 - FADES);
	return Math.max(level + trend * grown, 0);
}

/** The errors of forecasts that the history allows to check, as shares of what came. */
interface Errors {
	errors: number[];
	/** Days ago that each was made. */
	ages: number[];
}

/** Shortest and longest time ahead over which past forecasts are checked. */
const [LEAST_AHEAD, MOST_AHEAD] = [3, 16];
/** Days after which an error counts half. */
const ERRORS_HALVE = 14;

function errorsOf(days: readonly number[], states: readonly State[], left: number): Errors {
	const found: Errors = { errors: [], ages: [] };
	const n = days.length;
	for (let day = WEEK; day < n - LEAST_AHEAD; day++) {
		const ahead = Math.min(left, MOST_AHEAD, n - 1 - day);
		const came = mean(days.slice(day + 1, day + 1 + ahead));
		let expected = 0;
		for (let k = 1; k <= ahead; k++) expected += expectedAt(states[day]!, k) / ahead;
		if (came <= 0 && expected <= 0) continue;
		// A forecast over fewer days is less wrong by nature.
		const scale = Math.sqrt(Math.max(1, Math.min(left, MOST_AHEAD) / ahead));
		const size = Math.max(came, expected * 0.25);
		found.errors.push(((expected - came) / size) * Math.min(scale, 2));
		found.ages.push(n - 1 - day);
	}
	return found;
}

/** The root of the mean squared error; newer forecasts count more. */
function weighedError({ errors, ages }: Errors): number {
	let all = 0;
	let weights = 0;
	for (const [i, error] of errors.entries()) {
		const weight = 0.5 ** (ages[i]! / ERRORS_HALVE);
		all += weight * Math.min(Math.abs(error), 1.5) ** 2;
		weights += weight;
	}
	return weights === 0 ? NaN : Math.sqrt(all / weights);
}

/** A trend has to be better by so much. */
const TREND_COSTS = 1.05;

/** The history as it is forecast from. */
interface Fit {
	factors: number[];
	state: State;
	/** The error of a forecast over all days that are left, as a share of it. */
	error: number;
	/** The deviation of a single day, as a share. */
	daily: number;
	outliers: number[];
}

/** Days far above the week around them, which count as that week. */
function withoutOutliers(days: readonly number[]): { days: number[]; outliers: number[] } {
	const usual = days.map((_, day) => median(days.slice(Math.max(0, day - 5), day + 6)));
	const ratios = days.map((amount, day) => (usual[day]! > 0 ? amount / usual[day]! : 1));
	const limit = 1 + Math.max(6 * robustSd(ratios), 0.5);
	const outliers = ratios.flatMap((ratio, day) => (ratio > limit ? [day] : []));
	// Many are no exception.
	if (outliers.length > days.length / 20 + 1) return { days: [...days], outliers: [] };
	return {
		days: days.map((amount, day) => (outliers.includes(day) ? usual[day]! : amount)),
		outliers,
	};
}

function fitOf(history: readonly number[], weekday: number, left: number): Fit {
	const factors = weekdayFactors(history, weekday);
	const plain = history.map((amount, day) => amount / factors[(weekday + day) % WEEK]!);
	const { days, outliers } = withoutOutliers(plain);
	let best: { state: State; error: number; cost: number } | undefined;
	for (const smoothing of SMOOTHINGS) {
		const states = statesOf(days, smoothing);
		const error = weighedError(errorsOf(days, states, left));
		const cost = error * (smoothing.trend > 0 ? TREND_COSTS : 1);
		const isBetter = best === undefined || cost < best.cost || Number.isNaN(best.cost);
		if (isBetter) best = { state: states.at(-1)!, error, cost };
	}
	const { state, error } = best!;
	const recent = days.slice(-4 * WEEK);
	const steps = recent.slice(1).map((amount, i) => amount - recent[i]!);
	const daily = robustSd(steps) / Math.SQRT2 / Math.max(state.level, 1e-9);
	return { factors, state, error, daily, outliers };
}

/** Half of a band that holds four of five normal deviations, in standard deviations. */
const HALF_BAND = 1.28;
/** Errors of the past are those of forecasts that were chosen by them: those to come are larger. */
const OPTIMISM = 1.25;
/** The least error of a forecast, and that of one of which nothing is known. */
const LEAST_ERROR = 0.01;
const UNKNOWN_ERROR = 0.5;

/** Forecasts the sum of the days that are left; nothing but today where there is no history. */
export function forecastSum({
	history: all,
	weekday: first,
	left,
	today = 0,
}: Outlook): SumForecast {
	const used = all.findIndex((amount) => amount > 0);
	const from = Math.max(used < 0 ? all.length : used, all.length - MOST_DAYS);
	const history = all.slice(from);
	const n = history.length;
	if (n === 0) {
		const none = { low: 0, middle: 0, high: 0 };
		const only = { low: today, middle: today, high: today };
		const days = Array.from({ length: left }, (_, day) => (day === 0 ? only : none));
		return { ...only, days, basis: 0, hasWeekdays: false, trendPercent: 0, outliers: [] };
	}
	const weekday = (first + from) % WEEK;
	const fit = fitOf(history, weekday, left);
	const known = Number.isNaN(fit.error) ? UNKNOWN_ERROR : fit.error;
	// A few days say little about a month.
	const short = n < 2 * WEEK ? 1 + (2 * WEEK - n) / WEEK : 1;
	const error = Math.max(known, LEAST_ERROR) * OPTIMISM * short;
	const days = Array.from({ length: left }, (_, day): DayForecast => {
		const factor = fit.factors[(weekday + n + day) % WEEK]!;
		const middle = expectedAt(fit.state, day + 1) * factor;
		const half = HALF_BAND * Math.hypot(error, fit.daily) * middle;
		const range = { low: Math.max(middle - half, 0), middle, high: middle + half };
		return day === 0 ? atLeast(range, today) : range;
	});
	const middle = sum(days.map((day) => day.middle));
	const half = HALF_BAND * error * middle;
	const spread = Math.max(...fit.factors) - Math.min(...fit.factors);
	const { level, trend } = fit.state;
	return {
		...atLeast({ low: Math.max(middle - half, 0), middle, high: middle + half }, today),
		days,
		basis: n,
		hasWeekdays: spread > 0.15,
		trendPercent: level > 0 ? (100 * WEEK * trend) / level : 0,
		outliers: fit.outliers.map((day) => day + from),
	};
}

/** A band whose ends are not below what has been used already. */
const atLeast = ({ low, middle, high }: DayForecast, used: number): DayForecast => ({
	low: Math.max(low, used),
	middle: Math.max(middle, used),
	high: Math.max(high, used),
});
