import { CellularIotError, findCause, ownError } from '../errors';
import type { Lanes } from '../http/lanes';
import type { Input, Json, Operation } from '../operations/define';
import { checkInput } from '../operations/checks';
import { performBulk } from './bulk';
import type { Client } from './client';
import { type Checked, type ItemResult, NotAttemptedError } from './items';
import { RefusedWithOthersError } from './refusals';

/** The first failure of a run that stops at failures, and what became of the other items. */
export class RunStopped extends Error {
	constructor(
		readonly index: number,
		override readonly cause: unknown,
		/** "of 10 items 3 done, 1 refused, 6 not sent"; undefined for a single item. */
		readonly summary: string | undefined,
	) {
		super(cause instanceof Error ? cause.message : String(cause));
	}
}

interface RunOptions {
	/** One bad item does not stop the others: its result is its error. */
	goOn: boolean;
	progress?: (done: number, all: number) => void;
	/** Receives, at the start, the least milliseconds a run takes under the service's limits. */
	expected?: (ms: number) => void;
}

/**
 * Performs an entry for all items of a run: checks every item before anything is sent, then gives
 * one result per item, in order.
 * @throws RunStopped for the first failure, unless `goOn` is set.
 */
export async function runItems(
	client: Client,
	operation: Operation,
	/** The form values of item `index`; may throw, as an expression does. */
	valuesOf: (index: number) => Json,
	count: number,
	options: RunOptions,
): Promise<ItemResult[]> {
	const results = new Map<number, ItemResult>();
	const checked: Checked[] = [];
	for (let index = 0; index < count; index++) {
		try {
			client.checkLogin(operation);
			const input = checkInput(operation, valuesOf(index), { ...client.env, items: count });
			client.checkLogin(operation, input);
			checked.push({ index, input });
		} catch (error) {
			if (!options.goOn) throw new RunStopped(index, error, 'nothing was sent');
			results.set(index, { error });
		}
	}
	const performed = operation.bulk
		? await performBulk(client, operation, checked, options)
		: await performEach(client, operation, checked, options);
	for (const [index, result] of performed) results.set(index, result);
	const all = Array.from({ length: count }, (_, i) => results.get(i)!);
	if (!options.goOn) stopAtFailure(all);
	return all;
}

async function performEach(
	client: Client,
	operation: Operation,
	items: Checked[],
	{ goOn, progress, expected }: RunOptions,
): Promise<Map<number, ItemResult>> {
	const results = new Map<number, ItemResult>();
	let next = 0;
	let tried = 0;
	let stopped: unknown;
	const one = async (input: Input): Promise<ItemResult> => {
		if (stopped !== undefined) return { error: new NotAttemptedError(stopped) };
		try {
			const result = await client.perform(operation, input);
			return { items: Array.isArray(result) ? result : [result] };
		} catch (error) {
			if (!goOn || client.ports.signal?.aborted) stopped ??= error;
			return { error };
		}
	};
	const lanes = await lanesOf(client, items.length);
	const { lane, request } = operation;
	const { clock } = client.ports;
	expected?.(lanes?.durationMs(lane, items.length, { clock, request }) ?? 0);
	// As many items at a time as the lane allows requests under way, which it learns as it goes.
	const places = () => lanes?.parallel(lane, request) ?? 1;
	const workers: Array<Promise<void>> = [];
	let working = 0;
	const hire = () => {
		while (working < places() && next < items.length) {
			working += 1;
			workers.push(work());
		}
	};
	const work = async () => {
		for (let item; working <= places() && (item = items[next++]); hire()) {
			const result = await one(item.input);
			results.set(item.index, result);
			// Items that a failure kept from being sent do not count as done.
			if (!isNotAttempted(result)) progress?.((tried += 1), items.length);
		}
		working -= 1;
	};
	hire();
	for (let i = 0; i < workers.length; i++) await workers[i];
	return results;
}

/** The lanes of a run worth planning; a login failure is left to its items to report. */
async function lanesOf(client: Client, count: number): Promise<Lanes | undefined> {
	if (count < 2) return undefined;
	try {
		return await client.ports.lanes();
	} catch {
		return undefined;
	}
}

const isWithOthers = (e: unknown): e is RefusedWithOthersError =>
	e instanceof RefusedWithOthersError;

/** The outcome of a failed item as a word of {@link WORDS}. */
const wordFor = (error: unknown): string =>
	isWithOthers(error)
		? 'withOthers'
		: (ownError(error)?.outcome ?? (error instanceof CellularIotError ? error.outcome : 'unknown'));

const failed = (o: ItemResult): o is { error: unknown } => 'error' in o;
const isNotAttempted = (o: ItemResult) => failed(o) && o.error instanceof NotAttemptedError;

const WORDS: Record<string, string> = {
	done: 'done',
	partial: 'done in part',
	refused: 'refused',
	withOthers: 'not applied',
	unknown: 'unknown',
	notSent: 'not sent',
};

/** The results of several items as counts in words; undefined for fewer than two. */
export function countsOf(results: ItemResult[]): string | undefined {
	if (results.length < 2) return undefined;
	const each = results.map((o) => (failed(o) ? wordFor(o.error) : 'done'));
	const counts = Object.entries(WORDS)
		.map(([key, word]) => ({ word, count: each.filter((one) => one === key).length }))
		.filter(({ count }) => count > 0);
	return `of ${results.length} items ${counts.map(({ count, word }) => `${count} ${word}`).join(', ')}`;
}

function stopAtFailure(results: ItemResult[]): void {
	const isCause = (o: ItemResult) =>
		failed(o) && !isNotAttempted(o) && !findCause(o.error, isWithOthers);
	const index = results.findIndex(isCause);
	if (index < 0) return;
	throw new RunStopped(index, (results[index] as { error: unknown }).error, countsOf(results));
}
