import { stub } from '../stub';
import { EventEmitter } from 'node:events';
import {
	ExecuteContext,
	HookContext,
	PollContext,
	TriggerContext,
	TriggersAndPollers,
	WebhookContext,
} from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IWebhookData,
	type IWebhookDescription,
	type IWebhookResponseData,
	Workflow,
} from 'n8n-workflow';
import { CellularIotQuotaTrigger } from '../../../nodes/CellularIot/CellularIotQuotaTrigger.node';
import { CellularIotSmsTrigger } from '../../../nodes/CellularIot/CellularIotSmsTrigger.node';
import { CellularIotStreamTrigger } from '../../../nodes/CellularIot/CellularIotStreamTrigger.node';
import { CellularIotTrigger } from '../../../nodes/CellularIot/CellularIotTrigger.node';
import { forgetMemory } from '../../../src/triggers/runtime/inMemory';
import type { CredentialStore } from '../credentials';
import { additionalData, nodeTypes } from './n8n';
import { asProcess } from './processName';

/* Triggers in n8n-core's own contexts, with static data handled as in n8n 2.40. */

const TYPES = {
	events: 'n8n-nodes-cellular-iot.cellularIotTrigger',
	quota: 'n8n-nodes-cellular-iot.cellularIotQuotaTrigger',
	sms: 'n8n-nodes-cellular-iot.cellularIotSmsTrigger',
	stream: 'n8n-nodes-cellular-iot.cellularIotStreamTrigger',
};
const types: Record<string, INodeType> = {
	[TYPES.events]: new CellularIotTrigger(),
	[TYPES.quota]: new CellularIotQuotaTrigger(),
	[TYPES.sms]: new CellularIotSmsTrigger(),
	[TYPES.stream]: new CellularIotStreamTrigger(),
};

/** Interval at which the stream trigger checks its streams. */
export const LOOK_MS = 5 * 60_000;

let nodeCount = 0;

function nodeOf(kind: keyof typeof TYPES, parameters: object): INode {
	nodeCount += 1;
	const names = ['cellularIotTokenApi', 'cellularIotUserApi', 'cellularIotCallbackApi'];
	return {
		id: `node-${nodeCount}`,
		name: 'Trigger',
		type: TYPES[kind],
		typeVersion: 1,
		position: [0, 0],
		webhookId: `hook-${nodeCount}`,
		parameters: { authentication: 'cellularIotTokenApi', ...parameters },
		credentials: Object.fromEntries(names.map((name) => [name, { id: name, name }])),
	};
}

const typeOf = ({ type }: INode): INodeType => types[type]!;

/** Static data of each workflow as n8n read it, without the proxy that detects changes. */
const raw = new WeakMap<Workflow, IDataObject>();

function workflowOf(node: INode, saved: IDataObject, staticData = copy(saved)): Workflow {
	const workflow = new Workflow({
		id: `workflow-${node.id}`,
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes: nodeTypes(types),
		staticData,
		settings: { timezone: 'UTC' },
	});
	raw.set(workflow, staticData);
	return workflow;
}

const copy = (data: unknown) => JSON.parse(JSON.stringify(data)) as IDataObject;

/**
 * A polling trigger in n8n: `activate` polls once and saves; later polls save static data only if they
 * start a run; a restart continues from the saved data.
 */
export class PollingWorkflow {
	/** Static data as n8n's database holds it. */
	saved: IDataObject = {};
	private workflow!: Workflow;
	private context!: PollContext;
	private readonly node: INode;

	constructor(
		parameters: object,
		private readonly credentials: CredentialStore,
		kind: 'quota' | 'events' = 'quota',
	) {
		this.node = nodeOf(kind, parameters);
	}

	/** Changes parameters as in the editor; they take effect with the next activation. */
	edit(parameters: object): void {
		Object.assign(this.node.parameters, parameters);
	}

	restart(): void {
		forgetMemory();
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
		const result = (await typeOf(this.node).poll!.call(context)) as INodeExecutionData[][] | null;
		return (result?.[0] ?? []).map(({ json }) => json);
	}
}

