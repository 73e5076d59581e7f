import 'reflect-metadata';
import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	Expression,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { quickForm, type RunFormContext } from '../nodes/CellularIot/shared/quickForm';
import { stub } from '../test/support/stub';
import { compared, type Figures } from './figures';

/* Reading a form whose expressions name places of the item, by n8n alone and by this package, without a server. */

const FIELDS = ['one', 'two', 'three', 'four', 'five'];
const ITEMS = 200;
/** The settings that n8n starts its default engine with. */
const ENGINE = {
	engine: 'vm' as const,
	bridgeTimeout: 5_000,
	bridgeMemoryLimit: 128,
	poolSize: 1,
	maxCodeCacheSize: 1_024,
};
const URLS = {
	restApiUrl: 'http://localhost/rest',
	instanceBaseUrl: 'http://localhost/',
	webhookBaseUrl: 'http://localhost/webhook',
	webhookTestBaseUrl: 'http://localhost/webhook-test',
	webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
	formWaitingBaseUrl: 'http://localhost/form-waiting',
};

const NODE: INode = {
	id: 'n1',
	name: 'Form',
	type: 'form',
	typeVersion: 1,
	position: [0, 0],
	parameters: Object.fromEntries(FIELDS.map((name) => [name, `={{ $json.${name} }}`])),
};
const TYPE = stub<INodeType>({
	description: {
		displayName: 'Form',
		name: 'form',
		group: [],
		version: 1,
		description: 'Five texts',
		defaults: { name: 'Form' },
		inputs: ['main'],
		outputs: ['main'],
		properties: FIELDS.map((name) => ({ displayName: name, name, type: 'string', default: '' })),
	},
});
const WORKFLOW = new Workflow({
	id: 'w1',
	nodes: [NODE],
	connections: {},
	active: false,
	nodeTypes: { getByName: () => TYPE, getByNameAndVersion: () => TYPE, getKnownTypes: () => ({}) },
	settings: {},
});
const INPUT: INodeExecutionData[] = Array.from({ length: ITEMS }, (_, i) => ({
	json: Object.fromEntries(FIELDS.map((name) => [name, `${name} ${i}`])),
}));

/** n8n's context of a run of the node. */
const context = (): IExecuteFunctions =>
	stub<IExecuteFunctions>(
		new ExecuteContext(
			WORKFLOW,
			NODE,
			stub<IWorkflowExecuteAdditionalData>({ ...URLS, variables: {} }),
			'manual',
			createRunExecutionData(),
			0,
			INPUT,
			{ main: [INPUT] },
			{ node: NODE, data: { main: [INPUT] }, source: null },
			[],
		),
	);

/** Milliseconds of CPU for each expression of each item. */
function measured(form: RunFormContext): number {
	const before = process.cpuUsage();
	for (let index = 0; index < ITEMS; index += 1) {
		for (const name of FIELDS) form.getNodeParameter(name, index, '');
	}
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000 / (ITEMS * FIELDS.length);
}

/** Several measurements, after one that compiles and fills caches. */
function rounds(count: number, form: () => RunFormContext): number[] {
	measured(form());
	return Array.from({ length: count }, () => measured(form()));
}

/** The cost of an expression, by the engines of n8n and by this package. */
export async function forms(_: unknown, count: number): Promise<Figures> {
	// Without a start of its engine, n8n evaluates in its own process.
	const legacy = rounds(count, context);
	await Expression.initExpressionEngine(ENGINE);
	await WORKFLOW.expression.acquireIsolate();
	const isolated = rounds(count, context);
	const ours = rounds(count, () => quickForm(context()));
	await WORKFLOW.expression.releaseIsolate();
	await Expression.disposeExpressionEngine();
	const work = 'read a form of five expressions that name places of the item';
	const others = {
		'n8n, its default engine': isolated,
		'n8n, its engine without isolates': legacy,
	};
	return { forms: compared(work, 'CPU, ms an expression', 0.1, ours, others) };
}
