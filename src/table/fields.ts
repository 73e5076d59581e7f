import type {
	By,
	Check,
	Choice,
	Field,
	Fields,
	FieldGroup,
	LookupName,
	Operation,
	ValueOf,
} from './define';
import { describeValue, toId } from './values';

/* Builders of fields. Places: `path`, `query`, `body`, `filter`; a field without one is for `run`. */

type FieldOptions = Pick<Field, 'label' | 'hint'> &
	Partial<
		Pick<
			Field,
			'placeholder' | 'default' | 'showWhen' | 'notice' | 'shared' | 'example' | 'saidOnce'
		>
	>;

const NUMBER_ID_RULE = 'must be a whole number of 1 or more';
/** Ids that a picker takes. */
interface PickedIds<T> {
	schema: Check<T>;
	rule: string;
	textIds?: boolean;
}
const WHOLE_ID: PickedIds<number> = { schema: (s) => s.idSchema, rule: NUMBER_ID_RULE };

const ID_OR_ZERO_RULE = 'must be a whole number of 0 or more';
/** Ids that begin at 0. */
export const ID_OR_ZERO: PickedIds<number> = {
	schema: (s) => s.numberSchema(ID_OR_ZERO_RULE, (n) => Number.isSafeInteger(n) && n >= 0),
	rule: ID_OR_ZERO_RULE,
};

/** Ids that are text. */
export const idsOfText = (rule: string, fits: (id: string) => boolean): PickedIds<string> => ({
	schema: (s) => s.textSchema(rule, fits),
	rule,
	textIds: true,
});

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
	control: { kind: 'dateTime' },
	schema: (s) => s.dateSchema,
	rule: 'must be a date',
});

/** Names accepted beside the id, for each kind; only `name` for kinds that are not here. */
const NAMES_BY_LOOKUP: Partial<Record<LookupName, By[]>> = {
	endpoint: ['iccid', 'imei', 'name'],
	sim: ['iccid'],
	euicc: ['eid'],
};

/**
 * A picker: From List, By ID, and by other names of the thing, of which exactly one thing must match. The
 * client turns a reference into an id before the request is built.
 */
export const pick = <T extends number | string = number>(
	look: FieldOptions,
	lookup: LookupName,
	ids: PickedIds<T> = WHOLE_ID as never,
): Field<T> => {
	const alsoBy = NAMES_BY_LOOKUP[lookup] ?? ['name'];
	return {
		default: { mode: 'list', value: '' },
		...look,
		control: { kind: 'locator', lookup, alsoBy, ...(ids.textIds && { textIds: true }) },
		schema: ((s) => s.refSchema(ids.schema(s), alsoBy, lookup === 'endpoint')) as Check as Check<T>,
		rule: ids.rule,
	};
};

/** An id without a list to pick from. */
export const id = (look: FieldOptions): Field<number> => ({
	default: '',
	...look,
	control: { kind: 'text' },
	schema: (s) => s.idSchema,
	rule: NUMBER_ID_RULE,
});

/** Several picked entries; `entry` checks their ids where they do not begin at 1. */
export const picks = (
	look: FieldOptions,
	lookup: LookupName,
	entry: Check<number> = WHOLE_ID.schema,
): Field<number[]> => ({
	default: [],
	...look,
	control: { kind: 'picks', lookup },
	schema: (s) => s.idsSchema(entry(s)),
	rule: 'must be a list of ids',
});

/** Several picked entries, where expressions may give names; the client turns them into ids. */
export const picksByName = (look: FieldOptions, lookup: LookupName): Field<number[]> => ({
	...picks(look, lookup),
	schema: ((s) => s.idsOrNamesSchema) as Check as Check<number[]>,
	rule: 'must be a list of IDs or names',
});

/** Several values typed in, separated by commas, or an expression that gives a list. */
export const list = <T>(look: FieldOptions, rule: string, entry: Check<T>): Field<T[]> => ({
	default: '',
	...look,
	control: { kind: 'text', rows: 2 },
	schema: (s) => s.listSchema(entry(s), rule),
	rule,
});

