import { CellularIotError, InputError } from '../../errors';
import { shownSpelling } from '../../readings/name';
import type { Call, Field, Input, Json, LookupName, Operation } from '../../table/define';
import { PICKER_LISTS } from '../../table/entries/pickerLists';
import { schemaOf } from '../../table/checks';
import { groupedBy, isReference, type Reference, describeValue } from '../../table/values';
import type { RunFindings } from './findings';
import { entriesCalled, lookupEntries, wholeList } from './lists';
import { nearest, describeSome } from './nearest';
import { referenceFilter } from '../../table/filterValues';
import { askFor, endpointsByNumber, isSearched, learn } from './search';

/* Resolves references by ICCID, IMEI, EID or name to the ids that requests contain. */

/** The service gave an id that cannot be used: in a path it would address another thing. */
class UnusableIdError extends CellularIotError {
	constructor(name: string, id: unknown) {
		super(
			`The service has ${name} under an ID that cannot be used: ${describeValue(id)}`,
			'Check that the Base URL is that of the service; give the ID itself where you know it.',
			'notSent',
		);
	}
}

interface NamedReference {
	name: string;
	/** Its index, where the field has several. */
	at?: number;
	field: Field;
	lookup: LookupName;
	reference: Reference;
}

/** The references in the fields of an input: one in a picker or a dropdown, any number in a list of picked entries. */
const referencesIn = (fields: Operation['fields'], input: Input): NamedReference[] =>
	Object.entries(fields).flatMap(([name, field]): NamedReference[] => {
		const given = input[name];
		const { control } = field;
		if ((control.kind === 'locator' || control.kind === 'dropdown') && isReference(given)) {
			return [{ name, field, lookup: control.lookup, reference: given }];
		}
		if (control.kind !== 'picks' || !Array.isArray(given)) return [];
		const { lookup } = control;
		return given.flatMap((reference: unknown, at) =>
			isReference(reference) ? [{ name, at, field, lookup, reference }] : [],
		);
	});

/** From this many names of one kind on, the whole list is read instead of searching for each. */
const WHOLE_LIST_FROM = 3;
/** Most unknown names for which a run gets suggestions, as these take requests. */
const MOST_NEAREST = 3;

const kindOf = ({ lookup, reference }: NamedReference) => `${lookup} ${referenceFilter(reference)}`;

/** Finds the entries that references of one kind name. */
type Find = (value: string) => Promise<Json[]>;

/** Looks each value up once: all references to a value share its result, or its error. */
function askedOnce(find: Find): Find {
	const asked = new Map<string, Promise<Json[]>>();
	return async (value) => {
		const finding = asked.get(value) ?? find(value);
		asked.set(value, finding);
		return await finding;
	};
}

/** How entries are found, by kind. Where a kind can be searched, many are read here in few requests. */
async function findersFor(
	references: NamedReference[],
	call: Call,
	findings: RunFindings,
): Promise<Map<string, Find>> {
	const finders = new Map<string, Find>();
	for (const [kind, all] of groupedBy(references, kindOf)) {
		const { lookup, reference } = all[0]!;
		const filter = referenceFilter(reference);
		const values = [...new Set(all.map((named) => named.reference.value))];
		if (isSearched(lookup)) {
			const missing = findings.missing(lookup, filter, values);
			findings.add(lookup, filter, await learn(call, lookup, filter, missing));
			const ask = async (value: string) => await askFor(call, lookup, filter, value);
			const findExactly: Find = (value) => findings.once(lookup, filter, value, () => ask(value));
			const find: Find = async (value) => {
				const found = await findExactly(value);
				if (found.length > 0 || filter !== 'name') return found;
				const byNumber = async () => await endpointsByNumber(call, value);
				return await findings.once(lookup, 'number', value, byNumber);
			};
			finders.set(kind, askedOnce(find));
			continue;
		}
		const { page, unsearched } = PICKER_LISTS[lookup];
		const isSearch = () =>
			page !== undefined &&
			!unsearched &&
			Math.max(values.length, findings.count(lookup, filter) + 1) <= WHOLE_LIST_FROM;
		const find: Find = async (value) => {
			if (isSearch()) {
				const { found } = entriesCalled(lookup, await lookupEntries(call, lookup, value), value);
				// The service compares spellings; what only looks like the name is in the whole list.
				if (found.length > 0 || filter !== 'name') return found;
			}
			return entriesCalled(lookup, await wholeList(call, lookup, findings.lists), value).found;
		};
		finders.set(
			kind,
			askedOnce((value) => findings.once(lookup, filter, value, () => find(value))),
		);
	}
	return finders;
}

