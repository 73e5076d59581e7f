import { type Forecaster, LEAST_BEFORE } from './forecaster';
import { quantile } from './numbers';

/*
 * News: the newest days in a row are all above what was expected of them, or all below, by more than a history has
 * shown before. Nobody knows whether they go on, so that a band covers both.
 */

/** Newest days in a row that are looked at. */
const IN_A_ROW = [1, 2, 3, 5];
/** Share of the past that departs less than news. */
const SHARE_OF_PAST = 0.98;
/** The least departure that is news, as a logarithm. */
const LEAST_DEPARTURE = Math.log(1.25);
/** Days from which the level before the news is estimated. */
const DAYS_OF_LEVEL = 28;

/** Levels that the days ahead may have after the news; undefined where there are none. */
export interface News {
	/** The loudest of the newest days, and the level before them. */
	more?: { level: number; before: number };
	/** The quietest of the newest days. */
	less?: number;
}

/** How far all of some days in a row are from what was expected of them, as logarithms. */
function departure(forecaster: Forecaster, level: readonly number[], end: number, days: number) {
	const expected = forecaster.levelAfter({ at: end - days, ahead: days });
	const own = level.slice(end - days, end);
	// A fiftieth: nothing and almost nothing are alike.
	const floor = 0.02 * expected + 1e-9;
	const of = (amount: number) => Math.log((amount + floor) / (expected + floor));
	return { up: of(Math.min(...own)), down: of(Math.max(...own)) };
}

/** The news in the last days of a level. */
export function newsIn(forecaster: Forecaster, level: readonly number[]): News {
	const end = level.length;
	const news: News = {};
	for (const days of IN_A_ROW) {
		const past: Array<ReturnType<typeof departure>> = [];
		for (let at = LEAST_BEFORE + days; at <= end - days; at++) {
			past.push(departure(forecaster, level, at, days));
		}
		if (past.length === 0) continue;
		const { up, down } = departure(forecaster, level, end, days);
		const mostUp = quantile(
			past.map((one) => one.up),
			SHARE_OF_PAST,
		);
		const mostDown = quantile(
			past.map((one) => one.down),
			1 - SHARE_OF_PAST,
		);
		const own = level.slice(-days);
		if (up > Math.max(LEAST_DEPARTURE, mostUp)) {
			const before = forecaster.levelAfter({ at: end - days, ahead: DAYS_OF_LEVEL });
			news.more = {
				level: Math.max(news.more?.level ?? 0, ...own),
				before: Math.min(news.more?.before ?? before, before),
			};
		}
		if (down < Math.min(-LEAST_DEPARTURE, mostDown)) {
			news.less = Math.min(news.less ?? Infinity, ...own);
		}
	}
	return news;
}
