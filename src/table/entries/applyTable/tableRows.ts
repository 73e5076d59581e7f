import type { InputError } from '../../../errors';
import type { Input } from '../../define';
import { isReference, describeValue } from '../../values';
import { SHARED_OPTIONS, tableError, type TableOptions } from './tableFields';
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

/** The field by which a row is found, where it is to change as well: no later run would find it. */
function keyFieldError({ key, wants }: Row): InputError | undefined {
	const field = KEY_FIELDS[key.by];
	if (!field || (wants[field] === undefined && !wants.clear?.includes(field as Clearable))) {
		return undefined;
	}
	const rule = 'must not be changed by rows that are found by it: find them by another column';
	return tableError(field, rule);
}

/** The error of a row whose endpoint or SIM is in another row. */
export const twice = (field: 'endpointId' | 'simId', what: string, other: Row) =>
	tableError(field, `must not be in two rows: ${what} is in item ${other.index}, too`);

/** Gives a thing to the first row that claims it; where another row has it, both get the error. */
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
 * Finds rows that contradict themselves or each other, before anything is read: two about one
 * endpoint, or two that want one SIM. Each of them gets the error.
 */
export function findContradictions(rows: Row[]): void {
	const first = new Map<string, Row>();
	const claim = (field: 'endpointId' | 'simId', value: string, row: Row) => {
		const error = (other: Row) => twice(field, describeValue(value), other);
		isClaimed(first, `${field} ${value}`, row, error);
	};
	for (const row of rows) {
		row.error = keyFieldError(row);
		claim('endpointId', `${row.key.by} ${row.key.value}`, row);
		if (row.wants.simId !== undefined) claim('simId', simKey(row.wants.simId), row);
	}
}

/** The options of a table. @throws InputError where rows differ in one */
export function optionsOf(inputs: Input[]): TableOptions {
	const [first = {}] = inputs;
	for (const name of SHARED_OPTIONS) {
		const other = inputs.findIndex((input) => input[name] !== first[name]);
		if (other < 0) continue;
		const rule = `must be the same for all rows, got ${describeValue(first[name])} and ${describeValue(inputs[other]![name])}`;
		throw tableError(name, rule);
	}
	return first as unknown as TableOptions;
}

/** Most rows that may change; undefined without a limit. */
export function mostChangesIn(text: string | undefined, rows: number): number | undefined {
	if (text === undefined) return undefined;
	const number = Number.parseFloat(text);
	return text.includes('%') ? Math.floor((rows * number) / 100) : number;
}