/** Gives suggestions for a name that nothing has; see {@link nearest}. */
type Near = (named: NamedReference) => Promise<string | undefined>;

/** The id of the one entry that a reference must match. */
async function resolvedId(found: Json[], named: NamedReference, near: Near): Promise<unknown> {
	const { name, field, lookup, reference } = named;
	const { by, value } = reference;
	const called =
		by === 'name' ? `the name "${shownSpelling(value)}"` : `${by.toUpperCase()} ${value}`;
	const [entry] = found;
	if (entry && found.length === 1) {
		const isPart = named.at !== undefined;
		const read: unknown = schemaOf(field).safeParse(isPart ? [entry.id] : entry.id).data;
		const id = isPart ? (read as unknown[] | undefined)?.[0] : read;
		// A text that is no id would be read as another name.
		if (id !== undefined && !isReference(id)) return id;
		throw new UnusableIdError(called, entry.id);
	}
	const reason = entry
		? [`${found.length} have ${called}: ${describeSome(lookup, found)}`]
		: [`none has ${called}`, await near(named)];
	const rule = `must match exactly one ${PICKER_LISTS[lookup].thing}; ${reason.filter(Boolean).join('; ')}`;
	throw new InputError(name, rule, field.label);
}

/**
 * Replaces the references of inputs with ids, those of many in few requests; what the run has found
 * before is not asked for again. Gives an input or an error for each; unless `continueOnFail` is set,
 * it ends with the first error.
 */
export async function resolve(
	{ fields }: Pick<Operation, 'fields'>,
	inputs: Input[],
	call: Call,
	findings: RunFindings,
	continueOnFail = true,
): Promise<Array<Input | Error>> {
	const references = inputs.map((input) => referencesIn(fields, input));
	const finders = await findersFor(references.flat(), call, findings);
	const resolved: Array<Input | Error> = [];
	const makes = fields.createMissing?.label;
	const suggested = async (lookup: LookupName, value: string) => {
		const key = `${lookup} ${value}`;
		const known = findings.suggested.get(key);
		if (known) return await known;
		if (findings.suggested.size >= MOST_NEAREST) return undefined;
		const asked = nearest(call, lookup, value);
		findings.suggested.set(key, asked);
		return await asked;
	};
	const near: Near = async ({ lookup, reference: { by, value } }) => {
		if (by !== 'name') return undefined;
		const like = await suggested(lookup, value);
		if (lookup !== 'tag' || makes === undefined) return like;
		return [like, `"${makes}" in Options creates it`].filter(Boolean).join('; ');
	};
	for (const [i, input] of inputs.entries()) {
		try {
			const ready = { ...input };
			for (const named of references[i]!) {
				const found = await finders.get(kindOf(named))!(named.reference.value);
				const id = await resolvedId(found, named, near);
				const { by, value } = named.reference;
				findings.called.set(
					`${named.lookup} ${String(id)}`,
					`${by === 'name' ? by : by.toUpperCase()} ${value}`,
				);
				const whole = ready[named.name] as unknown[];
				ready[named.name] = named.at === undefined ? id : whole.with(named.at, id);
			}
			resolved.push(ready);
		} catch (error) {
			resolved.push(error as Error);
			if (!continueOnFail) break;
		}
	}
	return resolved;
}
