import type {
	ILoadOptionsFunctions,
	INodeProperties,
	ResourceMapperField,
	ResourceMapperFields,
	ResourceMapperValue,
} from 'n8n-workflow';
import { InputError } from '../../../src/errors';
import type { By, Field, Json, Operation } from '../../../src/table/define';
import { findOperation } from '../../../src/operations';
import { narrows, saysNothing } from '../../../src/table/narrowing';
import { isEmpty } from '../../../src/table/values';
import { emptyPart, hasEmptyPart } from './emptyParts';
import { isExpression } from './expressions';
import type { RunFormContext } from './quickForm';

/*
 * A table's columns in place of the fields of a bulk call, in n8n's own resource mapper. The
 * columns come from the operation table; their values pass the same checks as the form.
 */

/** One column: the field it fills, and the name by which it gives a picker's entry. */
interface FormColumn {
	id: string;
	label: string;
	/** Name of the field; none for a column that only identifies the endpoint of a line. */
	field?: string;
	by?: string;
	/** Whether it holds several values, separated by commas or lines. */
	several?: boolean;
	/** Whether it takes a name in place of the ID, as in a table that was read from the service. */
	orName?: boolean;
	/** Picker mode by which the column identifies a line's endpoint, when chosen for matching. */
	matches?: string;
	type: ResourceMapperField['type'];
	choices?: ResourceMapperField['options'];
}

/** The picker that identifies the subject of a line. */
const SUBJECT = 'endpointId';
/** The parameter that names the column by which endpoints are found. */
const NAMING_COLUMN = 'namingColumn';
/** Columns a new mapper shows; the others are one click away. */
const COMMON = ['id', 'name', 'iccid', 'tags'];
export const FLAGS = [
	{ name: 'No', value: 'false' },
	{ name: 'Yes', value: 'true' },
];
const BY: Record<By, string> = {
	iccid: 'ICCID',
	imei: 'IMEI',
	eid: 'EID',
	name: 'Name',
	tag: 'Tag',
};

/** Whether a field of a collection is a value of the thing, rather than a way to work. */
const isCollected = ({ group, in: where }: Field) =>
	group === 'updateFields' || (group === 'options' && where === 'body');

/** Bulk calls in which each item has its own values. */
export const takesColumns = ({ bulk, isTable, fields }: Operation): boolean =>
	(bulk !== undefined || isTable === true) && Object.values(fields).some(isCollected);

/** Whether the columns also identify the endpoint of a line. */
export const namesSubject = ({ fields }: Operation): boolean => SUBJECT in fields;

/** Whether a field is filled by columns, where they are chosen. */
export const isColumn = (name: string, field: Field): boolean =>
	isCollected(field) || name === SUBJECT;

