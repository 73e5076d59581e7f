import { DAY_MS } from '../../times';
import { mean, quantile, sum, sumsBefore, weighedQuantile } from './numbers';
import type { Rhythm } from './rhythm';
import { shiftIn } from './shift';

/*
 * Forecasts the sum of the days after a cut through a history, by recent levels and trends. Each counts by how well it
 * would have forecast the past; what all of them together were wrong by in the past is the error of a forecast.
 */

const WEEK = 7;
/** Days of a line through the newest ones. */
const LINE_DAYS = 28;
/** Days of each half that growth compares. */
const GROWTH_DAYS = 14;
/** The growth between the halves that a forecast goes on with, at most. */
const MOST_GROWTH = Math.log(3);

/** A day of a history: the days before it are known, and a number of days after it is forecast. */
export interface Cut {
	at: number;
	ahead: number;
}

/** A trend fades by this share each day. */
const FADES = 0.97;
/** The days that a fading trend is worth. */
const faded = (days: number) => (FADES * (1 - FADES ** days)) / (1 - FADES);

/** Means and trends of the days before a cut, of as many as there are; days without their rhythm. */
class Levels {
	private readonly sums: number[];
	private readonly weighed: number[];

	/** @param since the day with which the newest level began: days before it say nothing of those after it */
	constructor(
		level: readonly number[],
		private readonly since: number,
	) {
		this.sums = sumsBefore(level);
		this.weighed = sumsBefore(level.map((amount, day) => amount * day));
	}

	/** The days of the level that a cut is in. */
	private daysOf(at: number): number {
		return at >= this.since + LEAST_BEFORE ? at - this.since : at;
	}

	mean(at: number, days: number): number {
		const first = Math.max(0, at - Math.min(days, this.daysOf(at)));
		return at === first ? 0 : (this.sums[at]! - this.sums[first]!) / (at - first);
	}

	/** The line through the newest days: its value at the last of them, and its slope a day. */
	line(at: number): { value: number; slope: number } {
		const days = Math.min(LINE_DAYS, this.daysOf(at));
		const middle = this.mean(at, days);
		if (days < WEEK) return { value: middle, slope: 0 };
		const [first, center] = [at - days, at - (days + 1) / 2];
		const products = this.weighed[at]! - this.weighed[first]!;
		const covariance = products - center * (this.sums[at]! - this.sums[first]!);
		const slope = covariance / ((days * (days * days - 1)) / 12);
		return { value: middle + slope * ((days - 1) / 2), slope };
	}

	/** The growth a day, as a logarithm. */
	growth(at: number): number {
		const half = Math.min(GROWTH_DAYS, Math.floor(this.daysOf(at) / 2));
		const [now, before] = [this.mean(at, half), this.mean(at - half, half)];
		if (half < 4 || now <= 0 || before <= 0) return 0;
		return Math.max(-MOST_GROWTH, Math.min(MOST_GROWTH, Math.log(now / before))) / half;
	}
}

/** A way to tell what the days after a cut have on average. */
interface Way {
	/** Whether it goes by all days, single ones that are far above the others among them. */
	isRaw?: true;
	level(levels: Levels, cut: Cut): number;
}

const WAYS: readonly Way[] = [
	{ level: (levels, { at }) => levels.mean(at, 7) },
	{ level: (levels, { at }) => levels.mean(at, 14) },
	{ level: (levels, { at }) => levels.mean(at, 28) },
	{ isRaw: true, level: (levels, { at }) => levels.mean(at, 28) },
	{ isRaw: true, level: (levels, { at }) => levels.mean(at, 91) },
	{
		level: (levels, { at, ahead }) => {
			const { value, slope } = levels.line(at);
			return Math.max(0, value + slope * faded(ahead / 2));
		},
	},
	{
		// The mean of a week is that of its middle.
		level: (levels, { at, ahead }) =>
			levels.mean(at, WEEK) * Math.exp(levels.growth(at) * (WEEK / 2 + faded(ahead / 2))),
	},
];

/** A cut in the past, with how much its error counts: those that overlap share a weight. */
interface PastCut extends Cut {
	weight: number;
}

/** Days after which an error counts half. */
const ERRORS_HALVE = 120;
/** Least days before a cut in the past. */
export const LEAST_BEFORE = WEEK;
/** Former months whose same day is a cut. */
const FORMER_MONTHS = 12;

/**
 * The same day of former months, up to their ends, and all days with as many days after them, or with a third of a
 * short history.
 */
function pastCuts(from: number, { at: now, ahead: left }: Cut): PastCut[] {
	const cuts: PastCut[] = [];
	const recency = (at: number) => 0.5 ** ((now - at) / ERRORS_HALVE);
	const ahead = Math.max(1, Math.min(left, Math.floor(now / 3)));
	for (let at = LEAST_BEFORE; at + ahead <= now; at++) {
		cuts.push({ at, ahead, weight: recency(at) / ahead });
	}
	const date = new Date(from + now * DAY_MS);
	for (let back = 0; back < FORMER_MONTHS; back++) {
		const end = (Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back) - from) / DAY_MS;
		const at = end - left;
		if (at >= LEAST_BEFORE) cuts.push({ at, ahead: left, weight: recency(at) });
	}
	return cuts;
}

/** The largest error that counts, as a logarithm. */
const MOST_ERROR = 3;
/** Errors below this, squared, make no way better than another. */
const LEAST_SQUARE = 1e-4;
/** A way that goes by single days has to be better than one that does not. */
const RAW_COSTS = { times: 1.3, square: 1e-3 };
/** Share of errors at each end that a band leaves out. */
const LEFT_OUT = 0.05;
/** A band of few independent errors is wider: by this share if there is one. */
const FEW_ERRORS = 2.5;