/** A place of the request for a field, under its wire name; and the builders of fields with that place. */
const placedIn = (where: Field['in']) => {
	const place = <T>(key: string, field: Field<T>): Field<T> => ({ ...field, in: where, key });
	return Object.assign(place, {
		text: (key: string, ...of: Parameters<typeof text>) => place(key, text(...of)),
		givenText: (key: string, ...of: Parameters<typeof givenText>) => place(key, givenText(...of)),
		number: (key: string, ...of: Parameters<typeof number>) => place(key, number(...of)),
		flag: (key: string, look: FieldOptions) => place(key, flag(look)),
		choice: <T extends string | number>(key: string, ...of: Parameters<typeof choice<T>>) =>
			place(key, choice(...of)),
		dateTime: (key: string, look: FieldOptions) => place(key, dateTime(look)),
		date: (key: string, look: FieldOptions) => place(key, date(look)),
		pick: (key: string, look: FieldOptions, lookup: LookupName) => place(key, pick(look, lookup)),
		id: (key: string, look: FieldOptions) => place(key, id(look)),
	});
};

/** In the path, at the field's own name; `otherwise` stands there where it is not given. */
export const path = <T>(field: Field<T>, otherwise?: string): Field<T> => ({
	...field,
	in: 'path',
	...(otherwise !== undefined && { otherwise }),
});
export const query = placedIn('query');
export const body = placedIn('body');
export const filter = placedIn('filter');

/** The same field with another check. */
export const checkedBy = <T>(field: Field, schema: Check<T>): Field<T> => ({ ...field, schema });

/** The same list, where an empty list counts as not given. */
export const orNone = <T>(field: Field<T[]>): Field<T[] | undefined> => ({
	...field,
	schema: (s) => s.noneOr(field.schema(s)),
});

/** The same field, whose checked value becomes another. */
export const becoming = <A, B>(field: Field<A>, become: (value: A) => B): Field<B> => ({
	...field,
	schema: (s) => field.schema(s).transform(become),
});

/** One value for a whole bulk call. */
export const shared = <T>(field: Field<T>): Field<T> => ({ ...field, shared: true });

type Optional<F extends Fields> = {
	[K in keyof F]: Field<ValueOf<F[K]> | undefined>;
};

/** Makes fields optional and moves them into a collection of the form. */
export const inGroup = <F extends Fields>(group: FieldGroup, fields: F): Optional<F> =>
	Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [
			name,
			{ ...field, group, schema: ((s) => field.schema(s).optional()) satisfies Check },
		]),
	) as unknown as Optional<F>;

/** The endpoint an operation is about: from the list, by id, ICCID, IMEI or name. */
export const endpointId: Field<number> = path(
	pick(
		{
			label: 'Endpoint',
			hint: 'ICCID, IMEI or name must match exactly one',
			saidOnce: true,
			example: 10001,
		},
		'endpoint',
	),
);

/** A SIM: from the list, by id or ICCID. */
export const pickSim = (look: FieldOptions): Field<number> => pick(look, 'sim');

const SIM_STATUSES = { Activated: 1, Deleted: 3, 'Factory Test': 4, Issued: 0, Suspended: 2 };

/** Statuses of a SIM to choose from. Source: public reference. */
export const simStatuses = (...ids: number[]) =>
	choiceList(SIM_STATUSES).filter(({ value }) => ids.includes(value));

/** Several SIMs by their ids. */
export const simIds = (showWhen: Record<string, unknown[]>): Field<number[]> =>
	list(
		{
			label: 'SIM IDs',
			hint: 'IDs separated by commas, or a list',
			placeholder: '17, 18',
			showWhen,
		},
		'must be a list of SIM ids',
		(s) => s.idSchema,
	);

/** The SIM an operation is about. */
export const simId: Field<number> = path(
	pickSim({ label: 'SIM', hint: 'An ICCID must match exactly one', saidOnce: true }),
);