/** Whether a field is deprecated: the service keeps it for old clients only. */
const isOld = ({ label }: Field) => label.includes('Deprecated');

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
		// The field that replaced it has taken over its name.
		id: isOld(field) ? `${ids}_deprecated` : ids,
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
function formColumns({ fields }: Operation): FormColumn[] {
	const subject = fields[SUBJECT]?.control;
	const modes = subject?.kind === 'locator' ? (subject.alsoBy ?? []) : [];
	const changes = Object.entries(fields)
		.filter(([name, field]) => name !== SUBJECT && isColumn(name, field))
		.sort(([, a], [, b]) => Number(isOld(a)) - Number(isOld(b)))
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

/** The two properties that let columns take the place of the fields. */
export function columnProperties(operation: Operation, show: Json): INodeProperties[] {
	const isTable = operation.isTable === true;
	// A table asks by a field of its own which column names the endpoint.
	const mode = namesSubject(operation) && !isTable ? 'update' : 'add';
	const valuesFrom: INodeProperties = {
		displayName: 'Values From',
		name: 'valuesFrom',
		type: 'options',
		noDataExpression: true,
		required: true,
		options: [
			{
				name: 'Columns',
				value: 'columns',
				description: 'Map the columns of a table to what the items shall hold',
			},
			{ name: 'Fields Below', value: 'fields', description: 'Fill in a form for all items' },
		],
		default: 'fields',
		displayOptions: { show: show as Record<string, string[]> },
	};
	const columns: INodeProperties = {
		displayName: 'Columns',
		name: 'columns',
		type: 'resourceMapper',
		noDataExpression: true,
		required: true,
		// A create takes everything in a line; an update may be about few of its columns.
		default: {
			mappingMode: mode === 'add' ? 'autoMapInputData' : 'defineBelow',
			value: null,
		},
		typeOptions: {
			loadOptionsDependsOn: ['resource', 'operation'],
			resourceMapper: {
				resourceMapperMethod: 'columns',
				mode,
				fieldWords: { singular: 'column', plural: 'columns' },
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: true,
				matchingFieldsLabels: {
					title: 'Endpoint to Update',
					description: 'The column that identifies the endpoint of a row',
					hint: 'It must match exactly one endpoint',
				},
			},
		},
		displayOptions: { show: { ...show, valuesFrom: ['columns'] } },
	};
	if (!isTable) return [valuesFrom, columns];
	// n8n's lint wants a plain default in a property.
	return [{ ...valuesFrom, default: 'columns' }, namingColumn(operation, columns), columns];
}

/** The column names of a table, as a form lists them. */
const listedColumns = (operation: Operation): string =>
	formColumns(operation)
		.filter(({ id }) => !id.endsWith('_deprecated'))
		.map(({ id }) => id)
		.join(', ');

/** The column of a table that names the endpoint, which the form asks for before the others. */
function namingColumn(operation: Operation, { displayOptions }: INodeProperties): INodeProperties {
	const naming = formColumns(operation).filter(({ matches }) => matches !== undefined);
	const ofTag = naming.some(({ id }) => id === 'tag') ? '; a tag stands for all that have it' : '';
	return {
		displayName: 'Column That Names the Endpoint',
		name: NAMING_COLUMN,
		type: 'options',
		options: naming
			.map(({ id }) => ({ name: id === 'id' ? 'ID' : BY[id as By], value: id }))
			.sort((a, b) => a.name.localeCompare(b.name)),
		default: '',
		required: true,
		description: `It must match exactly one endpoint${ofTag}`,
		hint: `Known columns: ${listedColumns(operation)}`,
		displayOptions,
	};
}

/** The columns of the operation in the form, for n8n's resource mapper. */
export async function operationColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const named = (name: string) => this.getCurrentNodeParameter(name) as string;
	const operation = findOperation(named('resource'), named('operation'));
	return {
		fields: formColumns(operation).map(({ id, label, matches, type, choices }) => ({
			id,
			displayName: label,
			type,
			...(choices && { options: choices }),
			required: false,
			display: true,
			removed: !COMMON.includes(id),
			defaultMatch: matches === 'id',
			canBeUsedToMatch: matches !== undefined,
		})),
	};
}

/** The mapper's value; undefined where the form's fields are used instead. */
const mapperOf = (context: RunFormContext, operation: Operation, index: number) =>
	takesColumns(operation) && context.getNodeParameter('valuesFrom', index, 'fields') === 'columns'
		? // Read as a whole: n8n checks only parts, and refuses empty cells.
			(context.getNodeParameter('columns', index, {}) as Partial<ResourceMapperValue>)
		: undefined;

/** The column that identifies the endpoint of a line. */
function matchingOf(
	context: RunFormContext,
	{ isTable }: Operation,
	{ matchingColumns }: Partial<ResourceMapperValue>,
	index: number,
): string {
	if (isTable) return context.getNodeParameter(NAMING_COLUMN, index, '') as string;
	return matchingColumns?.[0] ?? 'id';
}

/** "Service Profile ID" and "service_profile_id" are one column. */
const comparableName = (name: string) =>
	name
		.trim()
		.toLowerCase()
		.replace(/[\s-]+/g, '_');
/**
 * The ID of the column that a table's column of this name fills; common names are recognised. A column "Tag"
 * identifies endpoints only where it is chosen for that.
 */
function columnOf(name: string, value: unknown, all: FormColumn[], matching: string): string {
	const id = comparableName(name);
	if (id === 'tag' && matching !== 'tag') return 'tags';
	if (all.some((column) => column.id === id)) return id;
	// Simplified endpoints hold the name of a profile beside its ID.
	const named = all.find((column) => column.orName && column.id === `${id}_id`);
	if (named) return named.id;
	if (id !== 'sim') return id;
	const sims = all.filter(({ field }) => field === 'simId').map((column) => column.id);
	return sims.find((own) => own.includes('iccid') === /^\d{19,20}$/.test(String(value))) ?? id;
}
const cellParts = (value: unknown): unknown[] =>
	(Array.isArray(value) ? value : String(value).split(/[,;\n]/)).filter(
		(part) => String(part).trim() !== '',
	);
const isWholeNumber = (value: unknown) => /^\s*\d+\s*$/.test(String(value));

