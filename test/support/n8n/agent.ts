import {
	NodeConnectionTypes,
	Workflow,
	createRunExecutionData,
	type IExecuteFunctions,
	type INode,
	type INodeType,
} from 'n8n-workflow';
import { WorkflowExecute } from 'n8n-core';
import { ACTION_NODES, actionNodeOf } from './actionNodes';
import { additionalData, nodeTypes, storeFor } from './n8n';
import { stub } from '../stub';

/* The node as a tool of an AI agent: n8n-core builds the tools and calls them as an agent would. */

export interface Tool {
	name: string;
	description: string;
	schema: { shape: Record<string, { description?: string }> };
	invoke: (args: object) => Promise<string>;
}

/** The fields that the answers to calls have in common. */
export interface Answered {
	outcome: string;
	message: string;
	total?: number;
	items?: Array<Record<string, unknown>>;
}

/** The answer of a tool for its only item. */
export const answerOf = (text: string): Answered => (JSON.parse(text) as Answered[])[0]!;

/** The node type that n8n makes of a node that is usable as a tool: its output is the tool. */
function toolOf(type: INodeType): INodeType {
	type.description = {
		...type.description,
		name: `${type.description.name}Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	};
	return type;
}

/** Created once, since the description of a node is large. */
const TOOLS = Object.fromEntries(
	Object.entries(ACTION_NODES).map(([name, { make }]) => [`${name}Tool`, toolOf(make())]),
);

/** One execution of an agent without a model: `act` calls its tools. `timezone` is that of the workflow. */
export async function runAgent(
	baseUrl: string,
	tools: Record<string, object>,
	act: (tools: Record<string, Tool>) => Promise<void>,
	timezone = 'UTC',
): Promise<Error | undefined> {
	const node = (name: string, type: string, more: Partial<INode> = {}): INode => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...more,
	});
	const agent = {
		description: stub<INodeType['description']>({
			displayName: 'Agent',
			name: 'agent',
			version: 1,
			inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		}),
		async execute(this: IExecuteFunctions) {
			const own = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
			await act(Object.fromEntries(own.map((tool) => [tool.name, tool])));
			return [[]];
		},
	};
	const credentials = { cellularIotTokenApi: { id: 'cellularIotTokenApi', name: 'token' } };
	const workflow = new Workflow({
		id: 'w1',
		nodes: [
			node('agent', 'agent'),
			...Object.entries(tools).map(([name, parameters]) =>
				node(name, `${actionNodeOf(parameters)}Tool`, {
					parameters: { authentication: 'cellularIotTokenApi', ...parameters },
					credentials,
				}),
			),
		],
		connections: Object.fromEntries(
			Object.keys(tools).map((name) => [
				name,
				{ ai_tool: [[{ node: 'agent', type: NodeConnectionTypes.AiTool, index: 0 }]] },
			]),
		),
		active: false,
		nodeTypes: nodeTypes({ agent, ...TOOLS }),
		settings: { executionOrder: 'v1', timezone },
	});
	const data = createRunExecutionData(
		stub({
			executionData: {
				nodeExecutionStack: [
					{ node: workflow.getNode('agent')!, data: { main: [[{ json: {} }]] }, source: null },
				],
			},
		}),
	);
	const execute = new WorkflowExecute(additionalData(storeFor(baseUrl)), 'manual', data);
	const { data: result } = await execute.processRunExecutionData(workflow);
	return (result.resultData.error ?? result.resultData.runData.agent?.[0]?.error) as
		| Error
		| undefined;
}
