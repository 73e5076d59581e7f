import { sum } from './numbers';

/* Bands: the amounts between which a day, or a month, will be. */

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

/** Why a band is as it is. */
export interface Basis {
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

/** Usage is loud from so many times what was expected of it. */
export const LOUD_TIMES = 1.5;
/** News go on louder, or quieter, by this share and by the noise of single days. */
export const NEWS_MARGIN = 0.15;

/** The open days of a month with the band of their sum, which is narrower than that of all days together. */
export interface OpenDays extends Partial<Basis> {
	rest: Band;
	days: DayBand[];
}

/** The sum of bands as if all days were at the same end of theirs. */
export const addedUp = (days: readonly Band[]): Band => ({
	low: sum(days.map(({ low }) => low)),
	middle: sum(days.map(({ middle }) => middle)),
	high: sum(days.map(({ high }) => high)),
});
