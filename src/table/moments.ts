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

/** Milliseconds since 1970 of a date in an answer; without a zone it is UTC. */
export const timeOf = (value: unknown): number =>
	typeof value === 'string'
		? DateTime.fromISO(value.replace(' ', 'T'), { zone: 'utc' }).toMillis()
		: NaN;
