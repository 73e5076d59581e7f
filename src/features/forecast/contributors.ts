import type { Json } from '../../table/define';
import { tidy } from '../../table/entries/usage/usageDays';
import { DAY_MS } from '../../times';
import { changesIn } from './changes';
import type { EndpointDays } from './devices';
import { shown } from './money';
import { type Calendar, dayText } from './series';

/* The endpoints that a month is made of, and those that have changed. */

/** Endpoints may have so much more than their organisation by rounding. */
const ROUNDED = 1.01;

/**
 * The biggest contributors of the month, beside what they used in the weeks before, and what is not known of them.
 * Their share is that of `whole`, null where that is not known.
 */
export function contributorsOf(
	all: EndpointDays[],
	{ month, today }: Calendar,
	{ most, whole }: { most: number; whole: number | null },
): { contributors: Json[]; unknown: string[] } {
	const sum = (of: readonly number[]) => of.reduce((added, amount) => added + amount, 0);
	const daysOfMonth = (today - month) / DAY_MS + 1;
	const used = all.flatMap(({ state, recent }) => {
		if (!recent) return [];
		const before = sum(recent.slice(-29, -8)) / 3;
		return [
			{ state, mb: sum(recent.slice(-daysOfMonth)), week: sum(recent.slice(-8, -1)), before },
		];
	});
	const isWithin = whole !== null && sum(used.map(({ mb }) => mb)) <= ROUNDED * whole;
	const unknown =
		whole === null || isWithin
			? []
			: ["Shares: the endpoints have used more than the organisation's own statistics have"];
	const contributors = used
		.sort((a, b) => b.mb - a.mb)
		.slice(0, most)
		.filter(({ mb }) => mb > 0)
		.map(({ state, mb, week, before }) => ({
			endpoint_id: state.id,
			endpoint: state.name,
			data_so_far_mb: tidy(mb),
			share_percent: isWithin && !state.isOfChild ? shown((100 * mb) / whole) : null,
			last_7_days_mb: tidy(week),
			usual_7_days_mb: shown(before),
		}));
	return { contributors, unknown };
}

/** The devices that use far more than they did. */
export function changedDevices(all: EndpointDays[], { recentFrom }: Calendar): Json[] {
	const known = all.flatMap(({ state, recent }) => {
		const created = Math.floor((state.created - recentFrom) / DAY_MS);
		return recent ? [{ device: state, days: recent, ...(created > 0 && { created }) }] : [];
	});
	return changesIn(known).map(({ device, since, amount, usual, times }) => ({
		endpoint_id: device.id,
		endpoint: device.name,
		since: dayText(recentFrom + since * DAY_MS),
		day_mb: tidy(amount),
		usual_mb: shown(usual),
		times: times === null ? null : shown(times),
	}));
}
