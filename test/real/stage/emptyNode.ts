import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/* A community package with a trigger that only answers: the baseline cost of a call in n8n. */

const PACKAGE = 'n8n-nodes-empty-webhook';
export const EMPTY_TRIGGER = `${PACKAGE}.emptyTrigger`;

const NODE = `exports.EmptyTrigger = class {
	description = {
		displayName: 'Empty Trigger', name: 'emptyTrigger', group: ['trigger'], version: 1,
		description: 'Answers', defaults: { name: 'Empty Trigger' },
		inputs: [], outputs: ['main'], properties: [],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'empty' }],
	};
	async webhook() {
		return { workflowData: [this.helpers.returnJsonArray([this.getBodyData()])] };
	}
};
`;

/** Copies it to n8n's folder of community packages. */
export function placeEmptyNode(userFolder: string): void {
	const folder = join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE);
	mkdirSync(folder, { recursive: true });
	const n8n = { n8nNodesApiVersion: 1, nodes: ['EmptyTrigger.node.js'], credentials: [] };
	writeFileSync(
		join(folder, 'package.json'),
		JSON.stringify({ name: PACKAGE, version: '1.0.0', n8n }),
	);
	writeFileSync(join(folder, 'EmptyTrigger.node.js'), NODE);
}
