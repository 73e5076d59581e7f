import type { WorkflowJson, WorkflowNode } from '../../../demo/lib/api';

const TYPE = 'n8n-nodes-cellular-iot.cellularIot';
const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });

/** A chain of nodes. */
function chain(name: string, own: WorkflowNode[]): WorkflowJson {
	const nodes = own.map((node, i) => ({ id: `n${i}`, position: [200 * i, 0], ...node }));
	const connections = Object.fromEntries(
		nodes
			.slice(0, -1)
			.map((node, i) => [
				node.name,
				{ main: [[{ node: nodes[i + 1]!.name, type: 'main', index: 0 }]] },
			]),
	);
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** A chain of nodes after a webhook that outputs one item for each entry of `items` in its body. */
const behindWebhook = (name: string, path: string, own: WorkflowNode[]): WorkflowJson =>
	chain(name, [
		{
			name: 'Call',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
		},
		{
			name: 'Items',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.items' },
		},
		...own,
	]);

type Credential = { id: string; name: string };

const cellularIot = (
	name: string,
	credential: Credential,
	parameters: Record<string, unknown>,
) => ({
	name,
	type: TYPE,
	typeVersion: 1,
	parameters: { authentication: 'cellularIotTokenApi', ...parameters },
	credentials: { cellularIotTokenApi: credential },
});

/** Two bulk calls: creates endpoints named after the execution, then changes them. */
export const bulkWorkflow = (path: string, credential: Credential): WorkflowJson =>
	behindWebhook('Bulk', path, [
		cellularIot('Create', credential, {
			resource: 'endpoint',
			operation: 'createMany',
			serviceProfileId: byId(101),
			tariffProfileId: byId(201),
			status: 0,
			options: { name: '={{ $execution.id }}-{{ $json.n }}', verifyUnknown: true },
		}),
		cellularIot('Change', credential, {
			resource: 'endpoint',
			operation: 'updateMany',
			endpointId: byId('={{ $json.id }}'),
			updateFields: { status: 1 },
		}),
	]);

/** Reads one endpoint for each item. */
export const readWorkflow = (path: string, credential: Credential): WorkflowJson =>
	behindWebhook('Read', path, [
		cellularIot('Get', credential, {
			resource: 'endpoint',
			operation: 'get',
			endpointId: byId('={{ $json.id }}'),
		}),
	]);

/** The manual trigger. */
export const START = 'Start';
const BY_HAND = {
	name: START,
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

/** Manual: changes all endpoints by bulk calls, then reads them and an unknown endpoint. */
export const byHandWorkflow = (credential: Credential): WorkflowJson =>
	chain('By hand', [
		BY_HAND,
		cellularIot('List', credential, { resource: 'endpoint', operation: 'getAll', returnAll: true }),
		cellularIot('Change', credential, {
			resource: 'endpoint',
			operation: 'updateMany',
			endpointId: byId('={{ $json.id }}'),
			updateFields: { status: 1 },
		}),
		{
			...cellularIot('Get', credential, {
				resource: 'endpoint',
				operation: 'get',
				endpointId: byId('={{ $itemIndex === 0 ? 999999 : $json.id }}'),
			}),
			onError: 'continueErrorOutput',
		},
	]);

/** Manual: fails at an unknown endpoint. */
export const failingWorkflow = (credential: Credential): WorkflowJson =>
	chain('Failing', [
		BY_HAND,
		cellularIot('Get', credential, {
			resource: 'endpoint',
			operation: 'get',
			endpointId: byId('999999'),
		}),
	]);
