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

const changes = new WeakMap<Input, SaidChange[]>();

/** What was removed or changed in the values of a checked input. */
export const changesOf = (input: Input): SaidChange[] => changes.get(input) ?? [];

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
 * Checks the form's values of one item against the entry.
 * @throws InputError for the first field that breaks its rule; nothing was sent.
 */
export function checkInput(operation: Operation, values: Json, env: Env): Input {
	const input = checkFields(fieldsOf(operation), operation.rules, values, env);
	const whole = operation.complete?.(input) ?? input;
	changes.set(whole, [...changesOf(input), ...(operation.says?.(input) ?? [])]);
	return whole;
}

/** A field with what is asked of it for each item. */
interface ListedField {
	name: string;
	field: Field;
	doesNarrow: boolean;
}
const fieldLists = new WeakMap<Fields, ListedField[]>();

function fieldListOf(fields: Fields): ListedField[] {
	const known = fieldLists.get(fields);
	if (known) return known;
	const list = Object.entries(fields).map(([name, field]) => {
		return { name, field, doesNarrow: narrows(field) };
	});
	fieldLists.set(fields, list);
	return list;
}

type Checked = ReturnType<typeof withChanges<z.ZodSafeParseResult<unknown>>>;
/** The last plain value that each field took: most items of a run have the same in most fields. */
const lastTaken = new WeakMap<Field, { value: unknown; checked: Checked }>();

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';

/** The check of a value by its field, and what was changed in it. */
function checked(field: Field, value: unknown): Checked {
	const last = lastTaken.get(field);
	if (last && last.value === value) return last.checked;
	const now = withChanges(() => schemaOf(field).safeParse(value));
	const isSecret = field.control.kind === 'text' && field.control.secret === true;
	if (!isSecret && now.result.success && isPlain(value) && isPlain(now.result.data)) {
		lastTaken.set(field, { value, checked: now });
	}
	return now;
}

/**
 * Checks the values of a form, and turns them into those of the wire.
 * @throws InputError for the first field or rule that is broken
 */
export function checkFields(
	fields: Fields,
	rules: readonly Rule[] | undefined,
	values: Json,
	env: Env,
): Input {
	const input: Input = {};
	const said: SaidChange[] = [];
	let lacking: InputError | undefined;
	for (const { name, field, doesNarrow } of fieldListOf(fields)) {
		if (field.showWhen && !isShown(field.showWhen, values)) continue;
		const value = values[name];
		const isLacking = doesNarrow && value !== undefined && givesNothing(value);
		if (field.group !== undefined) {
			// An empty table cell leaves the present value alone; values to be cleared are named in a field
			// of their own.
			if (value === undefined || (!doesNarrow && isEmpty(value))) continue;
			if (isLacking) throw saysNothing(name, field.label);
		}
		const { result: parsed, changed } = checked(field, value);
		if (!parsed.success) {
			if (lacking) throw lacking;
			const rule = z.treeifyError(parsed.error).errors[0] ?? parsed.error.issues[0]?.message;
			const secret = field.control.kind === 'text' && field.control.secret;
			const shown = secret ? rule?.replace(/, got [^]*$/, '') : rule;
			throw new InputError(name, shown ?? 'is not valid', field.label);
		}
		// Its own rules, where it breaks one, say more of what it takes.
		if (isLacking) lacking ??= saysNothing(name, field.label);
		if (parsed.data !== undefined) input[name] = parsed.data;
		said.push(...changed.map((one) => ({ label: field.label, said: one })));
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
	if (said.length > 0) changes.set(input, said);
	return input;
}

/** Expressions and AI agents give "false" as text too. */
export const isShown = (showWhen: Record<string, unknown[]>, values: Json) =>
	Object.entries(showWhen).every(([name, allowed]) =>
		allowed.some((value) => String(value) === String(values[name])),
	);
