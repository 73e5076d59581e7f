import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../times';

/* Moments, spans and amounts in the words of a diagnosis. */

/** Milliseconds since 1970 that a date can have, in both directions. Source: ECMAScript, Time Values. */
const LAST_TIME = 8.64e15;

/** Whether a time can be shown: dates of an answer may be unreadable. */
export const isTime = (ms: number | undefined): ms is number =>
	ms !== undefined && Number.isFinite(ms) && Math.abs(ms) <= LAST_TIME;

/** ISO 8601; null for what is no time. */
export const isoOf = (ms: number | undefined): string | null =>
	isTime(ms) ? new Date(ms).toISOString() : null;

/** The day of a time in UTC, `YYYY-MM-DD`; empty for what is no time. */
export const dayOf = (ms: number): string => isoOf(ms)?.slice(0, 10) ?? '';

/** The month of a time in UTC, `YYYY-MM`; empty for what is no time. */
export const monthOf = (ms: number): string => isoOf(ms)?.slice(0, 7) ?? '';

/** "2026-03-01 10:00 UTC"; "an unknown time" for what is none. */
export const momentInWords = (ms: number): string =>
	isTime(ms) ? `${isoOf(ms)!.slice(0, 16).replace('T', ' ')} UTC` : 'an unknown time';

/** "10:00 UTC" */
export const hourInWords = (ms: number): string => `${isoOf(ms)?.slice(11, 16) ?? 'unknown'} UTC`;

const counted = (amount: number, unit: string): string =>
	`${amount} ${unit}${amount === 1 ? '' : 's'}`;

/** A time of minutes, hours or days in words. */
export const spanInWords = (ms: number): string =>
	ms >= 2 * DAY_MS
		? counted(Math.round(ms / DAY_MS), 'day')
		: ms >= 2 * HOUR_MS
			? counted(Math.round(ms / HOUR_MS), 'hour')
			: counted(Math.max(1, Math.round(ms / MINUTE_MS)), 'minute');

/** "1.5 MB" */
export const mb = (amount: number): string => `${Number(amount.toFixed(3))} MB`;

/** A value as text; null for none and for an empty one. */
export const textOrNull = (value: unknown): string | null =>
	value === undefined || value === null || value === '' ? null : String(value);
