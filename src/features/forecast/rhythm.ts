import { DAY_MS } from '../../times';
import { mean, median } from './numbers';

/* What repeats in a history: its weekdays, and days of the month that have more than those around them. */

const WEEK = 7;
/** A history from which weekdays are read. */
const DAYS_FOR_WEEKDAYS = 21;
/** The newest days that weekdays are read from. */
const MOST_DAYS_FOR_WEEKDAYS = 16 * WEEK;
/** The least factor of a weekday. */
const LEAST_FACTOR = 0.02;
/** A weekday with less than this share of an average one says little about the level. */
const QUIET_FACTOR = 0.2;

/** What repeats, for each day of a history and of the rest of its month. */
export interface Rhythm {
	/** How much of an average day each has by its weekday. */
	factors: readonly number[];
	/** What each has beside, as its day of the month had more in former months. */
	extras: readonly number[];
	/** By how much less and more than that it may have, as former months differed. */
	extrasLess: readonly number[];
	extrasMore: readonly number[];
	/** The days of the history without factor and extra. */
	level: readonly number[];
	/** The same, where a single day far above those on both sides of it is as they are. */
	calm: readonly number[];
	hasWeekdays: boolean;
}

/** How much each weekday has of an average one; all 1 where a history is short. */
function weekdayFactors(history: readonly number[], firstWeekday: number): number[] {
	const factors: number[] = new Array(WEEK).fill(1);
	if (history.length < DAYS_FOR_WEEKDAYS) return factors;
	const ratios: number[][] = factors.map(() => []);
	const from = Math.max(3, history.length - MOST_DAYS_FOR_WEEKDAYS);
	for (let day = from; day < history.length - 3; day++) {
		const around = mean(history.slice(day - 3, day + 4));
		if (around > 0) ratios[(firstWeekday + day) % WEEK]!.push(history[day]! / around);
	}
	for (const [day, own] of ratios.entries()) {
		// Few weeks say little.
		factors[day] = 1 + (median(own) - 1) * (own.length / (own.length + 1));
	}
	const average = mean(factors);
	return factors.map((factor) => Math.max(factor / average, LEAST_FACTOR));
}

/** Amounts without their weekday; a quiet weekday has the level of the week that ends with it. */
function withoutWeekdays(amounts: readonly number[], factors: readonly number[]): number[] {
	return amounts.map((amount, day) => {
		if (factors[day]! >= QUIET_FACTOR) return amount / factors[day]!;
		const first = Math.max(0, day - WEEK + 1);
		return mean(amounts.slice(first, day + 1)) / mean(factors.slice(first, day + 1));
	});
}

/** Days on each side that a day of the month is compared with. */
const AROUND = 8;
/** A peak has so many times what the days around it have. */
const PEAK_TIMES = 1.8;
/** Former months that a peak is read from. */
const MONTHS_OF_PEAKS = 12;
/** One former month in so many may lack a peak. */
const MAY_LACK = 6;
/** A peak that one month alone has had may be larger by this share. */
const MORE_THAN_ONE = 1.3;
/** The last days of a month that are counted by their distance from its end. */
const LAST_DAYS = 3;

interface Peak {
	extra: number;
	less: number;
	more: number;
}
const NO_PEAK: Peak = { extra: 0, less: 0, more: 0 };

/** What a day of the month has beside its level, by what former months had; undefined for nothing. */
function peakOf(former: ReadonlyArray<{ extra: number; isPeak: boolean }>): Peak | undefined {
	const lacking = former.filter(({ isPeak }) => !isPeak).length;
	if (lacking > former.length / MAY_LACK) return undefined;
	const own = former.slice(-MONTHS_OF_PEAKS).map(({ extra }) => Math.max(0, extra));
	// What was seen once may come again, or not.
	if (own.length === 1) return { extra: 0, less: 0, more: MORE_THAN_ONE * own[0]! };
	const extra = mean(own);
	const few = 1 + 4 / own.length;
	return {
		extra,
		less: Math.min(extra, few * (extra - Math.min(...own))),
		more: few * (Math.max(...own) - extra),
	};
}

/** The peaks of days, from the first day of a level on, over a number of days. */
function peaksOf(level: readonly number[], from: number, length: number): Peak[] {
	const nameOf = (day: number): string => {
		const date = new Date(from + day * DAY_MS);
		const [year, month, ofMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
		const toEnd = new Date(Date.UTC(year, month + 1, 0)).getUTCDate() - ofMonth;
		return toEnd < LAST_DAYS ? `${toEnd} before the end` : `the ${ofMonth}`;
	};
	const former = new Map<string, Array<{ extra: number; isPeak: boolean }>>();
	for (const [day, amount] of level.entries()) {
		const before = level.slice(Math.max(0, day - AROUND), day);
		const usual = median([...before, ...level.slice(day + 1, day + 1 + AROUND)]);
		const own = { extra: amount - usual, isPeak: amount > PEAK_TIMES * usual };
		former.set(nameOf(day), [...(former.get(nameOf(day)) ?? []), own]);
	}
	const known = new Map([...former].map(([name, all]) => [name, peakOf(all)]));
	return Array.from({ length }, (_, day) => known.get(nameOf(day)) ?? NO_PEAK);
}

/** Days on each side of a single day. */
const BESIDE = 3;
/** A single day is far above them if it has so many times what they have. */
const SINGLE_TIMES = 2.5;
/** Days after which it shows that a day was a single one. */
const SHOWN_AFTER = 2;

/** Days without single ones that are far above those on both sides; the newest days stay as they are. */
const withoutSingles = (level: readonly number[]): number[] =>
	level.map((amount, day) => {
		const after = level.slice(day + 1, day + 1 + BESIDE);
		const beside = [...level.slice(Math.max(0, day - BESIDE), day), ...after];
		const most = Math.max(...beside, 0);
		return after.length >= SHOWN_AFTER && amount > SINGLE_TIMES * most ? most : amount;
	});

/**
 * The rhythm of a history that begins at a moment (in milliseconds since 1970), for a number of days from there;
 * `settled` of its days are complete.
 */
export function rhythmOf(
	amounts: readonly number[],
	{ from, length, settled }: { from: number; length: number; settled: number },
): Rhythm {
	const weekday = new Date(from).getUTCDay();
	const byWeekday = weekdayFactors(amounts.slice(0, settled), weekday);
	const factors = Array.from({ length }, (_, day) => byWeekday[(weekday + day) % WEEK]!);
	const peaks = peaksOf(withoutWeekdays(amounts, factors), from, length);
	const plain = amounts.map((amount, day) => Math.max(0, amount - peaks[day]!.extra));
	const level = withoutWeekdays(plain, factors);
	return {
		factors,
		extras: peaks.map(({ extra }) => extra),
		extrasLess: peaks.map(({ less }) => less),
		extrasMore: peaks.map(({ more }) => more),
		level,
		calm: withoutSingles(level),
		hasWeekdays: Math.max(...byWeekday) - Math.min(...byWeekday) > 0.15,
	};
}
