import { addMonths, dayOf, toIso } from '../clock';
import { type Simulation, isReferenceGeneration } from '../context';
import { unprocessable } from '../http/envelopes';
import { ok, type ApiCall, type Route, routesOf } from '../http/route';
import { SimStatus } from '../sims/entities';
import {
	documentedOrganisationUsage,
	monthForm,
	NO_VOLUME,
	sampledOrganisationUsage,
	workspaceSatellite,
	workspaceVolume,
} from './forms';
import {
	daysInRange,
	endpointRange,
	hoursInRange,
	monthEnd,
	monthStart,
	organisationRange,
} from './periods';
import { dailyOf } from './usage';

const inaccessible = () => unprocessable('The organisation is not accessible');

/** Usage of an organisation with its children, and of workspaces. */
export function organisationReportRoutes(sim: Simulation): Route[] {
	const route = routesOf({ tag: 'usage' });
	const organisation = '/api/v1/organisation/:organisationId';
	const period = { start_date: 'YYYY-MM-DD', end_date: 'needs start_date; not part of it' };
	const today = () => dayOf(sim.clock.now());
	const currentMonth = () => daysInRange({ from: monthStart(today()), to: today() });
	const organisationOf = (call: ApiCall): number => {
		const { organisationId } = call.params;
		const own = call.caller.organisationId;
		const id = organisationId === 'my' ? own : Number(organisationId);
		if (!sim.store.hierarchyOf(own).has(id)) throw inaccessible();
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
		route(
			`GET ${organisation}/stats`,
			{ summary: 'Usage of an organisation with its children in two months', lane: 'list' },
			(call) => {
				const id = organisationOf(call);
				const isText = !isReferenceGeneration(sim);
				const month = (first: string, to: string) => {
					const days = withChildren(id, daysInRange({ from: first, to }));
					return monthForm(first, days, undefined, { asNumbers: !isText, idTexts: isText });
				};
				const current = month(monthStart(today()), today());
				const before = addMonths(monthStart(today()), -1);
				const last = month(before, monthEnd(before));
				return ok({
					...(last && { last_month: last }),
					...(current && { current_month: current }),
					...organisationCounts(sim, id),
				});
			},
		),
		route(
			`GET ${organisation}/stats/daily`,
			{
				summary: 'Daily usage of an organisation; the end date is not part of it',
				lane: 'list',
				parameters: period,
			},
			(call) => {
				const id = organisationOf(call);
				const days = daysInRange(organisationRange(call.query, today()));
				const usage = withChildren(id, days);
				return ok(
					isReferenceGeneration(sim)
						? documentedOrganisationUsage(usage)
						: sampledOrganisationUsage(usage),
				);
			},
		),
		route(
			`GET ${organisation}/stats/hourly`,
			{
				summary: 'Hourly usage of an organisation; SMS directions are those of the network',
				lane: 'list',
				parameters: { ...period, start_date: 'date or timestamp; default three hours back' },
			},
			(call) => {
				organisationOf(call);
				const all = hoursInRange(call.query, sim.clock.now());
				const hours = (amount: number) => all.map((at) => [toIso(at).slice(11, 16), amount]);
				return ok({
					data: { rx: hours(1.5), tx: hours(0.25) },
					// Received by the network means sent by devices.
					sms: { rx: hours(2), tx: hours(3) },
				});
			},
		),
		route(
			'GET /api/v1/stats/daily',
			{ summary: 'Daily usage of the organisation with its children, current month', lane: 'list' },
			({ caller }) =>
				ok(sim.forms.dailyUsage(sim, withChildren(caller.organisationId, currentMonth()))),
		),
		route(
			'GET /api/v2/workspace/stats/daily',
			{
				summary: 'Daily usage of workspaces, each without its children',
				parameters: {
					start_date: 'YYYY-MM-DD',
					end_date: 'YYYY-MM-DD',
					workspace_ids: 'comma-separated; default all accessible ones',
				},
			},
			({ caller, query }) => {
				const accessible = sim.store.hierarchyOf(caller.organisationId);
				const wanted = query.workspace_ids?.split(',').map(Number) ?? [...accessible];
				if (!wanted.every((id) => accessible.has(id)))
					throw unprocessable('A workspace is not accessible');
				const days = daysInRange(endpointRange(query, today()));
				const entries = wanted.map((id) => workspaceReport(sim, id, days));
				// Documented as one object; for several, a list is likely.
				return ok(entries.length === 1 && isReferenceGeneration(sim) ? entries[0] : entries);
			},
		),
	];
}

/** Objects that an organisation owns; SIMs also when it is their issuer. */
function organisationCounts(sim: Simulation, id: number) {
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
			// Samples and the schema use different names.
			[isReferenceGeneration(sim) ? 'factory_mode' : 'factory_test']: count(SimStatus.FactoryTest),
		},
		users: mine(store.users),
		service_profiles: mine(store.serviceProfiles),
		tariff_profiles: mine(store.tariffProfiles),
	};
}

/** A workspace by day and in total, without a TOTAL row. */
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
		sat_geo_data_volume: workspaceSatellite(some),
		sat_geo_sms_volume: NO_VOLUME,
	});
	return { id, days: days.map((day) => ({ date: day.date, ...of([day]) })), total: of(days) };
}
