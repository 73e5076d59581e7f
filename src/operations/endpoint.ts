import { PartlyDoneError } from '../errors';
import { entityOf } from './answers';
import { type Json, defineOperation } from './define';
import {
	changes,
	CREATE_REFUSED,
	createRules,
	optionalOnCreate,
	requiredOnCreate,
	sayActivation,
	UPDATE_REFUSED,
	updateRules,
	withCleared,
} from './endpointFields';
import { endpointFilters, endpointSort } from './endpointFilters';
import { changeTagsFirst } from './tagChanges';
import * as f from './fields';
import { BAD_FILTER, listOptions, queryOf } from './filters';
import { rule } from './rules';
import { verifyUnknown } from './outcomes';
import { findCreated } from './readBack';
import { withNumbers } from './values';

const NUMBERS = [
	'id',
	'status.id',
	'ip_address_space.id',
	'service_profile.id',
	'tariff_profile.id',
	'sim.id',
	'sim.status.id',
];

/** An endpoint with its numeric fields as numbers. */
export const readEndpoint = (entity: Json): Json => withNumbers(entity, NUMBERS);

const textOf = (v: unknown): string[] =>
	typeof v === 'string'
		? v
				.split(',')
				.map((name) => name.trim())
				.filter(Boolean)
		: [];

/**
 * The few fields most workflows use, flat: what there is to know at a glance, and the ids with which
 * an update can write it back. `tag_ids` is null where the service names tags by text only.
 */
export function simplifyEndpoint(entity: Json): Json {
	const of = (key: string, within = entity) => (within[key] ?? {}) as Json;
	const named = ({ description, id }: Json) => description ?? id ?? null;
	const simStatus = of('status', of('sim'));
	const assigned = Array.isArray(entity.tag_assignments)
		? (entity.tag_assignments as Json[])
		: null;
	return {
		id: entity.id,
		name: entity.name ?? null,
		status: named(of('status')),
		status_id: of('status').id ?? null,
		service_profile: of('service_profile').name ?? null,
		service_profile_id: of('service_profile').id ?? null,
		tariff_profile: of('tariff_profile').name ?? null,
		tariff_profile_id: of('tariff_profile').id ?? null,
		sim_id: of('sim').id ?? null,
		iccid: of('sim').iccid ?? null,
		msisdn: of('sim').msisdn ?? null,
		sim_status: named(simStatus),
		sim_status_id: simStatus.id ?? null,
		imei: entity.imei ?? null,
		imei_lock: entity.imei_lock ?? null,
		ip_address: entity.ip_address ?? null,
		ip_address_space_id: of('ip_address_space').id ?? null,
		tags: assigned ? assigned.map(({ name }) => name) : textOf(entity.tags),
		tag_ids: assigned ? assigned.map(({ id }) => id) : textOf(entity.tags).length > 0 ? null : [],
		created: entity.created ?? null,
		last_updated: entity.last_updated ?? null,
	};
}

/** An update must change something, or a typo would pass as success. */
export const changesSomething = rule('at least one field is changed', (input: Json) => {
	const changed = Object.keys(changes).filter((name) => input[name] !== undefined);
	// What these two say is about other fields, or nothing.
	const words = ['tagChange', ...((input.clear as string[] | undefined)?.length ? [] : ['clear'])];
	return changed.some((name) => !words.includes(name))
		? undefined
		: { field: 'updateFields', rule: 'must hold at least one field to change' };
});

export const createEndpoint = defineOperation({
	resource: 'endpoint',
	name: 'create',
	action: 'Create an endpoint',
	description:
		'Create one endpoint, with a SIM if given; the SIM is activated unless told otherwise',
	request: 'POST /api/v1/endpoint',
	effect: 'act',
	done: 'the endpoint was created',
	success: [200, 201],
	lane: 'sequential',
	source: 'specification',
	errors: [400, 403, 404, 409, 422],
	explains: CREATE_REFUSED,
	notice:
		'A SIM given here is activated, and an activated SIM is billed even when the endpoint is disabled.',
	fields: { ...requiredOnCreate, ...optionalOnCreate, ...verifyUnknown },
	rules: createRules,
	complete: sayActivation,
	run: async (call, input) => {
		const send = async () => readEndpoint(entityOf(await call.own(input)));
		if (!input.verifyUnknown) return await send();
		return await call.verified({
			key: 'endpoint',
			send,
			idsOf: ({ id }) => [typeof id === 'number' ? id : undefined],
			readBack: async (since) => {
				const [found = 'unclear'] = await findCreated(call, [input], since);
				return typeof found === 'string' ? found : { done: readEndpoint(found.done) };
			},
		});
	},
});

