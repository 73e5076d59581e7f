import type { KeyedRequest, KeyLedger, KeyVerdict } from '../keys/ledger';
import { beforeSending, ownError } from '../errors';
import type { Operation } from '../table/define';
import { groupedBy } from '../table/values';
import type { Client } from './client';
import { EarlierClaims, type KeyedItem, resultOfUsed } from './earlierClaims';
import type { CheckedItem, ItemResults } from './items';
import { notClaimed, takenMeanwhile } from './keyErrors';
import { itemKey, keyName, requestDigest, requestReader } from './keyRequests';
import { already, storableResult } from './keyResults';
import { closeLedger, writeVerdicts } from './keyVerdicts';
import { type GivenBack, givenBack } from './wantedKeys';
import { isFailed, isWithoutEffect } from './outcomes';

/*
 * Items with an idempotency key. Their keys are claimed in the account's store before they are sent, and items whose
 * key was used are left out. Their verdicts are written when they have ended.
 */

/** The items of a run, some of which have keys. */
export class KeyedItems {
	/** Items to be performed: of items that share a key, the first. */
	readonly first: CheckedItem[] = [];
	private readonly repeats: Array<{ item: CheckedItem; of: CheckedItem }> = [];
	/** Claims that are made or being made, including those of items that are sent soon. */
	private readonly claims = new Map<number, Promise<KeyedItem>>();
	private readonly begun = new Set<number>();
	/** Items that are claimed and have not ended. */
	private readonly unsettled = new Set<number>();
	/** The claims that are being made. */
	private step: Promise<void> | undefined;
	/** To be called when items have ended. */
	private ended: () => void = () => {};
	private readonly organisations = new Map<unknown, Promise<string>>();
	/** The items by index; those of a bulk call come back with ids in place of references. */
	private readonly given: Map<number, CheckedItem>;
	private readonly requestOf: (item: CheckedItem) => string;
	private readonly earlier: EarlierClaims;
	/** Position of the first item that may be claimed ahead. */
	private next = 0;
	/** The number of the last item that may be claimed ahead. */
	private lastAhead = Infinity;

	private constructor(
		private readonly client: Client,
		private readonly operation: Operation,
		private readonly ledger: KeyLedger,
		checked: CheckedItem[],
	) {
		this.given = new Map(checked.map((item) => [item.index, item]));
		this.requestOf = requestReader(operation);
		this.earlier = new EarlierClaims(client, operation, ledger);
		// Items without a key share nothing: each is performed.
		const nameOf = (item: CheckedItem) => (itemKey(item) === undefined ? item : keyName(item));
		for (const [of, ...repeats] of groupedBy(checked, nameOf).values()) {
			this.first.push(of!);
			for (const item of repeats) this.repeats.push({ item, of: of! });
		}
	}

	/** The items of a run; undefined when none has a key. */
	static of(client: Client, operation: Operation, checked: CheckedItem[]): KeyedItems | undefined {
		const { keys } = client.ports;
		const hasKeys = checked.some((item) => itemKey(item) !== undefined);
		return keys && hasKeys ? new KeyedItems(client, operation, keys, checked) : undefined;
	}

	/**
	 * Claims the keys of items that are about to be sent.
	 * @returns the results of those that must not be sent
	 */
	async begin(items: CheckedItem[]): Promise<ItemResults> {
		const results: ItemResults = new Map();
		const inDoubt: KeyedItem[] = [];
		const keyed = items.filter((item) => itemKey(item) !== undefined);
		const isClaimed = ({ index }: CheckedItem) => this.claims.has(index);
		// The steps run one after the other; each also claims the next items.
		while (!keyed.every(isClaimed)) {
			const claiming = () => this.claim(keyed.filter((item) => !isClaimed(item)));
			await (this.step ??= claiming().finally(() => (this.step = undefined)));
		}
		for (const { index } of keyed) this.begun.add(index);
		for (const { index } of keyed) {
			try {
				const claimed = await this.claims.get(index)!;
				if (claimed.state.is === 'open') inDoubt.push(claimed);
				const result = resultOfUsed(claimed);
				if (result) results.set(index, result);
			} catch (error) {
				results.set(index, { error: ownError(error) ? beforeSending(error) : notClaimed(error) });
			}
		}
		const earlier = await this.earlier.results(inDoubt);
		for (const [index, result] of earlier.results) results.set(index, result);
		for (const claimed of earlier.seen)
			this.claims.set(claimed.item.index, Promise.resolve(claimed));
		return results;
	}

	/**
	 * Must be awaited right before a request of items is sent. The request may have waited for its turn, and Redis
	 * may have lost their claims since, so that another run may have claimed the keys.
	 * @throws CellularIotError, by which nothing is sent, unless all claims stand.
	 */
	async confirm(items: CheckedItem[]): Promise<void> {
		const begun = items.filter(({ index }) => this.begun.has(index));
		const claimed = await Promise.all(
			begun.map(async ({ index }) => await this.claims.get(index)!),
		);
		const { signal } = this.client.ports;
		const named = claimed.map((entry) => entry.named);
		const states = await this.ledger.confirm(named, signal).catch((error: unknown) => {
			throw ownError(error) ? beforeSending(error) : notClaimed(error);
		});
		const lost = claimed.find((_, i) => states[i]!.is !== 'mine');
		if (lost) throw takenMeanwhile(itemKey(lost.item)!);
	}

