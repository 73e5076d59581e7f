import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { allowedDomains } from '../../../../nodes/CellularIot/n8n/allowedDomains';
import { inParts, writesAsItComes } from '../../../../nodes/CellularIot/n8n/binaryMode';
import { withCancelSignal } from '../../../../nodes/CellularIot/n8n/cancelSignal';
import { alsoAtStop } from '../../../../nodes/CellularIot/n8n/closeAtStop';
import { mayVaryByItem } from '../../../../nodes/CellularIot/n8n/credentialExpressions';
import { storeWithExecution } from '../../../../nodes/CellularIot/n8n/customData';
import { isEngine2Run, isEngine2Workflow } from '../../../../nodes/CellularIot/n8n/engine2';
import { errorItem } from '../../../../nodes/CellularIot/n8n/errorItems';
import { executionMode } from '../../../../nodes/CellularIot/n8n/executionMode';
import { wasSent } from '../../../../nodes/CellularIot/n8n/failedRequest';
import { isGuarded } from '../../../../nodes/CellularIot/n8n/guardedAddress';
import { hooksAtStart } from '../../../../nodes/CellularIot/n8n/hooksAtStart';
import { MODULES_OF_N8N } from '../../../../nodes/CellularIot/n8n/modules';
import { withoutContentType } from '../../../../nodes/CellularIot/n8n/noContentType';
import { isPublication, notePoll } from '../../../../nodes/CellularIot/n8n/pollContext';
import { markedKeys } from '../../../../nodes/CellularIot/n8n/processedItems';
import { bodyText, TOO_LARGE } from '../../../../nodes/CellularIot/n8n/rawBody';
import { PROXY_STATUSES, thrownAnswer } from '../../../../nodes/CellularIot/n8n/proxies';
import { refusalHint } from '../../../../nodes/CellularIot/n8n/refusals';
import { countsOfRun } from '../../../../nodes/CellularIot/n8n/runCounts';
import { hasEndedWell, runDataOf } from '../../../../nodes/CellularIot/n8n/runData';
import { sharedStaticData } from '../../../../nodes/CellularIot/n8n/staticData';
import { sendAndStore } from '../../../../nodes/CellularIot/n8n/storedSession';
import { isToolRun, resolvesToolDescription } from '../../../../nodes/CellularIot/n8n/toolNode';
import { traceRun } from '../../../../nodes/CellularIot/n8n/tracing';
import { nodeRunOf } from '../../../../nodes/CellularIot/n8n/tries';
import { wait } from '../../../../nodes/CellularIot/n8n/wait';
import { isTestAddress, n8nOfAddress } from '../../../../nodes/CellularIot/n8n/webhookAddress';
import { beforeAnswer } from '../../../../nodes/CellularIot/n8n/webhookAnswer';
import { calledWebhook } from '../../../../nodes/CellularIot/n8n/webhookBody';

/*
 * Nodes that call the functions of nodes/CellularIot/n8n in an n8n, and write down what they see: a line of
 * JSON for each, in the file that PROBE_LOG names.
 */

const note = (about: string, facts: object): void =>
	appendFileSync(String(process.env.PROBE_LOG), `${JSON.stringify({ about, ...facts })}\n`);

const described = (name: string, more: Partial<INodeTypeDescription>): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 2,
	description: 'Writes down what n8n does',
	defaults: { name },
	inputs: [],
	outputs: ['main'],
	properties: [],
	...more,
});

