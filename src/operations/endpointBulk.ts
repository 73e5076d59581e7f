import { listIn } from './answers';
import { type Input, type Json, defineOperation } from './define';
import { changesSomething, readEndpoint } from './endpoint';
import {
	changes,
	CREATE_REFUSED,
	createRules,
	optionalOnCreate,
	requiredOnCreate,
	updateRules,
} from './endpointFields';
import * as f from './fields';
import { isolateBadItems, verifyUnknown } from './outcomes';
import { findCreated } from './readBack';

/** Most endpoints in a bulk call. Source: specification, Limits; update and delete: public reference. */
const BULK_SIZE = 2000;
const BULK_TIMEOUT_MS = 120_000;

const bulkEndpointId = f.body('id', f.endpointId);

/** Whether an answered endpoint contradicts the item it should belong to. */
function belongs(endpoint: Json, item: Input): boolean {
	const sim = (endpoint.sim ?? undefined) as Json | undefined;
	if (item.simId !== undefined && sim?.id !== undefined) return Number(sim.id) === item.simId;
	return item.name === undefined || endpoint.name === undefined || endpoint.name === item.name;
}

/** Whether an answered endpoint says itself that it is an item's: a wrong id would be acted on. */
function isOf(endpoint: Json, item: Input): boolean {
	const sim = (endpoint.sim ?? undefined) as Json | undefined;
	if (item.simId !== undefined && sim?.id !== undefined) return Number(sim.id) === item.simId;
	return item.name !== undefined && endpoint.name === item.name;
}

/** Pairs created endpoints with their items: by order, else by SIM or name; one use each. */
function pairCreated(created: Json[], items: Input[]): Json[] {
	const free = new Set(created);
	const inOrder =
		created.length === items.length && items.every((item, i) => belongs(created[i]!, item));
	return items.map((item, i) => {
		const endpoint = inOrder ? created[i] : [...free].find((e) => isOf(e, item));
		if (endpoint) free.delete(endpoint);
		// Accepted, but the answer does not say under which id.
		return endpoint
			? readEndpoint(endpoint)
			: { created: true, ...(item.name !== undefined && { name: item.name }) };
	});
}

export const createManyEndpoints = defineOperation({
	resource: 'endpoint',
	name: 'createMany',
	action: 'Create many endpoints',
	description:
		'Create one endpoint per input item, up to 2,000 in a call; items with the same profiles, status, organisation and address space travel together',
	request: 'POST /api/v2/endpoint/multi',
	effect: 'act',
	lane: 'sequential',
	source: 'specification',
	errors: [400, 403, 404, 409, 422],
	explains: CREATE_REFUSED,
	timeoutMs: BULK_TIMEOUT_MS,
	notice:
		'Each input item becomes an endpoint. SIMs given here are activated, and activated SIMs are billed even when the endpoint is disabled.',
	fields: { ...requiredOnCreate, ...optionalOnCreate, ...isolateBadItems, ...verifyUnknown },
	rules: createRules,
	bulk: {
		size: BULK_SIZE,
		body: (shared, items) => ({ ...shared, endpoints: items }),
		results: (answer, items) => pairCreated(listIn(answer.body) ?? [], items),
		readBack: async (call, items, since) =>
			(await findCreated(call, items, since)).map((found) =>
				typeof found === 'string' ? found : { done: readEndpoint(found.done) },
			),
	},
});

export const updateManyEndpoints = defineOperation({
	resource: 'endpoint',
	name: 'updateMany',
	action: 'Update many endpoints',
	description: 'Change one endpoint per input item, up to 2,000 in a call',
	request: 'PATCH /api/v2/endpoint/multi',
	effect: 'set',
	lane: 'sequential',
	source: 'specification',
	errors: [400, 403, 404, 422],
	timeoutMs: BULK_TIMEOUT_MS,
	fields: { endpointId: bulkEndpointId, ...changes, ...isolateBadItems },
	rules: [...updateRules, changesSomething],
	bulk: {
		size: BULK_SIZE,
		body: (_, items) => items,
		results: (_, items) => items.map((item) => ({ id: item.endpointId, updated: true })),
	},
});

export const deleteManyEndpoints = defineOperation({
	resource: 'endpoint',
	name: 'deleteMany',
	action: 'Delete many endpoints',
	description:
		'Delete one endpoint per input item, up to 2,000 in a call; SIMs are released and suspended',
	request: 'DELETE /api/v2/endpoint/multi',
	effect: 'set',
	lane: 'sequential',
	source: 'public reference',
	errors: [403, 404, 422],
	timeoutMs: BULK_TIMEOUT_MS,
	notice: 'Each input item deletes an endpoint. This cannot be undone.',
	fields: {
		endpointId: bulkEndpointId,
		...isolateBadItems,
		...f.inGroup('options', {
			deleteSims: f.query(
				'delete_sims',
				f.shared(
					f.flag({
						label: 'Delete SIMs',
						hint: 'Whether to delete the SIMs for good instead of releasing and suspending them',
					}),
				),
			),
		}),
	},
	bulk: {
		size: BULK_SIZE,
		body: (_, items) => items,
		results: (_, items) => items.map((item) => ({ id: item.endpointId, deleted: true })),
	},
});
