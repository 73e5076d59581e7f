import type { Json } from '../../table/define';
import { inMemory } from './inMemory';
import type { MemoryStore } from './memoryStore';
import { savesOf, type SaveTurn } from './saves';
import type { Cell } from './store';

/*
 * n8n saves the data of a whole workflow at once, from a copy that was read earlier: one trigger's
 * save undoes what another has stored. Triggers of one workflow therefore write everything that
 * this process knows of all of them at the moment of the save.
 */

/** The data that the triggers of a workflow share in n8n's store, by node. */
export interface WorkflowData {
	/** The entries of all nodes, also where one has marked them as changed meanwhile. */
	read(): Json;
	/** Marks the data as changed; `entries` is called when n8n saves it. */
	save(entries: () => Json): void;
	/**
	 * Runs a job that marks the data as changed, so that n8n saves it with the run that a call starts. The job runs
	 * more than once: before the node gives its items, and after.
	 */
	whileRunIsStored(job: () => void): void;
}

export type Pack = () => unknown;

/**
 * To be called before the node returns, with whether the call has brought anything new, and with
 * the call's name if it starts a run. The function it gives is called before the answer leaves, and
 * gives whether everything is stored.
 */
export type SaveCall = (isNew: boolean, starting?: string) => Promise<SaveTurn['answered']>;

/** Nothing is left to n8n's store. */
export const savedElsewhere: SaveCall = async () => async () => true;

/** The data to store for the triggers of a workflow, by node. */
const packsOf = inMemory(() => new Map<string, Pack>());

/** The entry of one trigger in n8n's store, among those of its workflow. */
export class WorkflowStore {
	private readonly packs: Map<string, Pack>;

	constructor(
		private readonly data: WorkflowData,
		private readonly workflowId: string,
		private readonly nodeId: string,
	) {
		this.packs = packsOf(workflowId);
	}

	/** Undefined when nothing is stored. */
	get stored(): Json | undefined {
		return this.data.read()[this.nodeId] as Json | undefined;
	}

	/** Sets how this trigger's data is read, whichever trigger causes the save. */
	remember(pack: Pack): void {
		this.packs.set(this.nodeId, pack);
	}

	/** Whether this process has data of other triggers of the workflow. */
	get hasOthers(): boolean {
		return [...this.packs.keys()].some((other) => other !== this.nodeId);
	}

	/**
	 * Marks the workflow's data as changed. n8n reads the data of all its triggers when it saves;
	 * `own` takes the place of remembered data, by node.
	 */
	touch(own: ReadonlyMap<string, Pack> = new Map()): void {
		const before = this.data.read();
		this.data.save(() => {
			const now = [...new Map([...this.packs, ...own])].map(([nodeId, pack]) => [nodeId, pack()]);
			return { ...before, ...Object.fromEntries(now) } as Json;
		});
	}

	/**
	 * How data that a webhook trigger keeps in this process gets into n8n's store, for a restart.
	 * `mayNeverBegin`: the first step of a run tells that it has begun; until then its deliveries are stored
	 * as those of a run that may never begin.
	 */
	saving<C extends Cell>(
		memory: MemoryStore<C>,
		{ log, mayNeverBegin }: { log: (message: string) => void; mayNeverBegin: boolean },
	): SaveCall {
		const { stored } = this;
		if (stored) memory.adopt(stored, log);
		this.remember(() => memory.pack());
		const saves = savesOf(this.workflowId);
		return async (isNew, starting) => {
			if (!isNew && saves.isQuiet) return async () => true;
			const { saves: isSaver, answered } = await saves.turn();
			if (isSaver && starting === undefined) this.touch();
			// Data that n8n saves together with the run proves that n8n has taken the run.
			if (isSaver && starting !== undefined) {
				if (mayNeverBegin) memory.begin(starting);
				const own = new Map([[this.nodeId, () => memory.pack(starting)]]);
				this.data.whileRunIsStored(() => this.touch(own));
			}
			return answered;
		};
	}
}
