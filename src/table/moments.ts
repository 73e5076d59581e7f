import { DateTime } from 'luxon';

/* Dates of answers. */

/** A moment as ISO 8601 in UTC, text without a zone being UTC; undefined when it is no date. */
export const toMoment = (v: unknown): string | undefined =>
	(typeof v === 'string' ? DateTime.fromISO(v.trim(), { zone: 'utc' }) : undefined)
		?.toUTC()
		.toISO({ suppressMilliseconds: true }) ?? undefined;

/** A date in ISO 8601 or as SQL writes it, without a zone UTC; undefined when it is none. */
export const dateIn = (text: string): DateTime | undefined =>
	[DateTime.fromISO, DateTime.fromSQL]
		.map((parse) => parse(text, { zone: 'utc' }))
		.find(({ isValid }) => isValid);

/** As recorded; other editions have other forms. */
const USUAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Milliseconds since 1970 of a date in an answer, NaN where it is none; without a zone it is UTC. */
export function timeOf(value: unknown): number {
	if (typeof value !== 'string') return NaN;
	// Events come by the thousand, and luxon takes its time.
	if (USUAL_TIME.test(value)) return Date.parse(value);
	return (dateIn(value) ?? dateIn(value.replace(' ', 'T')))?.toMillis() ?? NaN;
}
