import { type Cell, type LedgerKind, ofEntries } from '../runtime/store';

/* The memory of the mailbox: cells of values, in this process or on a Redis, and nowhere else. */

/** A kind of cell whose entries are held by nobody; `due`: when one is to be looked at. */
export const cellKind = <V>({
	name,
	what,
	due,
}: Pick<LedgerKind<Cell<V>>, 'name' | 'what'> & {
	due?: (value: V) => number | undefined;
}): LedgerKind<Cell<V>> => ({
	name,
	what,
	most: { memory: 20_000, stored: 0, redis: 200_000 },
	...ofEntries<V>('entries'),
	...(due && { due: ({ entries }: Cell<V>) => entries[0]?.value && due(entries[0].value) }),
	// n8n's store keeps nothing of it.
	pack: () => ({}),
	unpack: () => undefined,
	merge: (own, stored) => own ?? stored ?? { entries: [] },
});
