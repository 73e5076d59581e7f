import {
	type KeyedRequest,
	type KeyLedger,
	type KeyState,
	type KeyVerdict,
	SENT_WITHIN_MS,
} from '../keys/ledger';
import type { Operation } from '../table/define';
import type { Client } from './client';
import type { CheckedItem, ItemResult, ItemResults } from './items';
import { KeyInDoubtError, usedForAnother } from './keyErrors';
import { itemKey } from './keyRequests';
import { already, storableResult } from './keyResults';
import { writeVerdicts } from './keyVerdicts';
import { readBackLater } from './readBackLater';
import { READ_AFTER_MS, timeOfClaimedCall } from './verify';

/* What became of the items whose idempotency keys other runs have claimed. */

/** An item with its key and what is known of that. */
export interface KeyedItem {
	readonly item: CheckedItem;
	readonly named: KeyedRequest;
	readonly state: KeyState;
	/** When its state was read, by our clock: it may have waited for its turn since. */
	readonly readAt: number;
}

/** The result of an item whose key was used; undefined where its key is free or has no verdict. */
export function resultOfUsed({ item, state }: KeyedItem): ItemResult | undefined {
	if (state.is === 'done') return { ...already(item, state.result), isEarlier: true };
	if (state.is === 'other') return { error: usedForAnother(itemKey(item)!), isEarlier: true };
	return undefined;
}

/** The claims of other runs that have no verdict. */
export class EarlierClaims {
	constructor(
		private readonly client: Client,
		private readonly operation: Operation,
		private readonly ledger: KeyLedger,
	) {}

	/**
	 * Finds out what became of items, as far as that can be known; the others get an error. Gives their results,
	 * and the items as their keys were last seen. An item whose key has become free, and is claimed by this run
	 * now, has no result.
	 */
	async results(items: KeyedItem[]): Promise<{ results: ItemResults; seen: KeyedItem[] }> {
		const { sleep, signal, report } = this.client.ports;
		const results: ItemResults = new Map();
		const seen = new Map(items.map((claimed) => [claimed.item.index, claimed]));
		const mayLive = items.some(({ state }) => state.is === 'open' && state.mayLive);
		/** The items that are still in doubt, after the results that were found are noted. */
		const restAfter = (rest: KeyedItem[], found: ItemResults) => {
			for (const [index, result] of found) results.set(index, result);
			return rest.filter(({ item, state }) => state.is === 'open' && !results.has(item.index));
		};
		let rest = items;
		try {
			rest = restAfter(rest, await this.readBack(rest));
			for (const ms of mayLive ? READ_AFTER_MS : []) {
				if (rest.length === 0) break;
				await sleep(ms, signal);
				rest = await this.seenAgain(rest);
				for (const claimed of rest) seen.set(claimed.item.index, claimed);
				rest = restAfter(rest, usedAmong(rest));
				rest = restAfter(rest, await this.readBack(rest));
			}
		} catch (error) {
			report?.warn(`Idempotency keys could not be looked up again: ${String(error)}`);
		}
		for (const { item } of rest) {
			const error = new KeyInDoubtError(itemKey(item)!);
			results.set(item.index, { error, isEarlier: true });
		}
		return { results, seen: [...seen.values()] };
	}

	/** The same items with the states that their keys have now. */
	private async seenAgain(items: KeyedItem[]): Promise<KeyedItem[]> {
		const { signal, clock } = this.client.ports;
		const named = items.map((claimed) => claimed.named);
		const states = await this.ledger.claim(named, signal);
		const readAt = clock.now();
		return items.map((claimed, i) => ({ ...claimed, state: states[i]!, readAt }));
	}

	/** Reads back what other runs may have sent; gives the results that were found. */
	async readBack(items: KeyedItem[]): Promise<ItemResults> {
		const { client, operation, ledger } = this;
		const dated = items.flatMap(({ item, named, state, readAt }) => {
			const agoMs = state.is === 'open' ? state.agoMs : undefined;
			if (agoMs === undefined) return [];
			const time = timeOfClaimedCall(readAt - agoMs, SENT_WITHIN_MS, operation);
			return [{ item, named, time }];
		});
		const found = await readBackLater(client, operation, dated);
		const results: ItemResults = new Map();
		const verdicts: KeyVerdict[] = [];
		for (const [i, { named, item }] of dated.entries()) {
			const result = found[i];
			if (!result) continue;
			results.set(item.index, { ...already(item, result), isEarlier: true });
			verdicts.push({ ...named, is: 'done', result: storableResult(result), isForeign: true });
		}
		await writeVerdicts(client, ledger, verdicts);
		return results;
	}
}

function usedAmong(items: KeyedItem[]): ItemResults {
	const results: ItemResults = new Map();
	for (const claimed of items) {
		const result = resultOfUsed(claimed);
		if (result) results.set(claimed.item.index, result);
	}
	return results;
}
