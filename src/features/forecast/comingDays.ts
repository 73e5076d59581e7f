import { type Band, NEWS_MARGIN } from './bands';
import { type Cut, dailyNoise, type Forecaster, type History } from './forecaster';
import type { News } from './news';
import { mean, quantile, sum } from './numbers';
import { LATE_DAYS } from './outlook';

/** A history with fewer days has not seen each season. */
const DAYS_OF_SEASONS = 330;
/** The least that a band is wide at each end, and by how much a day of a season that was not seen widens it. */
const LEAST_ERROR = 0.02;
const SEASON_ERROR = 0.0015;
/** A history with fewer days may not have shown its largest days, or that its trend ends. */
const [DAYS_OF_OUTLIERS, DAYS_OF_TRENDS] = [120, 90];
/** Newest days of a history that its single days are compared with. */
export const NEWEST_DAYS = 60;
/** Errors of the past that lean to one side so much, as a logarithm, may not do so again. */
const LARGE_BIAS = 0.35;

/** The band of today and the days to come, without what today has used already. */
export function comingBand(
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
		const recent = history.level.slice(-NEWEST_DAYS);
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
