import { addMonths, dayOf } from '../clock';
import { type Simulation, isReferenceGeneration } from '../context';
import { pathEndpoint } from '../endpoints/common';
import { ok, pathId, type Route, routesOf } from '../http/route';
import { findSim } from '../sims/status';
import { lastHour, lastHourSums, monthForm } from './forms';
import { daysInRange, endpointRange, monthEnd, monthStart, simRange } from './periods';
import { dailyOf, simDailyOf } from './usage';

const PERIOD_QUERY = { start_date: 'YYYY-MM-DD', end_date: 'YYYY-MM-DD' };

/** Usage of an endpoint and of a SIM: by day, and a summary of two months and the last hour. */
export function usageReportRoutes(sim: Simulation): Route[] {
	const route = routesOf({ tag: 'usage' });
	const today = () => dayOf(sim.clock.now());
	const isConnected = (endpointIds: number[]) =>
		endpointIds.some((id) => {
			const isAsleep = sim.store.lives.get(id)?.isAwake === false;
			return sim.store.endpoints.get(id)?.connectivity !== 'OFFLINE' && !isAsleep;
		});
	/** MB of the last hour that a control route has set for the one endpoint. */
	const plannedHour = ([id = -1]: number[]) => sim.store.plannedUsage.get(id)?.hourMb;
	/** @param asNumbers whether months have numbers instead of strings */
	const summary = (
		endpointIds: number[],
		of: (month: string, typeId: number) => object,
		asNumbers = false,
	) => {
		const month = (back: number) => {
			const first = addMonths(monthStart(today()), -back);
			const range = { from: first, to: back === 0 ? today() : monthEnd(first) };
			const last_updated = sim.forms.time(sim.clock.now());
			const days = dailyOf(sim, endpointIds, daysInRange(range));
			const owner = (typeId: number) => ({ ...of(first, typeId), last_updated });
			return monthForm(first, days, owner, { asNumbers });
		};
		const [last, current] = [month(1), month(0)];
		return {
			...(last && { last_month: last }),
			...(current && { current_month: current }),
			last_hour: lastHour(sim.clock.now(), isConnected(endpointIds), {
				hourMb: plannedHour(endpointIds),
				counted: sim.store.dataMinutes.get(endpointIds[0] ?? -1),
			}),
		};
	};
	return [
		route(
			'GET /api/v1/endpoint/:endpointId/stats/daily',
			{
				summary: 'Daily usage, newest day first',
				source: 'specification',
				lane: 'profile',
				parameters: PERIOD_QUERY,
			},
			(call) => {
				const { id } = pathEndpoint(sim, call);
				const days = daysInRange(endpointRange(call.query, today()));
				return ok(sim.forms.dailyUsage(sim, dailyOf(sim, [id], days)));
			},
		),
		route(
			'GET /api/v1/endpoint/:endpointId/stats',
			{ summary: 'Usage of an endpoint in two months and the last hour', lane: 'profile' },
			(call) => {
				const { id } = pathEndpoint(sim, call);
				return ok(summary([id], () => ({ endpoint_id: id })));
			},
		),
		route(
			'GET /api/v1/sim/:simId/stats',
			{ summary: 'Usage of a SIM in two months and the last hour', lane: 'list' },
			(call) => {
				const { id, endpointId } = findSim(sim, call.caller, pathId(call, 'simId'));
				const endpointIds = endpointId === null ? [] : [endpointId];
				const of = (month: string, typeId: number) => ({
					// SIM, year, month and traffic type, concatenated.
					id: Number(`${id}${month.slice(0, 4)}${month.slice(5, 7)}${typeId}`),
					sim_id: id,
				});
				if (!isReferenceGeneration(sim)) return ok(summary(endpointIds, of));
				// The schema has a list and sums of the last hour, the sample one object and its minutes.
				const month = monthStart(today());
				const last_hour = lastHourSums(month, isConnected(endpointIds), (typeId) =>
					of(month, typeId),
				);
				return ok([{ ...summary(endpointIds, of, true), last_hour }]);
			},
		),
		route(
			'GET /api/v1/sim/:simId/stats/daily',
			{ summary: 'Daily usage of a SIM', lane: 'list', parameters: PERIOD_QUERY },
			(call) => {
				const card = findSim(sim, call.caller, pathId(call, 'simId'));
				const days = daysInRange(simRange(call.query, today()));
				return ok(sim.forms.dailyUsage(sim, simDailyOf(sim, card, days)));
			},
		),
	];
}
