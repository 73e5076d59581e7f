import type { ResourceMapperValue } from 'n8n-workflow';
import { InputError } from '../../../src/errors';
import { readCell } from '../../../src/readings/cell';
import { isOn } from '../../../src/readings/flag';
import {
	headingKey,
	isNoHeading,
	repeatsHeadings,
	tableFault,
} from '../../../src/readings/headings';
import { unguarded } from '../../../src/readings/guard';
import { partsOf } from '../../../src/readings/name';
import type { Json, Operation } from '../../../src/table/define';
import { narrows, saysNothing } from '../../../src/table/narrowing';
import { isEmpty, toId } from '../../../src/table/values';
import {
	type FormColumn,
	formColumns,
	NAMING_COLUMN,
	namesSubject,
	SUBJECT,
	takesColumns,
} from './columns';
import { emptyPart, hasEmptyPart } from './emptyParts';
import { isExpression } from './expressions';
import { notWritten, passedOver } from './listedRows';
import type { RunFormContext } from './quickForm';

/* The rows of a run as values of fields. */

/** The mapper's value for an item; undefined where the form's fields are used instead. */
const mapperAt = (context: RunFormContext, index: number) =>
	context.getNodeParameter('valuesFrom', index, 'fields') === 'columns'
		? // Read as a whole: n8n checks only parts, and refuses empty cells.
			(context.getNodeParameter('columns', index, {}) as Partial<ResourceMapperValue>)
		: undefined;

/** The same for the first item, where the operation takes columns. */
const mapperOf = (context: RunFormContext, operation: Operation) =>
	takesColumns(operation) ? mapperAt(context, 0) : undefined;

/** The column that identifies the endpoint of a line. */
function matchingOf(
	context: RunFormContext,
	{ itemsAreRows }: Operation,
	{ matchingColumns }: Partial<ResourceMapperValue>,
	index: number,
): string {
	if (itemsAreRows) return context.getNodeParameter(NAMING_COLUMN, index, '') as string;
	return matchingColumns?.[0] ?? 'id';
}

/** A column that names the endpoint's ID beyond doubt. */
const OWN_ID = 'endpoint_id';

/**
 * The ID of the column that a table's column of this name fills; common names are recognised. A column "Tag"
 * identifies endpoints only where it is chosen for that.
 */
function columnOf(name: string, value: unknown, all: FormColumn[], matching: string): string {
	const id = headingKey(name);
	// All items that name a device have it: an `id` that differs is that of another thing, as in rows of Data Tables.
	if (id === OWN_ID && all.some(({ matches }) => matches === 'id')) return 'id';
	if (id === 'tag' && matching !== 'tag') return 'tags';
	if (all.some((column) => column.id === id)) return id;
	// Simplified endpoints have the name of a profile beside its ID.
	const named = all.find((column) => column.orName && column.id === `${id}_id`);
	if (named) return named.id;
	if (id !== 'sim') return id;
	const sims = all.filter(({ field }) => field === 'simId').map((column) => column.id);
	return sims.find((own) => own.includes('iccid') === (toId(value) === undefined)) ?? id;
}
/** Names in a cell. One may have a `;`, which also separates them: what is meant, the tags that there are say. */
const cellParts = (value: unknown): unknown[] =>
	(Array.isArray(value) ? value : partsOf(String(value), /[,\n]/)).filter(
		(part) => String(part).trim() !== '',
	);

/** Whether a cell is compared with names that there are, of which one may be `-`, or `n/a`. */
const isNameThatIs = (id: string, { itemsAreRows }: Operation): boolean =>
	id === 'tags' || (id === 'name' && itemsAreRows === true);

const isWholeNumber = (value: unknown) => /^\s*\d+\s*$/.test(String(value));

/** Whether an item is flat, or a row of a Data Table: the ID of its endpoint is a number, and not also its `id`. */
const isFlatItem = (item: Json): boolean =>
	typeof item[OWN_ID] === 'number' && item.id !== item[OWN_ID];

/**
 * Whether an item may be the row of a file, which has no lists, and no null where there is nothing. What a service
 * answers has them, and its texts are as they are: an apostrophe before a sign belongs to them. So it is with flat items.
 */