/** The operator an operation is about. */
export const operatorId: Field<number> = path(
	pick({ label: 'Operator', hint: 'The mobile network operator' }, 'operator'),
);

/** The name of something, which must not be empty. */
export const nameOf = (hint: string): Field<string> =>
	body(
		'name',
		text({ label: 'Name', hint }, 'must not be empty', (v) => v.trim() !== ''),
	);

const ORGANISATION_RULE = 'must be a whole number of 1 or more, or "my" for that of the login';

/** An organisation by its id, or `my` for that of the login. */
export const organisationId = (look: FieldOptions): Field<number | 'my'> => ({
	default: '',
	...look,
	control: { kind: 'text' },
	schema: (s) =>
		s.readSchema<number | 'my'>((v, refuse) =>
			v === 'my' ? v : (toId(v) ?? refuse(`${ORGANISATION_RULE}, got ${describeValue(v)}`)),
		),
	rule: ORGANISATION_RULE,
});

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

/** Shows what would be done, unless it is switched off; `hint` says what is shown. */
export const dryRunFlag = (hint: string) => flag({ label: 'Dry Run', hint, default: true });

/** A field that says nothing to the service: see {@link Field.aboutRun}. */
export const aboutRun = <T>(field: Field<T>): Field<T> => ({ ...field, aboutRun: true });

export const simplify = aboutRun(
	flag({
		label: 'Simplify',
		hint: 'Whether to return the main fields only',
		default: true,
	}),
);

/** Fields of a read of one thing. */
export const one = { simplify };
/** Fields of a list. */
export const many = { ...listFields, simplify };

const workspace = pick(
	{ label: 'Workspace', hint: 'User Login only', saidOnce: true },
	'workspace',
);

/** Fields of every operation beside its own. Read by the client, not part of a request. */
export const everywhere = inGroup('options', { workspaceId: workspace });

/** The same for reads, which may name several workspaces. */
const reading = inGroup('options', {
	workspaceId: {
		...workspace,
		control: { ...workspace.control, several: true },
		schema: (s) => s.orNames(workspace.schema(s), 'must name at least one workspace'),
	} as Field<number | string[]>,
});

/** The same for what is done to many things, in runs that may be stopped. */
const changingMany = {
	...everywhere,
	...inGroup('options', {
		stopAbove: number(
			{
				label: 'Stop When More Than … % Fail',
				hint: 'Share of the items done so far, from 20 items on; the rest is not sent',
				saidOnce: true,
				default: 5,
			},
			{ min: 0, max: 99 },
		),
	}),
};

/** Resources that are set up once instead of for many things in a run. */
const SET_UP_ONCE = [
	...['serviceProfile', 'tariffProfile', 'tariffProfileBlocklist', 'ipAddressSpace', 'dns'],
];

/** Longest idempotency key, in characters. */
const LONGEST_KEY = 255;

/** For acting operations. An empty key is refused: the item would be sent without one. */
const acting = {
	idempotencyKey: {
		...inGroup('options', {
			idempotencyKey: text(
				{ label: 'Idempotency Key', hint: 'Sent once for each key' },
				`must have 1 to ${LONGEST_KEY} characters`,
				(key) => key.trim() !== '' && key.length <= LONGEST_KEY,
			),
		}).idempotencyKey,
		isNeverEmpty: true,
	},
};

/**
 * The fields that every operation has beside its own. An operation that names workspaces itself reads in
 * one. The login takes no key: before it, the organisation that keys belong to is unknown.
 */
export const everywhereOf = ({
	effect,
	bulk,
	together,
	fields,
	resource,
	userLoginOnly,
}: Operation): { workspaceId: Field } & Fields => {
	if (effect === 'read') {
		const isOfMany = bulk !== undefined || together === true;
		return isOfMany || 'workspaceIds' in fields ? everywhere : reading;
	}
	const many = userLoginOnly || SET_UP_ONCE.includes(resource) ? everywhere : changingMany;
	return effect === 'act' && resource !== 'session' ? { ...many, ...acting } : many;
};