/** A history with what repeats in it. */
export interface History extends Rhythm {
	/** The first day, in milliseconds since 1970. */
	from: number;
	amounts: readonly number[];
}

export class Forecaster {
	/** The day of the history from which its level has been another one; 0 for none. */
	readonly shiftedOn: number;
	private readonly calm: Levels;
	private readonly raw: Levels;
	private readonly amounts: number[];
	private readonly factors: number[];
	private readonly extras: number[];
	private readonly past: readonly PastCut[];
	private readonly weights: number[];
	private readonly errors: number[];

	/** @param cut where the history ends, with the days that are left of its month */
	constructor(history: History, cut: Cut) {
		this.shiftedOn = shiftIn(history.calm);
		this.raw = new Levels(history.level, this.shiftedOn);
		this.calm = new Levels(history.calm, this.shiftedOn);
		this.amounts = sumsBefore(history.amounts);
		this.factors = sumsBefore(history.factors);
		this.extras = sumsBefore(history.extras);
		this.past = pastCuts(history.from, cut);
		const wholeWeight = sum(this.past.map(({ weight }) => weight));
		this.weights = WAYS.map((way) => {
			const squares = this.past.map((past) => {
				const error = this.errorOf(past, this.sumAt(this.levelBy(way, past), past));
				return past.weight * Math.min(1, error * error);
			});
			const square = wholeWeight > 0 ? sum(squares) / wholeWeight : 1;
			const cost = way.isRaw ? RAW_COSTS.times * square + RAW_COSTS.square : square;
			return 1 / (cost + LEAST_SQUARE) ** 2;
		});
		this.errors = this.past.map((past) =>
			this.errorOf(past, this.sumAt(this.levelAfter(past), past)),
		);
	}

	private levelBy(way: Way, cut: Cut): number {
		return way.level(way.isRaw ? this.raw : this.calm, cut);
	}

	/** What a day after a cut has on average, without its rhythm. */
	levelAfter(cut: Cut): number {
		const levels = WAYS.map((way, i) => this.weights[i]! * this.levelBy(way, cut));
		return sum(levels) / sum(this.weights);
	}

	/** What the days after a cut have at a level. */
	sumAt(level: number, { at, ahead }: Cut): number {
		const ofLevel = level * (this.factors[at + ahead]! - this.factors[at]!);
		return ofLevel + this.extras[at + ahead]! - this.extras[at]!;
	}

	/** A twentieth of what is usual in the time: nothing and almost nothing are alike. */
	private floorOf({ at, ahead }: Cut, expected: number): number {
		return 0.05 * Math.max((this.amounts[at]! / at) * ahead, expected) + 1e-9;
	}

	/** What came after a cut by what was expected, as a logarithm. */
	private errorOf(cut: Cut, expected: number): number {
		const came = this.amounts[cut.at + cut.ahead]! - this.amounts[cut.at]!;
		const floor = this.floorOf(cut, expected);
		const error = Math.log((came + floor) / (expected + floor));
		return Math.max(-MOST_ERROR, Math.min(MOST_ERROR, error));
	}

	/** A band around what is expected after a cut, by the errors of the past, and wider by a share at each end. */
	bandAround(expected: number, cut: Cut, wider: number) {
		const weights = this.past.map(({ weight }) => weight);
		const at = (share: number) => weighedQuantile(this.errors, weights, share);
		const few = 1 + FEW_ERRORS / Math.max(sum(weights), 0.5);
		const center = at(0.5);
		const floor = this.floorOf(cut, expected);
		const withError = (error: number) => Math.max(0, (expected + floor) * Math.exp(error) - floor);
		return {
			low: withError(center + few * (at(LEFT_OUT) - center) - wider),
			middle: withError(center),
			high: withError(center + few * (at(1 - LEFT_OUT) - center) + wider),
			/** What the past was wrong by in the middle, as a logarithm. */
			bias: center,
		};
	}

	/** What days after a cut have at its level, and where its trends do not fade. */
	goingOn(cut: Cut): number[] {
		const { value, slope } = this.calm.line(cut.at);
		const growth = this.calm.growth(cut.at);
		const grown = this.calm.mean(cut.at, WEEK) * Math.exp((growth * (WEEK + cut.ahead)) / 2);
		const levels = [Math.max(0, value + (slope * cut.ahead) / 2), grown, this.calm.mean(cut.at, 5)];
		return levels.map((level) => this.sumAt(level, cut));
	}

	/** The trend of the newest days, in percent a week. */
	trendPercent(at: number): number {
		const { value, slope } = this.calm.line(at);
		return value > 0 ? (100 * WEEK * slope) / value : 0;
	}
}

/** How much single days differ from the day before, as a logarithm. */
export function dailyNoise(level: readonly number[]): number {
	const logs = level.filter((amount) => amount > 0).map(Math.log);
	const steps = logs.slice(1).map((log, i) => Math.abs(log - logs[i]!));
	// The middle of such differences is 0.95 standard deviations.
	return Math.min(1, quantile(steps, 0.5) / 0.95);
}

/** Days that are not known take the mean of the known ones up to a week around them. */
export function filled(amounts: ReadonlyArray<number | null>): number[] {
	return amounts.map((amount, day) => {
		if (amount !== null) return amount;
		const around = amounts.slice(Math.max(0, day - WEEK), day + WEEK + 1);
		return mean(around.flatMap((other) => other ?? []));
	});
}
