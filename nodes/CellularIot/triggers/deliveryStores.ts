import type { IExecuteFunctions, ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';
import { redisGuard } from '../../../credentials/transport';
import { accountFrom, accountKey } from '../../../src/account';
import { redisUrlIn } from '../../../src/request/sharedLane';
import { inMemory } from '../../../src/triggers/runtime/inMemory';
import { MemoryStore } from '../../../src/triggers/runtime/memoryStore';
import { RedisStore } from '../../../src/triggers/runtime/redisStore';
import {
	type Cell,
	type DeliveryStore,
	type LedgerKind,
	type KeyRetention,
} from '../../../src/triggers/runtime/store';
import { type SaveCall, savedElsewhere } from '../../../src/triggers/runtime/workflowStore';
import { ACCOUNT_KINDS } from '../shared/host';
import { logThat } from '../shared/log';
import { accountOf } from './callerCredential';
import { credentialFields } from './credentialFields';
import { hasFirstStep } from './firstStep';
import { nodeKey, workflowStoreOf } from './triggerInput';

/* Where webhook triggers keep deliveries. The guarantees of each place: docs/triggers.md. */

type NodeContext = IWebhookFunctions | IExecuteFunctions | ITriggerFunctions;

/** The Redis of the account a node has chosen; undefined without one. */
export async function redisOf(context: NodeContext) {
	const type = accountOf(context);
	if (type === undefined) return undefined;
	const fields = await credentialFields(context, type);
	const url = redisUrlIn(fields);
	if (url === undefined) return undefined;
	await redisGuard(context.helpers.httpRequest)(url);
	return { url, account: accountKey(accountFrom(ACCOUNT_KINDS[type], fields)) };
}

const storesByNode = inMemory(() => new Map<string, unknown>());

/** The memory of a trigger in this process. */
function memoryFor<C extends Cell>(
	key: string,
	kind: LedgerKind<C>,
	window: KeyRetention,
): MemoryStore<C> {
	const all = storesByNode(key);
	// The kind of a node never changes.
	const memory = (all.get(kind.name) ?? new MemoryStore(kind)) as MemoryStore<C>;
	all.set(kind.name, memory);
	memory.window = window;
	return memory;
}

/**
 * Has n8n save a trigger's memory at the end of a run that has claimed these deliveries, if n8n's store
 * does not know yet that the run has begun. They count as those of a call whose run is being stored. n8n
 * then writes the data of the whole workflow as the run has read it, with the newest data of our triggers.
 * If calls come all at once, one run in up to 100 does so.
 */
export function saveClaim<C extends Cell>(
	context: IExecuteFunctions,
	store: DeliveryStore<C>,
	keys: string[],
): void {
	const call = store instanceof MemoryStore ? store.startingCall(keys) : undefined;
	if (!(store instanceof MemoryStore) || call === undefined) return;
	workflowStoreOf(context).touch(new Map([[context.getNode().id, () => store.packBegun(call)]]));
}

/** The store of deliveries: the account's Redis if it has one, else this process's memory. */
export async function storeOf<C extends Cell>(
	context: IWebhookFunctions | IExecuteFunctions,
	kind: LedgerKind<C>,
	window: KeyRetention,
): Promise<{ store: DeliveryStore<C>; save: SaveCall }> {
	const key = nodeKey(context);
	// Tests send the same data again and again; nothing of it is kept.
	if (context.getMode() === 'manual') {
		return { store: memoryFor(`${key}:test`, kind, window), save: savedElsewhere };
	}
	const redis = await redisOf(context);
	if (redis) {
		const store = new RedisStore(redis.url, `${redis.account}:${key}`, kind, window);
		return { store, save: savedElsewhere };
	}
	const store = memoryFor(key, kind, window);
	// A run only claims, and needs no save of its own.
	if (!('getRequestObject' in context)) return { store, save: savedElsewhere };
	const log = (message: string) => logThat(context, message);
	const mayNeverBegin = hasFirstStep(context);
	return { store, save: workflowStoreOf(context).saving(store, { log, mayNeverBegin }) };
}

/** How a trigger has n8n save its memory with its next run; the call is that of the run. */
export type SaveWith = (call?: string) => void;

/** The same store for a trigger that starts a run by itself. */
export async function storeOfTrigger<C extends Cell>(
	context: ITriggerFunctions,
	kind: LedgerKind<C>,
	window: KeyRetention,
): Promise<{ store: DeliveryStore<C>; saveWith: SaveWith }> {
	const key = nodeKey(context);
	const redis = await redisOf(context);
	if (redis) {
		const store = new RedisStore(redis.url, `${redis.account}:${key}`, kind, window);
		return { store, saveWith: () => {} };
	}
	const store = memoryFor(key, kind, window);
	const { id } = context.getNode();
	const ofWorkflow = workflowStoreOf(context);
	const { stored } = ofWorkflow;
	if (stored) store.adopt(stored, (message) => logThat(context, message));
	ofWorkflow.remember(() => store.pack());
	const saveWith = (call?: string) => {
		if (call !== undefined) store.begin(call);
		ofWorkflow.touch(new Map([[id, () => store.pack(call)]]));
	};
	return { store, saveWith };
}
