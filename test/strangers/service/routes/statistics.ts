import { dayOf, eventTime } from '../forms';
import { refused, type Answer, type Asked, type Route } from '../answers';
import { EUR, type Day, type InclusiveVolume, type State, type Usage } from '../state';
import { endpointOf, isOwn } from './endpoints';

/*
 * Daily, monthly and hourly statistics. In the recorded form numbers are text and a row TOTAL ends the list,
 * as in the older samples; in the reference's form they are numbers and there is no such row.
 */

const DAY = 86_400_000;

const ofTraffic = (id: 5 | 6): object =>
	id === 5 ? { id, description: 'Data', unit: 'MB' } : { id, description: 'SMS', unit: 'SMS' };

function volumes(state: State, id: 5 | 6, tx: number, rx: number): object {
	const written = (value: number): string | number =>
		state.form === 'recorded' ? value.toFixed(6) : value;
	if (tx === 0 && rx === 0) return { volume: 0, volume_tx: 0, volume_rx: 0, cost: null };
	return {
		volume: written(tx + rx),
		volume_tx: written(tx),
		volume_rx: written(rx),
		cost: written(0),
		traffic_type: ofTraffic(id),
		currency: EUR,
	};
}

function row(state: State, day: Day): object {
	return {
		date: day.date,
		data: volumes(state, 5, day.tx ?? 0, day.rx ?? 0),
		sms: volumes(state, 6, day.smsMo ?? 0, day.smsMt ?? 0),
		...(day.satellite !== undefined && {
			sat_geo_data: {
				volume: day.satellite,
				volume_tx: day.satellite,
				volume_rx: 0,
				cost: 0,
			},
		}),
	};
}

/** All days between two, newest first; a day without traffic has zeros. */
function daily(state: State, days: Day[], from: string, until: string): object[] {
	const known = new Map(days.map((day) => [day.date, day]));
	const rows: object[] = [];
	const total: Day = { date: 'TOTAL', tx: 0, rx: 0, smsMo: 0, smsMt: 0 };
	for (let at = Date.parse(until); at >= Date.parse(from); at -= DAY) {
		const date = dayOf(at);
		const day = known.get(date) ?? { date };
		rows.push(row(state, day));
		total.tx! += day.tx ?? 0;
		total.rx! += day.rx ?? 0;
		total.smsMo! += day.smsMo ?? 0;
		total.smsMt! += day.smsMt ?? 0;
	}
	if (state.form === 'recorded') rows.push(row(state, total));
	return rows;
}

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
const lastOfMonth = (day: string): string => {
	const date = new Date(firstOfMonth(day));
	return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
};
const monthBefore = (day: string): string => {
	const date = new Date(firstOfMonth(day));
	return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1));
};
const earlier = (a: string, b: string): string => (a < b ? a : b);
const later = (a: string, b: string): string => (a > b ? a : b);

/** The days that were asked for: the current month, a span, or the month of the end. */
function span({ query, now }: Asked): [from: string, until: string] {
	const today = dayOf(now);
	const oldest = dayOf(now - 396 * DAY);
	const start = query.get('start_date');
	const end = query.get('end_date');
	const from = start ?? firstOfMonth(end ?? today);
	const until = end ?? (start === null ? today : dayOf(Date.parse(start) + 184 * DAY));
	return [later(from, oldest), earlier(until, today)];
}

const sum = (days: Day[], first: string, of: (day: Day) => number): number =>
	days
		.filter(({ date }) => date.startsWith(first.slice(0, 7)))
		.reduce((total, day) => total + of(day), 0);

function month(state: State, usage: Usage, first: string, now: number, given?: number): object {
	const data = given ?? sum(usage.days, first, ({ tx = 0, rx = 0 }) => tx + rx);
	const sms = sum(usage.days, first, ({ smsMo = 0, smsMt = 0 }) => smsMo + smsMt);
	const entry = (id: 5 | 6, volume: number): object => ({
		...(usage.endpoint !== undefined && { endpoint_id: usage.endpoint }),
		...(usage.sim !== undefined && { sim_id: usage.sim }),
		month: first,
		volume: volume.toFixed(6),
		volume_tx: volume.toFixed(6),
		volume_rx: (0).toFixed(6),
		cost: 0,
		traffic_type_id: id,
		currency_id: 1,
		traffic_type: ofTraffic(id),
		currency: EUR,
		last_updated: eventTime(usage.lastUpdated ?? now),
	});
	return {
		...(data > 0 && { data: entry(5, data) }),
		...(sms > 0 && { sms: entry(6, sms) }),
	};
}

