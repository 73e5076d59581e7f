import { PartlyDoneError } from '../errors';
import type { Call, Operation, Prepared } from '../operations/define';
import { BatchRun, batchesOf } from './batch';
import type { Client } from './client';
import { type Checked, type ItemResult, NotAttemptedError } from './items';

/**
 * Sends items in bulk calls, one after the other, and gives one result per item, in order. When
 * a call fails its items carry the error. Later calls are not made, unless `goOn` is set and the
 * service merely refused the content of that one.
 */
export async function performBulk(
	client: Client,
	operation: Operation,
	items: Checked[],
	{ goOn, progress }: { goOn: boolean; progress?: (done: number, all: number) => void },
): Promise<Map<number, ItemResult>> {
	client.checkLogin(operation);
	const { ready, results, did } = await prepared(client, operation, items, goOn);
	const stops = [...results.values()].some((result) => 'error' in result);
	if (!goOn && stops) return notSentBut(results, items);
	const run = new BatchRun(client, operation, results);
	let stopped: unknown;
	const { size } = operation.bulk!;
	const most = typeof size === 'number' ? size : size(ready.map(({ input }) => input));
	for (const batch of batchesOf(operation, ready, most)) {
		if (stopped === undefined) {
			const { refused, fatal } = await run.perform(batch);
			stopped = fatal ?? (goOn ? undefined : refused);
		} else {
			const error = new NotAttemptedError(stopped);
			batch.items.forEach(({ index }) => results.set(index, { error }));
			continue;
		}
		progress?.(results.size, items.length);
	}
	for (const [index, what] of did) {
		const result = results.get(index);
		if (result && 'error' in result)
			results.set(index, { error: new PartlyDoneError(what, result.error) });
	}
	return results;
}

/** Items that can be sent, and the results that the others have already. */
interface Ready {
	ready: Checked[];
	results: Map<number, ItemResult>;
	/** Work already done for items that are still to be sent. */
	did: Map<number, string>;
}

/**
 * Resolves the references of items to ids, and does what their entry prepares before bulk calls.
 * Unless `goOn` is set, it ends with the first that fails.
 */
async function prepared(
	client: Client,
	operation: Operation,
	items: Checked[],
	goOn: boolean,
): Promise<Ready> {
	const result: Ready = { ready: [], results: new Map(), did: new Map() };
	const { ready, results, did } = result;
	const workspaces = new Map<string, Checked[]>();
	for (const item of items) {
		const key = JSON.stringify(item.input.workspaceId ?? null);
		const own = workspaces.get(key);
		if (own) own.push(item);
		else workspaces.set(key, [item]);
	}
	for (const own of workspaces.values()) {
		try {
			const here = await client.in(own[0]!.input);
			const call = here.callFor(operation);
			const inputs = own.map(({ input }) => input);
			const named = await here.resolve(operation, inputs, call, goOn);
			const known: Checked[] = [];
			for (const [i, input] of named.entries()) {
				const { index } = own[i]!;
				if (input instanceof Error) results.set(index, { error: input });
				else known.push({ index, input });
			}
			if (!goOn && results.size > 0) break;
			for (const [i, one] of (await prepare(call, operation, known)).entries()) {
				const { index } = known[i]!;
				if ('error' in one) results.set(index, { error: one.error });
				else if ('done' in one) results.set(index, { items: [one.done] });
				else {
					ready.push({ index, input: one.input });
					if (one.did !== undefined) did.set(index, one.did);
				}
			}
		} catch (error) {
			for (const { index } of own) results.set(index, { error });
		}
		if (!goOn && [...results.values()].some((result) => 'error' in result)) break;
	}
	ready.sort((a, b) => a.index - b.index);
	return result;
}

async function prepare(call: Call, { bulk }: Operation, items: Checked[]): Promise<Prepared[]> {
	const inputs = items.map(({ input }) => input);
	return (await bulk?.prepare?.(call, inputs)) ?? inputs.map((input) => ({ input }));
}

/** Adds "not attempted" for items without a result, because of the first error there is. */
function notSentBut(results: Map<number, ItemResult>, items: Checked[]): Map<number, ItemResult> {
	const [first] = results.values();
	const cause = first && 'error' in first ? first.error : undefined;
	for (const { index } of items) {
		if (!results.has(index)) results.set(index, { error: new NotAttemptedError(cause) });
	}
	return results;
}