const isRowOfFile = (item: Json): boolean =>
	!isFlatItem(item) && Object.values(item).every((value) => typeof value !== 'object');

/** Whether a row is an item of a SIM, which has its ID twice beside its ICCID: the ICCID names it in a table. */
const isItemOfSim = ({ id, sim_id: simId, iccid }: Json): boolean =>
	toId(id) !== undefined && toId(id) === toId(simId) && !isEmpty(iccid);

/** A row without what names its SIM a second time. */
const withoutSecondId = (row: Json): Json =>
	isItemOfSim(row)
		? Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'sim_id'))
		: row;

/** A heading of a row, and how much it says of the column that it fills. */
interface Heading {
	name: string;
	/** The name in the form in which headings are compared. */
	key: string;
	rank: number;
}

/** The rank of a heading: {@link OWN_ID} precedes the column's own name, and that precedes any other. */
const rankOf = (key: string, column: string): number =>
	key === OWN_ID ? 2 : key === column ? 1 : 0;

/** The headings of a row, by the columns that they fill. */
class Layout {
	private readonly byColumn = new Map<string, Heading[]>();

	constructor(readonly names: readonly string[]) {}

	add(column: string, heading: Heading): void {
		const known = this.byColumn.get(column);
		if (known) known.push(heading);
		else this.byColumn.set(column, [heading]);
	}

	has(column: string): boolean {
		return this.byColumn.has(column);
	}

	/** The cell of a column: of what is filled, that of the heading with the highest rank, and the last of those. */
	cellOf(column: string, row: Json): unknown {
		const headings = this.byColumn.get(column);
		if (headings === undefined) return undefined;
		if (headings.length === 1) return row[headings[0]!.name];
		const used = this.usedOf(headings, row) ?? headings.at(-1)!;
		return row[used.name];
	}

	/** Says which headings of a row were passed over for another one that fills the same column. */
	sayPassedOver(row: Json, say: (sentence: string) => void): void {
		for (const headings of this.several) {
			const used = this.usedOf(headings, row);
			if (used === undefined) continue;
			for (const { name, key } of headings) {
				if (key === used.key || isEmpty(row[name])) continue;
				if (String(row[name]) !== String(row[used.name]))
					say(passedOver(key, `${used.key} says which`));
			}
		}
	}

	/** Columns that more than one heading fills. */
	private get several(): Heading[][] {
		return [...this.byColumn.values()].filter((headings) => headings.length > 1);
	}

	private usedOf(headings: readonly Heading[], row: Json): Heading | undefined {
		const filled = headings.filter(({ name }) => !isEmpty(row[name]));
		const highest = Math.max(...filled.map(({ rank }) => rank));
		return filled.findLast(({ rank }) => rank === highest);
	}
}

/** {@link headingKey} and {@link columnOf} of each heading, found once: most rows have the same headings. */
class Headings {
	private readonly keys = new Map<string, string>();
	private readonly ids = new Map<string, string>();
	private last: Layout | undefined;

	constructor(
		private readonly all: FormColumn[],
		readonly matching: string,
	) {}

	keyOf(name: string): string {
		const known = this.keys.get(name) ?? headingKey(name);
		this.keys.set(name, known);
		return known;
	}

	idOf(name: string, value: unknown): string {
		// A column "SIM" holds IDs or ICCIDs.
		if (this.keyOf(name) === 'sim') return columnOf(name, value, this.all, this.matching);
		const known = this.ids.get(name) ?? columnOf(name, value, this.all, this.matching);
		this.ids.set(name, known);
		return known;
	}

	/** The layout of a row: that of the row before, if it has the same headings. */
	layoutOf(row: Json): Layout {
		const names = Object.keys(row);
		const { last } = this;
		const isSame = last?.names.length === names.length;
		if (isSame && names.every((name, i) => name === last.names[i])) return last;
		const layout = new Layout(names);
		for (const name of names) {
			const [id, key] = [this.idOf(name, row[name]), this.keyOf(name)];
			layout.add(id, { name, key, rank: rankOf(key, id) });
		}
		const isFixed = !names.some((name) => this.keyOf(name) === 'sim');
		this.last = isFixed ? layout : undefined;
		return layout;
	}
}

/** Fields of an item that an error names. */
const MOST_NAMED = 10;

