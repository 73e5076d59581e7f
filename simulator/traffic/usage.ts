import { addMonths, dayOf, parseIso } from '../clock';
import type { Simulation } from '../context';
import { findEndpoint } from '../endpoints/common';
import type { DayUsage } from '../forms';
import { unprocessable } from '../http/envelopes';
import { ok, pathId, type Query, type Route } from '../http/route';
import { randomFrom } from '../numbers';

const DAY = 24 * 60 * 60_000;
/** Months of history that are kept (specification). */
const HISTORY_MONTHS = 13;
/** Months answered when only `start_date` is given (specification). */
const ONLY_START_MONTHS = 6;

function readDay(query: Query, name: string): string | undefined {
	const text = query[name];
	if (text === undefined || text === '') return undefined;
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || parseIso(text) === undefined)
		throw unprocessable(`${name} must be a date, YYYY-MM-DD`);
	return text;
}

const monthEnd = (day: string) => {
	const first = parseIso(addMonths(`${day.slice(0, 7)}-01`, 1)) ?? 0;
	return dayOf(first - DAY);
};

/**
 * First and last day to answer. Neither date: the current month. Only a start: the six months up
 * to the current date. Only an end: the month of the end date. Never more than 13 months back,
 * never the future.
 */
export function statsRange(query: Query, today: string): { from: string; to: string } {
	const start = readDay(query, 'start_date');
	const end = readDay(query, 'end_date');
	if (start !== undefined && end !== undefined && start > end)
		throw unprocessable('start_date lies after end_date');
	let from = `${today.slice(0, 7)}-01`;
	let to = today;
	if (start !== undefined && end !== undefined) [from, to] = [start, end];
	else if (start !== undefined) from = addMonths(today, -ONLY_START_MONTHS);
	else if (end !== undefined) [from, to] = [`${end.slice(0, 7)}-01`, monthEnd(end)];
	const oldest = addMonths(today, -HISTORY_MONTHS);
	return { from: from < oldest ? oldest : from, to: to > today ? today : to };
}

/** Made-up data traffic of an endpoint and day, always the same for both; none on some days. */
function madeUp(endpointId: number, day: string): { tx: number; rx: number } {
	const number = Number(day.replace(/-/g, ''));
	if ((endpointId + number) % 9 === 0) return { tx: 0, rx: 0 };
	const random = randomFrom(endpointId * 100_003 + number);
	return { tx: Math.floor(random() * 4000), rx: Math.floor(random() * 9000) };
}

/** Daily usage statistics of an endpoint. */
export const usageRoutes = (sim: Simulation): Route[] => [
	{
		method: 'GET',
		url: '/api/v1/endpoint/:endpointId/stats/daily',
		summary: 'Daily usage, newest day first',
		tag: 'usage',
		source: 'specification',
		lane: 'profile',
		parameters: { start_date: 'YYYY-MM-DD', end_date: 'YYYY-MM-DD' },
		handle: (call) => {
			const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
			const { from, to } = statsRange(call.query, dayOf(sim.clock.now()));
			const days: DayUsage[] = [];
			const first = parseIso(from) ?? 0;
			for (let at = parseIso(to) ?? 0; at >= first; at -= DAY)
				days.push(usageOn(sim, endpoint.id, dayOf(at)));
			return ok(sim.forms.dailyUsage(sim, days));
		},
	},
];

/**
 * Usage of an endpoint on a day: made up, and what control routes and messages added. A device that
 * the network does not reach has none of its own.
 */
export function usageOn(sim: Simulation, endpointId: number, date: string): DayUsage {
	const count = sim.store.days.get(`${endpointId}/${date}`) ?? { mt: 0, mo: 0, data: 0 };
	const isGone =
		sim.store.endpoints.get(endpointId)?.network === 'network_determined_not_reachable';
	const { tx, rx } = isGone ? { tx: 0, rx: 0 } : madeUp(endpointId, date);
	return {
		date,
		data: { tx, rx: rx + count.data * 1000 },
		sms: { tx: count.mo, rx: count.mt },
	};
}
