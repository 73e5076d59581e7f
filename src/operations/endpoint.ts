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
import { readEndpoint } from './endpointRead';
import { changeTagsFirst } from './tagChanges';
import * as f from './fields';
import { rule } from './rules';
import { verifyUnknown } from './outcomes';
import { findCreated } from './readBack';

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
	result: (answer) => readEndpoint(entityOf(answer)),
	readBack: {
		key: () => 'endpoint',
		find: async (call, { input, since }) =>
			(await findCreated(call, [input], since))[0] ?? 'unclear',
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
