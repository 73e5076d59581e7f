import 'reflect-metadata';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type WorkflowExecuteMode,
	Workflow,
} from 'n8n-workflow';
import { forgetMemory } from '../../../src/triggers/runtime/inMemory';
import type { CredentialStore } from '../credentials';
import { actionNode, additionalData, nodeTypes } from './n8n';
import { stub } from '../stub';

/*
 * A published workflow in n8n-core's own execution: a node of this package and a node after it. Static
 * data is handled as in n8n 2.40: it is read before a run, and saved as a whole after a production run,
 * successful or not, before the nodes are notified of the end.
 */

/** How the last node ends the run. */
export type Ending = 'well' | 'badly' | 'waiting';

const OURS = 'n8n-nodes-cellular-iot.cellularIot';
const LAST = 'test.last';
const TYPE = 'cellularIotTokenApi';

let count = 0;

export class ProductionWorkflow {
	/** Static data in n8n's database. */
	saved: IDataObject = {};
	private ending: Ending = 'well';
	private readonly nodes: INode[];
	private readonly id = `production-${(count += 1)}`;

	constructor(
		private readonly credentials: CredentialStore,
		parameters: object,
		more: { retryOnFail?: boolean; copies?: number } & Pick<INode, 'onError'> = {},
	) {
		const { copies = 1, ...settings } = more;
		const base = { typeVersion: 1, position: [0, 0] as [number, number] };
		this.nodes = Array.from({ length: copies }, (_, i) => ({
			...base,
			id: `n${i}`,
			name: `Ours ${i}`,
			type: OURS,
			parameters: { authentication: TYPE, ...parameters },
			credentials: { [TYPE]: { id: TYPE, name: TYPE } },
			alwaysOutputData: true,
			...settings,
			...(settings.retryOnFail && { maxTries: 2, waitBetweenTries: 1 }),
		}));
		this.nodes.push({ ...base, id: 'last', name: 'Last', type: LAST, parameters: {} });
	}

	/** Continues as a new process, without memory. */
	restart(): void {
		forgetMemory();
	}

	/** Runs once; returns the items of the last node of this package, or throws its error. */
	async run(
		ending: Ending = 'well',
		{ mode = 'trigger', items = [{}] }: { mode?: WorkflowExecuteMode; items?: IDataObject[] } = {},
	): Promise<IDataObject[]> {
		this.ending = ending;
		const workflow = new Workflow({
			id: this.id,
			nodes: this.nodes,
			connections: this.connections(),
			active: true,
			nodeTypes: nodeTypes({ [OURS]: actionNode({ resource: 'endpoint' }), [LAST]: this.last }),
			staticData: JSON.parse(JSON.stringify(this.saved)) as IDataObject,
			settings: { executionOrder: 'v1' },
		});
		const main = [items.map((json): INodeExecutionData => ({ json }))];
		const data = createRunExecutionData(
			stub({
				executionData: {
					nodeExecutionStack: [{ node: workflow.getNode('Ours 0')!, data: { main }, source: null }],
				},
			}),
		);
		const more = additionalData(this.credentials);
		more.hooks = new ExecutionLifecycleHooks(mode, 'test', stub({ id: this.id, name: 'w' }));
		more.hooks.addHandler('workflowExecuteAfter', (_, staticData) => {
			if (mode !== 'manual' && staticData) {
				this.saved = JSON.parse(JSON.stringify(staticData)) as IDataObject;
			}
		});
		const result = await new WorkflowExecute(more, mode, data).processRunExecutionData(workflow);
		const { runData, error } = result.data.resultData;
		const ours = runData[this.nodes.at(-2)!.name]?.at(-1);
		const failure = ours?.error ?? (ending === 'well' ? error : undefined);
		if (failure) throw new Error(failure.message);
		const out = (ours?.data?.main?.[0] ?? []).map(({ json }) => json);
		// n8n passes on an empty item if there are none.
		return out.filter((json) => Object.keys(json).length > 0);
	}

	private connections() {
		const pairs = this.nodes.slice(1).map((node, i) => [this.nodes[i]!.name, node.name] as const);
		return Object.fromEntries(
			pairs.map(([from, to]) => [
				from,
				{ main: [[{ node: to, type: 'main' as const, index: 0 }]] },
			]),
		);
	}

	private get last(): INodeType {
		const { ending } = this;
		const description = {
			name: LAST,
			version: 1,
			properties: [],
			inputs: ['main'],
			outputs: ['main'],
		};
		return stub<INodeType>({
			description,
			async execute(this: IExecuteFunctions) {
				if (ending === 'badly') throw new Error('the table is full');
				if (ending === 'waiting') await this.putExecutionToWait(new Date(Date.now() + 3_600_000));
				return [this.getInputData()];
			},
		});
	}
}
