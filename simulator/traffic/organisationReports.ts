import { addMonths, dayOf, toIso } from '../clock';
import { type Simulation, isReference } from '../context';
import { notFound, unprocessable, type ApiError } from '../http/envelopes';
import { ok, type Call, type Route } from '../http/route';
import { SimStatus } from '../sims/entities';
import { EUR, monthOf, NO_VOLUME, organisationUsage, workspaceVolume } from './forms';
import { daysOf, endpointRange, hoursOf, monthEnd, monthStart, organisationRange } from './periods';
import { dailyOf } from './usage';

const inaccessible = () => unprocessable('The organisation is not accessible');

/** Usage of an organisation with its children, of workspaces, and inclusive volumes. */
export function organisationReportRoutes(sim: Simulation): Route[] {
	const shared = { method: 'GET', tag: 'usage', source: 'public reference' } as const;
	const organisation = '/api/v1/organisation/:organisationId';
	const period = { start_date: 'YYYY-MM-DD', end_date: 'needs start_date; not part of it' };
	const today = () => dayOf(sim.clock.now());
	const currentMonth = () => daysOf({ from: monthStart(today()), to: today() });
	const organisationOf = (call: Call, refuse: () => ApiError = inaccessible): number => {
		const { organisationId } = call.params;
		const own = call.caller.organisationId;
		const id = organisationId === 'my' ? own : Number(organisationId);
		if (!sim.store.hierarchyOf(own).has(id)) throw refuse();
		return id;
	};
	const withChildren = (organisationId: number, days: string[]) => {
		const seen = sim.store.seenBy(organisationId, sim.store.endpoints.values());
		return dailyOf(
			sim,
			seen.map(({ id }) => id),
			days,
		);
	};
	return [
		{
			...shared,
			url: `${organisation}/stats`,
			summary: 'Usage of an organisation with its children in two months',
			lane: 'list',
			handle: (call) => {
				const id = organisationOf(call);
				const isText = !isReference(sim);
				const month = (first: string, to: string) => {
					const days = withChildren(id, daysOf({ from: first, to }));
					return monthOf(first, days, undefined, { asNumbers: !isText, idTexts: isText });
				};
				const current = month(monthStart(today()), today());
				const before = addMonths(monthStart(today()), -1);
				const last = month(before, monthEnd(before));
				return ok({
					...(last && { last_month: last }),
					...(current && { current_month: current }),
					...countsOf(sim, id),
				});
			},
		},
		{
			...shared,
			url: `${organisation}/stats/daily`,
			summary: 'Daily usage of an organisation; the end date is not part of it',
			lane: 'list',
			parameters: period,
			handle: (call) => {
				const id = organisationOf(call);
				const days = daysOf(organisationRange(call.query, today()));
				return ok(organisationUsage(withChildren(id, days)));
			},
		},
		{
			...shared,
			url: `${organisation}/stats/hourly`,
			summary: 'Hourly usage of an organisation; SMS directions are those of the network',
			lane: 'list',
			parameters: { ...period, start_date: 'date or timestamp; default three hours back' },
			handle: (call) => {
				organisationOf(call);
				const all = hoursOf(call.query, sim.clock.now());
				const hours = (amount: number) => all.map((at) => [toIso(at).slice(11, 16), amount]);
				return ok({
					data: { rx: hours(1.5), tx: hours(0.25) },
					// Received by the network: sent by devices.
					sms: { rx: hours(2), tx: hours(3) },
				});
			},
		},
		{
			...shared,
			url: '/api/v1/stats/daily',
			summary: 'Daily usage of the organisation with its children, current month',
			lane: 'list',
			handle: ({ caller }) =>
				ok(sim.forms.dailyUsage(sim, withChildren(caller.organisationId, currentMonth()))),
		},
		{
			...shared,
			url: '/api/v2/workspace/stats/daily',
			summary: 'Daily usage of workspaces, each without its children',
			parameters: {
				...{ start_date: 'YYYY-MM-DD', end_date: 'YYYY-MM-DD' },
				workspace_ids: 'comma-separated; default all accessible ones',
			},
			handle: ({ caller, query }) => {
				const accessible = sim.store.hierarchyOf(caller.organisationId);
				const wanted = query.workspace_ids?.split(',').map(Number) ?? [...accessible];
				if (!wanted.every((id) => accessible.has(id)))
					throw unprocessable('A workspace is not accessible');
				const days = daysOf(endpointRange(query, today()));
				const entries = wanted.map((id) => workspaceReport(sim, id, days));
				// Documented as one object; a list is likely for several.
				return ok(entries.length === 1 && isReference(sim) ? entries[0] : entries);
			},
		},
		{
			...shared,
			url: `${organisation}/inclusive_volume/active`,
			summary: 'Inclusive volumes of the running billing period',
			handle: (call) => {
				organisationOf(call, () => notFound('No such organisation', 1201));
				const start_date = `${monthStart(today())}T00:00:00.000Z`;
				const ratezone = { id: 3, name: 'Zone 1', ratezone_status_id: 1 };
				const tariff = { id: 31, name: 'Example plan', tariff_status_id: 1, ratezone };
				return ok([
					{ id: 1, volume: 500, rate: 0.4, pooled: true, start_date, currency: EUR, tariff },
				]);
			},
		},
	];
}

/** What an organisation has of its own; SIMs also as their issuer. */
function countsOf(sim: Simulation, id: number) {
	const { store } = sim;
	const sims = [...store.sims.values()].filter(
		({ organisationId }) =>
			organisationId === id || store.organisations.get(organisationId)?.parentId === id,
	);
	const count = (statusId: number) => sims.filter((item) => item.statusId === statusId).length;
	const mine = (items: Map<number, { organisationId: number }>) =>
		[...items.values()].filter(({ organisationId }) => organisationId === id).length;
	return {
		sim: {
			total: sims.length,
			issued: count(SimStatus.Issued),
			active: count(SimStatus.Activated),
			suspended: count(SimStatus.Suspended),
			// Samples and the schema name it differently.
			[isReference(sim) ? 'factory_mode' : 'factory_test']: count(SimStatus.FactoryTest),
		},
		users: mine(store.users),
		service_profiles: mine(store.serviceProfiles),
		tariff_profiles: mine(store.tariffProfiles),
	};
}

/** A workspace day by day and in total; there is no TOTAL row here. */
function workspaceReport(sim: Simulation, id: number, dates: string[]) {
	const own = [...sim.store.endpoints.values()].filter(
		({ organisationId }) => organisationId === id,
	);
	const days = dailyOf(
		sim,
		own.map((endpoint) => endpoint.id),
		dates,
	);
	const of = (some: typeof days) => ({
		data_volume: workspaceVolume('data', some),
		sms_volume: workspaceVolume('sms', some),
		...{ sat_geo_data_volume: NO_VOLUME, sat_geo_sms_volume: NO_VOLUME },
	});
	return { id, days: days.map((day) => ({ date: day.date, ...of([day]) })), total: of(days) };
}
