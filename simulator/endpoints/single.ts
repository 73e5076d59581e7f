import type { Simulation } from '../context';
import { createdEndpoint } from '../forms';
import { cannotBeDeleted, unknownReference } from '../http/envelopes';
import { answerPage, selectItems } from '../http/paging';
import { objectBody, ok, pathId, type Route } from '../http/route';
import { Batch, findEndpoint } from './common';
import { planCreate, planShared, planTarget } from './create';
import { endpointFields } from './fields';
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
			const all = () => {
				const seen = store.hierarchyOf(caller.organisationId);
				return [...store.endpoints.values()].filter(
					({ organisationId, statusId }) =>
						seen.has(organisationId) && (statusId !== 2 || options.listDeleted),
				);
			};
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
		fields: {
			service_profile: 'object {id}, required',
			tariff_profile: 'object {id}, required',
			status: 'object {id}, required; 0 Enabled or 1 Disabled',
			name: 'string',
			tag_assignments: 'list of ids of existing tags; not with tags',
			tags: 'string, deprecated; not with tag_assignments',
			imei: 'string, 16 digits',
			imei_lock: 'boolean, default false',
			sim: 'object {id, activate, status {id}}',
			ip_address: 'string, with ip_address_space',
			ip_address_space: 'object {id}',
			organisation: 'object {id}, for resellers',
		},
		handle: (call) => {
			const body = objectBody(call);
			const batch = new Batch();
			const target = planTarget(sim, call.caller, body.organisation, batch);
			const shared = planShared(sim, body, target, batch);
			const create = planCreate(sim, body, shared, target, batch);
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
			const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
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
		fields: { name: 'string; and the other fields of the bulk update' },
		handle: (call) => {
			const id = pathId(call, 'endpointId');
			const endpoint = findEndpoint(sim, call.caller, id, unknownReference);
			const batch = new Batch();
			const update = planUpdate(sim, endpoint, objectBody(call), batch);
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
			const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
			if (endpoint.simId !== null)
				throw cannotBeDeleted(`Endpoint ${endpoint.id} has a SIM assigned, release it first`);
			deleteEndpoint(sim, endpoint, false);
			return sim.forms.changed;
		},
	},
];
