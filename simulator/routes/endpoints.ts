import type { Simulation } from '../context';
import { conflict } from '../envelopes';
import { formatCreated, formatListed } from '../formatters';
import { answerPage, selectItems } from '../paging';
import { NO_CONTENT, objectBody, ok, pathId, type Route } from '../route';
import { Batch, findEndpoint } from '../rules/common';
import { planCreate, planShared, planTarget } from '../rules/endpointCreate';
import { endpointFields } from '../rules/endpointFields';
import { deleteEndpoint, planUpdate } from '../rules/endpointUpdate';

/** Endpoint `per_page`: 1000 by default and at most (specification, public reference). */
const PAGES = { standard: 1000, most: 1000 };

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
			return answerPage(items, query, PAGES, (item) => formatListed(store, item));
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
			const headers = { Location: `/api/v1/endpoint/${endpoint.id}` };
			if (sim.options.emptyCreateAnswers) return { status: 201, headers };
			return { status: 201, headers, body: formatCreated(sim.store, endpoint) };
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
			return ok(formatListed(sim.store, endpoint));
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
			const endpoint = findEndpoint(sim, call.caller, pathId(call, 'endpointId'));
			const batch = new Batch();
			const update = planUpdate(sim, endpoint, objectBody(call), batch);
			batch.problems.finish();
			update();
			return NO_CONTENT;
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
				throw conflict(`Endpoint ${endpoint.id} has a SIM assigned, release it first`);
			deleteEndpoint(sim, endpoint, false);
			return NO_CONTENT;
		},
	},
];
