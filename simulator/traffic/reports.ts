import { addMonths, dayOf, parseIso, toIso } from '../clock';
import { type Simulation, isReference } from '../context';
import { findEndpoint } from '../endpoints/common';
import type { DayUsage } from '../forms';
import { notFound, unprocessable } from '../http/envelopes';
import { ok, pathId, type Call, type Route } from '../http/route';
import { findSim } from '../sims/status';
import { statsRange, usageOn } from './usage';

const DAY = 24 * 60 * 60_000;
/** Price of a megabyte and of a message, in EUR. */
const PRICE = { data: 0.05, sms: 0.04 } as const;
const EUR = { id: 1, code: 'EUR', symbol: '€' };
const TYPES = {
	data: { id: 5, description: 'Data', unit: 'MB' },
	sms: { id: 6, description: 'SMS', unit: 'SMS' },
} as const;

interface Sum {
	tx: number;
	rx: number;
}
type Kind = 'data' | 'sms';

/** Usage, cost and inclusive volumes (public reference). */
export function usageReportRoutes(sim: Simulation): Route[] {
	const shared = { method: 'GET', tag: 'usage', source: 'public reference' } as const;
	const today = () => dayOf(sim.clock.now());
	const daysFrom = (from: string, to: string): string[] => {
		const days: string[] = [];
		const first = parseIso(from) ?? 0;
		for (let at = parseIso(to) ?? 0; at >= first; at -= DAY) days.push(dayOf(at));
		return days;
	};
	/** Sums in MB and messages, over endpoints and days. */
	const sumOf = (endpointIds: number[], days: string[], kind: Kind): Sum => {
		const sum = { tx: 0, rx: 0 };
		for (const id of endpointIds)
			for (const date of days) {
				const usage = usageOn(sim, id, date)[kind];
				sum.tx += usage.tx;
				sum.rx += usage.rx;
			}
		const scale = kind === 'data' ? 1000 : 1;
		return { tx: sum.tx / scale, rx: sum.rx / scale };
	};
	const month = (endpointIds: number[], back: number, of: object, texts: boolean) => {
		const first = `${addMonths(`${today().slice(0, 7)}-01`, -back)}`;
		const last = back === 0 ? today() : dayOf((parseIso(addMonths(first, 1)) ?? 0) - DAY);
		const days = daysFrom(first, last);
		const entries = (['data', 'sms'] as const).flatMap((kind) => {
			const { tx, rx } = sumOf(endpointIds, days, kind);
			if (tx + rx === 0) return [];
			const number = (value: number, digits: number) =>
				texts ? value.toFixed(digits) : Number(value.toFixed(digits));
			const cost = (tx + rx) * PRICE[kind];
			return [
				[
					kind,
					{
						...of,
						month: first,
						volume: number(tx + rx, 6),
						volume_tx: number(tx, 6),
						volume_rx: number(rx, 6),
						// Numbers and text are mixed inside one answer.
						cost: kind === 'sms' ? Number(cost.toFixed(10)) : number(cost, 10),
						traffic_type_id: TYPES[kind].id,
						currency_id: 1,
						traffic_type: TYPES[kind],
						currency: EUR,
					},
				],
			];
		});
		return entries.length > 0 ? (Object.fromEntries(entries) as object) : undefined;
	};
	/** Made-up traffic, of who is not off. */
	const lastHour = (endpointIds: number[]) => {
		const isOn = endpointIds.some((id) => sim.store.endpoints.get(id)?.connectivity !== 'OFFLINE');
		const minutes = Array.from({ length: 60 }, (_, i) => {
			const at = sim.clock.now() - (59 - i) * 60_000;
			return [toIso(at).slice(11, 16), isOn && i === 30 ? 0.25 : 0];
		});
		return { data: { rx: minutes, tx: minutes }, sms: { rx: [], tx: [] } };
	};
	const summary = (endpointIds: number[], of: object) => {
		const last = month(endpointIds, 1, of, true);
		const current = month(endpointIds, 0, of, true);
		return {
			...(last && { last_month: last }),
			...(current && { current_month: current }),
			last_hour: lastHour(endpointIds),
		};
	};
	const dailyOf = (endpointIds: number[], days: string[]): DayUsage[] =>
		days.map((date) => {
			const all = endpointIds.map((id) => usageOn(sim, id, date));
			const of = (kind: Kind) => ({
				tx: all.reduce((sum, day) => sum + day[kind].tx, 0),
				rx: all.reduce((sum, day) => sum + day[kind].rx, 0),
			});
			return { date, data: of('data'), sms: of('sms') };
		});
	const organisationOf = (call: Call): number => {
		const { organisationId } = call.params;
		const own = call.caller.organisationId;
		const id = organisationId === 'my' ? own : Number(organisationId);
		if (!sim.store.hierarchyOf(own).has(id))
			throw unprocessable('The organisation is not accessible');
		return id;
	};
	const endpointsOf = (organisationId: number): number[] => {
		const seen = sim.store.hierarchyOf(organisationId);
		return [...sim.store.endpoints.values()]
			.filter((endpoint) => seen.has(endpoint.organisationId))
			.map(({ id }) => id);
	};
	/** `end_date` is the day after the last one here, and needs a start. */
	const exclusiveRange = (call: Call): string[] => {
		const { start_date: start, end_date: end } = call.query;
		if (end && !start) throw unprocessable('end_date needs start_date');
		const last = end ? dayOf((parseIso(end) ?? 0) - DAY) : today();
		return daysFrom(start || `${today().slice(0, 7)}-01`, last > today() ? today() : last);
	};
	return [
		{
			...shared,
			url: '/api/v1/endpoint/:endpointId/stats',
			summary: 'Usage of an endpoint in two months and the last hour',
			handle: (call) => {
				const { id } = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
				return ok(summary([id], { endpoint_id: id }));
			},
		},
		{
			...shared,
			url: '/api/v1/sim/:simId/stats',
			summary: 'Usage of a SIM in two months and the last hour',
			handle: (call) => {
				const item = findSim(sim, call.caller, pathId(call, 'simId'));
				const ids = item.endpointId === null ? [] : [item.endpointId];
				const entity = summary(ids, { sim_id: item.id });
				// The schema says a list, the sample is one object.
				return ok(isReference(sim) ? [entity] : entity);
			},
		},
		{
			...shared,
			url: '/api/v1/sim/:simId/stats/daily',
			summary: 'Daily usage of a SIM',
			handle: (call) => {
				const item = findSim(sim, call.caller, pathId(call, 'simId'));
				const { from, to } = statsRange(call.query, today());
				const ids = item.endpointId === null ? [] : [item.endpointId];
				return ok(sim.forms.dailyUsage(sim, dailyOf(ids, daysFrom(from, to))));
			},
		},
		{
			...shared,
			url: '/api/v1/organisation/:organisationId/stats',
			summary: 'Usage of an organisation with its children in two months',
			lane: 'list',
			handle: (call) => {
				const id = organisationOf(call);
				const ids = endpointsOf(id);
				const texts = !isReference(sim);
				const sims = [...sim.store.sims.values()].filter((item) => item.organisationId === id);
				const count = (statusId: number) =>
					sims.filter((item) => item.statusId === statusId).length;
				const mine = (items: Map<number, { organisationId: number }>) =>
					[...items.values()].filter((item) => item.organisationId === id).length;
				const last = month(ids, 1, {}, texts);
				const current = month(ids, 0, {}, texts);
				return ok({
					...(last && { last_month: last }),
					...(current && { current_month: current }),
					sim: {
						...{ total: sims.length, issued: count(0), active: count(1), suspended: count(2) },
						[texts ? 'factory_test' : 'factory_mode']: count(4),
					},
					users: mine(sim.store.users),
					service_profiles: mine(sim.store.serviceProfiles),
					tariff_profiles: mine(sim.store.tariffProfiles),
				});
			},
		},
		{
			...shared,
			url: '/api/v1/organisation/:organisationId/stats/daily',
			summary: 'Daily usage of an organisation; the end date is not part of it',
			lane: 'list',
			handle: (call) => {
				const ids = endpointsOf(organisationOf(call));
				return ok(sim.forms.dailyUsage(sim, dailyOf(ids, exclusiveRange(call))));
			},
		},
		{
			...shared,
			url: '/api/v1/organisation/:organisationId/stats/hourly',
			summary: 'Hourly usage of an organisation; SMS directions are those of the network',
			lane: 'list',
			handle: (call) => {
				organisationOf(call);
				const hours = (amount: number) =>
					['09:00', '10:00', '11:00', '12:00'].map((h) => [h, amount]);
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
			handle: (call) => {
				const ids = endpointsOf(call.caller.organisationId);
				const days = daysFrom(`${today().slice(0, 7)}-01`, today());
				return ok(sim.forms.dailyUsage(sim, dailyOf(ids, days)));
			},
		},
		{
			...shared,
			url: '/api/v2/workspace/stats/daily',
			summary: 'Daily usage of workspaces',
			handle: (call) => {
				const own = call.caller.organisationId;
				const wanted = call.query.workspace_ids?.split(',').map(Number) ?? [own];
				if (!wanted.every((id) => sim.store.hierarchyOf(own).has(id)))
					throw unprocessable('A workspace is not accessible');
				const { from, to } = statsRange(call.query, today());
				const volume = (kind: Kind, { tx, rx }: Sum) => ({
					...{ volume: tx + rx, volume_tx: tx, volume_rx: rx, cost: (tx + rx) * PRICE[kind] },
					...{ traffic_type: TYPES[kind], currency: EUR },
				});
				const entries = wanted.map((id) => {
					const ids = endpointsOf(id);
					const days = daysFrom(from, to);
					const of = (dates: string[]) => ({
						data_volume: volume('data', sumOf(ids, dates, 'data')),
						sms_volume: volume('sms', sumOf(ids, dates, 'sms')),
					});
					return { id, days: days.map((date) => ({ date, ...of([date]) })), total: of(days) };
				});
				// Documented as one object; a list is likely for several.
				return ok(entries.length === 1 && isReference(sim) ? entries[0] : entries);
			},
		},
		{
			...shared,
			url: '/api/v1/organisation/:organisationId/inclusive_volume/active',
			summary: 'Inclusive volumes of the running billing period',
			handle: (call) => {
				const { organisationId } = call.params;
				const own = call.caller.organisationId;
				const id = organisationId === 'my' ? own : Number(organisationId);
				if (!sim.store.hierarchyOf(own).has(id)) throw notFound('No such organisation', 1201);
				const start_date = `${today().slice(0, 7)}-01`;
				const ratezone = { id: 3, name: 'Zone 1', ratezone_status_id: 1 };
				const tariff = { id: 31, name: 'Example plan', tariff_status_id: 1, ratezone };
				return ok([
					{ id: 1, volume: 500, rate: 0.4, pooled: true, start_date, currency: EUR, tariff },
				]);
			},
		},
	];
}
