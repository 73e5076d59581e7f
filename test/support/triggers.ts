import { EventEmitter } from 'node:events';
import { HookContext, PollContext, WebhookContext } from 'n8n-core';
import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IWebhookData,
	Workflow,
} from 'n8n-workflow';
import { CellularIotQuotaTrigger } from '../../nodes/CellularIot/CellularIotQuotaTrigger.node';
import { CellularIotSmsTrigger } from '../../nodes/CellularIot/CellularIotSmsTrigger.node';
import { forgetInboxes } from '../../src/triggers/sms/inbox';
import type { CredentialStore } from './credentials';
import { additionalData, nodeTypes } from './n8n';

/* Triggers in n8n-core's own contexts, with n8n's way of keeping static data (n8n 2.40). */

const TYPES = {
	quota: 'n8n-nodes-cellular-iot.cellularIotQuotaTrigger',
	sms: 'n8n-nodes-cellular-iot.cellularIotSmsTrigger',
};
const types: Record<string, INodeType> = {
	[TYPES.quota]: new CellularIotQuotaTrigger(),
	[TYPES.sms]: new CellularIotSmsTrigger(),
};

let nodeCount = 0;

function nodeOf(kind: keyof typeof TYPES, parameters: INodeParameters): INode {
	nodeCount += 1;
	const names = ['cellularIotTokenApi', 'cellularIotUserApi', 'cellularIotCallbackApi'];
	return {
		id: `node-${nodeCount}`,
		name: 'Trigger',
		type: TYPES[kind],
		typeVersion: kind === 'sms' ? 2 : 1,
		position: [0, 0],
		webhookId: `hook-${nodeCount}`,
		parameters: { authentication: 'cellularIotTokenApi', ...parameters },
		credentials: Object.fromEntries(names.map((name) => [name, { id: name, name }])),
	};
}

const workflowOf = (node: INode, staticData: IDataObject) =>
	new Workflow({
		id: `workflow-${node.id}`,
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes: nodeTypes(types),
		staticData: JSON.parse(JSON.stringify(staticData)) as IDataObject,
		settings: { timezone: 'UTC' },
	});

const copy = (data: unknown) => JSON.parse(JSON.stringify(data)) as IDataObject;

/**
 * A polling trigger in an n8n: `activate` polls once and saves; later polls save static data only
 * when they start a run; a restart goes on from what was saved.
 */
export class PollingWorkflow {
	/** Static data as n8n's database holds it. */
	saved: IDataObject = {};
	private workflow!: Workflow;
	private context!: PollContext;
	private readonly node: INode;

	constructor(
		parameters: INodeParameters,
		private readonly credentials: CredentialStore,
	) {
		this.node = nodeOf('quota', parameters);
	}

	/** Changes parameters as the editor does; takes effect with the next activation. */
	edit(parameters: INodeParameters): void {
		Object.assign(this.node.parameters, parameters);
	}

	async activate(): Promise<IDataObject[]> {
		this.workflow = workflowOf(this.node, this.saved);
		this.context = this.contextOf('trigger');
		const items = await this.run();
		this.saved = copy(this.workflow.staticData);
		return items;
	}

	async poll(): Promise<IDataObject[]> {
		const items = await this.run();
		if (items.length > 0) this.saved = copy(this.workflow.staticData);
		return items;
	}

	/** "Fetch test event" in the editor. */
	async sample(): Promise<IDataObject[]> {
		this.workflow = workflowOf(this.node, {});
		this.context = this.contextOf('manual');
		return await this.run();
	}

	/** Static data in memory, as text. */
	get state(): string {
		return JSON.stringify(this.workflow.staticData);
	}

	private contextOf(mode: 'trigger' | 'manual'): PollContext {
		const node = this.workflow.getNode('Trigger')!;
		const more = additionalData(this.credentials);
		return new PollContext(this.workflow, node, more, mode, 'activate');
	}

	private async run(): Promise<IDataObject[]> {
		const { context } = this;
		const result = (await types[TYPES.quota]!.poll!.call(context)) as INodeExecutionData[][] | null;
		return (result?.[0] ?? []).map(({ json }) => json);
	}
}

