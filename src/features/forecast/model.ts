import { DAY_MS } from '../../times';
import { type Band, type Basis, type DayBand, LOUD_TIMES } from './bands';
import { earlyDays } from './earlyDays';
import { filled } from './forecaster';
import { range, sum } from './numbers';
import { type KeyDays, keyDaysOf, type Outlook } from './outlook';
import { settledDays } from './settledDays';

/*
 * What a month will have used at its end: what it has used, and a band of what is left. The band is as wide as such
 * forecasts were wrong in the past. It is wider where the newest days are like nothing before, where they may be
 * incomplete, where days are not known, and where a history is short. The same days give the same band.
 */

export interface MonthForecast extends Band, Basis {
	/** What the days of the month have used, as far as it is known; today included. */
	soFar: number;
	/** The days of the month that are to come or may still change. */
	days: DayBand[];
}

/** With fewer days since the first use it is too early to say. */
const EARLY_DAYS = 14;

/** Forecasts a month by the days up to a moment of it. */
export function forecastMonth(outlook: Outlook): MonthForecast {
	const { amounts } = outlook;
	const keyDays = keyDaysOf(outlook);
	const { start, first, open, today } = keyDays;
	const basis = start < 0 ? 0 : today - start;
	const { days, ...why } =
		basis < EARLY_DAYS ? earlyDays(amounts, keyDays) : settledDays(outlook, keyDays);
	const missing = range(Math.max(start, 0), today).filter((day) => amounts[day] === null);
	const settled = sum(range(Math.max(first, 0), open).map((day) => amounts[day] ?? 0));
	const lacking = unknownBefore(amounts, keyDays);
	const soFar = settled + sum(range(open, today + 1).map((day) => amounts[day] ?? 0));
	const { rest } = why;
	return {
		soFar,
		low: Math.max(soFar, settled + rest.low),
		middle: Math.max(soFar, settled + lacking.middle + rest.middle),
		high: Math.max(soFar, settled + lacking.high + rest.high),
		days,
		basis,
		missing: missing.length,
		isEarly: basis < EARLY_DAYS && (basis > 0 || (amounts[today] ?? 0) !== 0 || isYoung(outlook)),
		news: why.news,
		hasWeekdays: why.hasWeekdays ?? false,
		trendPercent: why.trendPercent ?? 0,
		peaks: why.peaks ?? [],
		shiftedOn: why.shiftedOn,
	};
}

/** Whether there has not been time for usage to show, as far as it is known: no usage says nothing then. */
const isYoung = ({ now, since }: Outlook) =>
	since === undefined || now - since < EARLY_DAYS * DAY_MS;

/** What the days of the month may have used that are not known, without those that may still change. */
function unknownBefore(amounts: Outlook['amounts'], { first, start, open }: KeyDays) {
	const known = filled(amounts);
	const unknown = range(Math.max(first, start, 0), open).filter((day) => amounts[day] === null);
	const middle = sum(unknown.map((day) => known[day]!));
	return { middle, high: LOUD_TIMES * middle };
}
