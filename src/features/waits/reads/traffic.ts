import { DAY_MS, MINUTE_MS } from '../../../times';
import { series } from '../../../table/entries/usage/usageFields';
import { readDays } from '../../../table/entries/usage/usageDays';
import { at } from '../../../table/reading';
import type { Json } from '../../../wire';

/*
 * Traffic that lies after a moment, by the service's own minutes and days. Sums of a month prove nothing about when
 * they were moved: statistics catch up with traffic of before. Source: public reference, Usage.
 */

/** How far the clock of the minutes may be ahead of the answer that has them. Milliseconds. */
const AHEAD_MS = 2 * MINUTE_MS;
/** The minutes of an answer are those of its last hour; more of them may be late. Milliseconds. */
const OLDEST_MS = 90 * MINUTE_MS;
const TIME_OF_DAY = /^(\d\d):(\d\d)$/;

/**
 * When a minute of the last hour began: it names a time of day in UTC and no date. NaN where it is none of the last
 * hour, such as in a zone that is ahead. Milliseconds since 1970.
 */
function minuteAt(time: string, readAt: number): number {
	const [, hours, minutes] = TIME_OF_DAY.exec(time) ?? [];
	if (hours === undefined) return NaN;
	const midnight = Math.floor(readAt / DAY_MS) * DAY_MS;
	const today = midnight + (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
	const moment = today > readAt + AHEAD_MS ? today - DAY_MS : today;
	return readAt - moment > OLDEST_MS ? NaN : moment;
}

/** The newest minute with data in a usage summary that was read at a moment; NaN for none. Milliseconds since 1970. */
export function newestMinuteIn(summary: Json, readAt: number): number {
	const minutes = ['rx', 'tx']
		.flatMap((way) => series(at(summary, `last_hour.data.${way}`)))
		.filter(([, amount]) => (amount ?? 0) > 0)
		.map(([time]) => minuteAt(time, readAt))
		.filter((moment) => !Number.isNaN(moment));
	return minutes.length > 0 ? Math.max(...minutes) : NaN;
}

/** The newest day with data in daily usage; NaN for none. Its beginning in UTC, milliseconds since 1970. */
export function newestDayIn(days: Json[]): number {
	const moments = readDays(days, false)
		.days.filter((day) => Number(at(day, 'data.volume') ?? 0) > 0)
		.map(({ date }) => Date.parse(`${String(date).slice(0, 10)}T00:00:00Z`))
		.filter((moment) => !Number.isNaN(moment));
	return moments.length > 0 ? Math.max(...moments) : NaN;
}
