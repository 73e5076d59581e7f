import { CellularIotError, ownError } from '../errors';
import { monotonic } from '../ports';
import type { Input, Json, Operation } from '../table/define';
import { performMany } from './bulk';
import type { Client } from './client';
import { type CheckedItem, NotAttemptedError } from './items';

/*
 * Bulk calls that overwrite what was read before. A call waits for its turn, and one without an answer is repeated
 * minutes later: what somebody has set meanwhile is theirs, so that its items are looked at again right before.
 */

/** How long a look holds. Milliseconds. */
const LOOK_HOLDS_MS = 30_000;

/**
 * What a look shows of an item: what is to be sent of it, by the same input where that is as before; that it needs
 * nothing any more; or why it must be left.
 */
export type Sight = { send: Input } | { done: Json } | { changed: CellularIotError };

/** What became of an item; `changed`: it was left, as somebody else has changed it. */
export type LookedResult = { done: Json } | { error: unknown } | { changed: CellularIotError };

class SomeChangedError extends CellularIotError {
	constructor() {
		super('Not sent: an endpoint of the call is not as it was', '', 'notSent');
	}
}

/** Somebody else has changed an item after an attempt without an answer, which may have been applied before that. */
const changedAfterAttempt = (changed: CellularIotError) =>
	new CellularIotError(
		`A call got no answer and was not repeated for this endpoint: ${changed.message}`,
		changed.hint,
		'unknown',
		changed,
	);

export interface Looking {
	/** Looks at items by their indexes. */
	look(indexes: number[]): Promise<ReadonlyMap<number, Sight>>;
	/** When they were read last; milliseconds, by {@link monotonic}. */
	readAt: number;
}

/**
 * Performs a bulk entry for items that were read before; gives one result for each, in order. Where that was some time
 * ago, `look` is awaited right before a call is sent: what it does not give to be sent is left out of the call.
 */
export async function performLooking(
	client: Client,
	operation: Operation,
	items: CheckedItem[],
	{ look, readAt }: Looking,
): Promise<LookedResult[]> {
	const now = () => monotonic(client.ports.clock);
	const seenAt = new Map(items.map(({ index }) => [index, readAt]));
	const results = new Map<number, LookedResult>();
	let left = items;
	while (left.length > 0) {
		const inputs = new Map(left.map(({ index, input }) => [index, input]));
		/** What was seen of the items of calls that were not sent. */
		const held = new Map<number, Sight>();
		const confirm = async (some: CheckedItem[]) => {
			const old = some
				.map(({ index }) => index)
				.filter((index) => now() - seenAt.get(index)! > LOOK_HOLDS_MS);
			if (old.length === 0) return;
			const sights = await look(old);
			for (const index of old) seenAt.set(index, now());
			const isAsBefore = (index: number) => {
				const sight = sights.get(index)!;
				return 'send' in sight && sight.send === inputs.get(index);
			};
			if (old.every(isAsBefore)) return;
			for (const { index } of some) {
				held.set(index, sights.get(index) ?? { send: inputs.get(index)! });
			}
			throw new SomeChangedError();
		};
		const ended = await performMany(client, operation, left, { confirm });
		const again: CheckedItem[] = [];
		for (const [i, item] of left.entries()) {
			const result = ended[i]!;
			const sight = held.get(item.index);
			if (sight && 'send' in sight) again.push({ ...item, input: sight.send });
			else if (sight && 'changed' in sight && outcomeOf(result) === 'unknown') {
				results.set(item.index, { changed: changedAfterAttempt(sight.changed) });
			} else if (sight) results.set(item.index, sight);
			// It was to come after a call that was held back, which is no failure.
			else if (held.size > 0 && isNotAttempted(result)) again.push(item);
			else results.set(item.index, result);
		}
		left = again;
	}
	return items.map(({ index }) => results.get(index)!);
}

type Ended = { done: Json } | { error: unknown };

const outcomeOf = (result: Ended) =>
	'error' in result ? ownError(result.error)?.outcome : undefined;

const isNotAttempted = (result: Ended): boolean =>
	'error' in result && result.error instanceof NotAttemptedError;
