import type {
	INodeParameters,
	INodeProperties,
	INodePropertyMode,
	INodePropertyOptions,
	NodeHint,
} from 'n8n-workflow';
import type { Field, FieldGroup, LookupName, Operation } from '../../../src/table/define';
import { operationsOf } from '../../../src/operations';
import type { Resource } from '../../../src/table/resources';
import { everywhereOf } from '../../../src/table/fields';
import { GROUP_LABELS } from '../../../src/table/groups';
import { hasToolOutput } from '../../../src/table/toolOutput';
import { toolPurpose } from '../../../src/table/toolText';
import { ON_TOOL } from '../n8n/toolNode';
import { columnProperties, isColumn, namesSubject, takesColumns } from './columns';
import { DEPENDENCES, mapper } from './namedForms';

/* The operation table as n8n's form. */

/** Collections in their order, with the text of the button that adds a field. */
const GROUPS = {
	newEndpoints: 'Add Field',
	updateFields: 'Add Field',
	filters: 'Add Filter',
	waves: 'Add Setting',
	options: 'Add Option',
} as const satisfies Record<FieldGroup, string>;
const GROUP_NAMES = Object.keys(GROUPS) as FieldGroup[];
/** The group whose fields columns fill; n8n drops the values of a collection that it does not show. */
const VALUES: FieldGroup = 'updateFields';
/** Groups whose fields are there without being added, and what shows the group. */
const OPEN: Partial<Record<FieldGroup, Shown>> = { newEndpoints: { createMissing: [true] } };

type Shown = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

/** The parameters that the lists of the pickers depend on. */
const ACCOUNT_PARAMETERS = ['authentication', 'options.workspaceId.value'];

/** An error shown in the editor while somebody types; expressions are checked when they run. */
const digits = (regex: string, errorMessage: string) => [
	{ type: 'regex', properties: { regex, errorMessage } },
];

const NUMBER_ID = {
	placeholder: '12345',
	validation: digits(
		'[1-9]\\d*',
		'An ID is a whole number of 1 or more; for a name or an ICCID choose its mode instead of By ID',
	),
};
const TEXT_ID = {
	placeholder: '0a1b2c3d',
	// Events of automations have their kind before a colon.
	validation: digits('([a-z]+:)?[\\w-]+', 'An ID is of letters, digits and dashes'),
};
/** Any text, such as a value of the service. */
const FREE = { displayName: 'By Word', placeholder: 'ENABLED' };

const REFERENCE_MODES = {
	iccid: {
		displayName: 'By ICCID',
		placeholder: '8988303000000000017',
		validation: digits('\\d{19,20}', 'An ICCID has 19 digits, or 20 with the check digit'),
	},
	imei: {
		displayName: 'By IMEI',
		placeholder: '3577620830129501',
		validation: digits('\\d{15,16}', 'An IMEI has 16 digits, or 15 with the check digit'),
	},
	eid: {
		displayName: 'By EID',
		placeholder: '89033023000000000000000000000017',
		validation: digits('\\d{32}', 'An EID has 32 digits'),
	},
	name: { displayName: 'By Name', placeholder: 'arctic' },
	tag: { displayName: 'By Tag', placeholder: 'arctic' },
};

const SEVERAL_MODE = {
	displayName: 'By Names',
	name: 'names',
	type: 'string' as const,
	placeholder: 'Plant North, Plant South',
};

/** The mode of a picker that lists the entries; `search_…` names the method in lookups.ts. */
export const fromList = (lookup: LookupName) => ({
	displayName: 'From List',
	name: 'list',
	type: 'list' as const,
	typeOptions: { searchListMethod: `search_${lookup}`, searchable: true },
});

interface PickerMode extends Omit<INodePropertyMode, 'validation'> {
	validation?: ReturnType<typeof digits>;
}

/**
 * The same mode of a picker, whose errors name the field: n8n shows them without it. One in a collection has no
 * check of n8n's: n8n would look there at the field of this name outside, and tell its error again.
 */
function namingField({ label, group }: Field, mode: PickerMode): INodePropertyMode {
	const { validation, ...rest } = mode;
	if (!validation || group !== undefined) return rest;
	const named = validation.map(({ type, properties }) => ({
		type,
		properties: { ...properties, errorMessage: `${label}: ${properties.errorMessage}` },
	}));
	return { ...rest, validation: named };
}

