import { createHash } from 'node:crypto';
import { schemaOf } from '../table/checks';
import type { Field, Operation } from '../table/define';
import { isColumnOfTags, mayBeSeveral, separateTags } from '../table/tagParts';
import type { CheckedItem } from './items';

/* What an item with an idempotency key asks for. */

/** The key of an item that is to change something. */
export const itemKey = ({ input }: CheckedItem) =>
	input.dryRun === true ? undefined : (input.idempotencyKey as string | undefined);
/** Distinguishes the keys of one run. */
export const keyName = (item: CheckedItem) =>
	JSON.stringify([item.input.workspaceId, itemKey(item)]);
export const requestDigest = (...parts: unknown[]) =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 24);

/** The checked value of a field that nobody has chosen; undefined in a collection, where it was not added. */
function unchosenValue(field: Field): unknown {
	if (field.group !== undefined) return undefined;
	const { success, data } = schemaOf(field).safeParse(field.default);
	return success ? data : undefined;
}

/** The fields that a request is compared by, in the order of their names: all but those about the run. */
export const comparedFields = ({ fields }: Operation) =>
	Object.entries(fields)
		.filter(([, field]) => !field.aboutRun)
		.map(([name, field]) => ({ name, unchosen: unchosenValue(field) }))
		.sort((a, b) => (a.name < b.name ? -1 : 1));

/** Tags as their cell is written: whether a `;` separates them or belongs to one is found out later. */
const asWritten = (value: unknown): unknown =>
	Array.isArray(value)
		? value.flatMap((part: unknown) => (mayBeSeveral(part) ? separateTags(part) : [part]))
		: value;

/**
 * Reads what an item asks of the service, from the fields that are given. n8n gives the default of a field
 * outside the collections where nobody has chosen, which counts as not given. A field that is added to an
 * operation thus changes no digest that is stored: test/house/keyDigests.test.ts pins them.
 */
export function requestReader(operation: Operation): (item: CheckedItem) => string {
	const compared = comparedFields(operation).map(({ name, unchosen }) => ({
		name,
		unchosen: JSON.stringify(unchosen),
	}));
	return ({ input }) => {
		const given = compared.filter(({ name, unchosen }) => {
			const value = JSON.stringify(input[name]);
			return value !== undefined && value !== unchosen;
		});
		const isParted = (name: string) =>
			operation.bulk !== undefined && isColumnOfTags(operation.fields[name]!);
		const valueOf = (name: string) => (isParted(name) ? asWritten(input[name]) : input[name]);
		return requestDigest(given.map(({ name }) => [name, valueOf(name)]));
	};
}
