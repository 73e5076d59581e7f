import { PartlyDoneError } from '../../../errors';
import { entityOf } from '../../answers';
import { operationsWith } from '../../define';
import * as f from '../../fields';
import { includeInput, verifyUnknown } from '../../outcomes';
import { findCreated } from './findCreated';
import { changeFields, endpointCreateFields, creating, updating } from './endpointFields';
import { asGet, simplifyMade, wholeEndpoint } from './endpointMade';
import { createUnlessNamed, ifNameExistsOption } from './endpointNames';
import { readEndpoint } from './endpointRead';
import { changeTagsFirst } from './tagChanges';

const define = operationsWith({ resource: 'endpoint' });

export const createEndpoint = define({
	name: 'create',
	action: 'Create endpoint',
	stakes: 'billed',
	description:
		'Create one endpoint, with a SIM if given; the SIM is activated unless told otherwise.',
	request: 'POST /api/v1/endpoint',
	...creating,
	done: 'the endpoint was created',
	success: [200, 201],
	notice:
		'A SIM given here is activated, and an activated SIM is billed even when the endpoint is disabled.',
	fields: {
		...endpointCreateFields,
		...simplifyMade,
		...ifNameExistsOption,
		...verifyUnknown,
		...includeInput,
	},
	run: async (call, input) =>
		await createUnlessNamed(call, input, async () => {
			const made = readEndpoint(entityOf(await call.own(input)));
			return asGet(await wholeEndpoint(call, made), input);
		}),
	readBack: {
		key: () => 'endpoint',
		find: async (call, { input, since }) =>
			(await findCreated(call, [input], since))[0] ?? 'unclear',
	},
});

export const updateEndpoint = define({
	name: 'update',
	action: 'Update endpoint',
	stakes: 'billed',
	description: 'Change fields of one endpoint; others stay as they are',
	request: 'PATCH /api/v1/endpoint/{endpointId}',
	...updating,
	fields: { endpointId: f.endpointId, ...changeFields },
	run: async (call, input) => {
		const [ready] = await changeTagsFirst(call, [input]);
		if (!ready || 'error' in ready) throw ready?.error;
		if ('done' in ready) return ready.done;
		try {
			await call.own(ready.input);
		} catch (error) {
			throw ready.did === undefined ? error : new PartlyDoneError(ready.did, error);
		}
		return { id: input.endpointId, endpoint_id: input.endpointId, updated: true };
	},
});

export const deleteEndpoint = define({
	name: 'delete',
	action: 'Delete endpoint',
	stakes: 'final',
	description: 'Delete one endpoint for good; its SIM must have been unassigned before',
	request: 'DELETE /api/v1/endpoint/{endpointId}',
	lane: 'sequential',
	errors: [403, 404, 409],
	explains: { 409: 'A SIM is assigned to it: take it off first (Update, Unassign SIM).' },
	notice: 'Deleting an endpoint cannot be undone.',
	fields: { endpointId: f.endpointId },
	result: (_, { endpointId: id }) => ({ id, endpoint_id: id, deleted: true }),
});