/** The body of n8n's own answer to a call of a trigger that answers at once (observed with 2.40.7). */
function answerOfN8n(
	{ responseData = 'firstEntryJson' }: IWebhookDescription,
	{ workflowData, webhookResponse }: IWebhookResponseData,
): unknown {
	const own: unknown = webhookResponse ?? { message: 'Workflow was started' };
	// Where its description does not say what is answered, the name of n8n's default is.
	return workflowData && responseData !== '' ? responseData : own;
}

/** The response to a webhook call. */
export interface Delivered {
	/** HTTP status; 200 if n8n itself answers that the workflow was started. */
	status: number;
	headers: Record<string, string>;
	/** The body that was sent. */
	body: object;
	/** Items of the started run; undefined if none was started. */
	items: IDataObject[] | undefined;
}

export interface Delivery {
	method?: 'POST' | 'PATCH';
	/** `manual` for the test address. */
	mode?: 'webhook' | 'manual';
	headers?: Record<string, string>;
	/** A body that n8n parses, such as JSON. */
	body?: unknown;
	/**
	 * The raw bytes that n8n leaves to the node: those of an unknown content type, or the unparsed bytes
	 * of the body.
	 */
	raw?: string;
}

/**
 * A webhook trigger in n8n (observed with 2.40.7): each call gets a new workflow with the static data
 * saved at that time. If the call starts no run, changed data is saved before the response. A call that
 * starts a run builds a second workflow over the same object, which loses the mark of the change;
 * changes made while the run is stored are saved with it. `restart` clears the memory.
 */
export class WebhookWorkflow {
	saved: IDataObject = {};
	/** n8n cannot store runs and answers such calls with 500. */
	storeFails = false;
	/** n8n stores and starts runs, but answers with 500. */
	answerFails = false;
	/** n8n answers 200 for runs that it does not start; each of `stored` starts one and gives its items. */
	startsNothing = false;
	readonly stored: Array<() => Promise<IDataObject[]>> = [];
	/** n8n is killed once a run has begun, before it answers; `crashed` are the items of such runs. */
	dies = false;
	readonly crashed: IDataObject[][] = [];
	/** The engine of the workflow: `v2` never calls a trigger's `execute`. */
	engine: 'v1' | 'v2' = 'v1';
	/** Waits as long as n8n's database takes to save. */
	commit: () => Promise<void> = async () => {};
	/** The WEBHOOK_URL of this n8n. */
	origin = 'http://localhost';
	/** What its trigger function and its hooks have written to n8n's log. */
	readonly log: string[] = [];
	/** Names the process that it runs in: see processes.ts. */
	process = '';
	private readonly node: INode;

	constructor(
		parameters: object,
		private readonly credentials: CredentialStore,
		private readonly kind: 'sms' | 'stream' = 'sms',
	) {
		this.node = nodeOf(kind, parameters);
	}

	restart(): void {
		forgetMemory();
	}

	edit(parameters: object): void {
		Object.assign(this.node.parameters, parameters);
	}

	/** Changes the webhook address, as n8n may do. */
	move(): void {
		this.node.webhookId += '-moved';
	}

	/** The same workflow in a copy of this n8n: a restored backup, with its IDs and stored data. */
	copiedTo(origin: string): WebhookWorkflow {
		const copied = new WebhookWorkflow({ ...this.node.parameters }, this.credentials, this.kind);
		const { id, webhookId } = this.node;
		Object.assign(copied.node, { id, webhookId });
		copied.saved = copy(this.saved);
		copied.origin = origin;
		copied.process = `copy at ${origin}`;
		return copied;
	}

	private get bases() {
		return {
			webhookBaseUrl: `${this.origin}/webhook`,
			webhookTestBaseUrl: `${this.origin}/webhook-test`,
		};
	}

	get address(): string {
		return `${this.origin}/webhook/${this.node.webhookId}/${this.kind}`;
	}

	/** Activates the trigger: calls `create` for each webhook with such a method, unless it exists. */
	async activate(
		mode: 'trigger' | 'manual' = 'trigger',
		activation: 'activate' | 'init' = 'activate',
	): Promise<void> {
		await this.hook(
			async (call) => {
				if (!(await call('checkExists'))) await call('create');
			},
			mode,
			activation,
		);
	}

