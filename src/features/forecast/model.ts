import { DAY_MS } from '../../times';
import { type Cut, dailyNoise, filled, Forecaster, type History } from './forecaster';
import { type News, newsIn } from './news';
import { mean, quantile, sum } from './numbers';
import { rhythmOf } from './rhythm';

/*
 * What a month will have used at its end: what it has used, and a band of what is left. The band is as wide as such
 * forecasts were wrong in the past. It is wider where the newest days are like nothing before, where they may be
 * incomplete, where days are not known, and where a history is short. The same days give the same band.
 */

/** An amount that lies between `low` and `high` in at least four of five months. */
export interface Band {
	low: number;
	middle: number;
	high: number;
}

/** The band of a day, with its index among the days that are known. */
export interface DayBand extends Band {
	day: number;
}

/** Days in a row up to a moment. */
export interface Outlook {
	/** Amounts from the first day that is read to today; null for a day that is not known. */
	amounts: ReadonlyArray<number | null>;
	/** The first day, and the moment, in milliseconds since 1970. */
	from: number;
	now: number;
	/** Since when there could have been any, in milliseconds since 1970; undefined where that is not known. */
	since?: number | undefined;
}

/** Why a band is as it is. */
interface Basis {
	/** Complete days since the first use, up to yesterday. */
	basis: number;
	/** Whether there are too few of them for more than a wide band; without any use the band says nothing. */
	isEarly: boolean;
	/** Whether the newest days have more or less than was expected of them. */
	news: 'more' | 'less' | undefined;
	/** Days of the history that are not known. */
	missing: number;
	hasWeekdays: boolean;
	/** The trend of the last four weeks. */
	trendPercent: number;
	/** Days to come that had more in former months, by their indices. */
	peaks: number[];
	/** The day from which the level has been another one, by its index. */
	shiftedOn: number | undefined;
}

export interface MonthForecast extends Band, Basis {
	/** What the days of the month have used, as far as it is known; today included. */
	soFar: number;
	/** The days of the month that are to come or may still change. */
	days: DayBand[];
}

/** Usage is up to two days late: so many days before today may be incomplete. */
export const LATE_DAYS = 2;
/** With fewer days since the first use it is too early to say. */
const EARLY_DAYS = 14;
/** A use after so many days without any begins a new history. */
export const LONG_SILENCE = 45;
/** A history with fewer days has not seen each season. */
const DAYS_OF_SEASONS = 330;
/** The least that a band is wide at each end, and by how much a day of a season that was not seen widens it. */
const LEAST_ERROR = 0.02;
const SEASON_ERROR = 0.0015;
/** A history with fewer days may not have shown its largest days, or that its trend ends. */
const [DAYS_OF_OUTLIERS, DAYS_OF_TRENDS] = [120, 90];
/** Newest days of a history that its single days are compared with. */
const RECENT_DAYS = 60;
/** The share of what was expected below which the newest days may be incomplete. */
const SHORT_SHARE = 0.8;
/** Today is news if it goes on to so many times what was expected of it. */
const LOUD_TIMES = 1.5;
/** A day is too short to tell its end before this share of it has passed. */
const LEAST_PASSED = { usual: 0.15, ofFirstDay: 0.005 };
/** The largest day may be topped by this share. */
const TOPPED = 1.3;
/** News go on louder, or quieter, by this share and by the noise of single days. */
const NEWS_MARGIN = 0.15;
/** Errors of the past that lean to one side so much, as a logarithm, may not do so again. */
const LARGE_BIAS = 0.35;

/** The days of an outlook that a forecast needs, by their indices in it. */
interface KeyDays {
	today: number;
	/** The first day of the month, and that of the next one. */
	first: number;
	end: number;
	/** The first day of the month that may still change. */
	open: number;
	/** The day with which the history begins; negative for none. */
	start: number;
	/** The share of today that has passed. */
	passed: number;
}

