import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type IRunExecutionData,
	type IWorkflowBase,
	Workflow,
} from 'n8n-workflow';
import type { CredentialStore } from '../credentials';
import { stub } from '../stub';
import { ACTION_NODES, type ActionNode } from './actionNodes';
import { additionalData, nodeTypes } from './n8n';

/*
 * An example of `examples/` in n8n-core's own execution: its Cellular IoT nodes and its expressions are the
 * real ones. Of n8n's nodes only those that decide what reaches a Cellular IoT node do their work (Set, If,
 * Filter, Merge). What waits ends there; the others pass their items on.
 */

interface Assignment {
	name: string;
	value: unknown;
}
interface ExampleNode extends INode {
	parameters: INode['parameters'] & { assignments?: { assignments: Assignment[] } };
}
type Example = Omit<IWorkflowBase, 'nodes'> & { nodes: ExampleNode[] };

const FOLDER = join(__dirname, '../../../examples');

/** An example as it is in its file. */
export const exampleOf = (name: string): Example =>
	JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Example;

const assignmentsOf = ({ parameters }: ExampleNode): Assignment[] =>
	parameters.assignments?.assignments ?? [];

/** The values that a person enters in the Set nodes of an example, by the names of node and value. */
export const settingsOf = ({ nodes }: Example): Array<[node: string, setting: string]> =>
	nodes
		.filter(({ type }) => type.endsWith('.set'))
		.flatMap((node) =>
			assignmentsOf(node)
				.filter(({ value }) => !String(value).startsWith('='))
				.map(({ name }): [string, string] => [node.name, name]),
		);

const CONDITIONS: INodeProperties = {
	displayName: 'Conditions',
	name: 'conditions',
	type: 'filter',
	default: {},
	typeOptions: { filter: { caseSensitive: true, typeValidation: 'loose', version: 2 } },
};

/** A node of n8n's, as far as it decides what reaches a Cellular IoT node. */
const standIn = (
	work: (context: IExecuteFunctions) => INodeExecutionData[][],
	{ inputs = 1, outputs = 1, properties = [] as INodeProperties[] } = {},
): INodeType =>
	stub<INodeType>({
		description: {
			displayName: 'Stand-in',
			name: 'standIn',
			group: [],
			version: [1, 1.1, 1.2, 2, 2.1, 2.2, 2.3, 2.5, 3, 3.2, 3.4, 4.2],
			description: '',
			defaults: {},
			inputs: Array(inputs).fill('main'),
			outputs: Array(outputs).fill('main'),
			properties,
		},
		async execute(this: IExecuteFunctions) {
			return work(this);
		},
	});

const passing = standIn((context) => [context.getInputData()]);
const waiting = standIn(() => [[]]);

const ASSIGNMENTS: INodeProperties[] = [
	{ displayName: 'Fields', name: 'assignments', type: 'assignmentCollection', default: {} },
	{ displayName: 'Include', name: 'includeOtherFields', type: 'boolean', default: false },
];

const setting = standIn(
	(context) => [
		context.getInputData().map((item, index) => {
			const all = context.getNodeParameter('assignments.assignments', index, []) as Assignment[];
			const isKept = context.getNodeParameter('includeOtherFields', index, false) === true;
			const set = Object.fromEntries(all.map(({ name, value }) => [name, value]));
			const json = { ...(isKept && item.json), ...set } as IDataObject;
			return { json, pairedItem: { item: index } };
		}),
	],
	{ properties: ASSIGNMENTS },
);

/** The items that fulfil the conditions of a node, and the others. */
function sorted(context: IExecuteFunctions): INodeExecutionData[][] {
	const both: INodeExecutionData[][] = [[], []];
	for (const [index, item] of context.getInputData().entries()) {
		const fits = context.getNodeParameter('conditions', index, false, { extractValue: true });
		both[fits === true ? 0 : 1]!.push({ ...item, pairedItem: { item: index } });
	}
	return both;
}

/** Each item of the first input with each of the second; only *All Possible Combinations* is needed. */
const merging = standIn(
	(context) => {
		const [first, second] = [context.getInputData(0), context.getInputData(1)];
		return [
			first.flatMap((one, i) =>
				second.map((other, j) => ({
					json: { ...one.json, ...other.json },
					pairedItem: [
						{ item: i, input: 0 },
						{ item: j, input: 1 },
					],
				})),
			),
		];
	},
	{ inputs: 2 },
);

