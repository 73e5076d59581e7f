import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import type { Field, LookupName } from '../../../src/table/define';
import { firstValue } from './display';
import { takesItem } from '../../../src/table/pickers';
import { INPUT_ITEM } from './inputItem';
import { DEPENDENCES, mapper } from './namedForms';

/* One field of the operation table as n8n's form shows it. */

/** What is shown of a field, or of a column of a table in the form. */
type Shown = Omit<Field, 'schema'>;

/** The parameters that the lists of the pickers depend on. */
const ACCOUNT_PARAMETERS = ['authentication', 'options.workspaceId'];

/** An error shown in the editor while somebody types an ID; expressions are checked when they run. */
const digits = (regex: string, errorMessage: string) => [
	{ type: 'regex', properties: { regex, errorMessage } },
];

const NUMBER_ID = {
	placeholder: '12345',
	validation: digits(
		'[1-9]\\d*',
		'An ID is a whole number of 1 or more; for a name or an ICCID choose its mode instead of By ID, for an expression switch the field to Expression',
	),
};
const TEXT_ID = {
	placeholder: '0a1b2c3d',
	// Events of automations have their kind before a colon.
	validation: digits('([a-z]+:)?[\\w-]+', 'An ID is of letters, digits and dashes'),
};
/** Any text, such as a value of the service. */
const FREE = { displayName: 'By Word', placeholder: 'ENABLED' };

/** Their numbers are checked when a node runs, in all the forms that people write them in (src/readings). */
const REFERENCE_MODES = {
	iccid: { displayName: 'By ICCID', placeholder: '8988303000000000017' },
	imei: { displayName: 'By IMEI', placeholder: '3577620830129501' },
	eid: { displayName: 'By EID', placeholder: '89033023000000000000000000001724' },
	name: { displayName: 'By Name', placeholder: 'arctic' },
	// No list of tags: n8n's editor shows one only in a picker's mode `list`, which is that of the things themselves.
	tag: { displayName: 'By Tag', placeholder: 'arctic' },
};

const SEVERAL_MODE = {
	displayName: 'By Names',
	name: 'names',
	type: 'string' as const,
	placeholder: 'arctic, pump',
};

/** The mode of a picker that lists the entries by their ids, or by their names; see the methods in lookups.ts. */
const fromList = (lookup: LookupName, method: string = lookup) => ({
	displayName: 'From List',
	name: 'list',
	type: 'list' as const,
	typeOptions: { searchListMethod: method, searchable: true },
});

/**
 * The list of a dropdown. Workspaces are those of the login, wherever it acts. An expression gives an ID or a name,
 * which the editor would otherwise call a value that is not supported.
 */
const loadedList = (lookup: LookupName): Partial<INodeProperties> => ({
	typeOptions: {
		loadOptionsMethod: lookup,
		loadOptionsDependsOn: lookup === 'workspace' ? ['authentication'] : ACCOUNT_PARAMETERS,
	},
	allowArbitraryValues: true,
});

interface PickerMode extends Omit<INodePropertyMode, 'validation'> {
	validation?: ReturnType<typeof digits>;
}

/**
 * The same mode of a picker, whose errors name the field: n8n shows them without it. One in a collection is
 * not checked by n8n, which would check the field of this name outside instead, and show its error twice.
 */
function namingField({ label, group }: Shown, mode: PickerMode): INodePropertyMode {
	const { validation, ...rest } = mode;
	if (!validation || group !== undefined) return rest;
	const named = validation.map(({ type, properties }) => ({
		type,
		properties: { ...properties, errorMessage: `${label}: ${properties.errorMessage}` },
	}));
	return { ...rest, validation: named };
}