	/**
	 * Writes the verdicts of items that {@link begin} has let go.
	 * @returns other results than those for items whose call had no effect, but that another run may have sent
	 */
	async end(items: CheckedItem[], results: ItemResults): Promise<ItemResults> {
		const begun = items.filter(({ index }) => this.begun.has(index));
		const claimed = await Promise.all(
			begun.map(async ({ index }) => await this.claims.get(index)!),
		);
		for (const { index } of begun) this.unsettled.delete(index);
		this.ended();
		const verdicts: KeyVerdict[] = [];
		const free: GivenBack[] = [];
		for (const entry of claimed) {
			const { item, named } = entry;
			const result = results.get(item.index)!;
			if (isWithoutEffect(result)) free.push({ claimed: entry, verdict: { ...named, is: 'free' } });
			else if (isFailed(result)) verdicts.push({ ...named, is: 'open' });
			else verdicts.push({ ...named, is: 'done', result: storableResult(result.items) });
		}
		await writeVerdicts(this.client, this.ledger, verdicts);
		return await givenBack(this.client, this.ledger, this.earlier, free);
	}

	/**
	 * The results of earlier runs for those of the items that were refused or left out before they were sent,
	 * and have a result for that: what such a run made may be why.
	 */
	async recalled(items: CheckedItem[], results: ItemResults): Promise<ItemResults> {
		const refused = items.filter(({ index }) => results.has(index));
		const known = await this.begin(refused);
		const others = refused.filter(({ index }) => !known.has(index));
		const corrected = await this.end(others, results);
		return new Map([...known, ...corrected]);
	}

	/** Gives back what was claimed and not sent, and writes what was put off. */
	async close(): Promise<void> {
		const ahead = [...this.claims].filter(([index]) => !this.begun.has(index));
		const settled = await Promise.allSettled(ahead.map(async ([, claim]) => await claim));
		const mine = settled.flatMap((claim) =>
			claim.status === 'fulfilled' && claim.value.state.is === 'mine' ? [claim.value.named] : [],
		);
		const free = mine.map((named): KeyVerdict => ({ ...named, is: 'free' }));
		await writeVerdicts(this.client, this.ledger, free);
		await closeLedger(this.client, this.ledger);
	}

	/**
	 * Sets the last item whose key may be claimed ahead: items of the next wave are sent after a pause, and a kill
	 * in between would leave them in doubt.
	 */
	claimUpTo(index: number): void {
		this.lastAhead = index;
	}

	/** Writes what was put off, before time passes in which nothing is sent. */
	async writeVerdicts(): Promise<void> {
		await closeLedger(this.client, this.ledger);
	}

	/** The results of items that share a key with a performed item, which are those of that item. */
	repeated(performed: ItemResults): ItemResults {
		const results: ItemResults = new Map();
		for (const { item, of } of this.repeats) {
			const result = performed.get(of.index)!;
			const same = isFailed(result) ? result : { ...result, ...already(item, result.items) };
			results.set(item.index, same);
		}
		return results;
	}

	/** Claims items, and with them as many of the next ones as will be sent soon. */
	private async claim(items: CheckedItem[]): Promise<void> {
		const { first, given, ledger, claims, unsettled } = this;
		const all = new Set(items.map(({ index }) => given.get(index)!));
		while (all.size < ledger.atOnce && this.next < first.length) {
			const item = first[this.next]!;
			if (item.index > this.lastAhead) break;
			this.next += 1;
			if (itemKey(item) !== undefined && !claims.has(item.index)) all.add(item);
		}
		await this.room(all.size);
		const step = this.claimed([...all]);
		for (const item of all) {
			const claim = Promise.all([step, this.organisation(item)]).then(
				([claimed]) => claimed.get(item)!,
			);
			// Nothing awaits the claim of an item that is never sent: its rejection must not go unhandled.
			claim.catch(() => {});
			claims.set(item.index, claim);
		}
		const claimed = await step.catch(() => undefined);
		for (const { item, state } of claimed?.values() ?? []) {
			if (state.is === 'mine') unsettled.add(item.index);
		}
	}

	/** Waits until few enough items are under way for the store to take this many more claims. */
	private async room(wanted: number): Promise<void> {
		const most = Math.max(0, this.ledger.mostOpen - wanted);
		const underWay = () => [...this.unsettled].filter((index) => this.begun.has(index)).length;
		while (underWay() > most) await new Promise<void>((resolve) => (this.ended = resolve));
	}

	private async claimed(items: CheckedItem[]): Promise<Map<CheckedItem, KeyedItem>> {
		const { client, operation, ledger } = this;
		const { resource, name } = operation;
		// The error of an item whose workspace cannot be found is reported by its request.
		const found = await Promise.allSettled(
			items.map(async (item) => await this.organisation(item)),
		);
		const claimed = items.flatMap((item, i) => {
			const request = found[i]!;
			if (request.status === 'rejected') return [];
			const key = requestDigest(request.value, resource, name, itemKey(item));
			return [{ item, named: { key, request: this.requestOf(item) } }];
		});
		const all = claimed.map(({ named }) => named);
		const states = all.length > 0 ? await ledger.claim(all, client.ports.signal) : [];
		const readAt = client.ports.clock.now();
		return new Map(
			claimed.map((entry, i) => [entry.item, { ...entry, state: states[i]!, readAt }]),
		);
	}

	/** The name of the organisation that an item acts in. */
	private async organisation({ input }: CheckedItem): Promise<string> {
		const { workspaceId } = input;
		let key = this.organisations.get(workspaceId);
		if (!key) {
			key = this.client.in(input).then(async ({ ports }) => (await ports.lanes()).key);
			this.organisations.set(workspaceId, key);
		}
		return await key;
	}
}
