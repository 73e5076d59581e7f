import { parseIso } from '../clock';
import type { Simulation } from '../context';
import type { ServiceEvent } from '../entitiesTraffic';
import { unprocessable } from '../envelopes';
import { answerPage } from '../paging';
import { parseSort, type Fields } from '../query';
import type { Route } from '../route';

/** Event `per_page`: 100 by default (public reference); the most is not documented. */
const PAGES = { list: 'event', standard: 100, most: 1000 } as const;
/** Event types in one filter (public reference). */
const MOST_TYPES = 6;
const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

const SORT_FIELDS: Fields<ServiceEvent> = {
	id: { values: ({ id }) => [id] },
	timestamp: { values: ({ timestamp }) => [timestamp] },
	type: { values: ({ typeId }) => [typeId] },
	event_type: { values: ({ typeId }) => [typeId] },
};

const bad = (message: string) => unprocessable(message, 1302, 'InvalidCriteria');

/** `type:20|21` and `from:…,until:…` → a test of an event. @throws 422, 1301 or 1302 */
function parseFilter(q: string | undefined): (event: ServiceEvent) => boolean {
	const terms = new Map<string, string>();
	for (const term of q ? q.split(',') : []) {
		const [, name, criteria] = /^(\w+):(.+)$/.exec(term) ?? [];
		if (!name || !criteria) throw bad(`Not of the form <field>:<criteria>: ${term}`);
		if (!['type', 'from', 'until'].includes(name))
			throw unprocessable(`Unknown field in q: ${name}`, 1301, 'InvalidField');
		terms.set(name, criteria);
	}
	const types = terms.get('type')?.split('|');
	if (types && (types.length > MOST_TYPES || !types.every((type) => /^\d+$/.test(type))))
		throw bad(`type wants up to ${MOST_TYPES} numbers joined by |`);
	const from = terms.get('from');
	const until = terms.get('until');
	if ((from === undefined) !== (until === undefined)) throw bad('from and until go together');
	for (const stamp of [from, until])
		if (stamp !== undefined && (!STAMP.test(stamp) || parseIso(stamp) === undefined))
			throw bad('from and until are YYYY-MM-DDTHH:mm:ssZ');
	const first = parseIso(from) ?? Number.NEGATIVE_INFINITY;
	const last = parseIso(until) ?? Number.POSITIVE_INFINITY;
	return ({ typeId, timestamp }) =>
		(!types || types.includes(String(typeId))) && timestamp >= first && timestamp <= last;
}

/** The events feed; oldest first as recorded, unless `sort` says otherwise. */
export const eventRoutes = (sim: Simulation): Route[] => [
	{
		method: 'GET',
		url: '/api/v1/event',
		summary: 'List events',
		tag: 'event',
		source: 'public reference',
		list: true,
		parameters: {
			q: 'type:20|21 (up to six), from:…,until:… together',
			sort: 'id, timestamp, type',
			page: 'from 1',
			per_page: 'default 100',
		},
		handle: ({ caller, query }) => {
			const seen = sim.store.hierarchyOf(caller.organisationId);
			const holds = parseFilter(query.q);
			const order = parseSort(query.sort || sim.forms.eventSort, SORT_FIELDS);
			const events = sim.store.events.filter(
				(event) => seen.has(event.organisationId) && holds(event),
			);
			if (order) events.sort(order);
			return answerPage(sim, events, query, PAGES, (event) => sim.forms.event(sim, event));
		},
	},
];
