import type { N8nApi, WorkflowJson, WorkflowNode } from '../../../demo/lib/api';
import { APPLICATION_TOKENS } from '../../../simulator';

/* Workflows for a real n8n, and the account that their nodes use. */

export interface Credential {
	id: string;
	name: string;
}
const TOKEN = 'cellularIotTokenApi';
/** The address of a service that does not answer. */
export const NOWHERE = 'http://127.0.0.1:9';

/** Stores the reseller's account at a service; `more` are other fields of the credential. */
export const resellerAccount = async (
	api: N8nApi,
	baseUrl: string,
	more: object = {},
): Promise<Credential> =>
	await api.createCredential('Service', TOKEN, {
		baseUrl,
		applicationToken: APPLICATION_TOKENS.reseller,
		...more,
	});

/** The connections of a node: each output leads to the node of that name. */
export const linksTo = (...outputs: string[]) => ({
	main: outputs.map((node) => [{ node, type: 'main', index: 0 }]),
});

/** A workflow of nodes in a row, which may be linked otherwise. */
export function workflowOf(
	name: string,
	row: WorkflowNode[],
	links?: Record<string, ReturnType<typeof linksTo>>,
): WorkflowJson {
	const nodes = row.map((node, i) => ({ id: node.name, position: [200 * i, 0], ...node }));
	const chained = () =>
		Object.fromEntries(row.slice(1).map((next, i) => [row[i]!.name, linksTo(next.name)]));
	return { name, nodes, connections: links ?? chained(), settings: { executionOrder: 'v1' } };
}

/** A node of n8n itself. */
export const n8nNode = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown> = {},
): WorkflowNode => ({ name, type: `n8n-nodes-base.${type}`, typeVersion, parameters });

export const byHand = n8nNode('Start', 'manualTrigger', 1);

/** Answers POSTs at once. */
export const webhook = (name: string, path: string): WorkflowNode => ({
	...n8nNode(name, 'webhook', 2, { httpMethod: 'POST', path, responseMode: 'onReceived' }),
	webhookId: path,
});

/** Outputs items that the workflow itself contains. */
export const itemsNode = (name: string, items: object[]): WorkflowNode =>
	n8nNode(name, 'code', 2, {
		jsCode: `return ${JSON.stringify(items)}.map((json) => ({ json }));`,
	});

/** Posts a JSON text for each item. */
export const poster = (
	name: string,
	url: string,
	jsonBody: string,
	options: object = {},
): WorkflowNode =>
	n8nNode(name, 'httpRequest', 4.2, {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody,
		options,
	});

/** A node of this package that uses an account; the fleet's action node unless `type` names another. */
export const accountNode = (
	name: string,
	credential: Credential,
	parameters: Record<string, unknown>,
	type = 'cellularIot',
): WorkflowNode => ({
	name,
	type: `n8n-nodes-cellular-iot.${type}`,
	typeVersion: 1,
	parameters: { authentication: TOKEN, ...parameters },
	credentials: { [TOKEN]: credential },
});
