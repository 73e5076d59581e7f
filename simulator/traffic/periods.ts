import { addMonths, dayOf, parseIso, DAY_MS, HOUR_MS } from '../clock';
import { unprocessable } from '../http/envelopes';
import type { Query } from '../http/route';

/** Months of history (specification). */
const HISTORY_MONTHS = 13;
/** Months answered when only `start_date` is given (specification). */
const ONLY_START_MONTHS = 6;

/** Range of days, both ends included. */
interface Range {
	from: string;
	to: string;
}

export const monthStart = (day: string) => `${day.slice(0, 7)}-01`;

export const monthEnd = (day: string) => dayBefore(addMonths(monthStart(day), 1));

const dayBefore = (day: string) => dayOf((parseIso(day) ?? 0) - DAY_MS);

function dayQuery(query: Query, name: string): string | undefined {
	const text = query[name];
	if (text === undefined || text === '') return undefined;
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || parseIso(text) === undefined)
		throw unprocessable(`${name} must be a date, YYYY-MM-DD`);
	return text;
}

/** At most 13 months back, and not in the future. */
function clampRange({ from, to }: Range, today: string): Range {
	const oldest = addMonths(today, -HISTORY_MONTHS);
	return { from: from < oldest ? oldest : from, to: to > today ? today : to };
}

/** `start_date` and `end_date`, both optional; by default the current month. */
function readRange(query: Query, today: string, onlyStart: (start: string) => Range): Range {
	const start = dayQuery(query, 'start_date');
	const end = dayQuery(query, 'end_date');
	if (start !== undefined && end !== undefined && start > end)
		throw unprocessable('start_date lies after end_date');
	if (start !== undefined && end !== undefined) return clampRange({ from: start, to: end }, today);
	if (start !== undefined) return clampRange(onlyStart(start), today);
	if (end !== undefined) return clampRange({ from: monthStart(end), to: monthEnd(end) }, today);
	return { from: monthStart(today), to: today };
}

/** Endpoints and workspaces. With a start only: the six months up to the current date. */
export const endpointRange = (query: Query, today: string): Range =>
	readRange(query, today, () => ({ from: addMonths(today, -ONLY_START_MONTHS), to: today }));

/** SIMs. With a start only: to the end of its month. */
export const simRange = (query: Query, today: string): Range =>
	readRange(query, today, (start) => ({ from: start, to: monthEnd(start) }));

/**
 * Organisations: `end_date` is the day after the last day, and needs a start. With a start only: to
 * the end of its month.
 */
export function organisationRange(query: Query, today: string): Range {
	const end = dayQuery(query, 'end_date');
	if (end === undefined) return simRange(query, today);
	if (!query.start_date) throw unprocessable('end_date needs start_date');
	return simRange({ ...query, end_date: dayBefore(end) }, today);
}

/** The days of a range, newest first. */
export function daysInRange({ from, to }: Range): string[] {
	const days: string[] = [];
	const first = parseIso(from) ?? 0;
	for (let at = parseIso(to) ?? 0; at >= first; at -= DAY_MS) days.push(dayOf(at));
	return days;
}

/**
 * The hours of a query by dates or timestamps, oldest first. The end is exclusive and needs a
 * start. By default from three hours back to one hour ahead.
 */
export function hoursInRange(query: Query, now: number): number[] {
	const read = (name: string, standard: number) => {
		const at = query[name] ? parseIso(query[name]) : standard;
		if (at === undefined) throw unprocessable(`${name} must be a date or a timestamp`);
		return Math.floor(at / HOUR_MS) * HOUR_MS;
	};
	if (query.end_date && !query.start_date) throw unprocessable('end_date needs start_date');
	const first = read('start_date', now - 3 * HOUR_MS);
	const end = read('end_date', now + HOUR_MS);
	const hours: number[] = [];
	for (let at = first; at < end; at += HOUR_MS) hours.push(at);
	return hours;
}
