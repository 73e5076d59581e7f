import type { Operation } from '../table/define';
import { wireName } from '../table/changed';
import { type Json, isObject } from '../wire';
import { formatOf } from './files/list';
import type { CheckedItem, ItemResult } from './items';

/*
 * Items as rows of a table: n8n's Data Tables and databases take plain values under simple names, and a Data
 * Table keeps `id` for its own rows.
 */

/** A list as text: plain values joined by commas, as the service joins names of tags; any other as JSON. */
const textOfList = (list: unknown[]): string =>
	list.some((entry) => typeof entry === 'object' && entry !== null)
		? JSON.stringify(list)
		: list.join(',');

/** A name of letters, digits and underscores. */
const columnName = (name: string): string => name.replace(/\W+/g, '_');

/**
 * The entry with `a_b` for what is nested, text for lists, and `endpoint_id` for the `id` of an endpoint. A value
 * that has the name of its own precedes one that gets it.
 */
export function flatEntry(entry: Json, resource: string): Json {
	const flat: Json = {};
	const own = `${wireName(resource)}_id`;
	const nested: Array<[above: string, value: Json]> = [];
	const visit = (values: Json, above: string) => {
		for (const [key, value] of Object.entries(values)) {
			const isOwnId = above === '' && key === 'id';
			const name = isOwnId ? own : columnName(above + key);
			if (isObject(value)) nested.push([`${name}_`, value]);
			else if (isOwnId) flat[own] = value;
			else if (!Object.hasOwn(flat, name))
				flat[name] = Array.isArray(value) ? textOfList(value) : value;
		}
	};
	visit(entry, '');
	for (const [above, value] of nested) visit(value, above);
	return flat;
}

/** The results of a list whose form asks for flat items; the list in a file has a form of its own. */
export function flatResults(
	{ resource }: Pick<Operation, 'resource'>,
	items: readonly CheckedItem[],
	results: ItemResult[],
): ItemResult[] {
	const flat = new Set(
		items
			.filter(({ input }) => input.flat === true && formatOf(input) === undefined)
			.map(({ index }) => index),
	);
	if (flat.size === 0) return results;
	return results.map((result, position) =>
		'items' in result && flat.has(result.of ?? position)
			? { ...result, items: result.items.map((item) => flatEntry(item, resource)) }
			: result,
	);
}
