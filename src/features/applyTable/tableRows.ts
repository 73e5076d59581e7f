import { InputError } from '../../errors';
import { rowNumber } from '../../run/refusedRows';
import type { Fields, Input } from '../../table/define';
import { describeValue, groupedBy, isReference } from '../../table/values';
import { SHARED_OPTIONS, tableError, tableFields, type TableOptions } from './tableFields';
import type { IdOrReference, Key } from './tableState';

/* The rows of a table as they were checked, and the options that all of them share. */

/** Columns that can be emptied, by the names of their fields. */
export type Clearable = 'name' | 'tagAssignments' | 'simId' | 'dataQuota' | 'smsQuota';

/** The wanted state of an endpoint; a part that is not given stays as it is. */
export interface Wants extends Input {
	endpointId: IdOrReference;
	name?: string;
	status?: number;
	tagAssignments?: IdOrReference[];
	simId?: IdOrReference;
	serviceProfileId?: IdOrReference;
	tariffProfileId?: IdOrReference;
	imei?: string;
	imeiLock?: boolean;
	dataQuota?: number;
	smsQuota?: number;
	quotaExpiryDate?: string;
	clear?: Clearable[];
}

export interface Row {
	/** Its number among the rows of a run. */
	readonly index: number;
	/** The number of its item, as n8n counts them: several rows may stand for one. */
	readonly item: number;
	readonly wants: Wants;
	readonly key: Key;
}

/** Places for what is found of rows, by their numbers. */
export function placesFor<T>(rows: ReadonlyArray<Pick<Row, 'index'>>): Array<T | undefined> {
	const end = rows.reduce((most, { index }) => Math.max(most, index + 1), 0);
	return Array.from<undefined>({ length: end });
}

/** Findings about rows: why some cannot be applied, and which repeat others. */
export interface RowFindings {
	readonly errors: ReadonlyMap<Row, unknown>;
	/** Rows that ask for the same as an earlier row about the same endpoint, each with that row. */
	readonly repeats: ReadonlyMap<Row, Row>;
}

/** Whether a row is applied, by the findings so far. */
export const isAtWork = (row: Row, { errors, repeats }: RowFindings): boolean =>
	!errors.has(row) && !repeats.has(row);

export const keyIn = ({ endpointId }: Wants): Key =>
	isReference(endpointId) ? endpointId : { by: 'id', value: String(endpointId) };

/** The text by which a row names a SIM: an ICCID, or an ID in digits. */
export const simKey = (sim: IdOrReference): string => (isReference(sim) ? sim.value : String(sim));

/** The fields that change the value by which a row finds its endpoint. */
const KEY_FIELDS: Partial<Record<Key['by'], 'name' | 'simId' | 'imei'>> = {
	name: 'name',
	iccid: 'simId',
	imei: 'imei',
};

/** The error of a row that changes the value by which it finds its endpoint: a later run would not find it. */
function keyFieldError({ key, wants }: Row): InputError | undefined {
	const field = KEY_FIELDS[key.by];
	if (!field || (wants[field] === undefined && !wants.clear?.includes(field as Clearable))) {
		return undefined;
	}
	const rule = 'must not be changed by rows that are found by it: find them by another column';
	return tableError(field, rule);
}

/** A value for comparison: a list in sorted order. */
const comparable = (value: unknown): string | undefined =>
	JSON.stringify(Array.isArray(value) ? value.map((part) => JSON.stringify(part)).sort() : value);

/** The labels of the columns in which two rows differ, apart from the one that names their endpoint. */
const differences = (wants: Wants, otherWants: Wants): string[] =>
	Object.entries(tableFields)
		.filter(([, { group }]) => group === 'updateFields')
		.filter(([name]) => comparable(wants[name]) !== comparable(otherWants[name]))
		.map(([, { label }]) => label);

/** The error of rows that want different things of one endpoint. */
function contradiction(endpoint: string, row: Row, otherRow: Row): InputError {
	const columns = differences(row.wants, otherRow.wants).join(', ');
	return tableError(
		'endpointId',
		`must not be in rows that differ: ${endpoint} is in rows ${rowNumber(row.item)} and ${rowNumber(otherRow.item)}, which differ in ${columns}`,
	);
}

/** Rows by a thing that each of them has; most rows of a table have it for themselves. */
export class RowsBy<K> {
	/** The first row that has a thing. */
	readonly firsts = new Map<K, Row>();
	/** All rows that have a thing, where there are several. */
	private readonly groups = new Map<K, Row[]>();

	constructor(rows: readonly Row[], thingOf: (row: Row) => K) {
		for (const row of rows) this.add(thingOf(row), row);
	}

	/** Rows that have a thing in common, two or more in each group. */
	get inCommon(): Row[][] {
		return [...this.groups.values()];
	}