	async deactivate(mode: 'trigger' | 'manual' = 'trigger'): Promise<void> {
		await this.hook(async (call) => void (await call('delete')), mode);
	}

	/**
	 * Runs the stream trigger's own checks as n8n does while published, and stops them after `job`. Needs
	 * jest's timers: `look` advances the clock, by default five minutes, and waits until the trigger
	 * waits again. Returns the items of the started runs. `activation`: `init` for a start of n8n.
	 */
	async watch(
		job: (look: (ms?: number) => Promise<void>) => Promise<void>,
		activation: 'activate' | 'init' = 'activate',
	): Promise<IDataObject[]> {
		const workflow = workflowOf(this.node, this.saved);
		const told: IDataObject[] = [];
		const save = () => {
			const { __dataChanged: isChanged } = workflow.staticData as { __dataChanged?: boolean };
			if (isChanged) this.saved = copy(workflow.staticData);
		};
		const runs: Array<Promise<unknown>> = [];
		const emit = (items: INodeExecutionData[][]) => {
			save();
			const begun = async () => told.push(...(await this.run(items[0]!, 'trigger')));
			if (!this.startsNothing) runs.push(begun());
		};
		const timers = jest.spyOn(globalThis, 'setTimeout');
		const pauses = () => timers.mock.calls.filter(([, ms]) => ms === LOOK_MS).length;
		const response = await new TriggersAndPollers().runTriggerFunction(
			workflow,
			workflow.getNode('Trigger')!,
			(...of) => {
				return this.logged(new TriggerContext(...of, stub(emit)));
			},
			additionalData(this.credentials),
			'trigger',
			activation,
		);
		save();
		await job(async (ms = LOOK_MS) => {
			const before = pauses();
			await jest.advanceTimersByTimeAsync(ms);
			// Requests are real, but their waits use jest's timers.
			while (before > 0 && pauses() === before) {
				await new Promise((resolve) => setImmediate(resolve));
				await jest.advanceTimersByTimeAsync(1);
			}
		});
		await Promise.all(runs);
		await response?.closeFunction?.();
		timers.mockRestore();
		return told;
	}

	/** The same context, with a logger that writes to {@link log}. */
	private logged<Context extends object>(context: Context): Context {
		const write = (message: string) => void this.log.push(message);
		const globalConfig = { executions: { mode: 'regular' } };
		const logger = { globalConfig, debug: write, info: write, warn: write, error: write };
		return Object.defineProperty(context, 'logger', { value: logger });
	}

	private async hook(
		job: (call: (name: 'checkExists' | 'create' | 'delete') => Promise<boolean>) => Promise<void>,
		mode: 'trigger' | 'manual',
		activation: 'activate' | 'init' = 'activate',
	): Promise<void> {
		const workflow = workflowOf(this.node, this.saved);
		const node = workflow.getNode('Trigger')!;
		const type = typeOf(this.node);
		const more = additionalData(this.credentials);
		Object.assign(more, this.bases);
		const description = type.description.webhooks![0]!;
		const data = { webhookDescription: description, isTest: mode === 'manual' };
		const context = this.logged(
			new HookContext(workflow, node, more, mode, activation, data as IWebhookData),
		);
		const call = async (name: 'checkExists' | 'create' | 'delete') =>
			await type.webhookMethods!.default![name]!.call(context);
		await asProcess(this.process, async () => await job(call));
		this.saved = copy(workflow.staticData);
	}

