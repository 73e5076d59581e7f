import type { Json } from '../../operations/define';
import { inMemory } from './inMemory';

/*
 * n8n saves the data of a whole workflow at once, each save over the one before, from a copy that
 * was read earlier: what a trigger has stored is undone by another's save. Triggers of one workflow
 * therefore write everything that this process knows of all of them, as it is at the moment of the
 * save.
 */

/** The data that the triggers of a workflow share in n8n's store. */
export interface SharedStore {
	cellularIot?: unknown;
}

type Pack = () => unknown;

/** By workflow, what is to be stored of its triggers, by their nodes. */
const packsOf = inMemory(() => new Map<string, Pack>());

/** What is stored of a trigger; undefined when nothing is. */
export const storedIn = (store: SharedStore, nodeId: string): unknown =>
	(store.cellularIot as Json | undefined)?.[nodeId];

/** Says how to get what is to be stored of a trigger, whoever causes the save. */
export function remember(workflowId: string, nodeId: string, pack: Pack): void {
	packsOf(workflowId).set(nodeId, pack);
}

/** Whether this process knows something of other triggers of the workflow. */
export const hasOthers = (workflowId: string, nodeId: string): boolean =>
	[...packsOf(workflowId).keys()].some((other) => other !== nodeId);

/**
 * Marks the workflow's data as changed. What is stored is read when n8n saves it, from all triggers
 * of the workflow; `own` takes the place of what was said for one of them.
 */
export function store(data: SharedStore, workflowId: string, own: Record<string, Pack> = {}): void {
	const stored = data.cellularIot as { toJSON?: () => Json } | undefined;
	const before = typeof stored?.toJSON === 'function' ? stored.toJSON() : { ...stored };
	data.cellularIot = {
		toJSON: () => {
			const packs = { ...Object.fromEntries(packsOf(workflowId)), ...own };
			const now = Object.entries(packs).map(([nodeId, pack]) => [nodeId, pack()]);
			return { ...before, ...Object.fromEntries(now) } as Json;
		},
	};
}
