import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type IExecuteFunctions,
	type INode,
	type INodeType,
	Workflow,
} from 'n8n-workflow';
import type { CredentialStore } from '../credentials';
import { putOut } from '../secrets';
import { additionalData, credentialTypes, nodeTypes } from './n8n';

/**
 * A credential test as in n8n 2.40 (its own class needs its database): n8n-core's routing node sends
 * the type's `test` request, and the user sees only the part of an error that is returned here: the
 * text of a rule for its status, else the code of the cause, else the message.
 */
export async function testCredential(
	store: CredentialStore,
	name: string,
	/** Values of the form in addition to the stored ones. */
	form: ICredentialDataDecryptedObject = {},
): Promise<string> {
	const type = credentialTypes().find((t) => t.name === name)!;
	const rules = type.test?.rules ?? [];
	Object.assign(store.data.get(name)!, form);
	const { context, workflow, probe } = contextOf(store, name, type.test!.request);
	const decrypted = { id: name, name, type: name, data: store.get(name) };
	try {
		await workflow.expression.acquireIsolate();
		await new RoutingNode(context, probe, decrypted).runNode();
	} catch (e) {
		// The error of n8n wraps that of axios with its request; n8n keeps only these parts of it.
		putOut('credential test', JSON.stringify(e));
		const error = e as Error & {
			cause?: { response?: { status: number; statusText: string }; code?: string };
		};
		const status = error.cause?.response?.status;
		if (status !== undefined) {
			const rule = rules.find((r) => r.type === 'responseCode' && r.properties.value === status);
			return rule?.properties.message ?? error.cause?.response?.statusText ?? String(status);
		}
		return error.cause?.code ?? error.message;
	} finally {
		await workflow.expression.releaseIsolate();
	}
	return 'Connection successful!';
}

/** The context of a node that uses a credential, such as n8n's HTTP Request node. */
export const requestContext = (store: CredentialStore, name: string): IExecuteFunctions =>
	contextOf(store, name, { url: '' }, 'httpRequest').context;

function contextOf(
	store: CredentialStore,
	name: string,
	request: ICredentialTestRequest['request'],
	nodeType = 'noOp',
) {
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: `n8n-nodes-base.${nodeType}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [name]: { id: name, name } },
	};
	const probe: INodeType = {
		description: {
			displayName: 'No Operation',
			name: node.type,
			group: [],
			version: 1,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } },
			],
		},
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypes({ [node.type]: probe }),
	});
	const context = new ExecuteContext(
		workflow,
		workflow.getNode(node.name)!,
		additionalData(store),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	return { context, workflow, probe };
}
