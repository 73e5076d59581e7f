import { CellularIotError, InputError } from '../errors';
import type { Call, Field, Input, Json, LookupName, Operation } from '../operations/define';
import { schemaOf } from '../operations/checks';
import { isReference, type Reference, show } from '../operations/values';
import { entriesOf, LISTS, type Lists, wholeList } from './lists';
import { nearest, toldSome } from './nearest';
import { askFor, filterOf, type Found, isSearched, learn } from './search';

/* Resolves references by ICCID, IMEI, EID or name to the ids that requests hold. */

/** The service gave an id that cannot be used: as text in a path it would name another thing. */
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
	/** Its place, where the field holds several. */
	at?: number;
	field: Field;
	lookup: LookupName;
	reference: Reference;
}

/** The references in the fields of an input: one in a picker, any number in a list of picked entries. */
const referencesIn = (fields: Operation['fields'], input: Input): Named[] =>
	Object.entries(fields).flatMap(([name, field]): Named[] => {
		const given = input[name];
		const { control } = field;
		if (control.kind === 'locator' && isReference(given)) {
			return [{ name, field, lookup: control.lookup, reference: given }];
		}
		if (control.kind !== 'picks' || !Array.isArray(given)) return [];
		const { lookup } = control;
		return given.flatMap((reference: unknown, at) =>
			isReference(reference) ? [{ name, at, field, lookup, reference }] : [],
		);
	});

/** Names of one kind for which the whole list is read instead of searching for each. */
const SEVERAL = 3;
/** Most unknown names for which a run gets suggestions, as these take requests. */
const MOST_NEAREST = 3;

/** References of one kind, and the entries found for them together. */
interface Group {
	lookup: LookupName;
	filter: string;
	values: Set<string>;
	known?: Found;
}
type Groups = Map<string, Group>;
const keyOf = ({ lookup, reference }: Named) => `${lookup} ${filterOf(reference)}`;

/** The references by kind. Where a kind can be searched, many are read in few requests. */
async function grouped(references: Named[], call: Call): Promise<Groups> {
	const groups: Groups = new Map();
	for (const one of references) {
		const { lookup, reference } = one;
		const filter = filterOf(reference);
		const group = groups.get(keyOf(one)) ?? { lookup, filter, values: new Set() };
		groups.set(keyOf(one), group);
		group.values.add(reference.value);
	}
	for (const group of groups.values()) {
		const { lookup, filter, values } = group;
		if (values.size > 1 && isSearched(lookup)) {
			group.known = await learn(call, lookup, filter, [...values]);
		}
	}
	return groups;
}

/** The entries that one reference of a group names. */
async function named(
	call: Call,
	{ lookup, filter, values, known }: Group,
	value: string,
	lists: Lists,
): Promise<Json[]> {
	if (isSearched(lookup)) return known?.get(value) ?? (await askFor(call, lookup, filter, value));
	const { page, names = (e: Json) => [e.name] } = LISTS[lookup];
	const is = (entry: Json) => names(entry).some((one) => String(one ?? '').trim() === value);
	if (page && values.size <= SEVERAL) return (await entriesOf(call, lookup, value)).filter(is);
	return (await wholeList(call, lookup, lists)).filter(is);
}

/** Gives suggestions for a name that nothing has; see {@link nearest}. */
type Near = (one: Named) => Promise<string | undefined>;

/** The id of the one entry that a reference must match. */
async function idOf(found: Json[], one: Named, near: Near): Promise<unknown> {
	const { name, field, lookup, reference } = one;
	const { by, value } = reference;
	const called = by === 'name' ? `the name "${value}"` : `${by.toUpperCase()} ${value}`;
	const [entry] = found;
	if (entry && found.length === 1) {
		const isPart = one.at !== undefined;
		const id = schemaOf(field).safeParse(isPart ? [entry.id] : entry.id);
		if (id.success && id.data !== undefined) return isPart ? (id.data as unknown[])[0] : id.data;
		throw new UnusableIdError(called, entry.id);
	}
	const told = entry
		? [`${found.length} have ${called}: ${toldSome(lookup, found)}`]
		: [`none has ${called}`, await near(one)];
	const rule = `must match exactly one ${LISTS[lookup].thing}; ${told.filter(Boolean).join('; ')}`;
	throw new InputError(name, rule, field.label);
}

/**
 * Replaces the references of inputs with ids, those of many in few requests. Gives an input or an
 * error for each; unless `goOn` is set, it ends with the first error.
 */
export async function resolve(
	{ fields }: Pick<Operation, 'fields'>,
	inputs: Input[],
	call: Call,
	lists: Lists,
	goOn = true,
): Promise<Array<Input | Error>> {
	const references = inputs.map((input) => referencesIn(fields, input));
	const groups = await grouped(references.flat(), call);
	const resolved: Array<Input | Error> = [];
	let asked = 0;
	const near: Near = async ({ lookup, reference: { by, value } }) =>
		by === 'name' && asked++ < MOST_NEAREST ? await nearest(call, lookup, value, lists) : undefined;
	for (const [i, input] of inputs.entries()) {
		try {
			const ready = { ...input };
			for (const one of references[i]!) {
				const found = await named(call, groups.get(keyOf(one))!, one.reference.value, lists);
				const id = await idOf(found, one, near);
				const whole = ready[one.name] as unknown[];
				ready[one.name] = one.at === undefined ? id : whole.with(one.at, id);
			}
			resolved.push(ready);
		} catch (error) {
			resolved.push(error as Error);
			if (!goOn) break;
		}
	}
	return resolved;
}
