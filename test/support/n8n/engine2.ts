import { stub } from '../stub';
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	Workflow,
} from 'n8n-workflow';
import type { CredentialStore } from '../credentials';
import { putOut } from '../secrets';
import { actionNode, additionalData, nodeTypes } from './n8n';

/*
 * An action node as a step of n8n's Engine 2.0: `execute` in a context of its own, as in
 * @n8n/node-engine-compatibility 0.8.3 (v1-step-executor.js, v1-adapters.js) and @n8n/engine 0.20.0
 * (step-ready-handler.js): without the settings and the static data of the workflow, without hooks, and
 * with an error of which the message is left.
 */

export interface StepRun {
	parameters: object;
	credentials: CredentialStore;
	items?: IDataObject[];
	continueOnFail?: boolean;
	/** Run by hand, and not by a published trigger. */
	isManual?: boolean;
}

export interface StepOutput {
	items: INodeExecutionData[];
	/** The message that the engine keeps of an error. */
	error?: string;
	/** Lines that the node has written to n8n's log as warnings. */
	warned: string[];
}

const TYPE = 'cellularIotTokenApi';

export async function runStep({
	parameters,
	credentials,
	items = [{}],
	continueOnFail = false,
	isManual = false,
}: StepRun): Promise<StepOutput> {
	const node: INode = {
		id: 'n1',
		name: 'Cellular IoT',
		type: 'n8n-nodes-cellular-iot.cellularIot',
		typeVersion: 1,
		position: [0, 0],
		parameters: { authentication: TYPE, ...parameters },
		credentials: { [TYPE]: { id: TYPE, name: TYPE } },
		continueOnFail,
	};
	const type = actionNode(parameters);
	const workflow = new Workflow({
		id: 'w1',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypes({ [node.type]: type }),
	});
	const input = items.map((json): INodeExecutionData => ({ json }));
	const main = { main: [input] };
	const data = createRunExecutionData(
		stub({
			executionData: { contextData: {}, nodeExecutionStack: [], metadata: {} },
		}),
	);
	const more = { ...additionalData(credentials), hooks: undefined, executionId: randomUUID() };
	const context = new ExecuteContext(
		workflow,
		node,
		stub(more),
		isManual ? 'manual' : 'trigger',
		data,
		0,
		input,
		main,
		{ node, data: main, source: null },
		[],
	);
	const warned: string[] = [];
	const warn = (text: string) => warned.push(text);
	const logger = { error: warn, warn, info: () => {}, debug: () => {} };
	const logging = Object.create(context, { logger: { value: logger } }) as ExecuteContext;
	try {
		const [output = []] = (await type.execute!.call(logging)) as INodeExecutionData[][];
		putOut('n8n run', output);
		return { items: JSON.parse(JSON.stringify(output)) as INodeExecutionData[], warned };
	} catch (error) {
		return { items: [], error: (error as Error).message, warned };
	}
}
