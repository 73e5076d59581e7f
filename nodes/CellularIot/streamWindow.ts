import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { remember, type SharedStore, store, storedIn } from '../../src/triggers/memory';
import { windowFor } from '../../src/triggers/stream/memoryWindow';
import { keyOf } from '../../src/triggers/stream/record';
import { RedisWindow } from '../../src/triggers/stream/redisWindow';
import type { RecordWindow } from '../../src/triggers/stream/window';
import { sharedRedis } from './sharedRedis';

/* Where the stream trigger remembers which records came. What each place promises: docs/triggers.md. */

type Context = IWebhookFunctions | IExecuteFunctions;

const nodeKey = (context: Context) => `${context.getWorkflow().id}:${context.getNode().id}`;

async function sharedWindow(context: Context): Promise<RedisWindow | undefined> {
	const shared = await sharedRedis(context);
	return shared && new RedisWindow(shared.url, `${shared.account}:${nodeKey(context)}`);
}

/** Where a call looks up its records, and how n8n is told what to store of them. */
export interface Place {
	window: RecordWindow;
	/** To be called before the node returns, with what the call starts a run with. */
	keep(fresh: Set<string>): void;
}

/** The window of a call: shared where the account has a Redis, else in this process. */
export async function placeOf(context: IWebhookFunctions): Promise<Place> {
	const shared = await sharedWindow(context);
	if (shared) return { window: shared, keep: () => {} };
	const window = windowFor(nodeKey(context));
	const workflowId = String(context.getWorkflow().id);
	const nodeId = context.getNode().id;
	const data = context.getWorkflowStaticData('global') as SharedStore;
	window.adopt(storedIn(data, nodeId));
	remember(workflowId, nodeId, () => window.pack());
	return {
		window,
		// When a run starts, n8n drops every change made so far, and saves what is changed while it
		// stores the run: so what is saved says that n8n has taken the run, and only then.
		keep: (fresh) =>
			void setImmediate(() => store(data, workflowId, { [nodeId]: () => window.pack(fresh) })),
	};
}

/**
 * The first step of a run: of two runs with the same record one tells it. A run that somebody tries
 * again tells what it holds.
 */
export async function claimed(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	if (['retry', 'manual'].includes(context.getMode())) return items;
	try {
		const window = await sharedWindow(context);
		if (!window) return items;
		const keys = items.map(({ json }) => keyOf(json));
		const own = keys.filter((key) => key !== undefined);
		const mine = await window.claim(own, context.getExecutionId());
		const fresh = new Set(own.filter((_, index) => mine[index]));
		return items.filter((_, index) => keys[index] === undefined || fresh.has(keys[index]));
	} catch (error) {
		// n8n has promised to take it: telling it twice is better than not at all.
		context.logger.warn(`"${context.getNode().name}": ${String(error)}`);
		return items;
	}
}
