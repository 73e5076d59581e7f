import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '../../times';
import {
	type DeliveryStore,
	hold,
	isFree,
	isInterrupted,
	reserve,
	settle,
	type KeyRetention,
	waitingIn,
} from '../runtime/store';
import {
	type Delivery,
	readDelivery,
	hasTwin,
	type InboxOptions,
	overdueIn,
	type OutgoingItem,
	outgoingItem,
} from './delivery';
import { waitingCell, partEntry, MOST_SIZE, type WaitingParts, sizeIn } from './kind';
import type { Callback } from './message';
import { assemblyOf, givenUp, type Part } from './parts';

/* Calls of the SMS trigger: each is emitted, was emitted before, or waits for other parts. */

/** For how long deliveries are known: those of parts outlast the parts. */
export const windowOf = (options: InboxOptions): KeyRetention => {
	const { windowMinutes, giveUpMinutes, afterCrash = 'again' } = options;
	const knownMs = windowMinutes * MINUTE_MS;
	const keepMs = Math.max(knownMs, 2 * giveUpMinutes * MINUTE_MS);
	return { knownMs, keepMs, emitsAgain: afterCrash === 'again' };
};

/**
 * Takes a callback in. A part is stored when this resolves. Gives the items that start a run, none for
 * a part that waits now, and whether the callback was delivered before (`repeated`) and n8n took it.
 * @throws BusyError when another call with the same delivery is not decided yet.
 */
export async function receive(
	store: DeliveryStore<WaitingParts>,
	callback: Callback,
	now: number,
	options: InboxOptions,
) {
	const delivery = readDelivery(callback, now, options);
	const call = randomUUID();
	const cells = new Set<string>();
	try {
		const overdue = await giveUp();
		const { gone, item, repeated } = await takeIn(delivery);
		const room = delivery.part ? await makeRoom(store, delivery.part) : [];
		const incomplete = options.incomplete === 'emit' ? [...overdue, ...gone, ...room] : [];
		const items = incomplete.map((parts) => outgoingItem(parts, options));
		if (item) items.push(item);
		const keys = items.flatMap(({ deliveries }) => deliveries.flat());
		return { items, repeated, call, settle: settle(store, cells, { call, keys }) };
	} catch (error) {
		await settle(store, cells, { call })(false);
		throw error;
	}

	/** Expired messages that no other call has begun to emit. */
	async function giveUp(): Promise<Part[][]> {
		const given: Part[][] = [];
		for (const name of await store.due(now - options.giveUpMinutes * MINUTE_MS)) {
			const over = await store.change(name, [], (cell, { now: moment, retract }) => {
				const found = overdueIn(freeIn(cell, moment), now, options);
				if (options.incomplete === 'drop') remove(cell, found.flat());
				else {
					const begun = entriesHolding(cell, found.flat()).filter((entry) =>
						isInterrupted(entry, moment),
					);
					if (store.window.emitsAgain) retract(begun.flatMap(({ keys }) => keys));
					holdParts(cell, found.flat(), moment);
				}
				return found;
			});
			given.push(...over);
			if (over.length > 0) cells.add(name);
		}
		return given;
	}

	async function takeIn({ names, whole, part }: Delivery): Promise<Joined> {
		const name = waitingCell(callback.body);
		const brings = { call, keys: names };
		const joined = await reserve<WaitingParts, Joined>(
			store,
			name,
			brings,
			(cell, { fresh, now: moment }) => {
				if (names.some((taken) => !fresh.has(taken))) return { gone: [], repeated: true };
				if (part) {
					const { message, ...found } = joinPart(cell, part, moment);
					if (message) holdParts(cell, message, moment);
					return { ...found, item: message && outgoingItem(message, options) };
				}
				cell.entries.push({ keys: names, by: call, until: moment + store.leaseMs });
				return { gone: [], item: whole, repeated: false };
			},
		);
		if (joined.item) cells.add(name);
		return joined;
	}

	function holdParts(cell: WaitingParts, parts: Part[], moment: number): void {
		hold(entriesHolding(cell, parts), call, moment + store.leaseMs);
	}
}

/** The result of a delivery: messages that make room for it, and items that are emitted with it. */
interface Joined {
	gone: Part[][];
	item?: OutgoingItem | undefined;
	repeated: boolean;
}

/** Adds a part to those that wait; gives the message that it completes. */
function joinPart(cell: WaitingParts, part: Part, moment: number) {
	const all = waitingIn(cell);
	const before = all.find(({ names }) => names.some((name) => part.names.includes(name)));
	if (!before && hasTwin(part, all)) return { gone: [], message: undefined, repeated: true };
	if (!before) cell.entries.push(partEntry(part));
	const gone: Part[][] = [];
	while (sizeIn(cell) > MOST_SIZE.endpoint) {
		const given = pushOut(cell, moment, part);
		if (given.length === 0) break;
		gone.push(...given);
	}
	// Even for a repeated part: n8n may have failed to take the message that it completes.
	const { complete, parts } = assemblyOf(before ?? part, freeIn(cell, moment));
	const repeated = before !== undefined && !complete;
	return { gone, message: complete ? parts : undefined, repeated };
}

/** Gives the messages removed from the largest cells until all fit: a device loses only its own. */
async function makeRoom(store: DeliveryStore<WaitingParts>, part: Part): Promise<Part[][]> {
	const gone: Part[][] = [];
	for (;;) {
		const name = store.overfull?.();
		if (name === undefined) return gone;
		const given = await store.change(name, [], (cell, { now }) => pushOut(cell, now, part));
		if (given.length === 0) return gone;
		gone.push(...given);
	}
}

const entriesHolding = (cell: WaitingParts, parts: Part[]) =>
	cell.entries.filter(({ value }) => value && parts.includes(value));

const freeIn = (cell: WaitingParts, moment: number): Part[] =>
	waitingIn({ entries: cell.entries.filter((entry) => isFree(entry, moment)) });

function remove(cell: WaitingParts, parts: Part[]): void {
	cell.entries = cell.entries.filter(({ value }) => !value || !parts.includes(value));
}

/** Takes the oldest message out of a cell, but not the part that has just come. */
function pushOut(cell: WaitingParts, moment: number, but: Part): Part[][] {
	const [oldest, ...rest] = freeIn(cell, moment).filter((part) => part !== but);
	if (!oldest) return [];
	const given = givenUp(assemblyOf(oldest, rest));
	remove(cell, given.flat());
	return given;
}
