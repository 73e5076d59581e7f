import type { Simulation } from '../context';
import type { Sim } from '../entities';
import { notFound } from '../envelopes';
import { answerPage, selectItems } from '../paging';
import { ok, pathId, type Caller, type Route } from '../route';
import { simFields } from '../rules/endpointFields';

/** SIM `per_page`: 2000 by default, at most 2500 (public reference). */
const PAGES = { list: 'sim', standard: 2000, most: 2500 } as const;

/** A SIM in the caller's organisation or hierarchy. @throws 404 */
export function findSim(sim: Simulation, caller: Caller, id: number): Sim {
	const item = sim.store.sims.get(id);
	if (!item || !sim.store.hierarchyOf(caller.organisationId).has(item.organisationId))
		throw notFound(`SIM ${id} not found`);
	return item;
}

/** SIM list and single SIMs. */
export const simRoutes = (sim: Simulation): Route[] => [
	{
		method: 'GET',
		url: '/api/v1/sim',
		summary: 'List SIMs',
		tag: 'sim',
		source: 'public reference',
		lane: 'list',
		list: true,
		parameters: {
			q: 'id, iccid, iccid_with_luhn, status, imsi, msisdn, endpoint, model, eid, production_date, customer_org, reseller_org, issuer_org, satellite_capable',
			sort: 'id, issuer_org, reseller_org, customer_org, iccid, eid, status, production_date, endpoint, model',
			page: 'from 1',
			per_page: '1 to 2500, default 2000; clamped',
		},
		handle: ({ caller, query }) => {
			const { store } = sim;
			const all = () => {
				const seen = store.hierarchyOf(caller.organisationId);
				const items = [...store.sims.values()];
				return items.filter(({ organisationId }) => seen.has(organisationId));
			};
			const items = selectItems(
				store,
				`sims/${caller.organisationId}`,
				query,
				simFields(store),
				all,
			);
			return answerPage(sim, items, query, PAGES, (item) => sim.forms.sim(sim, item));
		},
	},
	{
		method: 'GET',
		url: '/api/v1/sim/:simId',
		summary: 'Get a SIM',
		tag: 'sim',
		source: 'public reference',
		lane: 'profile',
		handle: (call) => ok(sim.forms.sim(sim, findSim(sim, call.caller, pathId(call, 'simId')))),
	},
];
