import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import type { Json } from '../../src/operations/define';
import { windowFor } from '../../src/triggers/stream/memoryWindow';
import { keyOf } from '../../src/triggers/stream/record';
import { RedisWatch } from '../../src/triggers/stream/redisWatch';
import { RedisWindow } from '../../src/triggers/stream/redisWindow';
import { type UsageWatch, watchFor } from '../../src/triggers/stream/watch';
import type { RecordWindow } from '../../src/triggers/stream/window';
import { nodeKey } from './n8nStore';
import { claimedBy, placeOf, shared } from './places';

/* Where the stream trigger remembers which records came. What each place promises: docs/triggers.md. */

/** The window that tells which records of a call are new. */
export const windowOf = async (context: IWebhookFunctions) =>
	await placeOf<RecordWindow, Set<string>>(context, RedisWindow, windowFor);

/** Where a call adds usage up. */
export const watchOf = async (context: IWebhookFunctions) =>
	await placeOf<UsageWatch, Json[]>(context, RedisWatch, watchFor);

/** The items of a run that it is to tell. */
export async function claimed(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	return await claimedBy(context, items, async () => {
		const window = (await shared(context, RedisWindow)) ?? windowFor(nodeKey(context));
		const keys = items.map(({ json }) => keyOf(json));
		const own = keys.filter((key) => key !== undefined);
		const mine = await window.claim(own, context.getExecutionId());
		const fresh = new Set(own.filter((_, index) => mine[index]));
		return keys.map((key) => key === undefined || fresh.has(key));
	});
}
