import * as z from 'zod/v4';
import { InputError } from '../errors';
import type { Check, Env, Field, FieldGroup, Fields, Input, Json, Operation, Rule } from './define';
import { everywhereOf } from './fields';
import { GROUP_LABELS } from './groups';
import { givesNothing, narrows, saysNothing } from './narrowing';
import { inLabels } from './rules';
import { type SaidChange, withChanges } from './saidChanges';
import * as schemas from './schemas';
import { isEmpty } from './values';

/* The checks of the table, made and applied. */

const made = new WeakMap<Check, z.ZodType>();

/** The schema of a field, made once. */
export function schemaOf<T>({ schema: check }: { schema: Check<T> }): z.ZodType<T> {
	const known = made.get(check) as z.ZodType<T> | undefined;
	if (known) return known;
	const schema = check(schemas);
	made.set(check, schema);
	return schema;
}

const allFields = new WeakMap<Operation, Fields>();

/** The fields of an operation and those that all have, put together once. */
function fieldsOf(operation: Operation): Fields {
	const known = allFields.get(operation);
	if (known) return known;
	const fields = { ...everywhereOf(operation), ...operation.fields };
	allFields.set(operation, fields);
	return fields;
}

/**
 * Checks the form's values of one item against the entry. `said` receives what was removed or changed in them.
 * @throws InputError for the first field that breaks its rule; nothing was sent.
 */
export function checkInput(
	operation: Operation,
	values: Json,
	env: Env,
	said: SaidChange[] = [],
): Input {
	const input = checkFields(fieldsOf(operation), operation.rules, values, env, said);
	if (operation.says) said.push(...operation.says(input));
	return operation.complete?.(input) ?? input;
}

/** A field with what is asked of it for each item. */
interface ListedField {
	name: string;
	field: Field;
	doesNarrow: boolean;
	isSecret: boolean;
	showWhen: Shown | undefined;
	/** The last plain value that it took: most items of a run have the same in most fields. */
	lastTaken?: { value: unknown; checked: Checked };
}
/** The fields of a form, of which most items of a run give the same. */
class FieldList {
	private last: { names: readonly string[]; asked: readonly ListedField[] } | undefined;

	constructor(private readonly all: readonly ListedField[]) {}

	/** The fields that have values, and those outside collections, in their order. */
	askedOf(values: Json): readonly ListedField[] {
		const names = Object.keys(values);
		const { last } = this;
		const isSame = last?.names.length === names.length;
		if (isSame && names.every((name, i) => name === last.names[i])) return last.asked;
		const asked = this.all.filter(
			({ name, field }) => field.group === undefined || Object.hasOwn(values, name),
		);
		this.last = { names, asked };
		return asked;
	}
}
const fieldLists = new WeakMap<Fields, FieldList>();

function fieldListOf(fields: Fields): FieldList {
	const known = fieldLists.get(fields);
	if (known) return known;
	const all = Object.entries(fields).map(([name, field]) => {
		const { control, showWhen } = field;
		return {
			name,
			field,
			doesNarrow: narrows(field),
			isSecret: control.kind === 'text' && control.secret === true,
			showWhen: showWhen && shownBy(showWhen),
		};
	});
	const list = new FieldList(all);
	fieldLists.set(fields, list);
	return list;
}

type Checked = ReturnType<typeof withChanges<z.ZodSafeParseResult<unknown>>>;

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';

/** The check of a value by its field, and what was changed in it. */
function checked(listed: ListedField, value: unknown): Checked {
	const { field, isSecret, lastTaken } = listed;
	if (lastTaken && lastTaken.value === value) return lastTaken.checked;
	const now = withChanges(() => schemaOf(field).safeParse(value));
	if (!isSecret && isPlain(value) && now.result.success && isPlain(now.result.data)) {
		listed.lastTaken = { value, checked: now };
	}
	return now;
}

/**
 * Checks the values of a form, and turns them into those of the wire. `said` receives what was removed or changed in
 * them, and counts where all of them pass.
 * @throws InputError for the first field or rule that is broken
 */
export function checkFields(
	fields: Fields,
	rules: readonly Rule[] | undefined,
	values: Json,
	env: Env,
	said: SaidChange[] = [],
): Input {
	const input: Input = {};
	let lacking: InputError | undefined;
	for (const listed of fieldListOf(fields).askedOf(values)) {
		const { name, field, doesNarrow, isSecret, showWhen } = listed;
		const value = values[name];
		if (showWhen && !isShownBy(showWhen, values)) continue;
		const isLacking = doesNarrow && value !== undefined && givesNothing(value);
		if (field.group !== undefined) {
			// An empty table cell leaves the present value alone; values to be cleared are named in a field
			// of their own.
			if (value === undefined || (!doesNarrow && isEmpty(value))) continue;
			if (isLacking) throw saysNothing(name, field.label);
		}
		const { result: parsed, changed } = checked(listed, value);
		if (!parsed.success) {
			if (lacking) throw lacking;
			const rule = z.treeifyError(parsed.error).errors[0] ?? parsed.error.issues[0]?.message;
			const shown = isSecret ? rule?.replace(/, got [^]*$/, '') : rule;
			throw new InputError(name, shown ?? 'is not valid', field.label);
		}
		// Its own rules, where it breaks one, say more of what it takes.
		if (isLacking) lacking ??= saysNothing(name, field.label);
		if (parsed.data !== undefined) input[name] = parsed.data;
		for (const one of changed) said.push({ label: field.label, said: one });
	}
	for (const rule of rules ?? []) {
		const broken = rule(input, env);
		if (broken) {
			if (lacking && lacking.field !== broken.field) throw lacking;
			const group = GROUP_LABELS[broken.field as FieldGroup] as string | undefined;
			const label = fields[broken.field]?.label ?? group ?? broken.field;
			throw new InputError(broken.field, inLabels(broken.rule, fields), label);
		}
	}
	if (lacking) throw lacking;
	return input;
}

/** The values of other fields with which a field is shown, as text. */
type Shown = ReadonlyArray<readonly [name: string, allowed: readonly string[]]>;

const shownBy = (showWhen: Record<string, unknown[]>): Shown =>
	Object.entries(showWhen).map(([name, allowed]) => [name, allowed.map(String)]);

/** Expressions and AI agents give "false" as text too. */
const isShownBy = (shown: Shown, values: Json): boolean =>
	shown.every(([name, allowed]) => allowed.includes(String(values[name])));

export const isShown = (showWhen: Record<string, unknown[]>, values: Json): boolean =>
	isShownBy(shownBy(showWhen), values);