	private add(thing: K, row: Row): void {
		const first = this.firsts.get(thing);
		if (first === undefined) {
			this.firsts.set(thing, row);
			return;
		}
		const group = this.groups.get(thing);
		if (group) group.push(row);
		else this.groups.set(thing, [first, row]);
	}
}

/** Rows by what they call their endpoints, for each way to call one. */
export type RowsByKey = ReadonlyMap<Key['by'], RowsBy<string>>;

export const rowsByKey = (rows: Row[]): RowsByKey =>
	new Map(
		[...groupedBy(rows, ({ key }) => key.by)].map(([by, alike]) => [
			by,
			new RowsBy(alike, ({ key }) => key.value),
		]),
	);

/** Combines equal rows about one endpoint; rows that differ all get the error. */
export function unitedRows(rows: Row[], endpoint: string): RowFindings {
	const [first, ...others] = rows as [Row, ...Row[]];
	const isEqual = (row: Row) => differences(first.wants, row.wants).length === 0;
	const other = others.find((row) => !isEqual(row));
	if (!other) return { errors: new Map(), repeats: new Map(others.map((row) => [row, first])) };
	const errors = new Map<Row, unknown>([[first, contradiction(endpoint, first, other)]]);
	for (const row of others) {
		const error = isEqual(row)
			? contradiction(endpoint, row, other)
			: contradiction(endpoint, first, row);
		errors.set(row, error);
	}
	return { errors, repeats: new Map() };
}

/** Assigns things that only one row can have, and collects the errors of rows. */
export class Assignments<K> {
	private readonly owners = new Map<K, Row>();
	private readonly faults: Map<Row, unknown>;

	/** @param errors the errors that rows have already */
	constructor(errors: ReadonlyMap<Row, unknown>) {
		this.faults = new Map(errors);
	}

	/** The errors of all rows so far. */
	get errors(): ReadonlyMap<Row, unknown> {
		return this.faults;
	}

	refuse(row: Row, error: InputError): void {
		this.faults.set(row, error);
	}

	/** Gives a thing to the first row that wants it; if another row wants it, too, both get the error. */
	assign(thing: K, row: Row, error: (other: Row) => InputError): boolean {
		const other = this.owners.get(thing);
		if (!other) {
			this.owners.set(thing, row);
			return true;
		}
		this.refuse(row, error(other));
		if (!this.faults.has(other)) this.refuse(other, error(row));
		return false;
	}
}

/**
 * Finds rows that contradict themselves or each other, before anything is read: rows about one endpoint
 * that differ, and rows that name the same SIM. Each of them gets the error. Equal rows become one.
 */
export function contradictionsIn(rows: Row[], byKey: RowsByKey): RowFindings {
	const errors = new Map<Row, unknown>();
	const repeats = new Map<Row, Row>();
	for (const row of rows) {
		const error = keyFieldError(row);
		if (error) errors.set(row, error);
	}
	for (const { inCommon } of byKey.values()) {
		for (const same of inCommon) {
			const united = unitedRows(same, describeValue(same[0]!.key.value));
			for (const [row, error] of united.errors) errors.set(row, error);
			for (const [row, first] of united.repeats) repeats.set(row, first);
		}
	}
	const assignments = new Assignments<string>(errors);
	for (const row of rows) {
		if (row.wants.simId === undefined || repeats.has(row)) continue;
		const sim = simKey(row.wants.simId);
		assignments.assign(sim, row, (other) =>
			tableError(
				'simId',
				`must not be in two rows: ${describeValue(sim)} is in row ${rowNumber(other.item)}, too`,
			),
		);
	}
	return { errors: assignments.errors, repeats };
}

/**
 * Options that all rows of a table share, as its first row has them. `fields` are those of the form, for the label.
 * @throws InputError where rows differ in one
 */
export function sharedOptions(inputs: Input[], names: readonly string[], fields: Fields): Input {
	const [first = {}] = inputs;
	for (const name of names) {
		const value = first[name];
		const own = comparable(value);
		const other = inputs.find((input) => input[name] !== value && comparable(input[name]) !== own);
		if (!other) continue;
		const fault = `must be the same for all rows, got ${describeValue(value)} and ${describeValue(other[name])}`;
		throw new InputError(name, fault, fields[name]?.label);
	}
	return first;
}

/** The options of Apply a Table. @throws InputError where rows differ in one */
export const optionsOf = (inputs: Input[]): TableOptions =>
	sharedOptions(inputs, SHARED_OPTIONS, tableFields) as TableOptions;

/** Most rows that may change; undefined without a limit. */
export function mostChangesIn(text: string | undefined, rows: number): number | undefined {
	if (text === undefined) return undefined;
	const number = Number.parseFloat(text);
	return text.includes('%') ? Math.floor((rows * number) / 100) : number;
}
