import type { Json } from '../../table/define';

/* The fields of an entry that a person has selected for a model. */

/** Names of the fields that say which entry it is: its ID, or those of the things it is about. */
const idsOf = (entry: Json): string[] =>
	'id' in entry ? ['id'] : Object.keys(entry).filter((name) => name.endsWith('_id'));

/** Entries with their IDs and the named fields alone, in their own order. */
export const selectedFields = (entries: Json[], names: readonly string[]): Json[] =>
	entries.map((entry) => {
		const shown = [...idsOf(entry), ...names];
		return Object.fromEntries(Object.entries(entry).filter(([name]) => shown.includes(name)));
	});
