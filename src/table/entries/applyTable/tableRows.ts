import { InputError } from '../../../errors';
import type { Input } from '../../define';
import { isReference, describeValue } from '../../values';
import type { IdOrReference } from './tableNames';
import type { Key } from './tableState';

/* The rows of a table as they were checked, and the options that all of them share. */

/** How the whole table is applied. */
export interface TableOptions {
	dryRun: boolean;
	createMissing?: boolean | undefined;
	tagChange?: 'exact' | 'add' | undefined;
	notInTable?: 'leave' | 'disable' | 'suspend' | undefined;
	/** A number of rows, or a share such as `5%`. */
	mostChanges?: string | undefined;
	simActivate?: boolean | undefined;
}
const OPTIONS: Record<keyof TableOptions, string> = {
	dryRun: 'Dry Run',
	createMissing: 'Create What Is Missing',
	tagChange: 'Tag Change',
	notInTable: 'Endpoints Not in the Table',
	mostChanges: 'Maximum Changes',
	simActivate: 'Activate SIM',
};

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
}

export const keyIn = ({ endpointId }: Wants): Key =>
	isReference(endpointId) ? endpointId : { by: 'id', value: String(endpointId) };

/** The text by which a row names a SIM: an ICCID, or an ID in digits. */
export const simKey = (sim: IdOrReference): string => (isReference(sim) ? sim.value : String(sim));

/** The SIM that a new endpoint of a row gets: its own column, or the ICCID that the row is about. */
export function simForNew({ key, wants }: Row): string | undefined {
	if (wants.simId !== undefined) return simKey(wants.simId);
	return key.by === 'iccid' ? key.value : undefined;
}

const twice = (label: string, field: string, what: string, other: Row) =>
	new InputError(
		field,
		`must not be in two rows: ${describeValue(what)} is in item ${other.index}, too`,
		label,
	);

/** The field by which a row is found, where it is to change as well: no later run would find it. */
function keyFieldError({ key, wants }: Row): InputError | undefined {
	const field = ({ name: 'name', iccid: 'simId', imei: 'imei' } as Record<string, string>)[key.by];
	const isChanged =
		field !== undefined &&
		(wants[field] !== undefined || wants.clear?.includes(field as Clearable) === true);
	if (!isChanged) return undefined;
	const label = { name: 'Name', simId: 'SIM', imei: 'IMEI' }[field];
	const rule = 'must not be changed by rows that are found by it: find them by another column';
	return new InputError(field, rule, label);
}

/**
 * Finds rows that contradict themselves or each other, before anything is read: two about one
 * endpoint, or two that want one SIM. Each of them gets the error.
 */
export function contradictions(rows: Row[]): Map<Row, InputError> {
	const errors = new Map<Row, InputError>();
	const first = new Map<string, Row>();
	const claim = (kind: 'endpoint' | 'sim', value: string, row: Row) => {
		const other = first.get(`${kind} ${value}`);
		if (!other) return void first.set(`${kind} ${value}`, row);
		const [label, field] = kind === 'sim' ? ['SIM', 'simId'] : ['Endpoint', 'endpointId'];
		errors.set(row, twice(label!, field!, value, other));
		if (!errors.has(other)) errors.set(other, twice(label!, field!, value, row));
	};
	for (const row of rows) {
		const own = keyFieldError(row);
		if (own) errors.set(row, own);
		claim('endpoint', `${row.key.by} ${row.key.value}`, row);
		if (row.wants.simId !== undefined) claim('sim', simKey(row.wants.simId), row);
	}
	return errors;
}

/** The options of a table. @throws InputError where rows differ in one */
export function optionsOf(inputs: Input[]): TableOptions {
	const [first = {}] = inputs;
	for (const [name, label] of Object.entries(OPTIONS)) {
		const other = inputs.findIndex((input) => input[name] !== first[name]);
		if (other < 0) continue;
		const rule = `must be the same for all rows, got ${describeValue(first[name])} and ${describeValue(inputs[other]![name])}`;
		throw new InputError(name, rule, label);
	}
	return first as unknown as TableOptions;
}

/** Most rows that may change; undefined without a limit. */
export function mostChangesIn(text: string | undefined, rows: number): number | undefined {
	if (text === undefined) return undefined;
	const number = Number.parseFloat(text);
	return text.includes('%') ? Math.floor((rows * number) / 100) : number;
}
