import { PartlyDoneError } from '../errors';
import type { Input, Json, Operation } from '../table/define';
import type { Client } from './client';
import type { FeatureItem, FeatureResult, FeatureRun, JointFeature } from './feature';
import type { CheckedItem, ItemResult, ItemResults, RefusedRow } from './items';
import type { KeyedItems } from './keyed';
import { isFailed, isFinal } from './outcomes';
import { type Found, findReady, inEachWorkspace } from './ready';

/* Runs of features that perform all items together. */

interface TogetherOptions {
	continueOnFail: boolean;
	keys?: KeyedItems | undefined;
	/** Items of the run that were refused before. */
	refused: RefusedRow[];
	/** What earlier tries of the run have done at the service, by item; receives what this one does. */
	sent?: ItemResults | undefined;
	/** What the node remembers through an execution. */
	remembered?: Json | undefined;
}

/** Performs a feature for the items of a run; gives one result for each. */
export async function performTogether(
	client: Client,
	feature: Operation & JointFeature,
	items: CheckedItem[],
	options: TogetherOptions,
): Promise<ItemResults> {
	const { continueOnFail, refused: before, keys, sent = new Map() } = options;
	const { report } = client.ports;
	client.checkLogin(feature);
	const found = await findReady(
		items,
		{ continueOnFail, keys },
		async (left) => await readyItems(client, feature, left, options),
	);
	const { ready, results } = found;
	if (ready.length === 0) return results;
	const refused = [...before];
	for (const [index, result] of results) {
		if (isFailed(result)) refused.push({ index, error: result.error });
	}
	const once: FeatureRun['once'] = async ({ index, input }, job) => {
		const known = sent.get(index);
		const result = known ?? (await sentOnce({ index, input }, job, keys));
		if (isFinal(result)) sent.set(index, result);
		return isFailed(result) ? { error: result.error } : { done: result.items[0] ?? {} };
	};
	const run: FeatureRun = {
		items: ready,
		refused,
		continueOnFail,
		once,
		remembered: options.remembered ?? {},
		tell: (what) => report?.say(what),
		progress: (ended, all) => report?.progress(ended, all, 'items'),
	};
	const made = await feature.performAll(client, run).catch((error: unknown): FeatureResult[] =>
		ready.map(({ index }) => {
			const did = sent.get(index);
			const isSent = did !== undefined && !isFailed(did);
			return { error: isSent ? new PartlyDoneError(feature.done ?? 'It was sent', error) : error };
		}),
	);
	for (const [i, { index }] of ready.entries()) results.set(index, made[i]!);
	return results;
}

/** Claims the key of an item, does its job, and writes down what became of it. */
async function sentOnce(
	item: CheckedItem,
	job: Parameters<FeatureRun['once']>[1],
	keys: KeyedItems | undefined,
): Promise<ItemResult> {
	const known = (await keys?.begin([item]))?.get(item.index);
	if (known) return known;
	let result: ItemResult;
	try {
		result = { items: [await job()] };
	} catch (error) {
		result = { error };
	}
	const other = await keys?.end([item], new Map([[item.index, result]]));
	return other?.get(item.index) ?? result;
}

/** The items with the clients of their workspaces and with ids in place of names. */
async function readyItems(
	client: Client,
	feature: Operation & JointFeature,
	items: CheckedItem[],
	{ continueOnFail, keys }: TogetherOptions,
): Promise<Found<FeatureItem>> {
	return await inEachWorkspace(client, items, continueOnFail, async (here, own) => {
		const found: Found<FeatureItem> = { ready: [], results: new Map() };
		const given = own.map(({ input }) => input);
		const inputs: Array<Input | Error> = feature.findsNames
			? given
			: await here.resolve(feature, given, here.callFor(feature), continueOnFail);
		// Items without keys have nothing of their own to confirm.
		const shared = keys ? undefined : here.callFor(feature);
		for (const [i, input] of inputs.entries()) {
			const item = own[i]!;
			if (input instanceof Error) {
				found.results.set(item.index, { error: input });
				continue;
			}
			const call = shared ?? here.callFor(feature, async () => await keys?.confirm([item]));
			found.ready.push({ index: item.index, input, client: here, call });
		}
		return found;
	});
}