/** An item as a line of the table, by column ID; a column's own name precedes any other. */
function lineOf(
	context: RunFormContext,
	mapper: Partial<ResourceMapperValue>,
	index: number,
	all: FormColumn[],
	matching: string,
) {
	const given =
		mapper.mappingMode === 'autoMapInputData' ? context.getInputData()[index]?.json : mapper.value;
	const cells = Object.entries(given ?? {}).map(
		([name, value]) => [columnOf(name, value, all, matching), value, comparableName(name)] as const,
	);
	const isOwn = ([id, , name]: (typeof cells)[number]) => id === name;
	const empty = cells.filter(([, value]) => isEmpty(value));
	const full = cells.filter(([, value]) => !isEmpty(value));
	const inOrder = [...empty, ...full.filter((cell) => !isOwn(cell)), ...full.filter(isOwn)];
	return new Map(inOrder.map(([id, value]) => [id, value]));
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
): (index: number) => Json | undefined {
	const all = formColumns(operation);
	let columnsOfAll: Set<string> | undefined;
	return (index) => {
		const mapper = mapperOf(context, operation, index);
		if (!mapper) return undefined;
		const matching = matchingOf(context, operation, mapper, index);
		const line = lineOf(context, mapper, index, all, matching);
		if (mapper.mappingMode === 'autoMapInputData' && !all.some(({ id }) => line.has(id)))
			throw noneFits(all, context.getInputData()[index]?.json);
		const values: Json = {};
		const clears = clearsEmptyCells(context, operation, index);
		const refuses = refusesEmptyCells(context, operation, index);
		const isAutomatic = mapper.mappingMode === 'autoMapInputData';
		if (isAutomatic) columnsOfAll ??= columnsIn(context, all, matching);
		const computed = isAutomatic ? new Set() : computedColumns(context);
		const written = isAutomatic ? {} : cellsByHand(context);
		// The mapper itself gives null for a column that nobody filled in.
		const isGiven = (value: unknown) => mapper.mappingMode === 'autoMapInputData' || value !== null;
		const emptied = new Set<string>();
		const refused = new Map<string, InputError>();
		for (const { id, label, field, by, several, matches, orName } of all) {
			const value = line.get(id);
			if (refuses ? isBlankCell(value) : isEmpty(value)) {
				const isCell = field !== undefined && id !== matching && line.has(id);
				if (clears && isCell && isGiven(value)) emptied.add(field);
				const isMapped = isAutomatic ? columnsOfAll?.has(id) : computed.has(id);
				if (!isMapped || field === undefined) continue;
				if (refuses) refused.set(field, new InputError(field, EMPTY_CELL, label));
				else if (narrows(operation.fields[field]!)) refused.set(field, saysNothing(field, label));
				continue;
			}
			const isSubject = matches !== undefined && id === matching;
			if (isSubject || (field !== undefined && narrows(operation.fields[field]!))) {
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
		for (const [field, error] of refused) {
			if (!(field in values)) throw error;
		}
		if (namesSubject(operation) && !(SUBJECT in values)) throw unnamed(matching, all);
		const clear = [...emptied].filter((field) => !(field in values));
		return { ...values, ...clearing(operation, clear) };
	};
}

/** Whether a cell has nothing in it, or only blanks. */
const isBlankCell = (value: unknown): boolean =>
	isEmpty(value) || (typeof value === 'string' && value.trim() === '');

const EMPTY_CELL =
	'must not be empty: the column is mapped, and this row has nothing in it. Fill it in, or set "Allow Empty Cells" in Options, which takes an empty cell as not given';

/** Whether an empty cell is an error. */
function refusesEmptyCells(context: RunFormContext, { fields }: Operation, index: number): boolean {
	if (!('allowEmptyCells' in fields)) return false;
	const options = context.getNodeParameter('options', index, {}) as Json | null;
	return String(options?.allowEmptyCells ?? false) !== 'true';
}

/** The columns that items of the input have: one that a row lacks is an empty cell there. */
function columnsIn(context: RunFormContext, all: FormColumn[], matching: string): Set<string> {
	const names = new Set(context.getInputData().flatMap(({ json }) => Object.keys(json)));
	return new Set([...names].map((name) => columnOf(name, undefined, all, matching)));
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
	mapperOf(context, operation, 0) !== undefined;

/** How automatic mapping assigns the columns of a table; undefined where columns are mapped by hand. */
function automaticMapping(context: RunFormContext, operation: Operation) {
	const mapper = mapperOf(context, operation, 0);
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

/** Columns of all items that are none of an operation's, where columns are mapped automatically. */
export function unknownColumns(context: RunFormContext, operation: Operation): string[] {
	const mapping = automaticMapping(context, operation);
	if (!mapping) return [];
	const cells = new Map(context.getInputData().flatMap(({ json }) => Object.entries(json)));
	const isKnown = ([name, value]: [string, unknown]) =>
		mapping.all.some(({ id }) => id === mapping.idOf(name, value));
	return [...cells].filter((cell) => !isKnown(cell)).map(([name]) => name);
}

/** The names of the columns that an operation knows. */
export const columnNames = (operation: Operation): string[] =>
	formColumns(operation).map(({ id }) => id);
