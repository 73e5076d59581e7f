import { CellularIotError, InputError } from '../errors';
import { listIn } from '../operations/answers';
import type { Call, Input, Json, Operation } from '../operations/define';
import { luhnDigit } from '../operations/iccid';
import { idSchema, type Reference, isReference, show } from '../operations/schemas';

/* Things named by another number than their id. */

/** What something is looked up by: a reference of the form, or its id. */
export interface Named {
	by: Reference['by'] | 'id';
	value: string;
}

/** Name of the filter for a number; ICCIDs come without their check digit. */
export const filterOf = ({ by, value }: Named) =>
	by === 'imei' && value.length === 15 ? 'imei_with_luhn' : by;

/** An IMEI with its check digit, where a list holds only the 16 digits with the software version. */
function imeiWithLuhn({ imei, imei_with_luhn: given }: Json): unknown {
	if (typeof given === 'string' || typeof imei !== 'string') return given;
	const device = imei.slice(0, 14);
	return `${device}${luhnDigit(device)}`;
}

/** Listings show deleted endpoints too, and a name may be used again. Source: specification. */
const isDeleted = ({ status }: Json) => Number(((status ?? {}) as Json).id) === 2;

interface List {
	path: string;
	/** Most entries of a page. */
	perPage: number;
	/** Whether a filter takes several values (`a||b`), as far as it is documented. */
	takesLists: boolean;
	/** The number of an entry that a filter of this name is about. */
	numberOf: (entry: Json, filter: string) => unknown;
}

/** Where things are looked up by other numbers. Source: specification (`||`), public reference. */
export const LISTS = {
	endpoint: {
		path: '/api/v1/endpoint',
		perPage: 1000,
		takesLists: true,
		numberOf: (entry, filter) => {
			if (filter === 'id') return entry.id;
			if (filter === 'name') return isDeleted(entry) ? undefined : entry.name;
			if (filter === 'imei_with_luhn') return imeiWithLuhn(entry);
			return filter === 'iccid' ? ((entry.sim ?? {}) as Json).iccid : entry.imei;
		},
	},
	sim: {
		path: '/api/v1/sim',
		perPage: 2500,
		takesLists: false,
		numberOf: (entry) => entry.iccid,
	},
} satisfies Record<string, List>;
export type ListName = keyof typeof LISTS;

const isListed = (lookup: string): lookup is ListName => lookup in LISTS;

/** The service named something by an id that cannot be used: as text in a path it names another. */
export class UnusableIdError extends CellularIotError {
	constructor(name: string, id: unknown) {
		super(
			`The service has ${name} under an ID that cannot be used: ${show(id)}`,
			'Check that the Base URL is that of the service; give the ID itself where you know it.',
			'notSent',
		);
	}
}

const nameOf = ({ by, value }: Reference) =>
	by === 'name' ? `the name "${value}"` : `${by.toUpperCase()} ${value}`;

/** The entries of a list that have the number of a reference. */
async function ask(call: Call, lookup: ListName, reference: Reference): Promise<Json[]> {
	const list: List = LISTS[lookup];
	const filter = filterOf(reference);
	const query = { q: `${filter}:${reference.value}`, page: 1, per_page: 10 };
	const { body } = await call.send({
		method: 'GET',
		path: list.path,
		query,
		effect: 'read',
		lane: 'list',
	});
	// A filter can match more than one: the answer is checked. Source: public reference.
	return (listIn(body) ?? []).filter((e) => String(list.numberOf(e, filter)) === reference.value);
}

/** The id of the one entry a reference must have. */
function idOf(
	found: Json[],
	{ name: field, label, lookup, reference }: ReturnType<typeof referencesIn>[number],
): number {
	const name = nameOf(reference);
	if (found.length === 1) {
		const id = idSchema.safeParse(found[0]?.id);
		if (id.success) return id.data;
		throw new UnusableIdError(name, found[0]?.id);
	}
	const thing = lookup === 'sim' ? 'SIM' : lookup;
	throw new InputError(
		field,
		`must match exactly one ${thing}; ${found.length === 0 ? 'none has' : `${found.length} have`} ${name}`,
		label,
	);
}

/** Entries that are known already to have a number, by what was asked for. */
export type Known = Map<string, Json[]>;
export const keyOf = (lookup: string, { by, value }: Named) => `${lookup} ${by} ${value}`;

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
	for (const one of referencesIn(operation, input)) {
		const { name, lookup, reference } = one;
		const found = known.get(keyOf(lookup, reference)) ?? (await ask(call, lookup, reference));
		resolved[name] = idOf(found, one);
	}
	return resolved;
}
