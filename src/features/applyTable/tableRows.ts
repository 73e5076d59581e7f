import { InputError } from '../../errors';
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
	/** The number of its item, as n8n counts them. */
	index: number;
	wants: Wants;
	key: Key;
	error?: unknown;
	/** An earlier row that wants the same of the same endpoint: this one does nothing. */
	repeats?: Row;
}

export const keyIn = ({ endpointId }: Wants): Key =>
	isReference(endpointId) ? endpointId : { by: 'id', value: String(endpointId) };

/** The text by which a row names a SIM: an ICCID, or an ID in digits. */
export const simKey = (sim: IdOrReference): string => (isReference(sim) ? sim.value : String(sim));

/** The fields that change what a row is found by. */
const KEY_FIELDS: Partial<Record<Key['by'], 'name' | 'simId' | 'imei'>> = {
	name: 'name',
	iccid: 'simId',
	imei: 'imei',
};

/** The field by which a row is found, if the row also changes it: a later run would not find the row. */
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
	JSON.stringify(Array.isArray(value) ? value.map((one) => JSON.stringify(one)).sort() : value);

/** The labels of the columns in which two rows differ, other than what they call their endpoint. */
const differences = (one: Wants, other: Wants): string[] =>
	Object.entries(tableFields)
		.filter(([, { group }]) => group === 'updateFields')
		.filter(([name]) => comparable(one[name]) !== comparable(other[name]))
		.map(([, { label }]) => label);

/** The error of rows that want different things of one endpoint. */
function contradiction(endpoint: string, one: Row, other: Row): InputError {
	const columns = differences(one.wants, other.wants).join(', ');
	return tableError(
		'endpointId',
		`must not be in rows that differ: ${endpoint} is in items ${one.index} and ${other.index}, which differ in ${columns}`,
	);
}

/** Combines equal rows about one endpoint; rows that differ all get the error. */
export function uniteRows(rows: Row[], endpoint: string): void {
	const [first, ...others] = rows as [Row, ...Row[]];
	const isEqual = (row: Row) => differences(first.wants, row.wants).length === 0;
	const other = others.find((row) => !isEqual(row));
	if (!other) {
		for (const row of others) row.repeats = first;
		return;
	}
	first.error = contradiction(endpoint, first, other);
	for (const row of others) {
		row.error = isEqual(row)
			? contradiction(endpoint, row, other)
			: contradiction(endpoint, first, row);
	}
}

/** Gives a thing to the first row that claims it; if another row claims it, too, both get the error. */
export function isClaimed<K, R extends Row>(
	taken: Map<K, R>,
	thing: K,
	row: R,
	error: (other: R) => InputError,
): boolean {
	const other = taken.get(thing);
	if (!other) {
		taken.set(thing, row);
		return true;
	}
	row.error = error(other);
	other.error ??= error(row);
	return false;
}

/**
 * Finds rows that contradict themselves or each other, before anything is read: those about one
 * endpoint that differ, or two that want one SIM. Each of them gets the error. Equal rows become one.
 */
export function findContradictions(rows: Row[]): void {
	for (const row of rows) row.error = keyFieldError(row);
	for (const same of groupedBy(rows, ({ key }) => `${key.by} ${key.value}`).values()) {
		uniteRows(same, describeValue(same[0]!.key.value));
	}
	const taken = new Map<string, Row>();
	for (const row of rows) {
		if (row.wants.simId === undefined || row.repeats) continue;
		const sim = simKey(row.wants.simId);
		const error = (other: Row) =>
			tableError(
				'simId',
				`must not be in two rows: ${describeValue(sim)} is in item ${other.index}, too`,
			);
		isClaimed(taken, sim, row, error);
	}
}

/**
 * Options that all rows of a table share, as its first row has them. `fields` are those of the form, for the label.
 * @throws InputError where rows differ in one
 */
export function sharedOptions(inputs: Input[], names: readonly string[], fields: Fields): Input {
	const [first = {}] = inputs;
	for (const name of names) {
		const own = comparable(first[name]);
		const other = inputs.find((input) => comparable(input[name]) !== own);
		if (!other) continue;
		const fault = `must be the same for all rows, got ${describeValue(first[name])} and ${describeValue(other[name])}`;
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