export const getEndpoint = defineOperation({
	resource: 'endpoint',
	name: 'get',
	action: 'Get an endpoint',
	description: 'Read one endpoint with its SIM, profiles and tags',
	request: 'GET /api/v1/endpoint/{endpointId}',
	effect: 'read',
	lane: 'single',
	source: 'public reference',
	errors: [403, 404],
	fields: { endpointId: f.endpointId, simplify: f.simplify },
	result: (answer, { simplify }) => {
		const endpoint = readEndpoint(entityOf(answer));
		return simplify ? simplifyEndpoint(endpoint) : endpoint;
	},
});

const getAllFields = {
	...f.listFields,
	simplify: f.simplify,
	...endpointFilters,
	...listOptions(endpointSort),
};

export const getAllEndpoints = defineOperation({
	resource: 'endpoint',
	name: 'getAll',
	action: 'Get many endpoints',
	description: 'List endpoints, filtered by status, SIM, device, tag and more',
	request: 'GET /api/v1/endpoint',
	effect: 'read',
	lane: 'list',
	source: 'specification',
	errors: [403, 422],
	explains: BAD_FILTER,
	fields: getAllFields,
	run: async (call, input) => {
		const query = { q: queryOf({ fields: getAllFields }, input), sort: input.sort };
		const limit = input.returnAll ? undefined : input.limit;
		const keep = (e: Json) =>
			input.simplify ? simplifyEndpoint(readEndpoint(e)) : readEndpoint(e);
		// The service clamps to 1,000. Source: public reference.
		const perPage = Math.min(1000, limit ?? 1000);
		const request = { method: 'GET', path: '/api/v1/endpoint', query } as const;
		return await call.list(request, { perPage, keep, ...(limit !== undefined && { limit }) });
	},
});

export const updateEndpoint = defineOperation({
	resource: 'endpoint',
	name: 'update',
	action: 'Update an endpoint',
	description: 'Change fields of one endpoint; fields that are not given stay as they are',
	request: 'PATCH /api/v1/endpoint/{endpointId}',
	effect: 'set',
	lane: 'sequential',
	source: 'public reference',
	errors: [400, 403, 404, 409, 422],
	explains: UPDATE_REFUSED,
	fields: { endpointId: f.endpointId, ...changes },
	rules: [...updateRules, changesSomething],
	complete: withCleared,
	run: async (call, input) => {
		const [ready] = await changeTagsFirst(call, [input]);
		if (!ready || 'error' in ready) throw ready?.error;
		if ('done' in ready) return ready.done;
		try {
			await call.own(ready.input);
		} catch (error) {
			throw ready.did === undefined ? error : new PartlyDoneError(ready.did, error);
		}
		return { id: input.endpointId, updated: true };
	},
});

export const deleteEndpoint = defineOperation({
	resource: 'endpoint',
	name: 'delete',
	action: 'Delete an endpoint',
	description: 'Delete one endpoint for good; its SIM must have been unassigned before',
	request: 'DELETE /api/v1/endpoint/{endpointId}',
	effect: 'set',
	lane: 'sequential',
	source: 'public reference',
	errors: [403, 404, 409],
	explains: { 409: 'A SIM is assigned to it: take it off first (Update, Unassign SIM).' },
	notice: 'Deleting an endpoint cannot be undone.',
	fields: { endpointId: f.endpointId },
	result: (_, { endpointId }) => ({ id: endpointId, deleted: true }),
});
