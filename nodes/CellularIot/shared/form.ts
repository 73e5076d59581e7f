import type { IExecuteFunctions } from 'n8n-workflow';
import { readMoment } from '../../../src/readings/moment';
import type { Field, FieldGroup, Json, Operation } from '../../../src/table/define';
import { everywhereOf } from '../../../src/table/fields';
import { givesNothing, narrows } from '../../../src/table/narrowing';
import { takesItem } from '../../../src/table/pickers';
import { isObject } from '../../../src/wire';
import { isEngine2Run } from '../n8n/engine2';
import { columnReader } from './columnReader';
import { isColumn } from './columns';
import { addHint } from './hints';
import { emptyPart, hasEmptyPart } from './emptyParts';
import { hasExpression } from './expressions';
import { isInputItem } from './inputItem';
import { quickForm, type RunFormContext } from './quickForm';

interface Locator {
	__rl: true;
	mode: string;
	value: unknown;
	/** The label of the picked entry in its list. */
	cachedResultName?: unknown;
}
export const isLocator = (v: unknown): v is Locator =>
	typeof v === 'object' && v !== null && '__rl' in v && 'value' in v;

/** A picker's value as the table wants it: an id, or a reference by the name of the mode. */
export function tableValue(value: unknown): unknown {
	if (!isLocator(value)) return value;
	return ['iccid', 'imei', 'eid', 'name', 'names', 'tag'].includes(value.mode)
		? { by: value.mode, value: value.value }
		: value.value;
}

/** The name at the end of an expression: `endpoint` of `={{ $json.endpoint }}`. */
function lastNameIn(expression: string): string | undefined {
	const name = expression.split(/\W/).findLast((part) => part !== '');
	if (name === undefined) return undefined;
	const rest = expression.slice(expression.lastIndexOf(name) + name.length);
	return [...rest].every((sign) => `'"] }`.includes(sign)) ? name : undefined;
}

/**
 * A thing that an expression gave whole. An expression that ends with its name says what it is, which the
 * thing's own fields may not: messages and events have an endpoint as its ID and name.
 */
function withName(value: unknown, parameter: unknown): unknown {
	if (!isObject(value) || 'by' in value) return value;
	const expression = isLocator(parameter) ? parameter.value : parameter;
	const name = typeof expression === 'string' ? lastNameIn(expression) : undefined;
	return name === 'endpoint' || name === 'sim' ? { [name]: value } : value;
}

/** Whether a text says its zone itself. */
const hasZone = (text: string) => /(Z|[+-]\d\d:?\d\d)$/.test(text.trim());

/**
 * A field's value; a moment without a zone is read in the zone of the workflow, as n8n's own date field
 * means it. `say` is told what was changed. Text that is no date stays as it is, and is refused later.
 */
export function zoned(
	{ control, label }: Field,
	value: unknown,
	context: { getTimezone(): string },
	say: (sentence: string) => void = () => {},
): unknown {
	if (control.kind !== 'dateTime' || control.days) return value;
	if (typeof value !== 'string' || hasZone(value)) return value;
	const read = readMoment(value, context.getTimezone());
	if ('refused' in read) return value;
	for (const change of read.changed) say(`${label}: ${change}`);
	return read.value;
}

/** Engine 2.0 gives its steps no settings of the workflow. */
const readAs = ({ label }: Field, zone: string) =>
	`${label} was read in ${zone}, the time zone of this n8n: Engine 2.0 does not know the one of the workflow. A time with its offset, such as 2026-03-01T12:00:00+01:00, needs none.`;

/** A value that is in a form: null where an expression gives none, which is not the same as not being there. */
export const presentValue = (value: unknown): unknown => tableValue(value) ?? null;

/**
 * The first expression of n8n's mapper that gives nothing: n8n itself gives null for a column that nobody has
 * filled in.
 */
function emptyCell({ value: cells }: Json, given: unknown): string | undefined {
	const values = isObject(given) && isObject(given.value) ? given.value : {};
	const [, raw] =
		Object.entries(isObject(cells) ? cells : {}).find(
			([name, cell]) => hasExpression(cell) && givesNothing(values[name]),
		) ?? [];
	return raw === undefined ? undefined : String(raw).replace(/^=\s*\{\{|\}\}\s*$/g, '');
}

/** The parameter of a field as n8n stores it. */
function parameterOf(form: RunFormContext, name: string, { group }: Field): unknown {
	const all = form.getNode().parameters as Json;
	const parameters = group === undefined ? all : all[group];
	return isObject(parameters) ? parameters[name] : undefined;
}