/** The control of one field; `list…` names the search method in lookups.ts. */
function controlOf(field: Field): Partial<INodeProperties> & Pick<INodeProperties, 'type'> {
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
		case 'picks':
			return {
				type: 'multiOptions',
				typeOptions: {
					loadOptionsMethod: `load_${c.lookup}`,
					loadOptionsDependsOn: ACCOUNT_PARAMETERS,
				},
			};
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
					fromList(c.lookup),
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
					...(c.several ? [SEVERAL_MODE] : []),
				].map((mode) => namingField(field, mode)),
			};
		case 'json':
			return { type: 'json' };
		// The field is in no form; see operationProperties.
		case 'itemField':
			return { type: 'hidden' };
		case 'mapper':
			return mapper(c.form, [...ACCOUNT_PARAMETERS, ...DEPENDENCES]);
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

function defaultOf({ control: { kind }, fromItem, default: own }: Field) {
	const proposed = `={{ $json.${fromItem} }}`;
	if (kind !== 'locator') return fromItem === undefined ? own : proposed;
	return fromItem === undefined ? { mode: 'list', value: '' } : { mode: 'id', value: proposed };
}

/** The fields that hold the subject of each item of a bulk call. */
const SUBJECT_FIELDS = ['endpointId', 'simId', 'tagId'];
/** The default of a subject: an entry picked from a list would be the same for all items. */
const EACH_ITEM = { mode: 'id', value: '={{ $json.id }}' };

/**
 * The hint of a field. A choice of numbers also says its words: those who build a workflow from the node's
 * type file see the numbers alone.
 */
function descriptionOf({ control, hint, saidOnce }: Field): string {
	const words =
		control.kind === 'choice' && control.choices.every(({ value }) => typeof value === 'number')
			? control.choices.map(({ name, value }) => `${value} ${name}`).join(', ')
			: '';
	const said = saidOnce ? '' : hint;
	if (words === '') return said;
	return said === '' ? words : `${said.replace(/\.$/, '')}: ${words}`;
}

/** One field as n8n's form shows it, without its place in the form. */
export const property = (name: string, field: Field): INodeProperties => ({
	displayName: field.label,
	name,
	...controlOf(field),
	default: defaultOf(field) as INodeProperties['default'],
	description: descriptionOf(field),
	...(field.placeholder !== undefined && { placeholder: field.placeholder }),
	...(field.group === undefined && !field.optional && { required: true }),
	...((field.confirms || field.isFixed) && { noDataExpression: true }),
});

/** States the intended user instead of a hint. */
const WORKSPACE = { label: 'Workspace (User Login)' };

/**
 * The options beside an operation's own. The workspace is there for an application token too: n8n
 * drops the value of a field that it hides, and the call would go to another organisation.
 */
function everyOption(operation: Operation): Grouped {
	const groups: Grouped = new Map();
	for (const [name, field] of Object.entries(everywhereOf(operation))) {
		const group = field.group ?? 'options';
		const shown = name === 'workspaceId' ? { ...field, ...WORKSPACE } : field;
		groups.set(group, [...(groups.get(group) ?? []), property(name, shown)]);
	}
	return groups;
}

export const shownWhen = (values: Record<string, Array<string | boolean>>) => ({
	displayOptions: { show: values },
});

export const notice = (name: string, displayName: string, when: object = {}): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
	...when,
});

/** Fields in groups, by the name of the group. */
export type Grouped = Map<FieldGroup, INodeProperties[]>;

/** The defaults of options as they are stored; n8n marks pickers in a form, but none in a default. */
function defaultsOf(options: readonly INodeProperties[]): INodeParameters {
	const stored = ({ type, default: value }: INodeProperties) =>
		type === 'resourceLocator' ? { __rl: true, ...(value as INodeParameters) } : value;
	return Object.fromEntries(
		options.map((option) => [option.name, stored(option)]),
	) as INodeParameters;
}

/** The words of a group in the form. */
const wordsOf = (name: FieldGroup) => ({
	displayName: GROUP_LABELS[name],
	placeholder: GROUPS[name],
});