function keyDaysOf({ amounts, from, now }: Outlook): KeyDays {
	const today = amounts.length - 1;
	const date = new Date(from + today * DAY_MS);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
	const indexOf = (ms: number) => (ms - from) / DAY_MS;
	const first = indexOf(Date.UTC(year, month));
	return {
		today,
		first,
		end: indexOf(Date.UTC(year, month + 1)),
		open: Math.max(first, today - LATE_DAYS),
		start: beginningOf(amounts),
		passed: Math.min(1, indexOf(now) - today),
	};
}

/** The first use, or the first one after a long silence; negative for none. */
function beginningOf(amounts: ReadonlyArray<number | null>): number {
	let begins = -1;
	let last = -Infinity;
	for (const [day, amount] of amounts.entries()) {
		if (amount === null || amount <= 0) continue;
		if (begins < 0 || day - last > LONG_SILENCE) begins = day;
		last = day;
	}
	return begins;
}

const range = (from: number, to: number): number[] =>
	Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

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

/** The open days of a month with the band of their sum, which is narrower than that of all days together. */
interface OpenDays extends Partial<Basis> {
	rest: Band;
	days: DayBand[];
}

/** The sum of bands as if all days were at the same end of theirs. */
const addedUp = (days: readonly Band[]): Band => ({
	low: sum(days.map(({ low }) => low)),
	middle: sum(days.map(({ middle }) => middle)),
	high: sum(days.map(({ high }) => high)),
});

/** A short history: nothing may come any more, or the largest day again and growing as it has so far. */
function earlyDays(amounts: Outlook['amounts'], keyDays: KeyDays): OpenDays {
	const { start, today, open, end, passed } = keyDays;
	const left = end - today;
	const seenToday = amounts[today] ?? 0;
	const isFirstDay = start === today;
	const least = isFirstDay ? LEAST_PASSED.ofFirstDay : LEAST_PASSED.usual;
	const paceToday = seenToday / Math.max(passed, least);
	const known = start < 0 ? [0] : isFirstDay ? [paceToday] : filled(amounts.slice(start, today));
	const most = TOPPED * Math.max(...known, seenToday);
	const usual = mean(known.slice(-7));
	const growth = 1 + left / (2 * Math.max(known.length, 2));
	const days = range(open, end).map((day): DayBand => {
		const seen = amounts[day] ?? 0;
		if (day > today) return { day, low: 0, middle: usual, high: most * growth };
		if (day < today) return { day, low: seen, middle: seen, high: Math.max(seen, most) };
		return { day, low: seen, middle: Math.max(seen, usual), high: Math.max(paceToday, most) };
	});
	return { days, rest: addedUp(days) };
}

/** A history that is long enough to be forecast from. */
function settledDays({ amounts, from }: Outlook, keyDays: KeyDays): OpenDays {
	const { start, today, open, end } = keyDays;
	const known = filled(amounts.slice(start, today));
	const [n, left] = [known.length, end - today];
	const firstDay = from + start * DAY_MS;
	const history: History = {
		from: firstDay,
		amounts: known,
		...rhythmOf(known, { from: firstDay, length: end - start, settled: n - LATE_DAYS }),
	};
	const cut: Cut = { at: n, ahead: left };
	const forecaster = new Forecaster(history, cut);
	const news = newsIn(forecaster, history.level);
	// The newest days may be incomplete: then the level is that of the days before them.
	const before: Cut = { at: n - LATE_DAYS, ahead: LATE_DAYS };
	const isShort =
		mean(history.level.slice(-LATE_DAYS)) < SHORT_SHARE * forecaster.levelAfter(before);
	const level = forecaster.levelAfter({ at: isShort ? n - LATE_DAYS : n, ahead: left });
	const coming = comingBand(forecaster, history, { cut, level, news, isShort });
	const expectedOn = (day: number) => forecaster.sumAt(level, { at: day - start, ahead: 1 });
	const ofToday = withToday(coming, {
		seen: amounts[today] ?? 0,
		expected: expectedOn(today),
		pace: (amounts[today] ?? 0) / Math.max(keyDays.passed, LEAST_PASSED.usual),
		left,
		largest: Math.max(...known.slice(-RECENT_DAYS)),
	});
	const late = range(open, today).map((day): DayBand => {
		const seen = amounts[day] ?? 0;
		const expected = expectedOn(day);
		const isLacking = amounts[day] === null;
		const isLate = isLacking || (isShort && seen < SHORT_SHARE * expected);
		const high = isLate ? (1 + NEWS_MARGIN) * expected : expected;
		return { day, low: seen, middle: isLate ? expected : seen, high: Math.max(seen, high) };
	});
	const lateSum = addedUp(late);
	const whole = sum(range(today, end).map(expectedOn));
	const days = range(today, end).map((day): DayBand => {
		const share = whole > 0 ? expectedOn(day) / whole : 1 / left;
		const least = day === today ? (amounts[today] ?? 0) : 0;
		const of = (amount: number) => Math.max(least, share * amount);
		return { day, low: of(coming.low), middle: of(coming.middle), high: of(coming.high) };
	});
	return {
		rest: addedUp([lateSum, ofToday]),
		days: [...late, ...days],
		news:
			news.more || ofToday.isLoud
				? 'more'
				: news.less !== undefined || isShort
					? 'less'
					: undefined,
		hasWeekdays: history.hasWeekdays,
		trendPercent: forecaster.trendPercent(isShort ? n - LATE_DAYS : n),
		peaks: range(today, end).filter((day) => history.extras[day - start]! > 0),
		shiftedOn: forecaster.shiftedOn > 0 ? start + forecaster.shiftedOn : undefined,
	};
}

