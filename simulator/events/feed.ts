import type { Simulation } from '../context';
import { roleForbidden } from '../http/envelopes';
import { answerPage } from '../http/paging';
import { type Route, type ApiCall, type ApiAnswer, ok, pathId, routesOf } from '../http/route';
import type { ServiceEvent } from './entities';
import { selectEvents } from './query';
import { EVENT_TYPES } from './types';

/** Event `per_page`: 100 by default (recorded); the maximum is not documented. */
const EVENT_PAGES = { list: 'event', standard: 100, most: 1000 } as const;

/** A page of the events that `own` selects. */
function listEvents(
	sim: Simulation,
	{ query }: ApiCall,
	own: (event: ServiceEvent) => boolean,
): ApiAnswer {
	const events = selectEvents(sim, query, sim.store.events.filter(own));
	return answerPage(sim, events, query, EVENT_PAGES, (event) => withUser(sim, event));
}

/** An event, with the user who caused it where one was logged in (public reference). */
function withUser(sim: Simulation, event: ServiceEvent) {
	const user = sim.store.users.get(event.userId ?? -1);
	return {
		...sim.forms.event(sim, event),
		...(user && { user: { id: user.id, username: user.username, name: user.username } }),
	};
}

/**
 * The event feed, oldest first as recorded unless `sort` says otherwise; the events of an endpoint,
 * a SIM and a user; the event types.
 */
export const eventRoutes = (sim: Simulation): Route[] => {
	const route = routesOf({
		tag: 'event',
		list: true,
		parameters: { q: 'as in the feed', sort: 'as in the feed', page: 'from 1', per_page: '100' },
	});
	const visible = (call: ApiCall) => {
		const seen = sim.store.hierarchyOf(call.caller.organisationId);
		return ({ organisationId }: ServiceEvent) => seen.has(organisationId);
	};
	return [
		route(
			'GET /api/v1/event',
			{
				summary: 'List events',
				lane: 'list',
				list: true,
				parameters: {
					q: 'type:20|21 (up to six), from:…,until:… together, source, severity, alert, endpoint, …',
					sort: 'id, timestamp, source, severity, alert, organisation, user, endpoint, tags, …',
					page: 'from 1',
					per_page: 'default 100',
				},
			},
			({ caller, query }) => {
				const mine = sim.store.seenBy(caller.organisationId, sim.store.events);
				const events = selectEvents(sim, query, mine);
				return answerPage(sim, events, query, EVENT_PAGES, (event) => withUser(sim, event));
			},
		),
		route('GET /api/v1/event/type', 'List types of events', () => {
			const types = Object.entries(EVENT_TYPES);
			return ok(types.map(([id, { name }]) => ({ id: Number(id), description: name })));
		}),
		route(
			'GET /api/v1/endpoint/:endpointId/event',
			'List the events of an endpoint; none for one that is not there',
			(call) => {
				const id = pathId(call, 'endpointId');
				const own = visible(call);
				return listEvents(sim, call, (event) => event.endpointId === id && own(event));
			},
		),
		route(
			'GET /api/v1/sim/:simId/event',
			'List the events of a SIM; none for one that is not there',
			(call) => {
				const id = pathId(call, 'simId');
				const own = visible(call);
				return listEvents(sim, call, (event) => event.simId === id && own(event));
			},
		),
		route(
			'GET /api/v1/user/:userId/event',
			'List the events of a user; `my` is the caller',
			(call) => {
				const { userId, role } = call.caller;
				const id = call.params.userId === 'my' ? userId : pathId(call, 'userId');
				if (id !== userId && role !== 'Administrator') throw roleForbidden();
				return listEvents(sim, call, (event) => event.userId !== undefined && event.userId === id);
			},
		),
	];
};
