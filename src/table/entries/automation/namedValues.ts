import { isObject } from '../../../wire';
import type { Field, Json, NamedFormName } from '../../define';
import { narrowing, type text } from '../../fields';
import { givesNothing } from '../../narrowing';
import { describeValue, isEmpty } from '../../values';

/*
 * Settings, targets and parameters of automations: the service writes each as the name of a property
 * with one text, or with a list of texts. Source: public reference.
 */

/** Values by the names of their properties. */
export type Values = Record<string, string | string[]>;

/** The form that the service takes: of the two values, the unused one is empty. */
export const propertiesOf = (values: Values): Json[] =>
	Object.entries(values).map(([property, value]) =>
		Array.isArray(value)
			? { property, value: '', value_array: value }
			: { property, value, value_array: [] },
	);

/** The same entries without the empty one of the two values. */
export const leanEntries = (entries: Json[]): Json[] =>
	entries.map(({ property, value, value_array: list }) =>
		Array.isArray(list) && list.length > 0 ? { property, value_array: list } : { property, value },
	);

const objectsIn = (entries: unknown): Json[] =>
	(Array.isArray(entries) ? entries : []).filter(isObject);
const valueIn = ({ value, value_array: list }: Json): string | string[] =>
	Array.isArray(list) && list.length > 0 ? list.map(String) : String(value ?? '');

/** The values in the entries of an answer; a property that occurs twice gives a list. */
export function valuesIn(entries: unknown): Values {
	const values = new Map<string, string | string[]>();
	for (const entry of objectsIn(entries)) {
		const [name, value] = [String(entry.property), valueIn(entry)];
		const known = values.get(name);
		values.set(name, known === undefined ? value : [known, value].flat());
	}
	return Object.fromEntries(values);
}

/** The entries of an answer in the form that the service takes, each with the value it had. */
export const asWritten = (entries: unknown): Json[] =>
	objectsIn(entries).flatMap((entry) => propertiesOf({ [String(entry.property)]: valueIn(entry) }));

const isPlain = (v: unknown): v is string | number | boolean =>
	typeof v === 'string' || typeof v === 'boolean' || Number.isFinite(v);
const isPlainList = (v: unknown): v is Array<string | number | boolean> =>
	Array.isArray(v) && v.every(isPlain);

/** The value of a JSON text; undefined where it is none. */
function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/**
 * The value in a cell: a list in JSON, or parts without blanks between commas; text in quotes is one
 * value. Undefined for text with commas that could be either.
 */
export function inCell(text: string): string | string[] | undefined {
	const trimmed = text.trim();
	const list = trimmed.startsWith('[') ? parsedJson(trimmed) : undefined;
	if (isPlainList(list)) return list.map(String);
	if (/^"[^]*"$/.test(trimmed)) return trimmed.slice(1, -1);
	const parts = trimmed
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '');
	if (parts.length < 2) return text;
	return parts.some((part) => /\s/.test(part)) ? undefined : parts;
}

/** The rule for a cell that {@link inCell} cannot read. */
export const UNCLEAR = 'must be in quotes if it is one text, or a list such as ["a", "b"]';

/** Reads values from an n8n mapper, an object or its JSON; `cells` reads the texts of a mapper. */
function readValues(
	given: unknown,
	refuse: (message: string) => Values,
	cells: (text: string) => string | string[] | undefined,
): Values {
	const value = typeof given === 'string' ? parsedJson(given.trim() || '{}') : (given ?? {});
	if (!isObject(value))
		return refuse(`must be an object of names and values, got ${describeValue(given)}`);
	const isMapper = 'mappingMode' in value;
	if (value.mappingMode === 'autoMapInputData') {
		return refuse('must be mapped by hand: for values of an item choose JSON');
	}
	const values: Values = {};
	for (const [name, content] of Object.entries((isMapper ? value.value : value) ?? {})) {
		if (isMapper && isEmpty(content)) continue;
		const read = isPlainList(content)
			? content.map(String)
			: isMapper && typeof content === 'string'
				? cells(content)
				: isPlain(content)
					? String(content)
					: null;
		if (read === undefined) return refuse(`holds commas in "${name}": it ${UNCLEAR}`);
		if (read === null) return refuse(`must have a text or a list of texts for "${name}"`);
		values[name] = read;
	}
	return values;
}

type TextOptions = Parameters<typeof text>[0];
const VALUES_RULE = 'values by name; a list with commas, a text with commas in quotes';

/** Values in n8n's mapper, one column a name; with `typed` a text stays as it is, with its commas. */
export const mappedValues = (
	look: TextOptions,
	form: NamedFormName,
	{ typed = false } = {},
): Field<Values> => ({
	default: { mappingMode: 'defineBelow', value: null },
	...look,
	control: { kind: 'mapper', form },
	schema: (s) =>
		s.readSchema<Values>((v, refuse) => readValues(v, refuse, typed ? (text) => text : inCell)),
	rule: VALUES_RULE,
});

/** The same values as JSON: a text is one value, a list a list. */
export const jsonValues = (look: TextOptions): Field<Values> => ({
	default: '{}',
	...look,
	control: { kind: 'json' },
	schema: (s) => s.readSchema<Values>((v, refuse) => readValues(v, refuse, (text) => text)),
	rule: 'an object of names with a text or a list of texts',
});

/**
 * The same values, which say what something is about: one without a text, alone or in a list, would be about
 * more than was meant.
 */
export const sayingEach = (field: Field<Values>): Field<Values> =>
	narrowing({
		...field,
		schema: (s) =>
			s.readSchema<Values>((v, refuse) => {
				const read = field.schema(s).safeParse(v);
				if (!read.success) return refuse(read.error.issues[0]?.message ?? VALUES_RULE);
				const [empty] = Object.entries(read.data).filter(([, own]) =>
					[own].flat().some(givesNothing),
				);
				return empty ? refuse(`must have a text for "${empty[0]}", which is empty`) : read.data;
			}),
	});

/** A JSON object. */
export const jsonObject = (look: TextOptions): Field<Json> => ({
	default: '{}',
	...look,
	control: { kind: 'json' },
	schema: (s) =>
		s.readSchema<Json>((v, refuse) => {
			const value = typeof v === 'string' ? parsedJson(v) : v;
			return isObject(value) ? value : refuse(`must be a JSON object, got ${describeValue(v)}`);
		}),
	rule: 'must be a JSON object',
});

/** Names in a list of names, or of objects that have one. */
export const namesIn = (list: unknown): string[] =>
	(Array.isArray(list) ? list : [])
		.map((entry: unknown) =>
			isObject(entry) ? (entry.parameter ?? entry.property ?? entry.name ?? '') : entry,
		)
		.map(String)
		.filter((name) => name !== '');