/** A collection for each group. */
export const collectionsOf = (groups: Grouped): INodeProperties[] =>
	GROUP_NAMES.filter((name) => groups.has(name)).map((name) => ({
		...wordsOf(name),
		name,
		type: 'collection',
		default: name in OPEN ? defaultsOf(groups.get(name)!) : {},
		options: groups.get(name)!.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	}));

/** A field in a collection, shown with values of the form around it. */
export function inCollection(item: INodeProperties, shownWith: Shown): INodeProperties {
	// Inside a collection the form itself is the folder above.
	const above = Object.entries(shownWith).map(([name, values]) => [`/${name}`, values] as const);
	if (above.length === 0) return item;
	return { ...item, displayOptions: { show: Object.fromEntries(above) } };
}

/**
 * The notices of an operation. The form of a tool shows what the model is told of the operation, which
 * contains the notice of other nodes.
 */
function noticesOf(operation: Operation, show: Shown): INodeProperties[] {
	const told = notice('toolPurpose', `The model reads: ${toolPurpose(operation)}`, {
		displayOptions: { show: { ...ON_TOOL, ...show } },
	});
	if (operation.notice === undefined) return [told];
	const own = notice('notice', operation.notice, { displayOptions: { show, hide: ON_TOOL } });
	return [told, own];
}

/** The same field without its mode By Tag; undefined where it has none. */
function withoutTags(field: Field): Field | undefined {
	const { control } = field;
	if (control.kind !== 'locator' || !control.alsoBy?.includes('tag')) return undefined;
	return {
		...field,
		hint: 'ICCID, IMEI or name must match exactly one',
		control: { ...control, alsoBy: control.alsoBy.filter((by) => by !== 'tag') },
	};
}

/** A field with its place in the form; a tool offers no tag in the place of one thing. */
function inTools(
	name: string,
	item: INodeProperties,
	field: Field,
	show: Shown,
): INodeProperties[] {
	const ofOne = withoutTags(field);
	if (!ofOne) return [{ ...item, displayOptions: { show } }];
	const { default: value } = item;
	return [
		{ ...item, displayOptions: { show, hide: ON_TOOL } },
		{ ...property(name, ofOne), default: value, displayOptions: { show: { ...ON_TOOL, ...show } } },
	];
}

/** The form below "Operation" for one entry. */
function operationProperties(operation: Operation): INodeProperties[] {
	const show = { resource: [operation.resource], operation: [operation.name] };
	const direct: INodeProperties[] = [];
	const groups: Grouped = new Map();
	direct.push(...noticesOf(operation, show));
	const mapped = takesColumns(operation);
	// Fields that columns can fill are shown only where the form is chosen.
	const inForm = mapped ? { ...show, valuesFrom: ['fields'] } : show;
	// The columns that can take the place of the fields.
	const ownColumns = mapped ? columnProperties(operation, show) : [];
	if (namesSubject(operation)) direct.push(...ownColumns);
	for (const [name, field] of Object.entries(operation.fields)) {
		if (field.control.kind === 'itemField') continue;
		const isOfMany = operation.bulk !== undefined || operation.isTable === true;
		const isEach = isOfMany && SUBJECT_FIELDS.includes(name) && !field.group;
		const item = { ...property(name, field), ...(isEach && { default: EACH_ITEM }) };
		if (field.group === undefined) {
			const when = { ...(isColumn(name, field) ? inForm : show), ...(field.showWhen as Shown) };
			// A tool has a choice of three in the place of the switch.
			const isToolChoice = name === 'simplify' && hasToolOutput(operation);
			if (isToolChoice) direct.push({ ...item, displayOptions: { show: when, hide: ON_TOOL } });
			else direct.push(...inTools(name, item, field, when));
		} else {
			const isReplaced = mapped && field.group === 'options' && isColumn(name, field);
			const shownWith = {
				...field.showWhen,
				...(isReplaced && { valuesFrom: ['fields'] }),
			} as Shown;
			const option = inCollection(item, shownWith);
			groups.set(field.group, [...(groups.get(field.group) ?? []), option]);
		}
	}
	if (!namesSubject(operation)) direct.push(...ownColumns);
	for (const [group, own] of everyOption(operation)) {
		groups.set(group, [...(groups.get(group) ?? []), ...own]);
	}
	const collections = collectionsOf(groups).map((collection) => ({
		...collection,
		displayOptions: {
			show: {
				...(collection.name === VALUES ? inForm : show),
				...OPEN[collection.name as FieldGroup],
			},
		},
	}));
	return [...direct, ...collections];
}

