import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import type { Json } from '../../src/operations/define';
import { windowFor } from '../../src/triggers/stream/memoryWindow';
import { keyOf } from '../../src/triggers/stream/record';
import { RedisWatch } from '../../src/triggers/stream/redisWatch';
import { RedisWindow } from '../../src/triggers/stream/redisWindow';
import { type UsageWatch, watchFor } from '../../src/triggers/stream/watch';
import type { RecordWindow } from '../../src/triggers/stream/window';
import { type Keep, keptElsewhere, keptInN8n } from './n8nStore';
import { sharedRedis } from './sharedRedis';

/* Where the stream trigger remembers which records came. What each place promises: docs/triggers.md. */

type Context = IWebhookFunctions | IExecuteFunctions;

const nodeKey = (context: Context) => `${context.getWorkflow().id}:${context.getNode().id}`;

/** What `Kind` keeps on the Redis of the account; undefined where the node has no account with one. */
async function shared<T>(
	context: Context,
	Kind: new (url: string, key: string) => T,
): Promise<T | undefined> {
	const found = await sharedRedis(context);
	return found && new Kind(found.url, `${found.account}:${nodeKey(context)}`);
}

/** Where a call looks up its records, and how n8n is told what to store of it. */
interface Place<Where, Starting> {
	where: Where;
	/** `starting`: what the call starts a run with. */
	keep: Keep<Starting>;
}

/** The window of a call: shared where the account has a Redis, else in this process. */
export async function windowOf(
	context: IWebhookFunctions,
): Promise<Place<RecordWindow, Set<string>>> {
	const where = await shared(context, RedisWindow);
	if (where) return { where, keep: keptElsewhere };
	const window = windowFor(nodeKey(context));
	return { where: window, keep: keptInN8n(context, window) };
}

/** Where a call adds usage up: shared where the account has a Redis, else in this process. */
export async function watchOf(context: IWebhookFunctions): Promise<Place<UsageWatch, Json[]>> {
	const where = await shared(context, RedisWatch);
	if (where) return { where, keep: keptElsewhere };
	const watch = watchFor(nodeKey(context));
	return { where: watch, keep: keptInN8n(context, watch) };
}

/**
 * The first step of a run: of two runs with the same record one tells it. A run that somebody tries
 * again tells what it holds.
 */
export async function claimed(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	if (['retry', 'manual'].includes(context.getMode())) return items;
	try {
		const window = await shared(context, RedisWindow);
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
