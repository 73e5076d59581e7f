import { InputError } from '../errors';
import type { Call, Input, Json, Operation } from '../operations/define';
import { type Reference, isReference } from '../operations/schemas';

/** Name of the filter for a number with or without its check digit. */
export const filterOf = ({ by, value }: Reference) => {
	if (by === 'iccid') return value.length === 20 ? 'iccid_with_luhn' : 'iccid';
	return value.length === 15 ? 'imei_with_luhn' : 'imei';
};

/** Where things are looked up by another number than their id. */
export const LISTS = {
	endpoint: {
		path: '/api/v1/endpoint',
		/** What of an entry holds the number. */
		holder: (entry: Json, { by }: Reference) =>
			by === 'iccid' ? ((entry.sim ?? {}) as Json) : entry,
	},
	sim: { path: '/api/v1/sim', holder: (entry: Json) => entry },
};

const isListed = (lookup: string): lookup is keyof typeof LISTS => lookup in LISTS;

async function find(
	call: Call,
	field: string,
	label: string,
	lookup: keyof typeof LISTS,
	reference: Reference,
) {
	const { path, holder } = LISTS[lookup];
	const key = filterOf(reference);
	const query = { q: `${key}:${reference.value}`, page: 1, per_page: 10 };
	const answer = await call.send({ method: 'GET', path, query, effect: 'read', lane: 'list' });
	// A filter can match more than one: the answer is checked. Source: public reference.
	const found = (Array.isArray(answer.body) ? (answer.body as Json[]) : []).filter(
		(entry) => String(holder(entry, reference)[key]) === reference.value,
	);
	if (found.length === 1) return Number(found[0]?.id);
	const name = `${reference.by.toUpperCase()} ${reference.value}`;
	const thing = lookup === 'sim' ? 'SIM' : lookup;
	throw new InputError(
		field,
		`must match exactly one ${thing}; ${found.length === 0 ? 'none has' : `${found.length} have`} ${name}`,
		label,
	);
}

/** Ids that are known already, by what was asked for. */
export type Known = Map<string, number>;
export const keyOf = (lookup: string, { by, value }: Reference) => `${lookup} ${by} ${value}`;

/** Fields of an input that hold a reference. */
export const referencesIn = (operation: Operation, input: Input) =>
	Object.entries(operation.fields).flatMap(([name, { label, control }]) => {
		const reference = input[name];
		if (!isReference(reference) || control.kind !== 'locator') return [];
		// What is named in another way, as tags are, its operation looks up itself.
		if (!isListed(control.lookup)) return [];
		const { lookup } = control;
		return [{ name, label, lookup, reference }];
	});

/** Replaces references by ICCID or IMEI with ids. */
export async function resolveReferences(
	operation: Operation,
	input: Input,
	call: Call,
	known: Known = new Map(),
): Promise<Input> {
	const resolved: Input = { ...input };
	for (const { name, label, lookup, reference } of referencesIn(operation, input)) {
		resolved[name] =
			known.get(keyOf(lookup, reference)) ?? (await find(call, name, label, lookup, reference));
	}
	return resolved;
}
