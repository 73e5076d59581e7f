import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExecutionLifecycleHooks, WebhookContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IRunExecutionData,
	type IWebhookData,
	Workflow,
} from 'n8n-workflow';
import type { CredentialStore } from '../credentials';
import { actionNode, additionalData, nodeTypes, thisN8n } from './n8n';

/*
 * A waiting run in n8n-core's own execution, and the part of n8n 2.40.7 that resumes it: after a call of
 * its signed address (`webhooks/waiting-webhooks.js`) or at the end of its time (`wait-tracker.js`).
 * In between it is stored as text, as in n8n's database.
 */

const TYPE = 'n8n-nodes-cellular-iot.cellularIotJobs';
const CREDENTIAL = 'cellularIotTokenApi';
let count = 0;

/** The runs of this n8n by their executions, and the server that is called to resume them. */
const runs = new Map<string, SleepingRun>();
let server: Server | undefined;

/** Starts the server of this n8n, whose address its triggers and runs know from then on. */
export async function serveN8n(): Promise<void> {
	if (server) return;
	const own = createServer((request, response) => {
		const [, , id] = String(request.url).split('/');
		const status = (code: number) => void (response.statusCode = code);
		const end = response.end.bind(response);
		const run = runs.get(String(id));
		if (run) return void run.wake(String(request.url), end, status);
		status(404);
		end(JSON.stringify({ code: 404, message: `The execution "${id}" does not exist.` }));
	});
	server = own;
	own.unref();
	await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
	thisN8n.origin = `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
}

export class SleepingRun {
	/** Of its execution. */
	readonly id: string;
	private stored = '';
	status: 'running' | 'waiting' | 'success' | 'error' = 'running';
	/** Items of the outputs after the run has ended. */
	outputs: IDataObject[][] = [];
	error: Error | undefined;
	/** Started in the editor: n8n does not store the run before it waits. */
	isManual = false;
	/** How often the run was resumed. */
	resumed = 0;
	/** Statuses of the calls of its address. */
	readonly calls: number[] = [];
	private readonly node: INode;

	private constructor(
		private readonly credentials: CredentialStore,
		parameters: INodeParameters,
		more: Partial<INode>,
		id = String((count += 1)),
	) {
		this.id = id;
		this.node = {
			id: 'ask',
			name: 'Ask',
			type: TYPE,
			typeVersion: 1,
			position: [0, 0],
			credentials: { [CREDENTIAL]: { id: CREDENTIAL, name: CREDENTIAL } },
			parameters: { authentication: CREDENTIAL, ...parameters },
			...more,
		};
	}

	static async of(
		credentials: CredentialStore,
		parameters: INodeParameters,
		more: Partial<INode> = {},
		id?: string,
	): Promise<SleepingRun> {
		await serveN8n();
		const run = new SleepingRun(credentials, parameters, more, id);
		runs.set(run.id, run);
		return run;
	}

	async close(): Promise<void> {
		runs.delete(this.id);
		const own = server;
		if (runs.size > 0 || !own) return;
		server = undefined;
		own.closeAllConnections();
		await new Promise((resolve) => own.close(resolve));
	}

	private workflow(): Workflow {
		return new Workflow({
			id: 'sleeps',
			nodes: [JSON.parse(JSON.stringify(this.node)) as INode],
			connections: {},
			active: true,
			nodeTypes: nodeTypes({ [TYPE]: this.type }),
			settings: { executionOrder: 'v1' },
		});
	}

	private get type() {
		return actionNode({ resource: 'sms', operation: 'awaitReply' });
	}

	private more() {
		return Object.assign(additionalData(this.credentials), {
			executionId: this.id,
			hooks: new ExecutionLifecycleHooks('trigger', this.id, { id: 'sleeps' } as never),
		});
	}

	/** Runs until it waits or ends. */
	async start(items: IDataObject[]): Promise<void> {
		const main = [items.map((json): INodeExecutionData => ({ json }))];
		const node = this.workflow().getNode('Ask')!;
		const data = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main }, source: null }] },
		} as never);
		await this.run(data);
	}

	private async run(data: IRunExecutionData): Promise<void> {
		this.status = 'running';
		const execution = new WorkflowExecute(this.more(), 'trigger', data);
		const result = await execution.processRunExecutionData(this.workflow());
		const { runData, error } = result.data.resultData;
		const main = runData.Ask?.at(-1)?.data?.main ?? [];
		this.outputs = main.map((all) => (all ?? []).map(({ json }) => json));
		this.error = error;
		this.stored = JSON.stringify(result.data);
		this.status = error ? 'error' : result.data.waitTill ? 'waiting' : 'success';
	}

	/** When n8n resumes the run by itself; undefined if it does not wait. */
	get waitTill(): Date | undefined {
		const { waitTill } = JSON.parse(this.stored) as { waitTill?: string };
		return waitTill === undefined ? undefined : new Date(waitTill);
	}

	/** Resumes the run at the end of its time, as n8n does. */
	async timeOut(): Promise<void> {
		await this.resume(JSON.parse(this.stored) as IRunExecutionData);
	}

	private async resume(data: IRunExecutionData): Promise<void> {
		this.resumed += 1;
		await this.run(data);
	}

	/** Calls the address that resumes the run. */
	async wake(
		url: string,
		end: (body: string) => void,
		status: (code: number) => void,
	): Promise<void> {
		const { pathname, searchParams } = new URL(url, 'http://localhost');
		const answer = (code: number, body: object) => {
			this.calls.push(code);
			status(code);
			end(JSON.stringify(body));
		};
		const message = (text: string) => ({ code: 409, message: `The execution "1" ${text}` });
		if (this.status === 'running' && this.isManual) {
			const text = "Cannot read properties of undefined (reading 'resumeToken')";
			return answer(500, { code: 0, message: text });
		}
		if (this.status === 'running') return answer(409, message('is running already.'));
		if (this.status !== 'waiting') return answer(409, message('has finished already.'));
		const data = JSON.parse(this.stored) as IRunExecutionData & { resumeToken?: string };
		if (searchParams.get('signature') !== data.resumeToken) {
			return answer(401, { error: 'Invalid token' });
		}
		const [description] = this.type.description.webhooks!;
		if (pathname !== `/webhook-waiting/${this.id}/${description!.path}`) {
			return answer(404, { message: 'no such webhook' });
		}
		const workflow = this.workflow();
		const more = Object.assign(this.more(), {
			httpRequest: { query: Object.fromEntries(searchParams), headers: {}, params: {}, body: {} },
			httpResponse: {},
		});
		delete data.waitTill;
		const { runData } = data.resultData;
		runData.Ask!.pop();
		const context = new WebhookContext(
			workflow,
			workflow.getNode('Ask')!,
			more as never,
			'trigger',
			{ webhookDescription: description } as IWebhookData,
			[],
			data,
		);
		const result = await this.type.webhook!.call(context);
		if (!result.workflowData) return answer(200, result.webhookResponse as object);
		const [entry] = data.executionData!.nodeExecutionStack;
		entry!.node.disabled = true;
		entry!.data.main = result.workflowData;
		entry!.metadata = { ...entry!.metadata, forwardAllOutputs: true };
		const run = this.resume(data);
		answer(200, result.webhookResponse as object);
		await run;
	}
}
