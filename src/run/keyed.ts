import { createHash } from 'node:crypto';
import { beforeSending, CellularIotError, InputError, ownError } from '../errors';
import {
	type KeyedRequest,
	type KeyLedger,
	type KeyState,
	type KeyVerdict,
	SENT_WITHIN_MS,
} from '../keys/ledger';
import type { Json, Operation } from '../table/define';
import { groupedBy } from '../table/values';
import { SECRET_FIELDS } from '../table/secretFields';
import type { Client } from './client';
import type { CheckedItem, ItemResult, ItemResults } from './items';
import { isFailed, isWithoutEffect } from './outcomes';
import { readBackLater } from './readBackLater';
import { READ_AFTER_MS, timeOfClaimedCall } from './verify';

/*
 * Items with an idempotency key: claimed in the account's store before they are sent, and left out
 * when their key was used. Their verdicts are written when they have ended.
 */

const FIELD = ['idempotencyKey', 'Idempotency Key'] as const;

/** Most items of a run where the store of keys holds no more. */
const tooManyKeys = (most: number) =>
	new InputError(
		FIELD[0],
		`must be on at most ${most.toLocaleString('en')} items of a run, as the database of n8n keeps no more; a Redis in the credential does`,
		FIELD[1],
	);

/** The key of an item that is to change something. */
const itemKey = ({ input }: CheckedItem) =>
	input.dryRun === true ? undefined : (input.idempotencyKey as string | undefined);
/** Distinguishes the keys of one run. */
const keyName = (item: CheckedItem) => JSON.stringify([item.input.workspaceId, itemKey(item)]);
const requestDigest = (...parts: unknown[]) =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 24);

/** The digests of what an item asks for, as {@link KeyedRequest} has them. */
type RequestDigests = Omit<KeyedRequest, 'key'>;

/**
 * Reads what an item asks of the service: all its fields but those about how it is run. Earlier versions
 * left out only those among the options, and their keys are still kept.
 */
function requestReader({ fields }: Operation): (item: CheckedItem) => RequestDigests {
	const former = Object.entries(fields).filter(
		([, field]) => field.in !== undefined || field.group !== 'options',
	);
	const asked = former.filter(([, field]) => !field.aboutRun);
	const digestOf = (all: typeof former, { input }: CheckedItem) =>
		requestDigest(all.map(([name]) => [name, input[name]]));
	return (item) => ({
		request: digestOf(asked, item),
		formerRequest: asked.length < former.length ? digestOf(former, item) : undefined,
	});
}

/** The key may have been used for what is asked now; nobody knows what became of that. */
class KeyInDoubtError extends CellularIotError {
	constructor(key: string) {
		super(
			`Unknown whether this was done: a run that was stopped, got no answer or is still under way has used the idempotency key "${key}"`,
			'Nothing was sent now. Look in the service; if it was not done, run the item again with another key.',
			'unknown',
		);
	}
}

const noStore = () =>
	new CellularIotError(
		'Idempotency Key needs a store that outlives a run, and there is none. Nothing was sent',
		'Switch on "Share Limits Across Workers" in the credential and give a Redis, or save the workflow: then the database of n8n (1.64 or later) keeps the keys.',
		'notSent',
	);

/** The run was cancelled, or the host failed, before a key was claimed. */
const notClaimed = (error: unknown) =>
	new CellularIotError(
		`The idempotency key could not be claimed (${error instanceof Error ? error.message : String(error)}). Nothing was sent`,
		'Run the item again.',
		'notSent',
		error,
	);

/** Redis had lost a claim before its item was sent, and another run has used the key since. */
const takenMeanwhile = (key: string) =>
	new CellularIotError(
		`Another run has used the idempotency key "${key}" since this one claimed it, as the Redis had lost the claim. Nothing was sent`,
		'Run the item again: it then gets the result of the other run.',
		'notSent',
	);

const usedForAnother = (key: string) =>
	new InputError(
		FIELD[0],
		`must be another one for another request: "${key}" was used before, and nothing was sent now`,
		FIELD[1],
	);

/** Most characters of a result that are kept with its key. */
const MOST_KEPT = 2_000;

