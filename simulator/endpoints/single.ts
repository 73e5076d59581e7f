import type { Simulation } from '../context';
import { readFields } from '../http/body';
import { cannotBeDeleted, unknownReference } from '../http/envelopes';
import { answerPage, selectItems } from '../http/paging';
import { ok, pathId, type Route } from '../http/route';
import { CREATE, UPDATE } from './bodies';
import { Batch, endpointOf, findEndpoint } from './common';
import { planCreate, planShared, planTarget } from './create';
import { endpointFields } from './fields';
import { createdEndpoint } from './forms';
import { deleteEndpoint, planUpdate } from './update';

/** Endpoint `per_page`: 1000 by default and at most (specification, public reference). */
const PAGES = { list: 'endpoint', standard: 1000, most: 1000 } as const;

/** Single endpoints and their list. */
export const endpointRoutes = (sim: Simulation): Route[] => [
	{
		method: 'GET',
		url: '/api/v1/endpoint',
		summary: 'List endpoints',
		tag: 'endpoint',
		source: 'specification',
		lane: 'list',
		list: true,
		parameters: {
			q: '<field>:<criteria>, comma-separated; connectivity_status accepts only BLOCKED',
			sort: '<operator><field>, comma-separated; default id',
			page: 'from 1',
			per_page: '1 to 1000, default 1000; clamped',
		},
		handle: ({ caller, query }) => {
			const { store, options } = sim;
			const all = () =>
				store
					.seenBy(caller.organisationId, store.endpoints.values())
					.filter(({ statusId }) => statusId !== 2 || options.listDeleted);
			const key = `endpoints/${caller.organisationId}/${options.listDeleted}`;
			const items = selectItems(store, key, query, endpointFields(store), all);
			return answerPage(sim, items, query, PAGES, (item) => sim.forms.endpointInList(sim, item));
		},
	},
	{
		method: 'POST',
		url: '/api/v1/endpoint',
		summary: 'Create an endpoint',
		tag: 'endpoint',
		source: 'specification',
		lane: 'single',
		sequential: 'single',
		body: CREATE,
		handle: (call) => {
			const batch = new Batch();
			const input = readFields(CREATE, call.body, batch.problems);
			const target = planTarget(sim, call.caller, input, batch);
			const shared = planShared(sim, input, target, batch);
			const create = planCreate(sim, input, shared, target, batch);
			batch.problems.finish();
			const endpoint = create();
			const path = `/api/v1/endpoint/${endpoint.id}`;
			return sim.forms.created(sim, path, createdEndpoint(sim, endpoint));
		},
	},
	{
		method: 'GET',
		url: '/api/v1/endpoint/:endpointId',
		summary: 'Get an endpoint',
		tag: 'endpoint',
		source: 'public reference',
		lane: 'single',
		handle: (call) => {
			const endpoint = endpointOf(sim, call);
			return ok(sim.forms.endpoint(sim, endpoint));
		},
	},
	{
		method: 'PATCH',
		url: '/api/v1/endpoint/:endpointId',
		summary: 'Change an endpoint',
		tag: 'endpoint',
		source: 'public reference',
		lane: 'single',
		sequential: 'single',
		body: UPDATE,
		handle: (call) => {
			const id = pathId(call, 'endpointId');
			const endpoint = findEndpoint(sim, call.caller, id, unknownReference);
			const batch = new Batch();
			const changes = readFields(UPDATE, call.body, batch.problems);
			const update = planUpdate(sim, endpoint, changes, batch);
			batch.problems.finish();
			update();
			return sim.forms.changed;
		},
	},
	{
		method: 'DELETE',
		url: '/api/v1/endpoint/:endpointId',
		summary: 'Delete an endpoint without a SIM',
		tag: 'endpoint',
		source: 'public reference',
		lane: 'single',
		sequential: 'single',
		handle: (call) => {
			const endpoint = endpointOf(sim, call);
			if (endpoint.simId !== null)
				throw cannotBeDeleted(`Endpoint ${endpoint.id} has a SIM assigned, release it first`);
			deleteEndpoint(sim, endpoint, false);
			return sim.forms.changed;
		},
	},
];
