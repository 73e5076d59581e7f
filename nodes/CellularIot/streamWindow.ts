import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import type { Json } from '../../src/operations/define';
import { remember, type SharedStore, store, storedIn } from '../../src/triggers/memory';
import { windowFor } from '../../src/triggers/stream/memoryWindow';
import { keyOf } from '../../src/triggers/stream/record';
import { RedisWindow } from '../../src/triggers/stream/redisWindow';
import { type UsageWatch, watchFor } from '../../src/triggers/stream/watch';
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
	/** What adds up usage; in this process. */
	watch: UsageWatch;
	/**
	 * To be called before the node returns: stores what is known, and of a call that starts a run,
	 * with which records or items.
	 */
	keep(starting?: { records?: Set<string>; items?: Json[] }): void;
}

/**
 * The window of a call: shared where the account has a Redis, else in this process. Usage is added
 * up in this process.
 */
export async function placeOf(context: IWebhookFunctions, isWatching: boolean): Promise<Place> {
	const key = nodeKey(context);
	const watch = watchFor(key);
	const shared = isWatching ? undefined : await sharedWindow(context);
	if (shared) return { window: shared, watch, keep: () => {} };
	const window = windowFor(key);
	const workflowId = String(context.getWorkflow().id);
	const nodeId = context.getNode().id;
	const data = context.getWorkflowStaticData('global') as SharedStore;
	const stored = storedIn(data, nodeId);
	const pack = (records?: Set<string>, items?: Json[]) => ({
		...window.pack(records),
		...(isWatching && watch.pack(items)),
	});
	window.adopt(stored);
	if (isWatching) watch.adopt(stored);
	remember(workflowId, nodeId, () => pack());
	return {
		window,
		watch,
		keep: (starting) => {
			if (!starting) return store(data, workflowId);
			const { records, items } = starting;
			// When a run starts, n8n drops every change made so far, and saves what is changed while
			// it stores the run: so what is saved says that n8n has taken the run, and only then.
			setImmediate(() => store(data, workflowId, { [nodeId]: () => pack(records, items) }));
		},
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
