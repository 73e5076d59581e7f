import type { ResourceMapperField } from 'n8n-workflow';
import type { By, Field, Operation } from '../../../src/table/define';

/*
 * A table's columns in place of the fields of a bulk call, in n8n's own resource mapper. The
 * columns come from the operation table; their values pass the same checks as the form.
 */

/** One column: the field it fills, and the name by which it gives a picker's entry. */
export interface FormColumn {
	id: string;
	label: string;
	/** Name of the field; none for a column that only identifies the endpoint of a line. */
	field?: string;
	by?: string;
	/** Whether it has several values, separated by commas or lines. */
	several?: boolean;
	/** Whether it takes a name in place of the ID, as in a table that was read from the service. */
	orName?: boolean;
	/** Picker mode by which the column identifies a line's endpoint, when chosen for matching. */
	matches?: string;
	type: ResourceMapperField['type'];
	choices?: ResourceMapperField['options'];
}

/** The picker that identifies the subject of a line. */
export const SUBJECT = 'endpointId';
/** The parameter that names the column by which endpoints are found. */
export const NAMING_COLUMN = 'namingColumn';
/** Columns a new mapper shows; the others are one click away. */
export const COMMON = ['id', 'name', 'iccid', 'tags'];
export const FLAGS = [
	{ name: 'No', value: 'false' },
	{ name: 'Yes', value: 'true' },
];
export const BY: Record<By, string> = {
	iccid: 'ICCID',
	imei: 'IMEI',
	eid: 'EID',
	name: 'Name',
	tag: 'Tag',
};

/** Whether a field of a collection is a value of the thing, rather than a way to work. */
const isCollected = ({ group, in: where }: Field) =>
	group === 'identity' || group === 'updateFields' || (group === 'options' && where === 'body');

/** Bulk calls in which each item has its own values. */
export const takesColumns = ({ bulk, itemsAreRows, fields }: Operation): boolean =>
	(bulk !== undefined || itemsAreRows === true) && Object.values(fields).some(isCollected);

/** Whether the columns also identify the endpoint of a line. */
export const namesSubject = ({ fields }: Operation): boolean => SUBJECT in fields;

/** Whether a field is filled by columns, where they are chosen. */
export const isColumn = (name: string, field: Field): boolean =>
	isCollected(field) || name === SUBJECT;

const snake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

function ownColumns(name: string, field: Field, isFree: (id: string) => boolean): FormColumn[] {
	const { control, label } = field;
	// A multiple choice from a fixed set does not fit in a table cell.
	if (control.kind === 'choice' && control.several) return [];
	const ids = snake(name);
	if (control.kind === 'picks' && control.lookup === 'tag') {
		return [
			{ id: 'tags', label, field: name, by: 'name', several: true, type: 'string' },
			{ id: ids, label: 'Tag IDs', field: name, type: 'string' },
		];
	}
	const { columnBy } = field;
	if (columnBy)
		return [
			{
				id: columnBy,
				label: `${label} (${BY[columnBy]})`,
				field: name,
				by: columnBy,
				type: 'string',
			},
		];
	const own: FormColumn = {
		id: ids,
		label,
		field: name,
		type: control.kind === 'number' ? 'number' : 'string',
		...(control.kind === 'locator' && control.alsoBy?.includes('name') && { orName: true }),
		// The mapper would fill missing booleans with false.
		...(control.kind === 'flag' && { type: 'options' as const, choices: FLAGS }),
		...(control.kind === 'choice' && { type: 'options' as const, choices: control.choices }),
	};
	const others = control.kind === 'locator' ? (control.alsoBy ?? []) : [];
	return [
		own,
		...others.map((by): FormColumn => {
			const id = isFree(by) ? by : `${snake(name).replace(/_id$/, '')}_${by}`;
			return { id, label: `${label} (${BY[by]})`, field: name, by, type: 'string' };
		}),
	];
}

/** Common columns come first. */
const columnOrder = ({ id }: FormColumn) =>
	COMMON.includes(id) ? COMMON.indexOf(id) : COMMON.length;

/** The columns of an operation; one that identifies the subject of a line can also be a change. */
export function formColumns({ fields }: Operation): FormColumn[] {
	const subject = fields[SUBJECT]?.control;
	const modes = subject?.kind === 'locator' ? (subject.alsoBy ?? []) : [];
	const changes = Object.entries(fields)
		.filter(([name, field]) => name !== SUBJECT && isColumn(name, field))
		.flatMap(([name, field]) =>
			ownColumns(name, field, (id) => !modes.some((mode) => mode === id) && !(id in fields)),
		);
	if (!subject) return [...changes].sort((a, b) => columnOrder(a) - columnOrder(b));
	const id: FormColumn = { id: 'id', label: 'Endpoint ID', matches: 'id', type: 'string' };
	const naming = modes.map((mode): FormColumn => {
		const change = changes.find((column) => column.id === mode);
		const plain: FormColumn = { id: mode, label: `Endpoint (${BY[mode]})`, type: 'string' };
		return { ...(change ?? plain), matches: mode };
	});
	return [id, ...naming, ...changes.filter((column) => !naming.some((n) => n.id === column.id))];
}

/** The names of the columns that an operation knows. */
export const columnNames = (operation: Operation): string[] =>
	formColumns(operation).map(({ id }) => id);