/** Whether a field that no column fills has the same value for all items. */
function isConstant(form: RunFormContext, name: string, field: Field): boolean {
	if (isColumn(name, field) || field.control.kind === 'itemField') return false;
	if (field.fromItem !== undefined) return false;
	const all = form.getNode().parameters as Json;
	const parameter = all[field.group ?? name];
	return !hasExpression(parameter) && !isInputItem(parameter);
}

/** @throws InputError for a field that narrows, and is made of parts of which one gives nothing */
export function refuseEmptyPart(
	form: RunFormContext,
	name: string,
	field: Field,
	index: number,
): void {
	const parameter = parameterOf(form, name, field);
	const raw = isLocator(parameter) ? parameter.value : parameter;
	const part = isObject(raw)
		? emptyCell(raw, form.getNodeParameter(name, index, ''))
		: emptyPart(form, raw, index);
	if (part !== undefined) throw hasEmptyPart(name, part, field.label);
}

/**
 * Gives the values of an operation's fields for an item of the run, expressions resolved. `tell` gets what was changed
 * in them, a sentence once a run: a hint above the output unless given.
 */
export function formReader(
	context: IExecuteFunctions,
	operation: Operation,
	tell = (sentence: string): void => addHint(context, 'info', `${sentence}.`),
): (index: number) => Json {
	const form = quickForm(context);
	const node = context.getNode();
	const isEngine2 = isEngine2Run(context);
	const fields = Object.entries({ ...everywhereOf(operation), ...operation.fields }).map(
		([name, field]) => ({
			name,
			field,
			isColumn: field.control.kind !== 'itemField' && isColumn(name, field),
			isConstant: isConstant(form, name, field),
			mayHaveEmptyPart: narrows(field) && hasExpression(parameterOf(form, name, field)),
		}),
	);
	const columnsAt = columnReader(form, operation);
	const itemAt = (index: number): Json => form.getInputData()[index]?.json ?? {};

	/** The value of a field outside collections. */
	const outside = (name: string, field: Field, index: number): unknown => {
		const parameter = form.getNodeParameter(name, index, '');
		if (takesItem(field) && isInputItem(parameter)) return itemAt(index);
		const value = tableValue(parameter);
		return field.control.kind === 'locator' ? withName(value, node.parameters[name]) : value;
	};

	/** The value of a field in a collection; one that was not added may come from the item. */
	const collected = (name: string, field: Field, collection: FieldGroup, index: number) => {
		const group = form.getNodeParameter(collection, index, {});
		const added: Json = isObject(group) ? group : {};
		if (name in added) return presentValue(added[name]);
		return field.fromItem === undefined ? undefined : itemAt(index)[field.fromItem];
	};

	const given = (
		{ name, field, isColumn: isOfRow }: (typeof fields)[number],
		index: number,
		columns: Json | undefined,
	): unknown => {
		if (field.control.kind === 'itemField') return itemAt(index)[field.control.name];
		if (columns && isOfRow) return columns[name];
		return field.group === undefined
			? outside(name, field, index)
			: collected(name, field, field.group, index);
	};

	const said = new Set<string>();
	const saidOnce = (sentence: string) => {
		if (!said.has(sentence)) tell(sentence);
		said.add(sentence);
	};

	const valueOf = (own: (typeof fields)[number], index: number, columns: Json | undefined) => {
		const { name, field, mayHaveEmptyPart } = own;
		const value = given(own, index, columns);
		if (mayHaveEmptyPart && !givesNothing(value)) refuseEmptyPart(form, name, field, index);
		const read = zoned(field, value, context, isEngine2 ? undefined : saidOnce);
		if (read !== value && isEngine2) {
			addHint(context, 'warning', readAs(field, context.getTimezone()));
		}
		return read;
	};
	const varying = fields.filter((own) => !own.isConstant);
	/** Adds the values of fields; one that is not given is left out, as most columns are in most tables. */
	const add = (values: Json, some: typeof fields, index: number, columns: Json | undefined) => {
		for (const own of some) {
			if (columns && own.isColumn && columns[own.name] === undefined) continue;
			const value = valueOf(own, index, columns);
			if (value !== undefined) values[own.name] = value;
		}
		return values;
	};
	const fixed = fields.filter((own) => own.isConstant);
	let constants: Json | undefined;

	return (index) => {
		const columns = columnsAt(index, saidOnce);
		constants ??= add({}, fixed, index, columns);
		return add({ ...constants }, varying, index, columns);
	};
}