/** The control of one field; lists name their method in lookups.ts. */
function controlOf(field: Shown): Partial<INodeProperties> & Pick<INodeProperties, 'type'> {
	const { control: c, label } = field;
	switch (c.kind) {
		case 'text':
			return {
				type: 'string',
				...((c.rows || c.secret) && { typeOptions: { rows: c.rows, password: c.secret } }),
			};
		case 'number':
			return {
				type: 'number',
				typeOptions: { minValue: c.min, maxValue: c.max, numberPrecision: c.decimals },
			};
		case 'flag':
			return { type: 'boolean' };
		case 'dateTime':
			return { type: 'dateTime' };
		case 'choice':
			return { type: c.several ? 'multiOptions' : 'options', options: c.choices };
		case 'dropdown':
			return { type: 'options', ...loadedList(c.lookup) };
		case 'picks':
			return { type: 'multiOptions', ...loadedList(c.lookup) };
		case 'locator':
			return {
				type: 'resourceLocator',
				typeOptions: {
					loadOptionsDependsOn: [
						...ACCOUNT_PARAMETERS,
						...(c.narrowedBy ?? []).map((name) => `${name}.value`),
					],
				},
				modes: [
					fromList(c.lookup, takesItem(field) ? `item_${c.lookup}` : c.lookup),
					{
						displayName: 'By ID',
						name: 'id',
						type: 'string' as const,
						...(c.isFree ? FREE : c.textIds ? TEXT_ID : NUMBER_ID),
					},
					...(c.alsoBy ?? []).map((name) => ({
						name,
						type: 'string' as const,
						...REFERENCE_MODES[name],
					})),
				].map((mode) => namingField(field, mode)),
			};
		case 'names':
			return {
				type: 'resourceLocator',
				typeOptions: { loadOptionsDependsOn: ACCOUNT_PARAMETERS },
				modes: [
					fromList(c.lookup, `names_${c.lookup}`),
					{ ...REFERENCE_MODES.name, name: 'name', type: 'string' },
					...(c.several ? [SEVERAL_MODE] : []),
				],
			};
		case 'json':
			return { type: 'json' };
		// The field is in no form; see operationProperties.
		case 'itemField':
			return { type: 'hidden' };
		case 'mapper':
			return mapper(c.form, [...ACCOUNT_PARAMETERS, ...DEPENDENCES]);
		case 'rows':
			return {
				type: 'fixedCollection',
				placeholder: `Add ${c.row}`,
				typeOptions: { multipleValues: true, sortable: true },
				options: [
					{
						displayName: c.row,
						name: 'rows',
						values: Object.entries(c.columns).map(([name, column]) => property(name, column)),
					},
				],
			};
		case 'sort':
			return {
				type: 'fixedCollection',
				placeholder: 'Add Sort Field',
				typeOptions: { multipleValues: true, sortable: true },
				options: [
					{
						displayName: label,
						name: 'by',
						values: [
							{
								displayName: 'Field',
								name: 'field',
								type: 'options',
								options: c.choices,
								default: firstValue(c.choices),
							},
							{
								displayName: 'Direction',
								name: 'direction',
								type: 'options',
								options: [
									{ name: 'Ascending', value: 'asc' },
									{ name: 'Descending', value: 'desc' },
								],
								default: 'asc',
							},
						],
					},
				],
			};
	}
}

function defaultOf(field: Shown) {
	const { control, fromItem, default: own } = field;
	const proposed = `={{ $json.${fromItem} }}`;
	if (control.kind !== 'locator') return fromItem === undefined ? own : proposed;
	if (takesItem(field)) return INPUT_ITEM;
	return fromItem === undefined ? { mode: 'list', value: '' } : { mode: 'id', value: proposed };
}

/**
 * The hint of a field. A choice of numbers also says its words: those who build a workflow from the node's
 * type file see the numbers alone.
 */
function descriptionOf({ control, hint, saidOnce }: Shown): string {
	const words =
		control.kind === 'choice' && control.choices.every(({ value }) => typeof value === 'number')
			? control.choices.map(({ name, value }) => `${value} ${name}`).join(', ')
			: '';
	const said = saidOnce ? '' : hint;
	if (words === '') return said;
	return said === '' ? words : `${said.replace(/\.$/, '')}: ${words}`;
}

/** One field as n8n's form shows it, without its place in the form. */
export const property = (name: string, field: Shown): INodeProperties => ({
	displayName: field.label,
	name,
	...controlOf(field),
	default: defaultOf(field) as INodeProperties['default'],
	description: descriptionOf(field),
	...(field.placeholder !== undefined && { placeholder: field.placeholder }),
	...(field.group === undefined && !field.optional && { required: true }),
	...((field.confirms || field.isFixed) && { noDataExpression: true }),
});
