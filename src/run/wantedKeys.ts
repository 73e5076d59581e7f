import type { KeyLedger, KeyVerdict } from '../keys/ledger';
import type { Client } from './client';
import { type EarlierClaims, type KeyedItem, resultOfUsed } from './earlierClaims';
import type { ItemResults } from './items';
import { KeyInDoubtError } from './keyErrors';
import { itemKey } from './keyRequests';
import { writeVerdicts } from './keyVerdicts';
import { READ_AFTER_MS } from './verify';

/*
 * Keys of items whose own call had no effect, while another run wanted them too: that the service refused this
 * run's call says nothing about the call of the other, which may be on its way.
 */

/** An item whose key is given back, and the verdict that does so. */
export interface GivenBack {
	claimed: KeyedItem;
	verdict: KeyVerdict;
}

/**
 * Gives keys back, and finds out what became of those that another run has asked for meanwhile, as far as that
 * can be known; such an item gets the other run's result, or an error that calls it unknown. An item without a
 * result here keeps its own: nothing of it was done.
 */
export async function givenBack(
	client: Client,
	ledger: KeyLedger,
	earlier: EarlierClaims,
	items: GivenBack[],
): Promise<ItemResults> {
	const results: ItemResults = new Map();
	const verdicts = items.map(({ verdict }) => verdict);
	const { shared } = ledger;
	if (items.length === 0 || !shared) {
		await writeVerdicts(client, ledger, verdicts);
		return results;
	}
	const { signal, sleep, clock, report } = client.ports;
	let rest: KeyedItem[] = [];
	let open: KeyedItem[] = [];
	try {
		const wanted = await shared.release(verdicts, signal);
		rest = items.flatMap(({ claimed }, i) => (wanted[i] ? [claimed] : []));
		// The other run looks again at the same pauses.
		for (const ms of READ_AFTER_MS) {
			if (rest.length === 0) break;
			await sleep(ms, signal);
			const named = rest.map((claimed) => claimed.named);
			const states = await shared.look(named, signal);
			const readAt = clock.now();
			open = [];
			const left: KeyedItem[] = [];
			for (const [i, claimed] of rest.entries()) {
				const state = states[i]!;
				const seen = state.is === 'free' ? undefined : { ...claimed, state, readAt };
				const result = seen && resultOfUsed(seen);
				if (result) results.set(claimed.item.index, result);
				else left.push(claimed);
				if (seen?.state.is === 'open') open.push(seen);
			}
			rest = left;
		}
		for (const [index, result] of await earlier.readBack(open)) results.set(index, result);
	} catch (error) {
		report?.warn(`Idempotency keys of refused items could not be looked up: ${String(error)}`);
		open = rest;
	}
	for (const { item } of open) {
		if (results.has(item.index)) continue;
		results.set(item.index, { error: new KeyInDoubtError(itemKey(item)!), isEarlier: true });
	}
	return results;
}