/** The part of a result that is stored: all of it but secrets, or only the ids of a long one. */
function storableResult(items: Json[]): Json[] | undefined {
	const only = (fits: (entry: [string, unknown]) => boolean) =>
		items.map((item) => Object.fromEntries(Object.entries(item).filter(fits)));
	const all = only(([name]) => !SECRET_FIELDS.includes(name));
	const ids = () => only(([name, v]) => /(^|_)id$/.test(name) && typeof v !== 'object');
	const short = JSON.stringify(all).length <= MOST_KEPT ? all : ids();
	return JSON.stringify(short).length <= MOST_KEPT ? short : undefined;
}

/** The result of an item that another one, or a run before, was sent for. */
const already = (item: CheckedItem, items: Json[] = [{}]): ItemResult => ({
	items: items.map((one) => ({ ...one, idempotency_key: itemKey(item), already: true })),
});

/**
 * Items whose keys cannot be used, with their errors: where there is no store, where it does not hold
 * as many, and where an item before has the key for another request.
 */
export function keyFaults(
	{ ports }: Client,
	operation: Operation,
	checked: CheckedItem[],
): Map<CheckedItem, CellularIotError> {
	const faults = new Map<CheckedItem, CellularIotError>();
	const known = new Map<string, string>();
	const keyed = checked.filter((item) => itemKey(item) !== undefined);
	const { most = 0 } = ports.keys ?? {};
	const requestOf = requestReader(operation);
	for (const item of keyed) {
		if (!ports.keys) faults.set(item, noStore());
		else if (keyed.length > most) faults.set(item, tooManyKeys(most));
		const { request } = requestOf(item);
		const name = keyName(item);
		const before = known.get(name);
		if (before === undefined) known.set(name, request);
		else if (before !== request) faults.set(item, usedForAnother(itemKey(item)!));
	}
	return faults;
}

/** An item with its key and what is known of that. */
interface KeyedItem {
	item: CheckedItem;
	named: KeyedRequest;
	state: KeyState;
	/** When its state was read, by our clock: it may have waited for its turn since. */
	readAt: number;
}

