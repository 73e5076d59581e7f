import type { Simulation } from '../context';
import { readFields } from '../http/body';
import { cannotBeDeleted, unknownReference } from '../http/envelopes';
import { answerPage, selectItems } from '../http/paging';
import { ok, pathId, type Route, routesOf } from '../http/route';
import { NEW_ENDPOINT, ENDPOINT_CHANGE } from './bodies';
import { BulkCall, pathEndpoint, findEndpoint } from './common';
import { planCreate, planShared, planTarget } from './create';
import { createdEndpoint, endpointFields } from './forms';
import { removeEndpoint, planUpdate } from './update';

/** Endpoint `per_page`: 1000 is both default and maximum (specification, public reference). */
const ENDPOINT_PAGES = { list: 'endpoint', standard: 1000, most: 1000 } as const;

const route = routesOf({ tag: 'endpoint', lane: 'single' });

/** Single endpoints and their list. */
export const endpointRoutes = (sim: Simulation): Route[] => [
	route(
		'GET /api/v1/endpoint',
		{
			summary: 'List endpoints',
			source: 'specification',
			lane: 'list',
			list: true,
			parameters: {
				q: '<field>:<criteria>, comma-separated; connectivity_status accepts only BLOCKED',
				sort: '<operator><field>, comma-separated; default id',
				page: 'from 1',
				per_page: '1 to 1000, default 1000; clamped',
			},
		},
		({ caller, query }) => {
			const { store, options } = sim;
			const all = () =>
				store
					.seenBy(caller.organisationId, store.endpoints.values())
					.filter(({ statusId }) => statusId !== 2 || options.listDeleted);
			const key = `endpoints/${caller.organisationId}/${options.listDeleted}`;
			const items = selectItems(store, key, query, endpointFields(store), all);
			return answerPage(sim, items, query, ENDPOINT_PAGES, (item) =>
				sim.forms.endpointInList(sim, item),
			);
		},
	),
	route(
		'POST /api/v1/endpoint',
		{
			summary: 'Create an endpoint',
			source: 'specification',
			sequential: 'single',
			body: NEW_ENDPOINT,
		},
		(call) => {
			const batch = new BulkCall();
			const input = readFields(NEW_ENDPOINT, call.body, batch.problems);
			const target = planTarget(sim, call.caller, input, batch);
			const shared = planShared(sim, input, target, batch);
			const create = planCreate(sim, input, shared, target, batch);
			batch.problems.finish();
			const endpoint = create();
			const path = `/api/v1/endpoint/${endpoint.id}`;
			return sim.forms.created(sim, path, createdEndpoint(sim, endpoint));
		},
	),
	route('GET /api/v1/endpoint/:endpointId', 'Get an endpoint', (call) => {
		const endpoint = pathEndpoint(sim, call);
		return ok(sim.forms.endpoint(sim, endpoint));
	}),
	route(
		'PATCH /api/v1/endpoint/:endpointId',
		{ summary: 'Change an endpoint', sequential: 'single', body: ENDPOINT_CHANGE },
		(call) => {
			const id = pathId(call, 'endpointId');
			const endpoint = findEndpoint(sim, call.caller, id, unknownReference);
			const batch = new BulkCall();
			const changes = readFields(ENDPOINT_CHANGE, call.body, batch.problems);
			const update = planUpdate(sim, endpoint, changes, batch);
			batch.problems.finish();
			update();
			return sim.forms.changed;
		},
	),
	route(
		'DELETE /api/v1/endpoint/:endpointId',
		{ summary: 'Delete an endpoint without a SIM', sequential: 'single' },
		(call) => {
			const endpoint = pathEndpoint(sim, call);
			if (endpoint.simId !== null)
				throw cannotBeDeleted(`Endpoint ${endpoint.id} has a SIM assigned, release it first`);
			removeEndpoint(sim, endpoint, false);
			return sim.forms.changed;
		},
	),
];
