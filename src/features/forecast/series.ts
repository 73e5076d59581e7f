import type { Json } from '../../table/define';
import { readDays } from '../../table/entries/usage/usageDays';
import { at } from '../../table/reading';
import { DAY_MS } from '../../times';

/* Days of usage as numbers in a row. Days are those of UTC, as the statistics have them. */

/** Days of history that are read: ten weeks. */
export const HISTORY_DAYS = 70;
/**
 * Statistics are refreshed every few hours: until this hour of a day the day before counts as unfinished, too.
 * Milliseconds.
 */
const REFRESHED_AFTER_MS = 6 * 3_600_000;

export const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const dayStart = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;

/** The days that a forecast is about. */
export interface Calendar {
	/** The first day that is read, in milliseconds since 1970. */
	from: number;
	/** The first unfinished day: today, or yesterday while that is not complete. */
	open: number;
	today: number;
	/** The first day of the month, and of the next one. */
	month: number;
	nextMonth: number;
}

export function calendarAt(now: number): Calendar {
	const today = dayStart(now);
	const date = new Date(now);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
	const isEarly = now - today < REFRESHED_AFTER_MS;
	const first = Date.UTC(year, month);
	return {
		from: today - HISTORY_DAYS * DAY_MS,
		// The month before is over: its last day cannot be unfinished in this one.
		open: isEarly ? Math.max(today - DAY_MS, first) : today,
		today,
		month: first,
		nextMonth: Date.UTC(year, month + 1),
	};
}

/** Amounts of all days from {@link Calendar.from} to today; days without an entry have none. */
export interface Series {
	dataMb: number[];
	sms: number[];
}

const emptySeries = (days: number): Series => ({
	dataMb: new Array<number>(days).fill(0),
	sms: new Array<number>(days).fill(0),
});

export const daysOf = ({ from, today }: Calendar) => (today - from) / DAY_MS + 1;

/** The entries of daily statistics as a series. */
export function seriesOf(list: Json[], calendar: Calendar): Series {
	const series = emptySeries(daysOf(calendar));
	for (const day of readDays(list, false).days) {
		const place = (Date.parse(String(day.date)) - calendar.from) / DAY_MS;
		if (!(place in series.dataMb)) continue;
		series.dataMb[place]! += Number(at(day, 'data.volume')) || 0;
		series.sms[place]! += Number(at(day, 'sms.volume')) || 0;
	}
	return series;
}

/** Several series added up. */
export function combined(all: readonly Series[], calendar: Calendar): Series {
	const total = emptySeries(daysOf(calendar));
	for (const { dataMb, sms } of all) {
		for (let day = 0; day < dataMb.length; day++) {
			total.dataMb[day]! += dataMb[day]!;
			total.sms[day]! += sms[day]!;
		}
	}
	return total;
}