	/** A call from the service. `hold` stands for n8n's own work, such as storing the run. */
	async deliver(delivery: Delivery, hold?: () => Promise<void>): Promise<Delivered> {
		const workflow = workflowOf(this.node, this.saved);
		workflow.settings.engineType = this.engine;
		const node = workflow.getNode('Trigger')!;
		const type = typeOf(this.node);
		const method = delivery.method ?? 'POST';
		const { request, response, answered } = exchange(method, delivery);
		const more = additionalData(this.credentials);
		Object.assign(more, { httpRequest: request, httpResponse: response, ...this.bases });
		const description = type.description.webhooks!.find((hook) => hook.httpMethod === method)!;
		const data = { webhookDescription: description } as IWebhookData;
		const context = new WebhookContext(
			workflow,
			node,
			more,
			delivery.mode ?? 'webhook',
			data,
			[],
			null,
		);
		const result = await asProcess(this.process, async () => await type.webhook!.call(context));
		let items: IDataObject[] | undefined;
		let status = 200;
		if (result.workflowData) {
			// n8n's runner creates a second workflow over the same data.
			workflowOf(this.node, {}, raw.get(workflow));
			await new Promise((resolve) => setImmediate(resolve));
			await hold?.();
			const [started = []] = result.workflowData;
			const run = async () => await this.run(started, delivery.mode);
			if (this.storeFails) status = 500;
			else if (this.startsNothing) this.stored.push(run);
			else items = await run();
			if (this.dies) {
				this.saved = copy(workflow.staticData);
				this.crashed.push(items ?? []);
				await new Promise(() => {});
			}
		} else {
			await hold?.();
		}
		if (this.answerFails) status = 500;
		if (status === 200 && (workflow.staticData as { __dataChanged?: boolean }).__dataChanged) {
			const content = copy(workflow.staticData);
			await this.commit();
			this.saved = content;
		}
		if (!result.noWebhookResponse) {
			response.status(status).json(status === 200 ? answerOfN8n(description, result) : {});
		}
		const { code, headers, body } = await answered;
		return { status: code, headers, body, items };
	}

	/** The items of the run that a call with this body starts; undefined if it starts none. */
	async items(body: unknown): Promise<IDataObject[] | undefined> {
		return (await this.deliver({ body })).items;
	}

	/** Makes a call whose run n8n cannot store, and returns its status. */
	async deliverUnstored(body: unknown): Promise<number> {
		this.storeFails = true;
		const { status } = await this.deliver({ body });
		this.storeFails = false;
		return status;
	}

	/** Runs the workflow from the trigger on. */
	private async run(
		items: INodeExecutionData[],
		mode: Delivery['mode'] | 'trigger' = 'webhook',
	): Promise<IDataObject[]> {
		if (this.engine === 'v2') return items.map(({ json }) => json);
		const execute = typeOf(this.node).execute;
		const workflow = workflowOf(this.node, this.saved);
		const node = workflow.getNode('Trigger')!;
		const more = { ...additionalData(this.credentials), executionId: `run-${(runCount += 1)}` };
		const entry = { node, data: { main: [items] }, source: null };
		const context = new ExecuteContext(
			workflow,
			node,
			more,
			mode,
			createRunExecutionData(),
			0,
			items,
			{ main: [items] },
			entry,
			[],
		);
		const given = (await execute!.call(context)) as INodeExecutionData[][];
		if (this.dies) return given[0]!.map(({ json }) => json);
		// At the end of a run n8n saves static data that its nodes have changed.
		if ((workflow.staticData as { __dataChanged?: boolean }).__dataChanged) {
			this.saved = copy(workflow.staticData);
		}
		return given[0]!.map(({ json }) => json);
	}
}

let runCount = 0;
/** A request and its response, with the parts that are used. */
function exchange(method: string, delivery: Delivery) {
	interface Answer {
		code: number;
		headers: Record<string, string>;
		body: object;
	}
	let finish!: (answer: Answer) => void;
	const answered = new Promise<Answer>((resolve) => (finish = resolve));
	const headers: Record<string, string> = {};
	const request = Object.assign(new EventEmitter(), {
		method,
		headers: delivery.headers ?? {},
		params: {},
		query: {},
		body: delivery.body,
		rawBody:
			delivery.body === undefined || delivery.raw !== undefined
				? undefined
				: Buffer.from(JSON.stringify(delivery.body)),
		readRawBody: async () => {
			request.rawBody ??= Buffer.from(delivery.raw ?? '');
		},
	});
	const response = Object.assign(new EventEmitter(), {
		statusCode: 200,
		status: (code: number) => {
			response.statusCode = code;
			return response;
		},
		setHeader: (name: string, value: string) => {
			headers[name.toLowerCase()] = value;
			return response;
		},
		removeHeader: (name: string) => void delete headers[name.toLowerCase()],
		json: (body: unknown) => response.end(body),
		end: (body: unknown) => {
			// Tests look into answers that are objects.
			finish({ code: response.statusCode, headers, body: body as object });
			return response;
		},
	});
	return { request, response, answered };
}