/** The band of today and the days to come, without what today has used already. */
function comingBand(
	forecaster: Forecaster,
	history: History,
	{ cut, level, news, isShort }: { cut: Cut; level: number; news: News; isShort: boolean },
): Band {
	const { at: n, ahead: left } = cut;
	const sumAt = (own: number) => forecaster.sumAt(own, cut);
	const expected = sumAt(level);
	const season = n < DAYS_OF_SEASONS ? SEASON_ERROR * left : 0;
	const { bias, ...band } = forecaster.bandAround(expected, cut, LEAST_ERROR + season);
	const low = band.low - sum(history.extrasLess.slice(n));
	const high = band.high + sum(history.extrasMore.slice(n));
	const reached: number[] = [];
	if (Math.abs(bias) > LARGE_BIAS) reached.push(expected);
	if (n < DAYS_OF_OUTLIERS) {
		const recent = history.level.slice(-RECENT_DAYS);
		const usual = quantile(recent, 0.5);
		reached.push(sumAt(usual), expected + Math.max(...recent) - usual);
	}
	if (n < DAYS_OF_TRENDS) {
		reached.push(...forecaster.goingOn({ ...cut, at: isShort ? n - LATE_DAYS : n }));
	}
	const margin = (1 + NEWS_MARGIN) * Math.exp(dailyNoise(history.level.slice(-28)));
	if (news.more) reached.push(sumAt(news.more.before), sumAt(news.more.level * margin));
	if (news.less !== undefined) reached.push(sumAt(news.less / margin));
	if (isShort) reached.push(sumAt(forecaster.levelAfter(cut)) / margin);
	// More than before may go on, or not: the middle is between them. Less may be late, and is expected to come.
	const middle = news.more ? mean([band.middle, sumAt(news.more.level)]) : band.middle;
	return {
		low: Math.max(0, Math.min(low, middle, ...reached)),
		middle,
		high: Math.max(high, middle, ...reached),
	};
}

/** A band of the days from today on, with what today has used: it ends with that at least, and may go on as loudly. */
function withToday(
	{ low, middle, high }: Band,
	today: { seen: number; expected: number; pace: number; left: number; largest: number },
): Band & { isLoud: boolean } {
	const { seen, expected, pace, left, largest } = today;
	const surplus = Math.max(0, seen - expected);
	const isLoud = pace > LOUD_TIMES * expected && seen > largest / 2;
	return {
		isLoud,
		low: Math.max(low, seen),
		middle: Math.max(middle + (isLoud ? surplus : 0), seen),
		high: Math.max(high + surplus, seen, isLoud ? left * pace : 0),
	};
}
