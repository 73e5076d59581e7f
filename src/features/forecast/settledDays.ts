import { DAY_MS } from '../../times';
import { addedUp, type Band, type DayBand, LOUD_TIMES, NEWS_MARGIN, type OpenDays } from './bands';
import { comingBand, NEWEST_DAYS } from './comingDays';
import { type Cut, Forecaster, filled, type History } from './forecaster';
import { newsIn } from './news';
import { mean, range, sum } from './numbers';
import { type KeyDays, LATE_DAYS, LEAST_PASSED, type Outlook } from './outlook';
import { rhythmOf } from './rhythm';

/** The share of what was expected below which the newest days may be incomplete. */
const SHORT_SHARE = 0.8;

/** A history that is long enough to be forecast from. */
export function settledDays({ amounts, from }: Outlook, keyDays: KeyDays): OpenDays {
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
		largest: Math.max(...known.slice(-NEWEST_DAYS)),
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
