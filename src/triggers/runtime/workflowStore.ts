import type { Json } from '../../operations/define';
import { inMemory } from './inMemory';
import type { MemoryStore } from './memoryStore';
import { savesOf, type Turn } from './saves';
import type { Cell } from './store';

/*
 * n8n saves the data of a whole workflow at once, each save over the one before, from a copy that
 * was read earlier: what a trigger has stored is undone by another's save. Triggers of one workflow
 * therefore write everything that this process knows of all of them, as it is at the moment of the
 * save.
 */

/** The data that the triggers of a workflow share in n8n's store. */
export interface SharedData {
	cellularIot?: unknown;
}

type Pack = () => unknown;

/**
 * To be called before the node returns, with whether the call has brought anything new, and with the
 * call's name where it starts a run. What it gives is to be asked before the answer leaves:
 * whether all that is stored.
 */
export type Keep = (isNew: boolean, starting?: string) => Promise<Turn['answered']>;

/** Nothing is left to n8n's store. */
export const keptElsewhere: Keep = async () => async () => true;

/** By workflow, what is to be stored of its triggers, by their nodes. */
const packsOf = inMemory(() => new Map<string, Pack>());

/** The entry of one trigger in n8n's store, among those of its workflow. */
export class WorkflowStore {
	private readonly packs: Map<string, Pack>;

	constructor(
		private readonly data: SharedData,
		private readonly workflowId: string,
		private readonly nodeId: string,
	) {
		this.packs = packsOf(workflowId);
	}

	/** Undefined when nothing is stored. */
	get stored(): Json | undefined {
		return (this.data.cellularIot as Record<string, Json> | undefined)?.[this.nodeId];
	}

	/** Says how to get what is to be stored of this trigger, whoever causes the save. */
	remember(pack: Pack): void {
		this.packs.set(this.nodeId, pack);
	}

	/** Whether this process knows something of other triggers of the workflow. */
	get hasOthers(): boolean {
		return [...this.packs.keys()].some((other) => other !== this.nodeId);
	}

	/**
	 * Marks the workflow's data as changed. What is stored is read when n8n saves it, from all triggers
	 * of the workflow; `own` takes the place of what was said for this one.
	 */
	touch(own?: Pack): void {
		const stored = this.data.cellularIot as { toJSON?: () => Json } | undefined;
		const before = typeof stored?.toJSON === 'function' ? stored.toJSON() : { ...stored };
		this.data.cellularIot = {
			toJSON: () => {
				const packs = new Map([...this.packs, ...(own ? [[this.nodeId, own] as const] : [])]);
				const now = [...packs].map(([nodeId, pack]) => [nodeId, pack()]);
				return { ...before, ...Object.fromEntries(now) } as Json;
			},
		};
	}

	/** How what a webhook trigger keeps in this process gets into n8n's store, for a restart. */
	keeping<C extends Cell>(kept: MemoryStore<C>): Keep {
		const { stored } = this;
		if (stored) kept.adopt(stored);
		this.remember(() => kept.pack());
		const saves = savesOf(this.workflowId);
		return async (isNew, starting) => {
			if (!isNew && saves.isQuiet) return async () => true;
			const { saves: isSaver, answered } = await saves.turn();
			if (isSaver && starting === undefined) this.touch();
			// When a run starts, n8n drops every change made so far, and saves what is changed while it
			// stores the run: so what is saved says that n8n has taken the run, and only then.
			if (isSaver && starting !== undefined) {
				setImmediate(() => this.touch(() => kept.pack(starting)));
			}
			return answered;
		};
	}
}
