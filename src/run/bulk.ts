import { PartlyDoneError } from '../errors';
import type { Reporter } from '../reporter';
import type { Call, Json, Operation, Prepared } from '../table/define';
import { createsTags, createTagsNamed } from '../table/entries/endpoint/tagIds';
import { groupedBy } from '../table/values';
import { BatchRun, batchesOf } from './batch';
import type { Client } from './client';
import { type CheckedItem, type ItemResults, notAttempted, undecided } from './items';
import type { KeyedItems } from './keyed';
import { isFailed } from './outcomes';
import { Failures } from './stopEarly';
import { performInWaves } from './waves';

interface BulkOptions {
	continueOnFail: boolean;
	/** Told how many items have ended; a feature tells that of its own items. */
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
	const told = (done: number) => report?.progress(done, items.length, 'items');
	await performInWaves(items, {
		client,
		failures,
		keys,
		tell: (what) => report?.say(what),
		resultOf: ({ index }) => results.get(index),
		perform: async (wave, stopped) => {
			const before = results.size;
			const own: ItemResults = new Map();
			const part = {
				continueOnFail,
				keys,
				confirm,
				failures,
				progress: (n: number) => told(before + n),
			};
			const why =
				stopped === undefined
					? await performPart(client, operation, { items: wave, results: own }, part)
					: stopped;
			for (const { index } of wave) results.set(index, own.get(index) ?? notAttempted(why));
			return why;
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

/** Prepares and sends the items of a part; gives the reason why nothing more may be sent, where there is one. */
async function performPart(
	client: Client,
	operation: Operation,
	{ items, results }: { items: CheckedItem[]; results: ItemResults },
	{ continueOnFail, progress, keys, confirm, failures }: PartOptions,
): Promise<unknown> {
	const ready: CheckedItem[] = [];
	const did = new Map<number, string>();
	const notSent = (some: CheckedItem[], cause: unknown) => {
		for (const { index } of some) results.set(index, notAttempted(cause));
	};
	let left = items;
	while (left.length > 0) {
		const found = await prepared(client, operation, left, continueOnFail);
		ready.push(...found.ready);
		for (const [index, result] of found.results) results.set(index, result);
		for (const [index, what] of found.did) did.set(index, what);
		const recalled = (await keys?.recalled(left, results)) ?? [];
		for (const [index, result] of recalled) results.set(index, result);
		const failed = continueOnFail ? undefined : [...results.values()].find(isFailed);
		if (failed) {
			const others = items.filter(({ index }) => !results.has(index));
			notSent(others, failed.error);
			return failed.error;
		}
		// Without Continue, the search ends at the first error, unless an earlier run has done that item
		// already: then it goes on.
		left = undecided(left, ready, results);
	}
	ready.sort((a, b) => a.index - b.index);
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
	for (const [index, what] of did) {
		const result = results.get(index);
		if (result && isFailed(result))
			results.set(index, { error: new PartlyDoneError(what, result.error) });
	}
	return stopped;
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

/**
 * Resolves the references of items to ids, and makes the preparations that their entry has for bulk calls.
 * Gives the items that can be sent, the results of the others, and what was done for items that are still
 * to be sent. Unless `continueOnFail` is set, it ends with the first item that fails.
 */
async function prepared(
	client: Client,
	operation: Operation,
	items: CheckedItem[],
	continueOnFail: boolean,
) {
	const ready: CheckedItem[] = [];
	const results: ItemResults = new Map();
	const refuse = (index: number, error: unknown) => results.set(index, { error });
	const did = new Map<number, string>();
	const workspaces = groupedBy(items, ({ input }) => JSON.stringify(input.workspaceId ?? null));
	for (const own of workspaces.values()) {
		try {
			const here = await client.in(own[0]!.input);
			const call = here.callFor(operation);
			const inputs = own.map(({ input }) => input);
			if (createsTags(operation)) {
				await createTagsNamed(call, inputs);
				here.forgetNames();
			}
			const named = await here.resolve(operation, inputs, call, continueOnFail);
			const known: CheckedItem[] = [];
			for (const [i, input] of named.entries()) {
				const item = own[i]!;
				if (input instanceof Error) refuse(item.index, input);
				else known.push({ ...item, input });
			}
			if (!continueOnFail && known.length < own.length) break;
			for (const [i, preparation] of (await prepare(call, operation, known)).entries()) {
				const { index } = known[i]!;
				if ('error' in preparation) refuse(index, preparation.error);
				else if ('done' in preparation) results.set(index, { items: [preparation.done] });
				else {
					ready.push({ ...known[i]!, input: preparation.input });
					if (preparation.did !== undefined) did.set(index, preparation.did);
				}
			}
		} catch (error) {
			for (const { index } of own) refuse(index, error);
		}
		if (!continueOnFail && [...results.values()].some(isFailed)) break;
	}
	return { ready, results, did };
}

async function prepare(call: Call, { bulk }: Operation, items: CheckedItem[]): Promise<Prepared[]> {
	const inputs = items.map(({ input }) => input);
	const numbers = items.map(({ index }) => index);
	return (await bulk?.prepare?.(call, inputs, numbers)) ?? inputs.map((input) => ({ input }));
}
