import { DAY_MS } from '../../times';

/* The days that a forecast is made from, and which of them matter. */

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

/** Usage is up to two days late: so many days before today may be incomplete. */
export const LATE_DAYS = 2;
/** A use after so many days without any begins a new history. */
export const LONG_SILENCE = 45;
/** A day is too short to tell its end before this share of it has passed. */
export const LEAST_PASSED = { usual: 0.15, ofFirstDay: 0.005 };

/** The days of an outlook that a forecast needs, by their indices in it. */
export interface KeyDays {
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

/** The days of an outlook that its forecast needs. */
export function keyDaysOf({ amounts, from, now }: Outlook): KeyDays {
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