/** What came back from a call of a webhook. */
export interface Delivered {
	/** HTTP status; 200 where n8n itself answers that the workflow was started. */
	status: number;
	headers: Record<string, string>;
	/** Items of the run it started; undefined when none was started. */
	items: IDataObject[] | undefined;
}

export interface Delivery {
	method?: 'POST' | 'PATCH';
	headers?: Record<string, string>;
	/** Parsed by n8n, as JSON is. */
	body?: unknown;
	/** What n8n leaves to the node: the bytes of an unknown content type. */
	raw?: string;
}

/**
 * A webhook trigger in an n8n: every call gets a workflow of its own with the static data as saved
 * then, which is saved behind it. `restart` forgets what is in memory.
 */
export class WebhookWorkflow {
	saved: IDataObject = {};
	private readonly node: INode;

	constructor(
		parameters: INodeParameters,
		private readonly credentials: CredentialStore,
	) {
		this.node = nodeOf('sms', parameters);
	}

	restart(): void {
		forgetInboxes();
	}

	edit(parameters: INodeParameters): void {
		Object.assign(this.node.parameters, parameters);
	}

	/** Another address, as after a change of n8n's own. */
	move(): void {
		this.node.webhookId += '-moved';
	}

	get address(): string {
		return `http://localhost/webhook/${this.node.webhookId}/sms`;
	}

	/** Activation: `create` unless it exists already, for each webhook that has such methods. */
	async activate(mode: 'trigger' | 'manual' = 'trigger'): Promise<void> {
		await this.hook(async (call) => {
			if (!(await call('checkExists'))) await call('create');
		}, mode);
	}

	async deactivate(mode: 'trigger' | 'manual' = 'trigger'): Promise<void> {
		await this.hook(async (call) => void (await call('delete')), mode);
	}

	private async hook(
		job: (call: (name: 'checkExists' | 'create' | 'delete') => Promise<boolean>) => Promise<void>,
		mode: 'trigger' | 'manual',
	): Promise<void> {
		const workflow = workflowOf(this.node, this.saved);
		const node = workflow.getNode('Trigger')!;
		const type = types[TYPES.sms]!;
		const more = additionalData(this.credentials);
		const description = type.description.webhooks![0]!;
		const data = { webhookDescription: description, isTest: mode === 'manual' };
		const context = new HookContext(workflow, node, more, mode, 'activate', data as IWebhookData);
		await job(async (name) => await type.webhookMethods!.default![name]!.call(context));
		this.saved = copy(workflow.staticData);
	}

	/** One call from the service. `hold` runs before the static data is saved, as n8n's own work does. */
	async deliver(delivery: Delivery, hold?: () => Promise<void>): Promise<Delivered> {
		const workflow = workflowOf(this.node, this.saved);
		const node = workflow.getNode('Trigger')!;
		const type = types[TYPES.sms]!;
		const method = delivery.method ?? 'POST';
		const answer: Delivered = { status: 200, headers: {}, items: undefined };
		const request = Object.assign(new EventEmitter(), {
			method,
			headers: delivery.headers ?? {},
			params: {},
			query: {},
			body: delivery.body,
			rawBody: undefined as Buffer | undefined,
			readRawBody: async () => {
				request.rawBody = Buffer.from(delivery.raw ?? '');
			},
		});
		const response = {
			status: (code: number) => ((answer.status = code), response),
			setHeader: (name: string, value: string) => (
				(answer.headers[name.toLowerCase()] = value),
				response
			),
			json: () => response,
			end: () => response,
		};
		const more = additionalData(this.credentials);
		Object.assign(more, { httpRequest: request, httpResponse: response });
		const description = type.description.webhooks!.find((hook) => hook.httpMethod === method)!;
		const data = { webhookDescription: description } as IWebhookData;
		const context = new WebhookContext(workflow, node, more, 'webhook', data, [], null);
		const result = await type.webhook!.call(context);
		if (result.workflowData) answer.items = (result.workflowData[0] ?? []).map(({ json }) => json);
		await hold?.();
		if ((workflow.staticData as { __dataChanged?: boolean }).__dataChanged) {
			this.saved = copy(workflow.staticData);
		}
		return answer;
	}
}