function noneFits(all: FormColumn[], item: object | undefined): InputError {
	const names = Object.keys(item ?? {});
	const more = names.length > MOST_NAMED ? ' and others' : '';
	const has = names.length > 0 ? names.slice(0, MOST_NAMED).join(', ') + more : 'no fields';
	const columns = all.map(({ id }) => id).join(', ');
	return new InputError(
		'columns',
		`must fit the input: it has ${has}, and none of the columns ${columns}`,
		'Columns',
	);
}

const unnamed = (matching: string, all: FormColumn[]) => {
	const naming = all.filter(({ matches }) => matches !== undefined).map(({ id }) => id);
	const which = `"${matching}", by which endpoints are found (they can be by ${naming.join(', ')})`;
	return new InputError(
		SUBJECT,
		`must be named: the row has nothing in its column ${which}`,
		'Endpoint',
	);
};

/**
 * Reads the values that columns give to the fields of an operation, for an item; empty cells give
 * none. Undefined unless columns are chosen.
 * @throws InputError for a field that two columns fill, for an item that is mapped automatically and
 * has none of the columns, and for an empty cell where the operation refuses those.
 */
export function columnReader(
	context: RunFormContext,
	operation: Operation,
): (index: number, say: (sentence: string) => void) => Json | undefined {
	if (!takesColumns(operation)) return () => undefined;
	const all = formColumns(operation).map((column) => withField(column, operation));
	const items = context.getInputData();
	let headings: Headings | undefined;
	let mapped: ReadonlySet<string> | undefined;
	let last: { layout: Layout; columns: ReadColumn[] } | undefined;
	/** The columns that are to be read of a row: it has them, or they are mapped. */
	const columnsIn = (layout: Layout, isMapped: (id: string) => boolean): ReadColumn[] => {
		if (last?.layout === layout) return last.columns;
		const columns = all.filter(({ id }) => layout.has(id) || isMapped(id));
		last = { layout, columns };
		return columns;
	};
	return (index, say) => {
		const mapper = mapperAt(context, index);
		if (!mapper) return undefined;
		const matching = matchingOf(context, operation, mapper, index);
		if (headings?.matching !== matching) headings = new Headings(all, matching);
		const item: Json = items[index]?.json ?? {};
		const isAutomatic = mapper.mappingMode === 'autoMapInputData';
		const line = withoutSecondId(isAutomatic ? item : ((mapper.value ?? {}) as Json));
		const layout = headings.layoutOf(line);
		layout.sayPassedOver(line, say);
		const isFlat = isRowOfFile(item);
		if (isAutomatic) {
			if (!all.some(({ id }) => layout.has(id))) throw noneFits(all, items[index]?.json);
			if (repeatsHeadings(item, headings)) throw new InputError('columns', REPEATED, 'Columns');
		}
		const values: Json = {};
		const clears = clearsEmptyCells(context, operation, index);
		const refuses = refusesEmptyCells(context, operation, index);
		mapped ??= isAutomatic ? columnsOfItems(context, headings) : computedColumns(context);
		const written = isAutomatic ? {} : cellsByHand(context);
		const isMapped = (id: string) => mapped?.has(id) === true;
		// The mapper itself gives null for a column that nobody filled in.
		const isGiven = (value: unknown) => isAutomatic || value !== null;
		const cellAt = (id: string) => layout.cellOf(id, line);
		const passed = isAutomatic ? notWritten(cellAt, operation) : undefined;
		// Made for the first of them: most rows have none.
		let emptied: Set<string> | undefined;
		let refused: Map<string, InputError> | undefined;
		for (const column of columnsIn(layout, isMapped)) {
			const { id, label, field, by, several, matches, orName, isDate, isName, doesNarrow } = column;
			const cellGiven = cellAt(id);
			const why = id === matching ? undefined : passed?.get(id);
			if (why !== undefined) {
				if (!isEmpty(cellGiven)) say(passedOver(id, why));
				continue;
			}
			const text = isFlat && typeof cellGiven === 'string' ? unguarded(cellGiven) : cellGiven;
			if (text !== cellGiven) say(`${label}: the apostrophe ' before a sign was removed`);
			const read = readCell(text, isDate);
			if ('refused' in read && !isName) throw new InputError(field ?? SUBJECT, read.refused, label);
			const cell = 'refused' in read ? { value: text, changed: [] } : read;
			const { value } = cell;
			for (const change of cell.changed) say(`${label}: ${change}`);
			if (isEmpty(value)) {
				const isCell = field !== undefined && id !== matching && layout.has(id);
				if (clears && isCell && isGiven(value)) (emptied ??= new Set()).add(field);
				if (!isMapped(id) || field === undefined) continue;
				const error = refuses
					? new InputError(field, EMPTY_CELL, label)
					: doesNarrow && saysNothing(field, label);
				if (error) (refused ??= new Map()).set(field, error);
				continue;
			}
			const isSubject = matches !== undefined && id === matching;
			if (isSubject || doesNarrow) {
				const part = emptyPart(context, written[id], index);
				if (part !== undefined) throw hasEmptyPart(isSubject ? SUBJECT : field!, part, label);
			}
			if (isSubject) {
				values[SUBJECT] = matches === 'id' ? value : { by: matches, value };
			} else if (field !== undefined) {
				const own = operation.fields[field]?.label;
				if (field in values) throw new InputError(field, 'must be given by one column', own);
				const called = by ?? (orName && !isWholeNumber(value) ? 'name' : undefined);
				const named = (given: unknown) =>
					called === undefined ? given : { by: called, value: given };
				values[field] = several ? cellParts(value).map(named) : named(value);
			}
		}
		for (const [field, error] of refused ?? []) {
			if (!(field in values)) throw error;
		}
		if (namesSubject(operation) && !(SUBJECT in values)) throw unnamed(matching, all);
		const clear = emptied && [...emptied].filter((field) => !(field in values));
		return clear?.length ? { ...values, ...clearing(operation, clear) } : values;
	};
}

