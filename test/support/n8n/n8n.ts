import 'reflect-metadata';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { CellularIotCallbackApi } from '../../../credentials/CellularIotCallbackApi.credentials';
import { CellularIotTokenApi } from '../../../credentials/CellularIotTokenApi.credentials';
import { CellularIotUserApi } from '../../../credentials/CellularIotUserApi.credentials';
import { CredentialStore } from '../credentials';
import { giveRegexesTime } from '../regexes';
import { putOut } from '../secrets';
import { ACTION_NODES, type ActionNode, actionNodeOf } from './actionNodes';
import { ProcessedItems } from './processedItems';
import { stub } from '../stub';

giveRegexesTime();

// Every n8n has its table of processed items; a test that looks into it installs its own.
new ProcessedItems().install();

export const credentialTypes = () => [
	new CellularIotUserApi(),
	new CellularIotTokenApi(),
	new CellularIotCallbackApi(),
];

/** n8n's registry, for the nodes a test uses. */
export const nodeTypes = (types: Record<string, INodeType>): INodeTypes => ({
	getByName: (name) => types[name]!,
	getByNameAndVersion: (name) => types[name]!,
	getKnownTypes: () => ({}),
});

/** Created once and only when needed, since their descriptions take long to build. */
const made: Partial<Record<ActionNode, INodeType>> = {};

/** The action node that has the operation of a node's parameters. */
export function actionNode(parameters: { resource?: unknown; operation?: unknown }): INodeType {
	const name = actionNodeOf(parameters);
	return (made[name] ??= ACTION_NODES[name].make());
}

export interface NodeRun {
	/** What the node has kept with the execution; the same object for runs of one execution. */
	remembered?: IDataObject;
	items?: Array<IDataObject | INodeExecutionData>;
	/** Values of the form. */
	parameters: object;
	credentials: CredentialStore;
	/** The node type. Default: the action node that has the operation. */
	type?: INodeType;
	/** Its name in n8n's registry. */
	typeName?: string;
	/** Credential type of the node, and the default of its id in the store. */
	credential?: string;
	credentialId?: string;
	onError?: INode['onError'];
	/** Number of tries under n8n's Retry On Fail, which is off by default. */
	maxTries?: number;
	timezone?: string;
	workflowId?: string;
	signal?: AbortSignal;
	/** Called with each message that the node shows in the editor. */
	onMessage?: (text: string) => void;
}

export interface NodeOutput {
	/** Items of the main output; those of the error output are in `errors`. */
	items: INodeExecutionData[];
	errors: INodeExecutionData[];
	/** Items of all outputs, in order; the error output is the last. */
	outputs: INodeExecutionData[][];
	/** The hints that n8n shows above the output. */
	hints: string[];
	/** The values that the node has put on its trace. */
	tracing: IDataObject;
	error?: Error & { description?: string | null; context?: IDataObject };
}

const unused = () => {
	throw new Error('not used in tests');
};

export function additionalData(credentials: CredentialStore): IWorkflowExecuteAdditionalData {
	return stub<IWorkflowExecuteAdditionalData>({
		credentialsHelper: credentials.helper,
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: 'http://localhost/rest',
		instanceBaseUrl: 'http://localhost/',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		webhookBaseUrl: 'http://localhost/webhook',
		webhookTestBaseUrl: 'http://localhost/webhook-test',
		executeWorkflow: unused,
		getRunExecutionData: unused,
		logAiEvent: () => {},
		hooks: new ExecutionLifecycleHooks('manual', 'test', stub({ id: 'w', name: 'w' })),
	});
}

/** Runs a node on items in n8n-core's own workflow execution; what it has put out is searched for secrets. */
export async function runNode(run: NodeRun): Promise<NodeOutput> {
	const { output, resultData } = await executedNode(run);
	putOut('n8n run', resultData);
	return output;
}

/** Runs a node in the same way, for measurements: its output is not searched, which takes longer than the run. */
export async function executedNode(
	run: NodeRun,
): Promise<{ output: NodeOutput; resultData: unknown }> {
	const credential = run.credential ?? 'cellularIotTokenApi';
	const type = run.type ?? actionNode(run.parameters);
	const node: INode = {
		id: 'n1',
		name: 'Cellular IoT',
		type: run.typeName ?? 'n8n-nodes-cellular-iot.cellularIot',
		typeVersion: 1,
		position: [0, 0],
		parameters: { authentication: credential, ...run.parameters },
		credentials: { [credential]: { id: run.credentialId ?? credential, name: credential } },
		...(run.onError && { onError: run.onError }),
		...(run.maxTries && { retryOnFail: true, maxTries: run.maxTries, waitBetweenTries: 1 }),
	};
	const workflow = new Workflow({
		id: run.workflowId ?? 'w1',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypes({ [node.type]: type }),
		settings: { executionOrder: 'v1', timezone: run.timezone ?? 'UTC' },
	});
	const input = (run.items ?? [{}]).map((item) =>
		'json' in item ? (item as INodeExecutionData) : { json: item },
	);
	const data = createRunExecutionData(
		stub({
			executionData: {
				contextData: { [`node:${node.name}`]: run.remembered ?? {} },
				nodeExecutionStack: [
					{ node: workflow.getNode(node.name)!, data: { main: [input] }, source: null },
				],
			},
		}),
	);
	const sendDataToUI = (_type: string, sent: { messages?: unknown[] }) =>
		sent.messages?.forEach((message) => run.onMessage?.(String(message)));
	const more = { ...additionalData(run.credentials), sendDataToUI };
	const execute = new WorkflowExecute(stub(more), 'manual', data);
	const promise = execute.processRunExecutionData(workflow);
	run.signal?.addEventListener('abort', () => promise.cancel());
	const result = await promise;
	const task = result.data.resultData.runData[node.name]?.[0];
	const { resultData } = result.data;
	const error = resultData.error ?? task?.error;
	const output: NodeOutput = {
		items: task?.data?.main?.[0] ?? [],
		errors: task?.data?.main?.[1] ?? [],
		outputs: (task?.data?.main ?? []).map((items) => items ?? []),
		hints: (task?.hints ?? []).map(({ message }) => message),
		tracing: (task?.metadata as { tracing?: IDataObject } | undefined)?.tracing ?? {},
		...(error && { error: stub<Error>(error) }),
	};
	return { output, resultData };
}

/** A store with one credential of each kind for a service at `baseUrl`. */
export function storeFor(
	baseUrl: string,
	fields: { applicationToken?: string; user?: IDataObject; rates?: IDataObject } = {},
): CredentialStore {
	const store = new CredentialStore(credentialTypes());
	store.set('cellularIotTokenApi', {
		baseUrl,
		applicationToken: fields.applicationToken ?? 'app-token-reseller-000000000001',
		...fields.rates,
	});
	store.set('cellularIotUserApi', {
		baseUrl,
		username: 'totp@example.com',
		password: 'Totp-Passw0rd',
		mfaMethod: 'totp',
		totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
		deviceName: 'n8n test',
		...fields.rates,
		...fields.user,
	});
	return store;
}
