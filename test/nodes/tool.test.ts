import {
	NodeConnectionTypes,
	Workflow,
	createRunExecutionData,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import { WorkflowExecute } from 'n8n-core';
import { CellularIot } from '../../nodes/CellularIot/CellularIot.node';

import { additionalData, nodeTypes, storeFor } from '../support/n8n';
import { rl } from './rows';
import { start, type SimulatorHandle } from '../../simulator';

/* The node as a tool of an AI agent: n8n-core builds the tool and calls it as an agent would. */

let sim: SimulatorHandle;
beforeAll(async () => {
	sim = await start({ port: 0, limits: false, seed: { endpoints: 5 } });
});
afterAll(async () => await sim.close());

interface Tool {
	name: string;
	description: string;
	schema: { shape: Record<string, { description?: string }> };
	invoke: (args: object) => Promise<string>;
}

/** An agent that asks its one tool for what it is told to, without a model behind it. */
class Agent implements INodeType {
	tool: Tool | undefined;

	constructor(private readonly args: object) {}

	description = {
		displayName: 'Agent',
		name: 'agent',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	} as unknown as INodeType['description'];

	async execute(this: IExecuteFunctions): Promise<never[][]> {
		throw new Error('replaced');
	}
}

/** Runs an agent with the node as its tool. */
async function callTool(parameters: INodeParameters, args: object) {
	const agent = new Agent(args);
	agent.execute = async function (this: IExecuteFunctions) {
		const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Tool[];
		agent.tool = tool;
		return [[{ json: { answer: await tool!.invoke(args) } }]] as never;
	};
	// What n8n makes of a node that is usable as a tool: its output is the tool.
	const tool = new CellularIot();
	tool.description = { ...tool.description, inputs: [], outputs: [NodeConnectionTypes.AiTool] };
	const node = (name: string, more: Partial<INode>): INode => ({
		id: name,
		name,
		type: name,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...more,
	});
	const workflow = new Workflow({
		id: 'w1',
		nodes: [
			node('agent', {}),
			node('cellular', {
				parameters: { authentication: 'cellularIotTokenApi', ...parameters },
				credentials: { cellularIotTokenApi: { id: 'cellularIotTokenApi', name: 'token' } },
			}),
		],
		connections: {
			cellular: { ai_tool: [[{ node: 'agent', type: NodeConnectionTypes.AiTool, index: 0 }]] },
		},
		active: false,
		nodeTypes: nodeTypes({ agent, cellular: tool }),
		settings: { executionOrder: 'v1' },
	});
	const data = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [
				{ node: workflow.getNode('agent')!, data: { main: [[{ json: {} }]] }, source: null },
			],
		},
	} as never);
	const execute = new WorkflowExecute(additionalData(storeFor(sim.url)), 'manual', data);
	const { data: result } = await execute.processRunExecutionData(workflow);
	const task = result.resultData.runData.agent?.[0];
	const error = result.resultData.error ?? task?.error;
	const text = task?.data?.main?.[0]?.[0]?.json.answer;
	return {
		tool: agent.tool,
		error: error as (Error & { description?: string }) | undefined,
		answer: text === undefined ? undefined : (JSON.parse(String(text)) as IDataObject[]),
	};
}

const SEND = {
	resource: 'sms',
	operation: 'send',
	endpointId: rl("={{ $fromAI('endpoint', 'ID of the endpoint', 'string') }}"),
	payload: "={{ $fromAI('message', 'Text to send', 'string') }}",
};

test('an agent sends an SMS', async () => {
	const { tool, answer, error } = await callTool(SEND, { endpoint: '10002', message: 'reboot' });
	if (error) throw error;
	expect(tool?.description).toContain('Send an SMS');
	expect(Object.keys(tool!.schema.shape).sort()).toEqual(['endpoint', 'message']);
	expect(answer).toEqual([expect.objectContaining({ endpoint_id: 10002, sent: true, parts: 1 })]);
	expect(sim.ledger().effects.at(-1)).toMatchObject({
		kind: 'sms.sent',
		endpointId: 10002,
		detail: { payload: 'reboot' },
	});
});

test('an agent lists endpoints by a filter', async () => {
	const { tool, answer, error } = await callTool(
		{
			resource: 'endpoint',
			operation: 'getAll',
			returnAll: false,
			limit: 10,
			simplify: true,
			filters: { nameFilter: "={{ $fromAI('name', 'Name of the endpoints', 'string') }}" },
		},
		{ name: 'device-00000*' },
	);
	if (error) throw error;
	expect(tool?.description).toContain('Get many endpoints');
	expect(answer).toHaveLength(5);
	expect(answer?.[0]).toMatchObject({ id: 10001, name: 'device-000001', status: 'Enabled' });
	expect(sim.ledger().requests.at(-1)?.query.q).toBe('name:device-00000*');
});

test('an agent that fills in nonsense reads what to correct, and nothing is sent', async () => {
	const before = sim.ledger().effects.length;
	const { error } = await callTool(SEND, { endpoint: 'pump seventeen', message: 'reboot' });
	expect(error?.message).toContain('Endpoint must be a whole number of 1 or more');
	expect(error?.message).toContain('Correct the field "Endpoint"');
	expect(sim.ledger().effects).toHaveLength(before);
});
