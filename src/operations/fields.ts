import * as z from 'zod/v4';
import type { By, Choice, Field, Fields, Group, LookupName } from './define';
import * as s from './schemas';

/* Builders of fields. Places: `path`, `query`, `body`, `filter`; a field without one is for `run`. */

type Look = Pick<Field, 'label' | 'hint'> &
	Partial<Pick<Field, 'placeholder' | 'default' | 'showWhen' | 'notice' | 'shared' | 'example'>>;

const ID_RULE = 'must be a whole number of 1 or more';
const WHOLE_ID = { schema: s.idSchema, rule: ID_RULE };

export const text = (
	look: Look,
	rule?: string,
	fits?: (text: string) => boolean,
	control: { rows?: number; secret?: boolean } = {},
): Field<string> => ({
	default: '',
	...look,
	control: { kind: 'text', ...control },
	schema: s.textSchema(rule, fits),
	...(rule !== undefined && { rule }),
});

/** A number from `min` to `max`, whole unless `decimals` says how many digits may follow. */
export function number(
	look: Look,
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
		schema: s.numberSchema(rule, fits),
		rule,
	};
}

export const flag = (look: Look): Field<boolean> => ({
	default: false,
	...look,
	control: { kind: 'flag' },
	schema: s.flagSchema,
});

export const choice = <T extends string | number>(
	look: Look,
	choices: Array<Choice & { value: T }>,
): Field<T> => ({
	default: choices[0]?.value,
	...look,
	control: { kind: 'choice', choices },
	schema: s.choiceSchema(choices),
});

/** Several of a fixed set. */
export const choices = <T extends string | number>(
	look: Look,
	all: Array<Choice & { value: T }>,
): Field<T[]> => ({
	default: [],
	...look,
	control: { kind: 'choice', choices: all, several: true },
	schema: z.array(s.choiceSchema(all)),
});

/** A moment; ISO 8601 in UTC on the wire. */
export const dateTime = (look: Look): Field<string> => ({
	default: '',
	...look,
	control: { kind: 'dateTime' },
	schema: s.dateTimeSchema,
	rule: 'must be a date and time',
});

/** A day; `YYYY-MM-DD` on the wire. */
export const date = (look: Look): Field<string> => ({
	default: '',
	...look,
	control: { kind: 'dateTime' },
	schema: s.dateSchema,
	rule: 'must be a date',
});

/** By what else than its id each thing is named; by its name unless told here. */
const NAMED: Partial<Record<LookupName, By[]>> = {
	endpoint: ['iccid', 'imei', 'name'],
	sim: ['iccid'],
	euicc: ['eid'],
};

/**
 * A picker: From List, By ID, and by what else the thing is known by, which must match exactly one.
 * The client turns a reference into an id before the request is built.
 */
export const pick = <T extends number | string = number>(
	look: Look,
	lookup: LookupName,
	ids: { schema: z.ZodType<T>; rule: string; textIds?: boolean } = WHOLE_ID as never,
): Field<T> => {
	const alsoBy = NAMED[lookup] ?? ['name'];
	return {
		default: { mode: 'list', value: '' },
		...look,
		control: { kind: 'locator', lookup, alsoBy, ...(ids.textIds && { textIds: true }) },
		schema: s.refSchema(ids.schema, alsoBy, lookup === 'endpoint') as unknown as z.ZodType<T>,
		rule: ids.rule,
	};
};

/** An id without a list to pick from. */
export const id = (look: Look): Field<number> => ({
	default: '',
	...look,
	control: { kind: 'text' },
	schema: s.idSchema,
	rule: ID_RULE,
});

/** Several picked entries. */
export const picks = (look: Look, lookup: LookupName): Field<number[]> => ({
	default: [],
	...look,
	control: { kind: 'picks', lookup },
	schema: s.idListSchema,
	rule: 'must be a list of ids',
});

/** Several values typed in, separated by commas, or an expression that gives a list. */
export const list = <T>(look: Look, rule: string, entry: z.ZodType<T>): Field<T[]> => ({
	default: '',
	...look,
	control: { kind: 'text', rows: 2 },
	schema: s.listSchema(entry, rule),
	rule,
});

const place =
	(where: Field['in']) =>
	<T>(key: string, field: Field<T>): Field<T> => ({ ...field, in: where, key });

export const path = place('path');
export const query = place('query');
export const body = place('body');
export const filter = place('filter');

/** One value for a whole bulk call. */
export const shared = <T>(field: Field<T>): Field<T> => ({ ...field, shared: true });

type Optional<F extends Fields> = {
	[K in keyof F]: Field<z.output<F[K]['schema']> | undefined>;
};

/** Makes fields optional and moves them into a collection of the form. */
export const inGroup = <F extends Fields>(group: Group, fields: F): Optional<F> =>
	Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [
			name,
			{ ...field, group, schema: field.schema.optional() },
		]),
	) as unknown as Optional<F>;

/** The endpoint an operation is about: from the list, by id, ICCID, IMEI or name. */
export const endpointId: Field<number> = {
	...path(
		'endpointId',
		pick(
			{
				label: 'Endpoint',
				hint: 'The endpoint to work on. An ICCID, IMEI or name must match exactly one endpoint.',
			},
			'endpoint',
		),
	),
	example: 10001,
};

/** A SIM: from the list, by id or ICCID. */
export const pickSim = (look: Look): Field<number> => pick(look, 'sim');

/** The SIM an operation is about. */
export const simId: Field<number> = path(
	'simId',
	pickSim({ label: 'SIM', hint: 'The SIM to work on. An ICCID must match exactly one SIM.' }),
);

/** Return All, Limit and Simplify, as every n8n user knows them. */
export const listFields = {
	returnAll: flag({
		label: 'Return All',
		hint: 'Whether to return all results or only up to a given limit',
	}),
	limit: number(
		{
			label: 'Limit',
			hint: 'Max number of results to return',
			default: 50,
			showWhen: { returnAll: [false] },
		},
		{ min: 1 },
	),
};

export const simplify = flag({
	label: 'Simplify',
	hint: 'Whether to return a simplified version of the response instead of the raw data',
	default: true,
});

/** What every operation has beside its own fields. Read by the client, not part of a request. */
export const everywhere = inGroup('options', {
	workspaceId: pick(
		{
			label: 'Workspace',
			hint: 'Workspace to act in; that of the credential unless given',
		},
		'workspace',
	),
});
