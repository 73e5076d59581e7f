import { SECRET_FIELDS } from '../table/secretFields';
import type { Json } from '../table/define';
import type { CheckedItem, ItemResult } from './items';
import { itemKey } from './keyRequests';

/* Results that are written down with idempotency keys, and come back with them. */

/** Most characters of a result that are kept with its key. */
const MOST_KEPT = 2_000;

const isPlain = (value: unknown) => typeof value !== 'object';

/** Whether a field has an id, or the ids of several things, such as the `sms_ids` of a long message. */
const isId = (name: string, value: unknown): boolean =>
	(/(^|_)id$/.test(name) && isPlain(value)) ||
	(/_ids$/.test(name) && Array.isArray(value) && value.every(isPlain));

/** The part of a result that is stored: all of it but secrets, or only the ids of a long one. */
export function storableResult(items: Json[]): Json[] | undefined {
	const only = (fits: (entry: [string, unknown]) => boolean) =>
		items.map((item) => Object.fromEntries(Object.entries(item).filter(fits)));
	const all = only(([name]) => !SECRET_FIELDS.includes(name));
	const ids = () => only(([name, value]) => isId(name, value));
	const short = JSON.stringify(all).length <= MOST_KEPT ? all : ids();
	return JSON.stringify(short).length <= MOST_KEPT ? short : undefined;
}

/** The ids that an item names, as results name them: what is known of one whose result was not kept. */
const namedIds = ({ input }: CheckedItem): Json =>
	Object.fromEntries(
		Object.entries(input)
			.filter(([name, value]) => /Id$/.test(name) && typeof value === 'number')
			.map(([name, id]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), id]),
	);

/** The result of an item for which another item, or an earlier run, was sent. */
export const already = (item: CheckedItem, items: Json[] = [namedIds(item)]): ItemResult => ({
	items: items.map((json) => ({ ...json, idempotency_key: itemKey(item), already: true })),
});
