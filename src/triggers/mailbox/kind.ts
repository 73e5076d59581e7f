import { type Cell, type LedgerKind, ofEntries } from '../runtime/store';

/* The memory of the mailbox: cells of values, in this process or on a Redis, and nowhere else. */

/** A kind of cell whose entries are held by nobody. */
export const cellKind = <V>(name: string, what: string): LedgerKind<Cell<V>> => ({
	name,
	what,
	most: { memory: 20_000, stored: 0, redis: 200_000 },
	...ofEntries<V>('entries'),
	// n8n's store keeps nothing of it.
	pack: () => ({}),
	unpack: () => undefined,
	merge: (own, stored) => own ?? stored ?? { entries: [] },
});
