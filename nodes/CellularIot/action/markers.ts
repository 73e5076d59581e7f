import type { IExecuteFunctions } from 'n8n-workflow';
import { CellularIotError, InputError } from '../../../src/errors';
import {
	type StoredMarkers,
	keptOnRedis,
	MOST_LISTS,
	newestMarkers,
	withLists,
} from '../../../src/run/changes/storedMarkers';
import type { Markers } from '../../../src/run/clientPorts';
import { inMemory } from '../../../src/triggers/runtime/inMemory';
import type { Pack } from '../../../src/triggers/runtime/workflowStore';
import { isEngine2Run } from '../n8n/engine2';
import { hasEndedWell, runDataOf } from '../n8n/runData';
import { nodeRunOf } from '../n8n/tries';
import { redisOf } from '../triggers/deliveryStores';
import { nodeKey, workflowStoreOf } from '../triggers/triggerInput';

/*
 * The markers of a node's lists, which move once the run has ended well. n8n saves static data with every
 * production run, failed or not, and asks for its text only then: the text is made at that moment, from
 * the end of the run. If the account has a Redis, the markers are there instead: n8n saves a whole
 * workflow, from a copy as old as the run, and so undoes what other processes have stored meanwhile.
 */

type StoredLists = Map<string, string>;

/** The markers as the last run in this process left them. */
const markerMemory = inMemory((): { stored?: StoredMarkers } => ({}));

/** Where the markers of a node are kept; `write` is there where that is not n8n's store. */
interface MarkerStore {
	stored: StoredMarkers | undefined;
	write?: (markers: StoredMarkers) => Promise<void>;
}

/** A node in a run under way, which may run it several times, as in a loop. */
interface NodeInRun {
	store: Promise<MarkerStore>;
	/** The markers that each of its runs has made; Retry On Fail tries the same one again. */
	made: Map<object, StoredLists>;
	/** The markers that n8n is to save. */
	pack?: Pack;
}

const nodesIn = new WeakMap<object, Map<string, NodeInRun>>();

/** The markers of one node in one run. */
export class RunMarkers implements Markers {
	private readonly asked = new Set<string>();
	private readonly own: StoredLists = new Map();

	constructor(private readonly context: IExecuteFunctions) {}

	async read(list: string): Promise<string | undefined> {
		if (isEngine2Run(this.context)) throw noEndOfRun();
		if (this.asked.add(list).size > MOST_LISTS) throw tooManyMarkers();
		const { store, made } = this.node;
		const { stored } = await store;
		const earlier = [...made].findLast(([of, lists]) => of !== this.try && lists.has(list));
		return earlier ? earlier[1].get(list) : stored?.lists[list];
	}

	store(list: string, marker: string): void {
		this.own.set(list, marker);
	}

	/** To be called when the node has done its part: its markers then wait for the end of the run. */
	async stage(): Promise<void> {
		const { context, own } = this;
		const run = runDataOf(context);
		// n8n saves nothing for a run in the editor.
		if (own.size === 0 || !run || context.getMode() === 'manual') return;
		const { node } = this;
		const { stored, write } = await node.store;
		node.made.set(this.try, own);

		const memory = markerMemory(nodeKey(context));
		const before = () => newestMarkers(memory.stored, stored);
		const next = () =>
			withLists(stored, new Map([...node.made.values()].flatMap((lists) => [...lists])));
		context.onExecutionFinish?.(async () => {
			if (!hasEndedWell(context, run)) return;
			memory.stored = next();
			await write?.(memory.stored);
		});
		if (write) return;
		node.pack = () => (hasEndedWell(context, run) ? next() : before());
		const store = workflowStoreOf(context);
		// For triggers of the workflow, which save while the run is under way.
		store.remember(before);
		const packs = [...nodesIn.get(run)!].flatMap(([id, { pack }]) => (pack ? [[id, pack]] : []));
		store.touch(new Map(packs as Array<[string, Pack]>));
	}

	/** The same for every try of one run of the node. */
	private get try(): object {
		return nodeRunOf(this.context);
	}

	private get node(): NodeInRun {
		const key = runDataOf(this.context) ?? this;
		const nodes = nodesIn.get(key) ?? new Map<string, NodeInRun>();
		nodesIn.set(key, nodes);
		const { id } = this.context.getNode();
		const known = nodes.get(id) ?? { store: this.open(), made: new Map() };
		nodes.set(id, known);
		// After a failure, the next try opens the place again.
		known.store.catch(() => nodes.delete(id));
		return known;
	}

	private async open(): Promise<MarkerStore> {
		const { context } = this;
		const known = newestMarkers(
			markerMemory(nodeKey(context)).stored,
			workflowStoreOf(context).stored,
		);
		// An older n8n does not say when a run has ended.
		const redis = context.onExecutionFinish && (await redisOf(context));
		if (!redis) return { stored: known };
		const { read, write } = keptOnRedis(redis.url, `${redis.account}:${nodeKey(context)}`);
		return { stored: newestMarkers(await read(), known), write };
	}
}

/**
 * Engine 2.0 tells no node whether the run has ended well. Changes of a run that fails later would be
 * lost if the marker moved before, and all would be given each time if it never did.
 */
const noEndOfRun = () =>
	new CellularIotError(
		'"Only What Changed" cannot be kept on n8n\'s Engine 2.0, which does not tell whether a run has ended well',
		'Let this workflow run on the other engine ("engineType" in its settings), or switch the option off. Nothing was read.',
		'notSent',
	);

const tooManyMarkers = () =>
	new InputError(
		'onlyChanged',
		`can follow ${MOST_LISTS} lists at most, one for each set of filters and each workspace`,
		'Only What Changed',
	);
