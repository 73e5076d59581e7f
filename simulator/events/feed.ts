import type { Simulation } from '../context';
import { roleForbidden } from '../http/envelopes';
import { answerPage } from '../http/paging';
import { type Route, type Call, type Answer, ok, pathId } from '../http/route';
import type { ServiceEvent } from './entities';
import { selectEvents } from './query';
import { EVENT_TYPES } from './types';

/** Event `per_page`: 100 by default (recorded); the most is not documented. */
const EVENT_PAGES = { list: 'event', standard: 100, most: 1000 } as const;

/** A page of the events that `own` picks. */
function listEvents(
	sim: Simulation,
	{ query }: Call,
	own: (event: ServiceEvent) => boolean,
): Answer {
	const events = selectEvents(sim, query, sim.store.events.filter(own));
	return answerPage(sim, events, query, EVENT_PAGES, (event) => {
		const user = sim.store.users.get(event.userId ?? -1);
		return {
			...sim.forms.event(sim, event),
			...(user && { user: { id: user.id, username: user.username, name: user.username } }),
		};
	});
}

/**
 * The feed, oldest first as recorded unless `sort` says otherwise; the events of an endpoint, a SIM
 * and a user; the types of events.
 */
export const eventRoutes = (sim: Simulation): Route[] => {
	const shared = {
		method: 'GET',
		tag: 'event',
		source: 'public reference',
		list: true,
		parameters: { q: 'as in the feed', sort: 'as in the feed', page: 'from 1', per_page: '100' },
	} as const;
	const visible = (call: Call) => {
		const seen = sim.store.hierarchyOf(call.caller.organisationId);
		return ({ organisationId }: ServiceEvent) => seen.has(organisationId);
	};
	return [
		{
			method: 'GET',
			url: '/api/v1/event',
			summary: 'List events',
			tag: 'event',
			source: 'public reference',
			lane: 'list',
			list: true,
			parameters: {
				q: 'type:20|21 (up to six), from:…,until:… together, source, severity, alert, endpoint, …',
				sort: 'id, timestamp, source, severity, alert, organisation, user, endpoint, tags, …',
				page: 'from 1',
				per_page: 'default 100',
			},
			handle: ({ caller, query }) => {
				const mine = sim.store.seenBy(caller.organisationId, sim.store.events);
				const events = selectEvents(sim, query, mine);
				return answerPage(sim, events, query, EVENT_PAGES, (event) => sim.forms.event(sim, event));
			},
		},
		{
			...shared,
			url: '/api/v1/event/type',
			summary: 'List types of events',
			handle: () => {
				const types = Object.entries(EVENT_TYPES);
				return ok(types.map(([id, { name }]) => ({ id: Number(id), description: name })));
			},
		},
		{
			...shared,
			url: '/api/v1/endpoint/:endpointId/event',
			summary: 'List the events of an endpoint; none for one that is not there',
			handle: (call) => {
				const id = pathId(call, 'endpointId');
				const own = visible(call);
				return listEvents(sim, call, (event) => event.endpointId === id && own(event));
			},
		},
		{
			...shared,
			url: '/api/v1/sim/:simId/event',
			summary: 'List the events of a SIM; none for one that is not there',
			handle: (call) => {
				const id = pathId(call, 'simId');
				const own = visible(call);
				return listEvents(sim, call, (event) => event.simId === id && own(event));
			},
		},
		{
			...shared,
			url: '/api/v1/user/:userId/event',
			summary: 'List the events of a user; `my` is the caller',
			handle: (call) => {
				const { userId, role } = call.caller;
				const id = call.params.userId === 'my' ? userId : pathId(call, 'userId');
				if (id !== userId && role !== 'Administrator') throw roleForbidden();
				return listEvents(sim, call, (event) => event.userId !== undefined && event.userId === id);
			},
		},
	];
};
