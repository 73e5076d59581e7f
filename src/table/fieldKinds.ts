import type { Choice } from './control';
import type { Check, Field } from './field';

/* Fields by the kind of their value. One that is not placed in the request is for `run`. */

export type FieldOptions = Pick<Field, 'label' | 'hint'> &
	Partial<
		Pick<
			Field,
			'placeholder' | 'default' | 'showWhen' | 'notice' | 'shared' | 'example' | 'saidOnce'
		>
	>;

export const text = (
	look: FieldOptions,
	rule?: string,
	fits?: (text: string) => boolean,
	control: { rows?: number; secret?: boolean } = {},
): Field<string> => ({
	default: '',
	...look,
	control: { kind: 'text', ...control },
	schema: (s) => s.textSchema(rule, fits),
	...(rule !== undefined && { rule }),
});

/** Text that must be given. */
export const givenText = (look: FieldOptions, control?: Parameters<typeof text>[3]) =>
	text(look, 'must not be empty', (v) => v !== '', control);

/** A number from `min` to `max`, whole unless `decimals` says how many digits may follow. */
export function number(
	look: FieldOptions,
	{ min, max, decimals = 0 }: { min?: number; max?: number; decimals?: number } = {},
): Field<number> {
	const range =
		min !== undefined && max !== undefined
			? ` from ${min} to ${max}`
			: min !== undefined
				? ` of ${min} or more`
				: '';
	const rule = `must be a ${decimals === 0 ? 'whole ' : ''}number${range}`;
	const fits = (n: number) =>
		(decimals > 0 || Number.isInteger(n)) && n >= (min ?? -Infinity) && n <= (max ?? Infinity);
	return {
		default: min ?? 0,
		...look,
		control: { kind: 'number', min, max, decimals },
		schema: (s) => s.numberSchema(rule, fits),
		rule,
	};
}

export const flag = (look: FieldOptions): Field<boolean> => ({
	default: false,
	...look,
	control: { kind: 'flag' },
	schema: (s) => s.flagSchema,
});

/** A fixed set: values by their names, or in full where one has a description. */
export type Choices<T> = Record<string, T> | Array<Choice & { value: T }>;

export const choiceList = <T extends string | number>(
	all: Choices<T>,
): Array<Choice & { value: T }> =>
	Array.isArray(all) ? all : Object.entries(all).map(([name, value]) => ({ name, value }));

export const choice = <T extends string | number>(
	look: FieldOptions,
	all: Choices<T>,
): Field<T> => {
	const choices = choiceList(all);
	return {
		default: choices[0]?.value,
		...look,
		control: { kind: 'choice', choices },
		schema: (s) => s.choiceSchema(choices),
	};
};

/** Several of a fixed set. */
export const choices = <T extends string | number>(
	look: FieldOptions,
	all: Choices<T>,
): Field<T[]> => {
	const known = choiceList(all);
	return {
		default: [],
		...look,
		control: { kind: 'choice', choices: known, several: true },
		schema: (s) => s.arrayOf(s.choiceSchema(known)),
	};
};

/** A moment; ISO 8601 in UTC on the wire. */
export const dateTime = (look: FieldOptions): Field<string> => ({
	default: '',
	...look,
	control: { kind: 'dateTime' },
	schema: (s) => s.dateTimeSchema,
	rule: 'must be a date and time',
});

/** A day; `YYYY-MM-DD` on the wire. */
export const date = (look: FieldOptions): Field<string> => ({
	default: '',
	...look,
	control: { kind: 'dateTime', days: true },
	schema: (s) => s.dateSchema,
	rule: 'must be a date',
});

/** Several values typed in, separated by commas, or an expression that gives a list. */
export const list = <T>(look: FieldOptions, rule: string, entry: Check<T>): Field<T[]> => ({
	default: '',
	...look,
	control: { kind: 'text', rows: 2 },
	schema: (s) => s.listSchema(entry(s), rule),
	rule,
});