/** Runs a job against a server on loopback. */
async function withServer(
	answer: (request: IncomingMessage, response: ServerResponse) => void,
	job: (url: string) => Promise<void>,
): Promise<void> {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		await job(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

const failureOf = async (job: Promise<unknown>): Promise<unknown> =>
	await job.then(
		() => undefined,
		(error: unknown) => error,
	);

const runs = new WeakMap<object, number>();
const nodeRuns = new WeakSet<object>();

type Look = (context: IExecuteFunctions) => Promise<IDataObject[] | void>;

/** What a probe does, by its parameter `about`. */
const LOOKS: Record<string, Look> = {
	async runData(context) {
		const run = runDataOf(context)!;
		const seen = (runs.get(run) ?? 0) + 1;
		runs.set(run, seen);
		note('runData', { seen });
		context.onExecutionFinish?.(() => note('runData', { endedWell: hasEndedWell(context, run) }));
	},
	async tries(context) {
		const run = nodeRunOf(context);
		const counts = countsOfRun<{ tries: number }>(context);
		counts.tries = (counts.tries ?? 0) + 1;
		note('runCounts', { tries: counts.tries });
		note('tries', { known: nodeRuns.has(run) });
		if (nodeRuns.has(run)) return;
		nodeRuns.add(run);
		throw new Error('try again');
	},
	async processedItems(context) {
		const keys = markedKeys(context);
		const claim = async (key: string) =>
			(await keys?.claim([{ key, request: 'r' } as never]))?.map(({ is }) => is);
		const first = await claim('k1');
		note('processedItems', { first, again: await claim('k1'), other: await claim('k2') });
	},
	async requests(context) {
		const { httpRequest } = context.helpers;
		await withServer(
			(request, response) => response.end(JSON.stringify(request.headers)),
			async (url) => {
				const seen = (await httpRequest({
					method: 'POST',
					url,
					headers: withoutContentType({}) as never,
					json: true,
				})) as IDataObject;
				note('noContentType', { type: seen['content-type'] ?? null });
				const outside = { url, allowedDomains: 'example.com' };
				const refused = await failureOf(httpRequest(outside as never));
				const allowedHttpRequestDomains = 'domains';
				const read = allowedDomains({ allowedHttpRequestDomains, allowedDomains: 'example.com' });
				note('allowedDomains', { read: read ?? null, hint: refusalHint(refused) ?? null });
			},
		);
		await withServer(
			(request) => request.socket.destroy(),
			async (url) => {
				const cut = await failureOf(httpRequest({ method: 'POST', url, body: { a: 1 } }));
				note('failedRequest', { cut: wasSent(cut) ?? null });
			},
		);
		await withServer(
			() => {},
			async (url) => {
				const abortSignal = AbortSignal.abort();
				const unsent = await failureOf(httpRequest({ url, abortSignal }));
				note('failedRequest', { unsent: wasSent(unsent) ?? null });
			},
		);
		await withServer(
			(_, response) => response.writeHead(403).end(),
			async (url) => {
				const ignoreHttpStatusErrors = { ignore: true, except: PROXY_STATUSES };
				const thrown = await failureOf(
					httpRequest({ url, encoding: 'stream', ignoreHttpStatusErrors } as never),
				);
				note('proxies', { status: thrownAnswer(thrown)?.statusCode ?? null });
			},
		);
		const away = await failureOf(httpRequest({ url: 'http://10.255.255.1:9/', timeout: 500 }));
		note('refusals', { hint: refusalHint(away) ?? null });
		note('guardedAddress', {
			private: await isGuarded(async (options) => await httpRequest(options), '10.255.255.1', 9),
			loopback: await isGuarded(async (options) => await httpRequest(options), '127.0.0.1', 9),
		});
	},
	async cancelSignal(context) {
		await withServer(
			() => {},
			async (url) => {
				const own = new AbortController();
				const signalled = withCancelSignal(context, own.signal);
				const type = 'cellularIotTokenApi';
				note('credentialExpressions', { varies: await mayVaryByItem(context, type) });
				const fields = await context.getCredentials(type);
				const sent = failureOf(sendAndStore(signalled, type, fields, { url, timeout: 60_000 }));
				setTimeout(() => own.abort(), 200);
				note('cancelSignal', { error: String(await sent), aborted: own.signal.aborted });
			},
		);
	},
	async binaryMode(context) {
		const streams = await writesAsItComes(context.helpers);
		const content = async function* () {
			yield Buffer.from('ab');
			yield Buffer.from('cd');
		};
		if (!streams) return note('binaryMode', { streams });
		const file = await context.helpers.prepareBinaryData(inParts(content()), 'a', 'text/plain');
		const text = (await context.helpers.getBinaryStream(file.id!)) as AsyncIterable<Buffer>;
		const parts: Buffer[] = [];
		for await (const part of text) parts.push(part);
		note('binaryMode', { streams, text: Buffer.concat(parts).toString() });
	},
	async others(context) {
		storeWithExecution(context, { iccid: '8988' });
		const { $execution } = context.getWorkflowDataProxy(0);
		const { customData } = $execution as { customData: { getAll(): object } };
		note('customData', { stored: customData.getAll() });
		traceRun(context, { 'cellular_iot.items': 1 });
		const { metadata } = context.getExecuteData() as { metadata?: { tracing?: object } };
		note('tracing', { kept: metadata?.tracing });
		const own = new AbortController();
		own.abort();
		// Older versions cannot cancel a wait; newer ones end it.
		const isOver = await Promise.race([
			wait(30_000, own.signal).then(
				() => true,
				() => true,
			),
			wait(2_000).then(() => false),
		]);
		note('wait', { isOver });
		const find = createRequire(__filename);
		note('modules', {
			found: MODULES_OF_N8N.filter((name) => typeof find(name) !== 'undefined'),
		});
		note('engine2', { run: isEngine2Run(context) });
		note('toolNode', { isTool: isToolRun(context), resolves: resolvesToolDescription() });
	},
	async errorItems(context) {
		const details = { outcome: 'refused' };
		const failed = { message: 'it failed', details, item: 0, row: { column: 1 } };
		return [errorItem(context, failed) as never];
	},
	async errorOutput(context) {
		note('errorItems', { item: context.getInputData()[0]?.json });
	},
};

export class Probe implements INodeType {
	description = described('probe', {
		inputs: ['main'],
		usableAsTool: true,
		credentials: [{ name: 'cellularIotTokenApi', required: false }],
		properties: [{ displayName: 'About', name: 'about', type: 'string', default: '' }],
	});

	async execute(this: IExecuteFunctions) {
		const about = this.getNodeParameter('about', 0) as string;
		const input = this.getInputData();
		try {
			const items = await LOOKS[about]!(this);
			return [(items as never) ?? input];
		} catch (error) {
			if (about === 'tries') throw error;
			// The other probes are to be asked all the same.
			note(about, { failed: String(error) });
			return [input];
		}
	}
}

const hook = (name: string, gives: boolean, about = 'hooksAtStart') =>
	async function (this: IHookFunctions) {
		const address = String(this.getNodeWebhookUrl('default'));
		const activation = this.getActivationMode();
		note(about, { hook: name, activation });
		note('webhookAddress', { isTest: isTestAddress(address), n8n: n8nOfAddress(address) });
		return gives;
	};

export class ProbeWebhook implements INodeType {
	description = described('probeWebhook', {
		group: ['trigger'],
		webhooks: [{ ...calledWebhook, name: 'default', httpMethod: 'POST', path: 'probe' }],
	});

	webhookMethods = {
		default: {
			checkExists: hook('checkExists', false),
			create: hook('create', true),
			delete: hook('delete', true),
		},
	};

	async trigger(this: ITriggerFunctions) {
		return await hooksAtStart(async () =>
			alsoAtStop({}, async () => {
				await new Promise((resolve) => setTimeout(resolve, 300));
				note('closeAtStop', { closed: true });
			}),
		);
	}

	async webhook(this: IWebhookFunctions) {
		const data = sharedStaticData(this.getWorkflowStaticData('global'));
		note('staticData', { read: data.read() });
		note('executionMode', { mode: executionMode(this) ?? null });
		note('engine2', { workflow: isEngine2Workflow(this) });
		const text = await bodyText(this.getRequestObject());
		note('rawBody', { text: text === TOO_LARGE ? 'too large' : (text ?? null) });
		if (typeof text !== 'string' || !/^(\{|"refuse")/.test(text)) {
			return { webhookResponse: { received: false } };
		}
		let isSaved = false;
		data.whileRunIsStored(() =>
			data.save(() => {
				isSaved = true;
				return { node: 'saved with the run' };
			}),
		);
		beforeAnswer(this.getResponseObject(), async (status) => {
			note('webhookAnswer', { status, isSaved });
			return text === '"refuse"'
				? { status: 503, headers: { 'Retry-After': '5' }, body: { message: 'later' } }
				: undefined;
		});
		return {
			workflowData: [this.helpers.returnJsonArray([{ started: text }])],
			webhookResponse: { received: true },
		};
	}

	async execute(this: IExecuteFunctions) {
		note('firstStep', { items: this.getInputData().map(({ json }) => json) });
		return [this.getInputData()];
	}
}

/** A webhook without a `trigger`: whether n8n calls its methods at its start. */
export class ProbePlain implements INodeType {
	description = described('probePlain', {
		group: ['trigger'],
		webhooks: [{ ...calledWebhook, name: 'default', httpMethod: 'POST', path: 'plain' }],
	});

	webhookMethods = {
		default: {
			checkExists: hook('checkExists', false, 'hooksWithoutTrigger'),
			create: hook('create', true, 'hooksWithoutTrigger'),
			delete: hook('delete', true, 'hooksWithoutTrigger'),
		},
	};

	async webhook(this: IWebhookFunctions) {
		return { webhookResponse: {} };
	}
}

export class ProbePoll implements INodeType {
	description = described('probePoll', { group: ['trigger'], polling: true });

	async poll(this: IPollFunctions) {
		note('pollContext', { isPublication: isPublication(this) });
		notePoll(this);
		return null;
	}
}