/** The items of a run of which some have keys. */
export class KeyedItems {
	/** Items to be performed: of those that share a key the first. */
	readonly first: CheckedItem[] = [];
	private readonly repeats: Array<{ item: CheckedItem; of: CheckedItem }> = [];
	/** Claims that are made or being made, also of items that are to be sent soon. */
	private readonly claims = new Map<number, Promise<KeyedItem>>();
	private readonly begun = new Set<number>();
	/** Items that are claimed and have not ended. */
	private readonly open = new Set<number>();
	/** The claims that are being made. */
	private step: Promise<void> | undefined;
	/** To be called when items have ended. */
	private ended: () => void = () => {};
	private readonly organisations = new Map<unknown, Promise<string>>();
	/** The items by index; those of a bulk call come back with ids in place of references. */
	private readonly given: Map<number, CheckedItem>;
	private readonly requestOf: (item: CheckedItem) => RequestDigests;
	/** Place of the first item that may be claimed ahead. */
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
		// An item without a key shares it with no other.
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
		const open: KeyedItem[] = [];
		const keyed = items.filter((item) => itemKey(item) !== undefined);
		const isClaimed = ({ index }: CheckedItem) => this.claims.has(index);
		// One step after the other: each claims the next items, too.
		while (!keyed.every(isClaimed)) {
			const claiming = () => this.claim(keyed.filter((item) => !isClaimed(item)));
			await (this.step ??= claiming().finally(() => (this.step = undefined)));
		}
		for (const { index } of keyed) this.begun.add(index);
		for (const { index } of keyed) {
			try {
				const held = await this.claims.get(index)!;
				if (held.state.is === 'open') open.push(held);
				else judge(held, results);
			} catch (error) {
				results.set(index, { error: ownError(error) ? beforeSending(error) : notClaimed(error) });
			}
		}
		await this.clear(open, results);
		return results;
	}

	/**
	 * To be awaited right before a request of items is sent, which may have waited for its turn: Redis may
	 * have lost their claims since, and another run may have claimed the keys.
	 * @throws CellularIotError, by which nothing is sent, unless all claims stand.
	 */
	async confirm(items: CheckedItem[]): Promise<void> {
		const begun = items.filter(({ index }) => this.begun.has(index));
		const held = await Promise.all(begun.map(async ({ index }) => await this.claims.get(index)!));
		const { signal } = this.client.ports;
		const named = held.map((one) => one.named);
		const states = await this.ledger.confirm(named, signal).catch((error: unknown) => {
			throw ownError(error) ? beforeSending(error) : notClaimed(error);
		});
		const lost = held.find((_, i) => states[i]!.is !== 'mine');
		if (lost) throw takenMeanwhile(itemKey(lost.item)!);
	}

	/** Writes the verdicts of items that {@link begin} has let go. */
	async end(items: CheckedItem[], results: ItemResults): Promise<void> {
		const begun = items.filter(({ index }) => this.begun.has(index));
		const held = await Promise.all(begun.map(async ({ index }) => await this.claims.get(index)!));
		for (const { index } of begun) this.open.delete(index);
		this.ended();
		await this.write(
			held.map(({ item, named }): KeyVerdict => {
				const result = results.get(item.index)!;
				if (isWithoutEffect(result)) return { ...named, is: 'free' };
				if (isFailed(result)) return { ...named, is: 'open' };
				return { ...named, is: 'done', result: storableResult(result.items) };
			}),
		);
	}

	/**
	 * Gives those of the items that were refused or left out before they were sent, and have a result for that,
	 * the results of earlier runs with their keys: what such a run made may be why.
	 */
	async recall(items: CheckedItem[], results: ItemResults): Promise<void> {
		const settled = items.filter(({ index }) => results.has(index));
		const known = await this.begin(settled);
		for (const [index, result] of known) results.set(index, result);
		const open = settled.filter(({ index }) => !known.has(index));
		await this.end(open, results);
	}

	/** Gives back what was claimed and not sent, and writes what was put off. */
	async close(): Promise<void> {
		const ahead = [...this.claims].filter(([index]) => !this.begun.has(index));
		const held = await Promise.allSettled(ahead.map(async ([, claim]) => await claim));
		const mine = held.flatMap((one) =>
			one.status === 'fulfilled' && one.value.state.is === 'mine' ? [one.value.named] : [],
		);
		await this.write(mine.map((named) => ({ ...named, is: 'free' })));
		await this.warned(async () => await this.ledger.close());
	}

	/**
	 * Claims nothing ahead beyond an item: those of the next wave are sent after a pause, and a kill in between
	 * would leave them in doubt.
	 */
	claimUpTo(index: number): void {
		this.lastAhead = index;
	}

	/** Writes what was put off, before time passes in which nothing is sent. */
	async writeVerdicts(): Promise<void> {
		await this.warned(async () => await this.ledger.close());
	}

	/** Gives items that share a key with another one the result of that. */
	repeat(results: ItemResults): void {
		for (const { item, of } of this.repeats) {
			const result = results.get(of.index)!;
			results.set(
				item.index,
				isFailed(result) ? result : { ...result, ...already(item, result.items) },
			);
		}
	}

	/** Claims items, and with them as many of the next ones as are soon to be sent. */
	private async claim(items: CheckedItem[]): Promise<void> {
		const { first, given, ledger, claims, open } = this;
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
			const claim = Promise.all([step, this.organisation(item)]).then(([held]) => held.get(item)!);
			// Of an item that is never sent nobody asks.
			claim.catch(() => {});
			claims.set(item.index, claim);
		}
		const held = await step.catch(() => undefined);
		for (const { item, state } of held?.values() ?? []) {
			if (state.is === 'mine') open.add(item.index);
		}
	}

	/** Waits until so few items are under way that the store may have so many more claims. */
	private async room(wanted: number): Promise<void> {
		const most = Math.max(0, this.ledger.mostOpen - wanted);
		const underWay = () => [...this.open].filter((index) => this.begun.has(index)).length;
		while (underWay() > most) await new Promise<void>((resolve) => (this.ended = resolve));
	}

	private async claimed(items: CheckedItem[]): Promise<Map<CheckedItem, KeyedItem>> {
		const { client, operation, ledger } = this;
		const { resource, name } = operation;
		// An item whose workspace cannot be found says so itself.
		const found = await Promise.allSettled(
			items.map(async (item) => await this.organisation(item)),
		);
		const held = items.flatMap((item, i) => {
			const one = found[i]!;
			if (one.status === 'rejected') return [];
			const key = requestDigest(one.value, resource, name, itemKey(item));
			return [{ item, named: { key, ...this.requestOf(item) } }];
		});
		const all = held.map(({ named }) => named);
		const states = all.length > 0 ? await ledger.claim(all, client.ports.signal) : [];
		const readAt = client.ports.clock.now();
		return new Map(held.map((one, i) => [one.item, { ...one, state: states[i]!, readAt }]));
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

	/** Finds out what became of claims of other runs, as far as that can be known. */
	private async clear(open: KeyedItem[], results: ItemResults): Promise<void> {
		const { sleep, signal } = this.client.ports;
		const mayLive = open.some(({ state }) => state.is === 'open' && state.mayLive);
		let rest = open;
		try {
			rest = await this.readBack(rest, results);
			for (const ms of mayLive ? READ_AFTER_MS : []) {
				if (rest.length === 0) return;
				await sleep(ms, signal);
				rest = await this.lookAgain(rest, results);
				rest = await this.readBack(rest, results);
			}
		} catch (error) {
			this.client.ports.warn?.(`Idempotency keys could not be looked up again: ${String(error)}`);
		}
		for (const { item } of rest) {
			const error = new KeyInDoubtError(itemKey(item)!);
			results.set(item.index, { error, isEarlier: true });
		}
	}

	/** Asks for keys again; gives those that have no verdict yet. */
	private async lookAgain(open: KeyedItem[], results: ItemResults): Promise<KeyedItem[]> {
		const states = await this.ledger.claim(
			open.map(({ named }) => named),
			this.client.ports.signal,
		);
		const readAt = this.client.ports.clock.now();
		for (const [i, held] of open.entries()) {
			Object.assign(held, { state: states[i]!, readAt });
			judge(held, results);
		}
		return open.filter(({ state }) => state.is === 'open');
	}

	/** Reads back what other runs may have sent; gives the items of which nothing was found. */
	private async readBack(open: KeyedItem[], results: ItemResults): Promise<KeyedItem[]> {
		const { client, operation } = this;
		const dated = open.flatMap(({ item, named, state, readAt }) => {
			const agoMs = state.is === 'open' ? state.agoMs : undefined;
			if (agoMs === undefined) return [];
			const time = timeOfClaimedCall(readAt - agoMs, SENT_WITHIN_MS, operation);
			return [{ item, named, time }];
		});
		const found = await readBackLater(client, operation, dated);
		const verdicts = dated.flatMap(({ named, item }, i): KeyVerdict[] => {
			const result = found[i];
			if (!result) return [];
			results.set(item.index, { ...already(item, result), isEarlier: true });
			return [{ ...named, is: 'done', result: storableResult(result), isForeign: true }];
		});
		await this.write(verdicts);
		return open.filter(({ item }) => !results.has(item.index));
	}

	private async write(verdicts: KeyVerdict[]): Promise<void> {
		if (verdicts.length === 0) return;
		await this.warned(async () => await this.ledger.settle(verdicts));
	}

	/** An item that was sent keeps its result, and a later run finds its key without a verdict. */
	private async warned(job: () => Promise<void>): Promise<void> {
		try {
			await job();
		} catch (error) {
			this.client.ports.warn?.(
				`Verdicts of idempotency keys could not be written; a run that uses them again calls them unknown: ${String(error)}`,
			);
		}
	}
}

/** Sets the result of an item whose key was used. */
function judge({ item, state }: KeyedItem, results: ItemResults): void {
	const { index } = item;
	if (state.is === 'done') {
		results.set(index, { ...already(item, state.result), isEarlier: true });
	}
	if (state.is === 'other') {
		results.set(index, { error: usedForAnother(itemKey(item)!), isEarlier: true });
	}
}