const byName = (a: INodePropertyOptions, b: INodePropertyOptions) => a.name.localeCompare(b.name);

/** Title Case of a camelCase name: `getAll` is "Get Many", as n8n calls it. */
const title = (name: string) =>
	name
		.replace(/^getAll$/, 'getMany')
		.replace(/^awaitReply$/, 'sendAndAwaitReply')
		.replace(/^getConnectivityInfo$/, 'askVisitedNetwork')
		.replace(/([A-Z])/g, ' $1')
		.replace(/^./, (c) => c.toUpperCase())
		.replace(/\b(Dns|Ip|Rat|Sim|Sms)\b/g, (word) => word.toUpperCase())
		.replace(/\b(And|From|To)\b/g, (word) => word.toLowerCase());

/** Below a node on the canvas: "Get Many: SMS Quota", made by n8n from the parameters. */
export function subtitleFor(resources: Record<string, Resource>): string {
	const words = `.replace(/^getAll$/, "getMany").replace(/^awaitReply$/, "sendAndAwaitReply").replace(/^getConnectivityInfo$/, "askVisitedNetwork").replace(/([A-Z])/g, " $1").replace(/^./, (c) => c.toUpperCase()).replace(/\\b(Dns|Ip|Rat|Sim|Sms)\\b/g, (word) => word.toUpperCase()).replace(/\\b(And|From|To)\\b/g, (word) => word.toLowerCase())`;
	const names = JSON.stringify(
		Object.fromEntries(Object.entries(resources).map(([value, { name }]) => [value, name])),
	);
	return `={{ $parameter["operation"]${words} + ": " + (${names})[$parameter["resource"]] }}`;
}

/**
 * A hint beside the output while Dry Run is on. n8n keeps the value of a field that an operation does not show, so
 * that the operations with the field are named.
 */
export function dryRunHint(resources: Record<string, Resource>): NodeHint {
	const named = (isInGroup: boolean) =>
		JSON.stringify(
			operationsOf(resources)
				.filter(({ fields: { dryRun } }) => dryRun && isInGroup === (dryRun.group !== undefined))
				.map(({ resource, name }) => `${resource} ${name}`),
		);
	const own = '.includes($parameter["resource"] + " " + $parameter["operation"])';
	return {
		message: 'Dry Run is on: nothing is changed.',
		displayCondition: `={{ (${named(false)}${own} && $parameter["dryRun"]) || (${named(true)}${own} && $parameter["options"]?.dryRun) }}`,
		whenToDisplay: 'always',
		location: 'outputPane',
	};
}

/** A new node's operation: a read, of many where possible; never one that bills or changes. */
const safest = (own: readonly Operation[]): Operation | undefined =>
	own.find(({ name }) => name === 'getAll') ??
	own.find(({ effect }) => effect === 'read') ??
	own[0];

const firstValue = <V extends string | number | boolean>(choices: ReadonlyArray<{ value: V }>) =>
	choices[0]?.value ?? '';

/** Resource, operation and all their fields. */
export function operationForm(resources: Record<string, Resource>): INodeProperties[] {
	const options = Object.entries(resources).map(([value, { name, description }]) => ({
		name,
		value,
		description,
	}));
	const there = operationsOf(resources);
	const pickers = options.map(({ value }): INodeProperties => {
		const own = there.filter((o) => o.resource === value);
		const first = safest(own)?.name ?? '';
		return {
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [value] } },
			options: own
				.map((o) => ({
					name: title(o.name),
					value: o.name,
					action: o.action,
					description: o.description,
				}))
				.sort(byName),
			default: first,
		};
	});
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options,
			default: firstValue(options),
		},
		...pickers,
		...there.flatMap(operationProperties),
	];
}