/** The last hour by the minute, oldest first. */
function lastHour(usage: Usage, now: number): object {
	const minutes = Array.from({ length: 60 }, (_, place) => 59 - place);
	const minuteOf = (ms: number): number => Math.floor(ms / 60_000);
	const entries = [
		...(usage.lastHour ?? []),
		...(usage.traffic ?? []).map(([at, rx, tx]) => [minuteOf(now) - minuteOf(at), rx, tx]),
	] as [number, number, number][];
	const list = (of: 1 | 2): [string, number][] =>
		minutes.map((ago) => [
			eventTime(now - ago * 60_000).slice(11, 16),
			entries.filter(([minute]) => minute === ago).reduce((total, entry) => total + entry[of], 0),
		]);
	const none = minutes.map((ago) => [eventTime(now - ago * 60_000).slice(11, 16), 0]);
	return { data: { rx: list(1), tx: list(2) }, sms: { rx: none, tx: none } };
}

function summary(state: State, usage: Usage, now: number): object {
	const first = usage.currentMonthIs ?? firstOfMonth(dayOf(now));
	const last = month(state, usage, monthBefore(first), now, usage.lastMonth);
	const current = month(state, usage, first, now, usage.currentMonth);
	return {
		...(Object.keys(last).length > 0 && { last_month: last }),
		...(Object.keys(current).length > 0 && { current_month: current }),
		last_hour: lastHour(usage, now),
	};
}

const usageOfEndpoint = ({ state }: Asked, endpoint: number): Usage =>
	state.usage.find((usage) => usage.endpoint === endpoint) ?? { endpoint, days: [] };

function usageOfSim(asked: Asked, sim: number): Usage {
	const { state } = asked;
	const own = state.usage.find((usage) => usage.sim === sim);
	if (own) return own;
	const holder = state.endpoints.find((endpoint) => endpoint.sim === sim);
	return {
		...(holder ? usageOfEndpoint(asked, holder.id) : { days: [] }),
		endpoint: undefined,
		sim,
	};
}

/** Sums of lists of days. */
function added(lists: Day[][]): Day[] {
	const days = new Map<string, Day>();
	for (const day of lists.flat()) {
		const total = days.get(day.date) ?? { date: day.date, tx: 0, rx: 0, smsMo: 0, smsMt: 0 };
		total.tx! += day.tx ?? 0;
		total.rx! += day.rx ?? 0;
		total.smsMo! += day.smsMo ?? 0;
		total.smsMt! += day.smsMt ?? 0;
		if (day.satellite !== undefined) total.satellite = (total.satellite ?? 0) + day.satellite;
		days.set(day.date, total);
	}
	return [...days.values()];
}

/** What the organisation itself has used, by day. */
const ownDays = (state: State): Day[] =>
	state.organisationDays ??
	added(state.usage.filter(({ endpoint }) => endpoint !== undefined).map(({ days }) => days));

/** What the organisation has used with its children. */
function ofOrganisation(state: State): Usage {
	const children = state.children ?? [];
	const own = ownDays(state);
	const lastHours = state.usage.flatMap(({ lastHour: of }) => of ?? []);
	return {
		days: children.length > 0 ? added([own, ...children.map(({ days }) => days)]) : own,
		lastHour: lastHours,
	};
}

/** A day of a workspace: its own, without its children. */
function workspaceDay(day: Day): object {
	const volume = (tx: number, rx: number, id: 5 | 6): object => ({
		volume: tx + rx,
		volume_tx: tx,
		volume_rx: rx,
		cost: null,
		traffic_type: tx + rx > 0 ? ofTraffic(id) : null,
		currency: tx + rx > 0 ? EUR : null,
	});
	return {
		date: day.date,
		data_volume: volume(day.tx ?? 0, day.rx ?? 0, 5),
		sms_volume: volume(day.smsMo ?? 0, day.smsMt ?? 0, 6),
		sat_geo_data_volume: volume(day.satellite ?? 0, 0, 5),
		sat_geo_sms_volume: volume(0, 0, 6),
	};
}

/** Days and total of one workspace. */
function workspace(id: number, days: Day[], from: string, until: string): object {
	const known = new Map(days.map((day) => [day.date, day]));
	const all: Day[] = [];
	for (let at = Date.parse(until); at >= Date.parse(from); at -= DAY) {
		const date = dayOf(at);
		all.push(known.get(date) ?? { date });
	}
	const total = added([all.map((day) => ({ ...day, date: 'total' }))])[0];
	return {
		id,
		days: all.map(workspaceDay),
		total: total ? { ...workspaceDay(total), date: undefined } : null,
	};
}

const inclusive = (of: InclusiveVolume): object => ({
	id: of.id,
	volume: of.volume,
	rate: of.rate,
	pooled: of.pooled,
	start_date: eventTime(of.start),
	...(of.end !== undefined && { end_date: eventTime(of.end) }),
	currency: of.currency,
	tariff: {
		id: 400,
		name: 'Example plan',
		tariff_status_id: 1,
		ratezone: { ...(of.ratezone ?? { id: 3, name: 'Zone 1' }), ratezone_status_id: 1 },
	},
});

/** Statistics of another organisation than the own answer 422, or another status. */
const isOwnId = ({ state, parts }: Asked): boolean =>
	parts.organisation === 'my' || parts.organisation === String(state.organisation.id);

