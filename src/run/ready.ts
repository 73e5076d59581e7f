import { groupedBy } from '../table/values';
import type { Client } from './client';
import { type CheckedItem, type ItemResults, notAttempted, undecided } from './items';
import type { KeyedItems } from './keyed';
import { isFailed } from './outcomes';

/* Which items of a run may be sent: their names are resolved and their preparations made before the first one is. */

/** What was found of some items. */
export interface Found<R> {
	/** Those that may be sent. */
	ready: R[];
	/** The results of the others. */
	results: ItemResults;
}

/** What was found of all items of a run. */
interface FoundAll<R> extends Found<R> {
	/** Why nothing may be sent; all items have results then. */
	stopped?: unknown;
}

interface FindOptions {
	continueOnFail: boolean;
	keys?: KeyedItems | undefined;
}

/** Finds the items that may be sent, in their order; unless `continueOnFail` is set, none where one has failed. */
export async function findReady<R extends { index: number }>(
	items: CheckedItem[],
	{ continueOnFail, keys }: FindOptions,
	find: (left: CheckedItem[]) => Promise<Found<R>>,
): Promise<FoundAll<R>> {
	let ready: R[] = [];
	const results: ItemResults = new Map();
	let left = items;
	while (left.length > 0) {
		const found = await find(left);
		ready = ready.concat(found.ready);
		for (const [index, result] of found.results) results.set(index, result);
		const recalled = (await keys?.recalled(left, results)) ?? [];
		for (const [index, result] of recalled) results.set(index, result);
		const failed = continueOnFail ? undefined : [...results.values()].find(isFailed);
		if (failed) {
			for (const { index } of items) {
				if (!results.has(index)) results.set(index, notAttempted(failed.error));
			}
			return { ready: [], results, stopped: failed.error };
		}
		// Without Continue, the search ends at the first error, unless an earlier run has done that item
		// already: then it goes on.
		const isDecided = found.ready.length + found.results.size >= left.length;
		left = isDecided ? [] : undecided(left, ready, results);
	}
	ready.sort((a, b) => a.index - b.index);
	return { ready, results };
}

/**
 * Does a job for the items of each workspace; what it throws is the error of all of these. Unless `continueOnFail` is
 * set, it ends with the first workspace in which an item fails.
 */
export async function inEachWorkspace<R>(
	client: Client,
	items: CheckedItem[],
	continueOnFail: boolean,
	job: (here: Client, own: CheckedItem[]) => Promise<Found<R>>,
): Promise<Found<R>> {
	const all: Found<R> = { ready: [], results: new Map() };
	const workspaces = groupedBy(items, ({ input }) => JSON.stringify(input.workspaceId ?? null));
	for (const own of workspaces.values()) {
		try {
			const found = await job(await client.in(own[0]!.input), own);
			all.ready = all.ready.concat(found.ready);
			for (const [index, result] of found.results) all.results.set(index, result);
		} catch (error) {
			for (const { index } of own) all.results.set(index, { error });
		}
		if (!continueOnFail && [...all.results.values()].some(isFailed)) break;
	}
	return all;
}
