import type { Simulation } from '../context';
import { selectEvents } from '../eventQuery';
import { answerPage } from '../paging';
import type { Route } from '../route';

/** Event `per_page`: 100 by default (recorded); the most is not documented. */
export const EVENT_PAGES = { list: 'event', standard: 100, most: 1000 } as const;

/** The events feed; oldest first as recorded, unless `sort` says otherwise. */
export const eventRoutes = (sim: Simulation): Route[] => [
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
			const seen = sim.store.hierarchyOf(caller.organisationId);
			const mine = sim.store.events.filter(({ organisationId }) => seen.has(organisationId));
			const events = selectEvents(sim, query, mine);
			return answerPage(sim, events, query, EVENT_PAGES, (event) => sim.forms.event(sim, event));
		},
	},
];
