import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { processName } from '../../src/triggers/runtime/inMemory';
import { remember, type SharedStore, store, storedIn } from '../../src/triggers/runtime/memory';
import { savesOf, type Turn } from '../../src/triggers/runtime/saves';

/* How what a webhook trigger keeps in this process gets into n8n's store, for a restart. */

/** Names workflow and node. */
export const nodeKey = (context: Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>): string =>
	`${context.getWorkflow().id}:${context.getNode().id}`;

/** Something that is kept in this process. */
export interface Kept<Starting> {
	/** Takes in what was packed before a restart, or in another process. */
	adopt(stored: Record<string, unknown>): void;
	/** As it is stored; with what a run starts with as taken by n8n, where one starts. */
	pack(starting?: Starting): object;
}

/**
 * To be called before the node returns, with whether the call has brought anything new, and with
 * what it starts a run with, if it does. What it gives is to be asked before the answer leaves:
 * whether all that is stored.
 */
export type Keep<Starting> = (isNew: boolean, starting?: Starting) => Promise<Turn['answered']>;

/** Nothing is left to n8n's store. */
export const keptElsewhere = async () => async () => true;

export function keptInN8n<Starting>(
	context: IWebhookFunctions,
	kept: Kept<Starting>,
): Keep<Starting> {
	const workflowId = String(context.getWorkflow().id);
	const nodeId = context.getNode().id;
	const data = context.getWorkflowStaticData('global') as SharedStore;
	const stored = storedIn(data, nodeId) as Record<string, unknown> | undefined;
	// What this process has stored it knows itself.
	if (stored && stored.by !== processName()) kept.adopt(stored);
	const pack = (starting?: Starting) => ({ by: processName(), ...kept.pack(starting) });
	remember(workflowId, nodeId, pack);
	const saves = savesOf(workflowId);
	return async (isNew, starting) => {
		if (!isNew && saves.isQuiet) return async () => true;
		const { saves: isSaver, answered } = await saves.turn();
		if (isSaver && starting === undefined) store(data, workflowId);
		// When a run starts, n8n drops every change made so far, and saves what is changed while it
		// stores the run: so what is saved says that n8n has taken the run, and only then.
		if (isSaver && starting !== undefined) {
			setImmediate(() => store(data, workflowId, { [nodeId]: () => pack(starting) }));
		}
		return answered;
	};
}
