import { PartlyDoneError } from '../errors';
import type { Reporter } from '../reporter';
import type { Call, Json, Operation, Prepared } from '../table/define';
import { BatchRun, batchesOf } from './batch';
import type { Client } from './client';
import { type CheckedItem, type ItemResults, notAttempted } from './items';
import type { KeyedItems } from './keyed';
import { isFailed } from './outcomes';
import { type Found, findReady, inEachWorkspace } from './ready';
import { Failures } from './stopEarly';
import { performInWaves } from './waves';

interface BulkOptions {
	continueOnFail: boolean;
	/** Receives how many items have ended; a feature reports its own items. */
	report?: Reporter | undefined;
	keys?: KeyedItems | undefined;
	/** Awaited right before each attempt of a call, with its items; if it throws, they are not sent. */
	confirm?: (items: CheckedItem[]) => Promise<void>;
}

/**
 * Sends items in bulk calls, one call after the other, and gives one result per item, in order. When a
 * call fails, its items carry the error. Later calls are made only if `continueOnFail` is set and the
 * service refused nothing but the content of that call.
 */
export async function performBulk(
	client: Client,
	operation: Operation,
	items: CheckedItem[],
	{ continueOnFail, report, keys, confirm }: BulkOptions,
): Promise<ItemResults> {
	client.checkLogin(operation);
	const results: ItemResults = new Map();
	const failures = new Failures(items);
	const showProgress = (done: number) => report?.progress(done, items.length, 'items');
	await performInWaves(items, {
		client,
		failures,
		keys,
		tell: (what) => report?.say(what),
		resultOf: ({ index }) => results.get(index),
		perform: async (wave, stopped) => {
			const before = results.size;
			const part = {
				continueOnFail,
				keys,
				confirm,
				failures,
				progress: (n: number) => showProgress(before + n),
			};
			const ended =
				stopped === undefined
					? await performPart(client, operation, wave, part)
					: { results: new Map(), stopped };
			for (const { index } of wave) {
				results.set(index, ended.results.get(index) ?? notAttempted(ended.stopped));
			}
			return ended.stopped;
		},
	});
	return results;
}

/** What the parts of a run share. */
interface PartOptions {
	continueOnFail: boolean;
	keys: KeyedItems | undefined;
	confirm: BulkOptions['confirm'];
	failures: Failures;
	/** Receives how many items of the part have results. */
	progress: (done: number) => void;
}

/** An item that may be sent, and what was done for it before. */
interface ReadyItem extends CheckedItem {
	did?: string | undefined;
}

/** Prepares and sends the items of a part; gives the reason why nothing more may be sent, where there is one. */
async function performPart(
	client: Client,
	operation: Operation,
	items: CheckedItem[],
	{ continueOnFail, progress, keys, confirm, failures }: PartOptions,
): Promise<{ results: ItemResults; stopped: unknown }> {
	const found = await findReady(
		items,
		{ continueOnFail, keys },
		async (left) => await prepared(client, operation, left, continueOnFail),
	);
	const { ready, results } = found;
	if (found.stopped !== undefined) return { results, stopped: found.stopped };
	const notSent = (some: CheckedItem[], cause: unknown) => {
		for (const { index } of some) results.set(index, notAttempted(cause));
	};
	const run = new BatchRun(client, operation, results, { keys, confirm });
	let stopped: unknown;
	const { size } = operation.bulk!;
	const most = typeof size === 'number' ? size : size(ready.map(({ input }) => input));
	for (const batch of batchesOf(operation, ready, most)) {
		if (stopped !== undefined) {
			notSent(batch.items, stopped);
			continue;
		}
		const known: ItemResults = (await keys?.begin(batch.items)) ?? new Map();
		for (const [index, result] of known) results.set(index, result);
		const unsent = batch.items.filter(({ index }) => !known.has(index));
		const inDoubt = continueOnFail ? undefined : [...known.values()].find(isFailed);
		if (inDoubt) notSent(unsent, (stopped = inDoubt.error));
		else {
			const { refused, fatal } =
				unsent.length > 0 ? await run.perform({ ...batch, items: unsent }) : {};
			const own = batch.items.map(({ index }) => results.get(index)!);
			stopped = fatal ?? (continueOnFail ? failures.add(own) : refused);
		}
		const others = (await keys?.end(unsent, results)) ?? [];
		for (const [index, result] of others) results.set(index, result);
		progress(results.size);
	}
	for (const { index, did } of ready) {
		const result = results.get(index);
		if (did !== undefined && result && isFailed(result))
			results.set(index, { error: new PartlyDoneError(did, result.error) });
	}
	return { results, stopped };
}

/**
 * Performs a bulk entry for a part of a feature; one result for each item, in order. `confirm` is awaited
 * right before each attempt of a call, with its items; if it throws, they are not sent, and have its error.
 */
export async function performMany(
	client: Client,
	operation: Operation,
	items: CheckedItem[],
	{ confirm }: Pick<BulkOptions, 'confirm'> = {},
): Promise<Array<{ done: Json } | { error: unknown }>> {
	const how = { continueOnFail: true, ...(confirm && { confirm }) };
	const results = await performBulk(client, operation, items, how);
	return items.map(({ index }) => {
		const result = results.get(index)!;
		return 'error' in result ? result : { done: result.items[0] ?? {} };
	});
}

const inputsOf = (items: CheckedItem[]) => items.map(({ input }) => input);

/**
 * Resolves the references of items to ids, and makes the preparations that their entry has for bulk calls.
 * Unless `continueOnFail` is set, it ends with the first item that fails.
 */
async function prepared(
	client: Client,
	operation: Operation,
	items: CheckedItem[],
	continueOnFail: boolean,
): Promise<Found<ReadyItem>> {
	return await inEachWorkspace(client, items, continueOnFail, async (here, own) => {
		const found: Found<ReadyItem> = { ready: [], results: new Map() };
		const call = here.callFor(operation);
		const { makeMissing } = operation.bulk!;
		const parted = await here.partedTags(operation, inputsOf(own), call);
		const refused = (await makeMissing?.(call, parted)) ?? [];
		if (makeMissing) here.forgetNames();
		const nameable: CheckedItem[] = [];
		for (const [i, item] of own.entries()) {
			const error = refused[i];
			if (error) found.results.set(item.index, { error });
			else nameable.push({ ...item, input: parted[i]! });
		}
		if (!continueOnFail && nameable.length < own.length) return found;
		const inputs = inputsOf(nameable);
		const named = await here.resolve(operation, inputs, call, continueOnFail);
		const known: CheckedItem[] = [];
		for (const [i, input] of named.entries()) {
			const item = nameable[i]!;
			if (input instanceof Error) found.results.set(item.index, { error: input });
			else known.push({ ...item, input });
		}
		if (!continueOnFail && known.length < own.length) return found;
		for (const [i, preparation] of (await prepare(call, operation, known)).entries()) {
			const item = known[i]!;
			if ('error' in preparation) found.results.set(item.index, { error: preparation.error });
			else if ('done' in preparation) found.results.set(item.index, { items: [preparation.done] });
			else found.ready.push({ ...item, input: preparation.input, did: preparation.did });
		}
		return found;
	});
}

async function prepare(call: Call, { bulk }: Operation, items: CheckedItem[]): Promise<Prepared[]> {
	const inputs = inputsOf(items);
	const numbers = items.map(({ index }) => index);
	return (await bulk?.prepare?.(call, inputs, numbers)) ?? inputs.map((input) => ({ input }));
}