/** A column with what its field says of it. */
interface ReadColumn extends FormColumn {
	isDate: boolean;
	/** Its cells are compared with names that there are. */
	isName: boolean;
	doesNarrow: boolean;
}

function withField(column: FormColumn, operation: Operation): ReadColumn {
	const field = column.field === undefined ? undefined : operation.fields[column.field];
	return {
		...column,
		isDate: field?.control.kind === 'dateTime',
		isName: isNameThatIs(column.id, operation),
		doesNarrow: field !== undefined && narrows(field),
	};
}

const REPEATED = 'must hold values: the row repeats the headings. Remove it from the file';

const EMPTY_CELL =
	'must not be empty: the column is mapped, and this row has nothing in it. Fill it in, or set "Allow Empty Cells" in Options, which takes an empty cell as not given';

/** Whether an empty cell is an error. */
function refusesEmptyCells(context: RunFormContext, { fields }: Operation, index: number): boolean {
	if (!('allowEmptyCells' in fields)) return false;
	const options = context.getNodeParameter('options', index, {}) as Json | null;
	return !isOn(options?.allowEmptyCells);
}

/** The columns that items of the input have: one that a row lacks is an empty cell there. */
function columnsOfItems(context: RunFormContext, headings: Headings): Set<string> {
	const names = new Set<string>();
	for (const { json } of context.getInputData())
		for (const name of Object.keys(json)) names.add(name);
	return new Set([...names].map((name) => headings.idOf(name, undefined)));
}

/** The columns that are mapped manually, as they are stored, before n8n resolves expressions. */
function cellsByHand(context: RunFormContext): Json {
	const { columns } = context.getNode().parameters;
	return (columns as { value?: Json | null } | undefined)?.value ?? {};
}

/** Those of them that an expression fills: an empty one was not just left out. */
function computedColumns(context: RunFormContext): Set<string> {
	const given = cellsByHand(context);
	return new Set(Object.keys(given).filter((id) => isExpression(given[id])));
}

/** Whether an empty cell clears its field. */
function clearsEmptyCells(context: RunFormContext, { fields }: Operation, index: number): boolean {
	if (!('emptyCells' in fields)) return false;
	const options = context.getNodeParameter('options', index, {}) as Json | null;
	return options?.emptyCells === 'clear';
}

