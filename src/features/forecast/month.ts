import type { Json } from '../../table/define';
import { tidy, volumeSum } from '../../table/entries/usage/usageDays';
import { DAY_MS } from '../../times';
import type { FoundEndpoint } from './devices';
import { forecastMonth, type MonthForecast } from './model';
import { shown } from './money';
import { type AmountName, type Calendar, dayText, knownSum, type Series } from './series';

/* A month of one kind of traffic, and its cells in the item. */

/** A month of one kind of traffic: what will be used, and what was in the month before. */
export interface Month extends MonthForecast {
	/** null where a day of it is not known. */
	last: number | null;
	/** Whether no day at all is known. */
	isUnknown: boolean;
	/** Whether nothing is known of its end: there was no use yet, and too little time for any. */
	isOpen: boolean;
}

/**
 * Since when there can have been usage: the creation of the oldest endpoint, or an earlier use; undefined where neither
 * is known.
 */
export function existsSince(endpoints: FoundEndpoint[], { from, dataMb, sms }: Series) {
	const created = endpoints.map((endpoint) => endpoint.created).filter(Number.isFinite);
	const used = [dataMb, sms]
		.map((amounts) => amounts.findIndex((amount) => amount !== null && amount > 0))
		.filter((day) => day >= 0)
		.map((day) => from + day * DAY_MS);
	const all = [...created, ...used];
	return all.length > 0 ? all.reduce((a, b) => Math.min(a, b)) : undefined;
}

export function monthOf(
	series: Series,
	name: AmountName,
	calendar: Calendar,
	since: number | undefined,
): Month {
	const { from } = series;
	const amounts = series[name];
	const indexOf = (ms: number) => Math.max(0, (ms - from) / DAY_MS);
	const month = forecastMonth({ amounts, from, now: calendar.now, since });
	return {
		...month,
		last: volumeSum(amounts.slice(indexOf(calendar.lastMonth), indexOf(calendar.month))),
		isUnknown: amounts.every((amount) => amount === null || amount === 0) && series.unreadable > 0,
		isOpen: month.isEarly && month.high === 0,
	};
}

/** The cells of a month under a name; null where no day of it is known, or nothing of its end. */
export const monthCells = (name: string, unit: string, month: Month | undefined): Json => {
	const known = month?.isUnknown === true ? undefined : month;
	// What is used so far has more digits: no end may be rounded below it.
	const shownEnd = (amount: number) => Math.max(tidy(known?.soFar ?? 0), shown(amount));
	return {
		[`${name}_so_far${unit}`]: known ? tidy(known.soFar) : null,
		[`${name}_month_end_low${unit}`]: known ? shownEnd(known.low) : null,
		[`${name}_month_end${unit}`]: known && !known.isOpen ? shownEnd(known.middle) : null,
		[`${name}_month_end_high${unit}`]: known && !known.isOpen ? shownEnd(known.high) : null,
		[`${name}_last_month${unit}`]: month?.last ?? null,
	};
};

/** The day on which a volume is used up as the middle of the forecast has it; null for none this month. */
export function usedUpOn(mb: number, { dataMb, from }: Series, data: Month, calendar: Calendar) {
	let used = 0;
	for (let ms = calendar.month; ms < calendar.nextMonth; ms += DAY_MS) {
		const day = (ms - from) / DAY_MS;
		used += data.days.find((band) => band.day === day)?.middle ?? dataMb[day] ?? 0;
		if (used > mb) return dayText(ms);
	}
	return null;
}

/** Satellite traffic of the month, where there was any in the days that are read. */
export function satelliteCells(series: Series, calendar: Calendar): Json {
	const first = (calendar.month - series.from) / DAY_MS;
	const isUsed = knownSum(series.satelliteMb, 0) + knownSum(series.satelliteSms, 0) > 0;
	if (!isUsed) return {};
	return {
		satellite_data_so_far_mb: tidy(knownSum(series.satelliteMb, first)),
		satellite_sms_so_far: tidy(knownSum(series.satelliteSms, first)),
	};
}