const hasSim = ({ state, parts }: Asked): boolean =>
	state.sims.some((sim) => sim.id === Number(parts.sim) && isOwn(state, sim));

const dailyOf = (asked: Asked, usage: Usage): Answer => ({
	status: 200,
	body: daily(asked.state, usage.days, ...span(asked)),
});

export const statisticsRoutes: Route[] = [
	{
		method: 'GET',
		path: '/api/v1/endpoint/{endpoint}/stats',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			if (!endpoint) return refused(404);
			const usage = usageOfEndpoint(asked, endpoint.id);
			return { status: 200, body: summary(asked.state, usage, asked.now) };
		},
	},
	{
		method: 'GET',
		path: '/api/v1/endpoint/{endpoint}/stats/daily',
		answer: (asked) => {
			const endpoint = endpointOf(asked);
			return endpoint ? dailyOf(asked, usageOfEndpoint(asked, endpoint.id)) : refused(404);
		},
	},
	{
		method: 'GET',
		path: '/api/v1/sim/{sim}/stats',
		answer: (asked) =>
			hasSim(asked)
				? {
						status: 200,
						body: summary(asked.state, usageOfSim(asked, Number(asked.parts.sim)), asked.now),
					}
				: refused(404),
	},
	{
		method: 'GET',
		path: '/api/v1/sim/{sim}/stats/daily',
		answer: (asked) =>
			hasSim(asked) ? dailyOf(asked, usageOfSim(asked, Number(asked.parts.sim))) : refused(404),
	},
	{
		method: 'GET',
		path: '/api/v1/stats/daily',
		answer: (asked) => dailyOf(asked, ofOrganisation(asked.state)),
	},
	{
		method: 'GET',
		path: '/api/v1/organisation/{organisation}/stats',
		answer: ({ state, now }) => {
			const { last_month, current_month } = summary(state, ofOrganisation(state), now) as {
				last_month?: object;
				current_month?: object;
			};
			const count = (status: number): number =>
				state.sims.filter((sim) => sim.status === status).length;
			return {
				status: 200,
				body: {
					...(last_month && { last_month }),
					...(current_month && { current_month }),
					sim: {
						total: state.sims.length,
						issued: count(0),
						active: count(1),
						suspended: count(2),
						factory_test: count(4),
					},
					users: 1,
					service_profiles: state.serviceProfiles.length,
					tariff_profiles: state.tariffProfiles.length,
					...(count(1) > 0 && { active_chargeable_sims: count(1) }),
				},
			};
		},
	},
	{
		// The end is exclusive here.
		method: 'GET',
		path: '/api/v1/organisation/{organisation}/stats/daily',
		answer: (asked) => {
			if (!isOwnId(asked)) return refused(422);
			const { state, query, now } = asked;
			const today = dayOf(now);
			const from = query.get('start_date')?.slice(0, 10) ?? firstOfMonth(today);
			const end = query.get('end_date')?.slice(0, 10);
			const until = end === undefined ? lastOfMonth(from) : dayOf(Date.parse(end) - DAY);
			const { days } = ofOrganisation(state);
			return { status: 200, body: daily(state, days, from, earlier(until, today)) };
		},
	},
	{
		method: 'GET',
		path: '/api/v1/organisation/{organisation}/inclusive_volume/active',
		answer: (asked) =>
			isOwnId(asked)
				? { status: 200, body: (asked.state.inclusiveVolumes ?? []).map(inclusive) }
				: refused(404),
	},
	{
		// One workspace answers an object, several a list.
		method: 'GET',
		path: '/api/v2/workspace/stats/daily',
		answer: (asked) => {
			const { state, query } = asked;
			const children = state.children ?? [];
			const accessible = [state.organisation.id, ...children.map(({ id }) => id)];
			const wanted = query.get('workspace_ids')?.split(',').map(Number) ?? accessible;
			if (wanted.some((id) => !accessible.includes(id))) return refused(422);
			const [from, until] = span(asked);
			const answers = wanted.map((id) => {
				const child = children.find((each) => each.id === id);
				return workspace(id, child?.days ?? ownDays(state), from, until);
			});
			return { status: 200, body: answers.length === 1 ? answers[0] : answers };
		},
	},
	{
		method: 'GET',
		path: '/api/v1/organisation/{organisation}/stats/hourly',
		answer: ({ state, now }) => {
			const total = (ofOrganisation(state).lastHour ?? []).reduce(
				(sums, [, rx, tx]) => ({ rx: sums.rx + rx, tx: sums.tx + tx }),
				{ rx: 0, tx: 0 },
			);
			const hours = [3, 2, 1, 0].map((ago) => ({
				ago,
				label: `${eventTime(now - ago * 3_600_000).slice(11, 13)}:00`,
			}));
			const list = (value: number): [string, number][] =>
				hours.map(({ ago, label }) => [label, ago === 0 ? value : 0]);
			return {
				status: 200,
				body: {
					data: { rx: list(total.rx), tx: list(total.tx) },
					sms: { rx: list(0), tx: list(0) },
				},
			};
		},
	},
];
