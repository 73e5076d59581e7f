import type { CellularIotError } from '../errors';
import type { Operation } from '../table/define';
import type { Client } from './client';
import type { CheckedItem } from './items';
import { noStore, tooManyKeys, usedInThisRun } from './keyErrors';
import { itemKey, keyName, requestReader } from './keyRequests';

/* The check of idempotency keys before anything is sent. */

/**
 * Items whose keys cannot be used, with their errors: there is no store, the store has no room for as many, or
 * an earlier item has the key for another request.
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
		const request = requestOf(item);
		const name = keyName(item);
		const before = known.get(name);
		if (before === undefined) known.set(name, request);
		else if (before !== request) faults.set(item, usedInThisRun(itemKey(item)!));
	}
	return faults;
}
