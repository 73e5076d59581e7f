import { CellularIotError, InputError } from '../errors';
import type { Call, Field, Input, Json, LookupName, Operation } from '../operations/define';
import { schemaOf } from '../operations/checks';
import { isReference, type Reference, show } from '../operations/values';
import { LISTS, pageOf } from './lists';
import { askFor, filterOf, keyOf, type Known, learn, type SearchedName } from './search';

/* References by ICCID, IMEI, EID or name become the ids that requests hold. */

/** Lists that come in one piece, read once by whoever keeps this. */
export type Lists = Map<LookupName, Promise<Json[]>>;

/** The service named something by an id that cannot be used: as text in a path it names another. */
class UnusableIdError extends CellularIotError {
	constructor(name: string, id: unknown) {
		super(
			`The service has ${name} under an ID that cannot be used: ${show(id)}`,
			'Check that the Base URL is that of the service; give the ID itself where you know it.',
			'notSent',
		);
	}
}

interface Named {
	name: string;
	field: Field;
	lookup: LookupName;
	reference: Reference;
}

/** Fields of an input that hold a reference, but for those their operation looks up itself. */
const referencesIn = (fields: Operation['fields'], input: Input): Named[] =>
	Object.entries(fields).flatMap(([name, field]) => {
		const reference = input[name];
		const { control } = field;
		if (!isReference(reference) || control.kind !== 'locator' || control.mayMake) return [];
		return [{ name, field, lookup: control.lookup, reference }];
	});

const isSearched = (lookup: LookupName): lookup is SearchedName =>
	LISTS[lookup].search !== undefined;

/** Names of one kind for which the whole list is read instead of searching for each. */
const SEVERAL = 3;
/** Pages that are read to find a name. */
const MOST_PAGES = 50;

/** The entries of a list that bear exactly this name. */
async function bearing(
	call: Call,
	lookup: LookupName,
	name: string,
	{ lists, whole }: { lists: Lists; whole: boolean },
) {
	const { page, names = (e: Json) => [e.name] } = LISTS[lookup];
	const is = (entry: Json) => names(entry).some((one) => String(one ?? '').trim() === name);
	if (page && !whole) return (await entriesOf(call, lookup, name)).filter(is);
	const list = lists.get(lookup) ?? entriesOf(call, lookup, '');
	lists.set(lookup, list);
	// What failed is asked for again by the next one.
	list.catch(() => lists.delete(lookup));
	return (await list).filter(is);
}

/** All entries of a list, or those that a text finds; each id once. */
async function entriesOf(call: Call, lookup: LookupName, text: string): Promise<Json[]> {
	const found = new Map<unknown, Json>();
	for (let number = 1; number <= MOST_PAGES; number++) {
		const { entries, more } = await pageOf(call, lookup, number, text);
		for (const entry of entries) found.set(entry.id ?? entry, entry);
		if (!more || entries.length === 0) break;
	}
	return [...found.values()];
}

/** The id of the one entry a reference must have. */
function idOf(found: Json[], { name, field, ...named }: Named): unknown {
	const { by, value } = named.reference;
	const called = by === 'name' ? `the name "${value}"` : `${by.toUpperCase()} ${value}`;
	const [entry] = found;
	if (entry && found.length === 1) {
		const id = schemaOf(field).safeParse(entry.id);
		if (id.success && id.data !== undefined) return id.data;
		throw new UnusableIdError(called, entry.id);
	}
	const { thing } = LISTS[named.lookup];
	const count = found.length === 0 ? 'none has' : `${found.length} have`;
	throw new InputError(name, `must match exactly one ${thing}; ${count} ${called}`, field.label);
}

/**
 * Replaces the references of inputs with ids, those of many in few requests. Gives an input each, or
 * why there is none; unless `goOn` is set, it ends with the first of these.
 */
export async function resolve(
	{ fields }: Pick<Operation, 'fields'>,
	inputs: Input[],
	call: Call,
	lists: Lists,
	goOn = true,
): Promise<Array<Input | Error>> {
	const known = await learned(fields, inputs, call);
	const asked = new Map<LookupName, Set<string>>();
	for (const { lookup, reference } of inputs.flatMap((input) => referencesIn(fields, input)))
		asked.set(lookup, (asked.get(lookup) ?? new Set()).add(reference.value));
	const resolved: Array<Input | Error> = [];
	for (const input of inputs) {
		try {
			const ready = { ...input };
			for (const one of referencesIn(fields, input)) {
				const { name, lookup, reference } = one;
				const found =
					known.get(keyOf(lookup, reference)) ??
					(isSearched(lookup)
						? await askFor(call, lookup, reference)
						: await bearing(call, lookup, reference.value, {
								lists,
								whole: asked.get(lookup)!.size > SEVERAL,
							}));
				ready[name] = idOf(found, one);
			}
			resolved.push(ready);
		} catch (error) {
			resolved.push(error as Error);
			if (!goOn) break;
		}
	}
	return resolved;
}

/** What is found out about many references at once; the others are asked for one by one. */
async function learned(fields: Operation['fields'], inputs: Input[], call: Call): Promise<Known> {
	const known: Known = new Map();
	const groups = new Map<string, { lookup: SearchedName; references: Map<string, Reference> }>();
	for (const { lookup, reference } of inputs.flatMap((input) => referencesIn(fields, input))) {
		if (!isSearched(lookup)) continue;
		const key = `${lookup} ${filterOf(reference)}`;
		const group = groups.get(key) ?? { lookup, references: new Map() };
		groups.set(key, group);
		group.references.set(reference.value, reference);
	}
	for (const { lookup, references } of groups.values()) {
		if (references.size > 1) await learn(call, lookup, [...references.values()], known);
	}
	return known;
}
