import { inParallel } from '../../../table/inParallel';
import { groupedBy } from '../../../table/values';
import type { Found, Waiter } from '../waiting/waiting';

/* Looks that take a read for each thing. */

/** Reads at a time; the lanes decide how fast. */
const READS_AT_A_TIME = 25;

/** Reads once for the items that share a key, and judges them. If the read fails, only its items fail. */
export async function foundEach<I, K>(
	waiters: ReadonlyArray<Waiter<I>>,
	keyOf: (waiter: Waiter<I>) => K,
	read: (key: K, own: Array<Waiter<I>>) => Promise<Map<Waiter<I>, Found>>,
): Promise<Map<Waiter<I>, Found>> {
	const all = new Map<Waiter<I>, Found>();
	const groups = [...groupedBy([...waiters], keyOf)];
	await inParallel(groups, READS_AT_A_TIME, async ([key, own]) => {
		let found: Map<Waiter<I>, Found>;
		try {
			found = await read(key, own);
		} catch (error) {
			found = new Map(own.map((waiter) => [waiter, { error }]));
		}
		for (const [waiter, result] of found) all.set(waiter, result);
	});
	return all;
}

/** How many different things some items are about. */
export const countOf = <I, K>(
	waiters: ReadonlyArray<Waiter<I>>,
	keyOf: (waiter: Waiter<I>) => K,
): number => new Set(waiters.map(keyOf)).size;
