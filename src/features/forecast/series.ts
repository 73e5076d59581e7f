import type { Json } from '../../table/define';
import { readDays, volumeOf, volumeSum } from '../../table/entries/usage/usageDays';
import { DAY_MS } from '../../times';

/* Days of usage as numbers in a row. Days are those of UTC, as the statistics have them. */

/** Former months that are read: with this one they lie within the 13 months that the service keeps. */
const FORMER_MONTHS = 12;
/** Days of a device that is looked at beside its fleet. */
export const RECENT_DAYS = 100;

export const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The days that a forecast is about, in milliseconds since 1970. */
export interface Calendar {
	now: number;
	/** The first day that is read. */
	from: number;
	/** The first day that is read of a device beside its fleet. */
	recentFrom: number;
	today: number;
	/** The first day of the month, of the one before and of the next one. */
	month: number;
	lastMonth: number;
	nextMonth: number;
}

export function calendarAt(now: number): Calendar {
	const today = Math.floor(now / DAY_MS) * DAY_MS;
	const date = new Date(now);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
	return {
		now,
		from: Date.UTC(year, month - FORMER_MONTHS),
		recentFrom: today - (RECENT_DAYS - 1) * DAY_MS,
		today,
		month: Date.UTC(year, month),
		lastMonth: Date.UTC(year, month - 1),
		nextMonth: Date.UTC(year, month + 1),
	};
}

/** Amounts of a day; null where they are not known. */
interface DayAmounts {
	/** Data and SMS, those by satellite among them. */
	dataMb: number | null;
	sms: number | null;
	satelliteMb: number | null;
	satelliteSms: number | null;
}
export type AmountName = keyof DayAmounts;
const AMOUNT_NAMES: readonly AmountName[] = ['dataMb', 'sms', 'satelliteMb', 'satelliteSms'];

/** Amounts of all days from the first one to today. */
export interface Series extends Record<AmountName, Array<number | null>> {
	/** The first day, in milliseconds since 1970. */
	from: number;
	/** Entries of days whose volumes are no numbers of a known unit. */
	unreadable: number;
}

const NO_TRAFFIC: DayAmounts = { dataMb: 0, sms: 0, satelliteMb: 0, satelliteSms: 0 };
const NOT_KNOWN: DayAmounts = { dataMb: null, sms: null, satelliteMb: null, satelliteSms: null };

const amountsOf = (day: Json): DayAmounts => {
	const satelliteMb = volumeOf(day.sat_geo_data);
	const satelliteSms = volumeOf(day.sat_geo_sms);
	return {
		dataMb: volumeSum([volumeOf(day.data), satelliteMb]),
		sms: volumeSum([volumeOf(day.sms), satelliteSms]),
		satelliteMb,
		satelliteSms,
	};
};

/** Share of the days that statistics may lack: where more are absent, they had no traffic. */
const MAY_LACK = 0.2;

/**
 * The entries of daily statistics as a series. Days without traffic are listed with zeros, so that an absent one is not
 * known, unless an answer lists days with traffic alone. Before the first entry there was none.
 */
export function seriesOf(list: Json[], { today }: Calendar, from: number): Series {
	const days = (today - from) / DAY_MS + 1;
	const known = new Map<number, DayAmounts>();
	for (const day of readDays(list, false).days) {
		const index = (Date.parse(String(day.date)) - from) / DAY_MS;
		if (!Number.isInteger(index) || index < 0 || index >= days) continue;
		const [own, other] = [amountsOf(day), known.get(index) ?? NO_TRAFFIC];
		known.set(index, {
			dataMb: volumeSum([own.dataMb, other.dataMb]),
			sms: volumeSum([own.sms, other.sms]),
			satelliteMb: volumeSum([own.satelliteMb, other.satelliteMb]),
			satelliteSms: volumeSum([own.satelliteSms, other.satelliteSms]),
		});
	}
	const first = Math.min(...known.keys());
	const listsZeros = [...known.values()].some(({ dataMb, sms }) => dataMb === 0 && sms === 0);
	const absent = days - first - known.size;
	const isGap = listsZeros || absent <= MAY_LACK * (days - first);
	const all = Array.from({ length: days }, (_, day) => {
		const isAbsent = isGap && day > first;
		return known.get(day) ?? (isAbsent ? NOT_KNOWN : NO_TRAFFIC);
	});
	const unreadable = [...known.values()].filter(
		({ dataMb, sms }) => dataMb === null || sms === null,
	);
	return {
		from,
		...columnsOf(all),
		unreadable: unreadable.length,
	};
}

const columnsOf = (days: readonly DayAmounts[]) =>
	Object.fromEntries(AMOUNT_NAMES.map((name) => [name, days.map((day) => day[name])])) as Record<
		AmountName,
		Array<number | null>
	>;

/** The days of a workspace in its own form of daily statistics, as the others have them. */
export const workspaceDay = (day: Json): Json => ({
	date: day.date,
	data: day.data_volume,
	sms: day.sms_volume,
	sat_geo_data: day.sat_geo_data_volume,
	sat_geo_sms: day.sat_geo_sms_volume,
});

/** Several series added up as they come; a day is known where one of them knows it. */
export class SeriesSum {
	private total: Series | undefined;
	/** Series that lack days of this month. */
	lacking = 0;

	add(series: Series, { month, today }: Calendar): void {
		const first = (month - series.from) / DAY_MS;
		// Today may be absent early in the day.
		const days = series.dataMb.slice(first, (today - series.from) / DAY_MS);
		if (days.includes(null)) this.lacking += 1;
		if (!this.total) {
			this.total = { ...series, ...columnsOf(rowsOf(series)) };
			return;
		}
		this.total.unreadable += series.unreadable;
		for (const name of AMOUNT_NAMES) {
			for (const [day, amount] of series[name].entries()) {
				if (amount === null) continue;
				this.total[name][day] = (this.total[name][day] ?? 0) + amount;
			}
		}
	}

	/** The sum; that of no series is no traffic. */
	whole(calendar: Calendar): Series {
		return this.total ?? seriesOf([], calendar, calendar.from);
	}
}

const rowsOf = (series: Series): DayAmounts[] =>
	series.dataMb.map((dataMb, day) => ({
		dataMb,
		sms: series.sms[day]!,
		satelliteMb: series.satelliteMb[day]!,
		satelliteSms: series.satelliteSms[day]!,
	}));

/** The known amounts of a span of days added up. */
export function knownSum(amounts: ReadonlyArray<number | null>, from: number, to?: number): number {
	const span = amounts.slice(Math.max(0, from), to);
	return span.reduce<number>((all, amount) => all + (amount ?? 0), 0);
}
