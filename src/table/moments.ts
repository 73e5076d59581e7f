import { DateTime } from 'luxon';

/* Dates of forms and of answers. */

/** Text, Date or luxon value as luxon; undefined when it is no date. */
function toDateTime(v: unknown): DateTime | undefined {
	const parsed =
		v instanceof Date
			? DateTime.fromJSDate(v)
			: DateTime.isDateTime(v)
				? v
				: typeof v === 'string'
					? DateTime.fromISO(v.trim(), { zone: 'utc' })
					: undefined;
	return parsed?.isValid ? parsed : undefined;
}

/** A moment as ISO 8601 in UTC, text without a zone being UTC; undefined when it is no date. */
export const toMoment = (v: unknown): string | undefined =>
	toDateTime(v)?.toUTC().toISO({ suppressMilliseconds: true }) ?? undefined;

/** A date in ISO 8601 or as SQL writes it, without a zone UTC; undefined when it is none. */
export const dateIn = (text: string): DateTime | undefined =>
	[DateTime.fromISO, DateTime.fromSQL]
		.map((parse) => parse(text, { zone: 'utc' }))
		.find(({ isValid }) => isValid);

/** A day as `YYYY-MM-DD`, of the moment's own zone; undefined when it is no date. */
export function toDay(v: unknown): string | undefined {
	const at = typeof v === 'string' ? DateTime.fromISO(v.trim(), { setZone: true }) : toDateTime(v);
	return at?.toISODate() ?? undefined;
}

/** Milliseconds since 1970 of a date in an answer; without a zone it is UTC. */
export const timeOf = (value: unknown): number =>
	typeof value === 'string'
		? DateTime.fromISO(value.replace(' ', 'T'), { zone: 'utc' }).toMillis()
		: NaN;
