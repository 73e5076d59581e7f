import type { WorkflowJson, WorkflowNode } from '../../../demo/lib/api';
import {
	accountNode,
	byHand,
	type Credential,
	n8nNode,
	webhook,
	workflowOf,
} from '../stage/workflows';

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });

/** Nodes after a webhook that outputs one item for each entry of `items` in its body. */
const behindWebhook = (name: string, path: string, own: WorkflowNode[]): WorkflowJson =>
	workflowOf(name, [
		webhook('Call', path),
		n8nNode('Items', 'splitOut', 1, { fieldToSplitOut: 'body.items' }),
		...own,
	]);

const enabling = (credential: Credential) =>
	accountNode('Change', credential, {
		resource: 'endpoint',
		operation: 'updateMany',
		endpointId: byId('={{ $json.id }}'),
		updateFields: { status: 1 },
	});

const reading = (credential: Credential, id: string) =>
	accountNode('Get', credential, {
		resource: 'endpoint',
		operation: 'get',
		endpointId: byId(id),
	});

/** Two bulk calls: creates endpoints named after the execution, then changes them. */
export const bulkWorkflow = (path: string, credential: Credential): WorkflowJson =>
	behindWebhook('Bulk', path, [
		accountNode('Create', credential, {
			resource: 'endpoint',
			operation: 'createMany',
			serviceProfileId: byId(101),
			tariffProfileId: byId(201),
			status: 0,
			valuesFrom: 'fields',
			identity: { name: '={{ $execution.id }}-{{ $json.n }}' },
			options: { verifyUnknown: true },
		}),
		enabling(credential),
	]);

/** Reads one endpoint for each item. */
export const readWorkflow = (path: string, credential: Credential): WorkflowJson =>
	behindWebhook('Read', path, [reading(credential, '={{ $json.id }}')]);

/** Manual: changes all endpoints by bulk calls, then reads them and an unknown endpoint. */
export const byHandWorkflow = (credential: Credential): WorkflowJson =>
	workflowOf('By hand', [
		byHand,
		accountNode('List', credential, { resource: 'endpoint', operation: 'getAll', returnAll: true }),
		enabling(credential),
		{
			...reading(credential, '={{ $itemIndex === 0 ? 999999 : $json.id }}'),
			onError: 'continueErrorOutput',
		},
	]);

/** Manual: fails at an unknown endpoint. */
export const failingWorkflow = (credential: Credential): WorkflowJson =>
	workflowOf('Failing', [byHand, reading(credential, '999999')]);