const made: Partial<Record<string, INodeType>> = {};

function typeOf(type: string): INodeType {
	const name = type.split('.').at(-1)!;
	if (name in ACTION_NODES) return (made[name] ??= ACTION_NODES[name as ActionNode].make());
	if (name === 'set') return setting;
	if (name === 'if') return standIn(sorted, { outputs: 2, properties: [CONDITIONS] });
	if (name === 'filter') {
		return standIn((context) => sorted(context).slice(0, 1), { properties: [CONDITIONS] });
	}
	if (name === 'wait') return waiting;
	return name === 'merge' ? merging : passing;
}

export interface ExampleRun {
	credentials: CredentialStore;
	/** Values of Set nodes in place of those in the file, by the names of node and value. */
	settings: Record<string, Record<string, unknown>>;
	/** The items that nodes give which read a file or a table, or that ask a person. */
	given?: Record<string, IDataObject[]>;
	/** The items that the trigger gives; an empty one unless given. */
	started?: IDataObject[];
}

/** Pickers that the example leaves to the person who imports it. */
const PICKED: Record<string, string> = { serviceProfileId: '101', tariffProfileId: '201' };

/** The nodes of an example as a person has filled them in. */
function filledIn({ nodes }: Pick<Example, 'nodes'>, { settings }: ExampleRun): INode[] {
	const credential = (name: string) => ({ [name]: { id: name, name } });
	return nodes
		.filter(({ type }) => !/stickyNote$|Tool$|langchain/.test(type))
		.map((node): INode => {
			const parameters = structuredClone(node.parameters);
			for (const assignment of parameters.assignments?.assignments ?? []) {
				const own = settings[node.name] ?? {};
				if (assignment.name in own) assignment.value = own[assignment.name];
			}
			for (const [name, value] of Object.entries(PICKED)) {
				const isOpen = (parameters[name] as { value?: unknown } | undefined)?.value === '';
				if (isOpen) parameters[name] = { __rl: true, mode: 'id', value };
			}
			// A wait looks once, and leaves by its output for what is open.
			if ('waitHere' in parameters) parameters.waitHere = 0;
			const isOurs = node.type.includes('cellularIot');
			const account = String(parameters.authentication ?? 'cellularIotTokenApi');
			return {
				...node,
				parameters,
				...(isOurs && { credentials: credential(account) }),
			};
		});
}

/** Runs an example from its trigger to its end; gives the error that ended it, if any. */
export async function runExample(name: string, run: ExampleRun): Promise<string | undefined> {
	const { error } = await runWorkflow({ ...exampleOf(name), id: name }, run);
	return error?.message;
}

/** Runs a workflow as {@link runExample} does; gives the data of its run. */
export async function runWorkflow(
	example: Pick<Example, 'id' | 'nodes' | 'connections'>,
	run: ExampleRun,
): Promise<IRunExecutionData['resultData']> {
	const nodes = filledIn(example, run);
	const types = Object.fromEntries(nodes.map(({ type }) => [type, typeOf(type)]));
	for (const [node, items] of Object.entries(run.given ?? {})) {
		const own = nodes.find((one) => one.name === node)!;
		own.type = `given.${node}`;
		const out = items.map((json) => ({ json, pairedItem: { item: 0 } }));
		types[own.type] = standIn(() => [out]);
	}
	const workflow = new Workflow({
		id: example.id,
		nodes,
		connections: example.connections,
		active: false,
		nodeTypes: nodeTypes(types),
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	});
	const start = nodes.find(({ type }) => /Trigger$/.test(type))!;
	const items = (run.started ?? [{}]).map((json) => ({ json }));
	const data = createRunExecutionData(
		stub({
			executionData: {
				contextData: {},
				nodeExecutionStack: [
					{ node: workflow.getNode(start.name)!, data: { main: [items] }, source: null },
				],
				waitingExecution: {},
				waitingExecutionSource: {},
			},
		}),
	);
	const execute = new WorkflowExecute(additionalData(run.credentials), 'manual', data);
	const { data: result } = await execute.processRunExecutionData(workflow);
	return result.resultData;
}