/** The value that clears some fields. @throws InputError for a field that cannot be cleared */
function clearing({ fields }: Operation, clear: string[]): Json {
	const { control } = fields.clear ?? {};
	const choices = control?.kind === 'choice' ? control.choices : [];
	const fixed = clear.find((field) => !choices.some(({ value }) => value === field));
	if (fixed === undefined) return clear.length > 0 ? { clear } : {};
	throw new InputError(fixed, 'must not be empty: it cannot be cleared', fields[fixed]?.label);
}

/** Whether the items of a run are the rows of a table. */
export const usesColumns = (context: RunFormContext, operation: Operation): boolean =>
	mapperOf(context, operation) !== undefined;

/** How automatic mapping assigns the columns of a table; undefined where columns are mapped by hand. */
function automaticMapping(context: RunFormContext, operation: Operation) {
	const mapper = mapperOf(context, operation);
	if (mapper?.mappingMode !== 'autoMapInputData') return undefined;
	const matching = matchingOf(context, operation, mapper, 0);
	const all = formColumns(operation);
	const idOf = (name: string, value: unknown) => columnOf(name, value, all, matching);
	return { all, matching, idOf };
}

/** Columns of the first item that automatic mapping assigns to no field. */
export function unusedColumns(context: RunFormContext, operation: Operation): string[] {
	const mapping = automaticMapping(context, operation);
	if (!mapping) return [];
	const used = mapping.all.filter((c) => c.field !== undefined || c.id === mapping.matching);
	const cells = Object.entries(context.getInputData()[0]?.json ?? {});
	return cells.flatMap(([name, value]) =>
		used.some(({ id }) => id === mapping.idOf(name, value)) ? [] : [name],
	);
}

/** The columns of all items, each with whether a cell of it holds something. */
function cellsOfColumns(
	context: RunFormContext,
): Map<string, { value: unknown; isFilled: boolean }> {
	const columns = new Map<string, { value: unknown; isFilled: boolean }>();
	for (const { json } of context.getInputData()) {
		for (const name of Object.keys(json)) {
			const known = columns.get(name);
			if (known?.isFilled === true) continue;
			const value = json[name];
			const isFilled = !isBlankCell(value);
			if (known) Object.assign(known, { value, isFilled });
			else columns.set(name, { value, isFilled });
		}
	}
	return columns;
}

/** Whether nobody sees anything in a cell. */
function isBlankCell(given: unknown): boolean {
	if (isEmpty(given)) return true;
	// Letters and digits are seen, whatever stands around them.
	if (typeof given !== 'string' || /\w/.test(given)) return false;
	const cell = readCell(given, false);
	return !('refused' in cell) && isEmpty(cell.value);
}

/**
 * Columns of all items that are none of an operation's, where columns are mapped automatically. One without a heading
 * and without cells, as rows that end in a separator have it, is none.
 */
export function unknownColumns(context: RunFormContext, operation: Operation): string[] {
	const mapping = automaticMapping(context, operation);
	if (!mapping) return [];
	return [...cellsOfColumns(context)]
		.filter(([name, { value, isFilled }]) => {
			if (isNoHeading(name) && !isFilled) return false;
			return !mapping.all.some(({ id }) => id === mapping.idOf(name, value));
		})
		.map(([name]) => name);
}

/**
 * Refuses a table whose file was read otherwise than it was meant, once and as a whole.
 * @throws InputError with what to change
 */
export function refuseMisreadFile(context: RunFormContext, operation: Operation): void {
	const mapping = automaticMapping(context, operation);
	if (!mapping) return;
	const rows = context.getInputData().map(({ json }) => json);
	const isKnown = (heading: string) =>
		mapping.all.some(({ id }) => id === mapping.idOf(heading, undefined));
	const fault = tableFault(Object.keys(rows[0] ?? {}), rows, isKnown);
	if (fault !== undefined) {
		throw new InputError('columns', `must be those of the file's table: ${fault}`, 'Columns');
	}
}

/** The items, by their numbers, that are empty rows of a table; none where all of them are empty. */
export function emptyRows(context: RunFormContext, operation: Operation): number[] {
	if (!automaticMapping(context, operation)) return [];
	const items = context.getInputData();
	const empty: number[] = [];
	for (const [index, { json }] of items.entries()) {
		if (Object.values(json).every(isBlankCell)) empty.push(index);
	}
	return empty.length < items.length ? empty : [];
}
