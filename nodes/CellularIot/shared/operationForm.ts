import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { operationsOf } from '../../../src/operations';
import type { Field, FieldGroup, Operation } from '../../../src/table/define';
import { everywhereOf } from '../../../src/table/fields';
import type { Resource } from '../../../src/table/resources';
import { hasToolOutput } from '../../../src/table/toolOutput';
import { toolPurpose } from '../../../src/table/toolText';
import { ON_TOOL } from '../n8n/toolNode';
import { collectionsOf, type Grouped, inCollection, OPEN } from './collections';
import { columnProperties } from './columnForm';
import { isColumn, namesSubject, takesColumns } from './columns';
import { firstValue, notice, type Shown } from './display';
import { property } from './fieldProperty';
import { titleOf } from './operationTitles';
import { compareNames } from '../../../src/nameOrder';

/* The operation table as n8n's form. */

/** The groups whose fields columns fill; n8n drops the values of a collection that it does not show. */
const VALUES: readonly FieldGroup[] = ['identity', 'updateFields'];
/** The default of the tag of each item of a bulk call: one picked from a list would be the same for all items. */
const TAG_OF_ITEM = { mode: 'id', value: '={{ $json.id }}' };

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

/**
 * The notices of an operation. The form of a tool shows what the model reads of the operation, which
 * contains the notice of other nodes.
 */
function noticesOf(operation: Operation, show: Shown): INodeProperties[] {
	const purpose = notice('toolPurpose', `The model reads: ${toolPurpose(operation)}`, {
		displayOptions: { show: { ...ON_TOOL, ...show } },
	});
	if (operation.notice === undefined) return [purpose];
	const own = notice('notice', operation.notice, { displayOptions: { show, hide: ON_TOOL } });
	return [purpose, own];
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

/** Where Simplify stands, which is about the results: below all that is sent. */
function placeOfSwitch(direct: readonly INodeProperties[]): number {
	const place = direct.findIndex(({ name }) => name === 'simplify');
	return place < 0 ? direct.length : place;
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
		const isTagOfEach = operation.bulk !== undefined && name === 'tagId' && !field.group;
		const item = { ...property(name, field), ...(isTagOfEach && { default: TAG_OF_ITEM }) };
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
	if (!namesSubject(operation)) direct.splice(placeOfSwitch(direct), 0, ...ownColumns);
	for (const [group, own] of everyOption(operation)) {
		groups.set(group, [...(groups.get(group) ?? []), ...own]);
	}
	const collections = collectionsOf(groups).map((collection) => ({
		...collection,
		displayOptions: {
			show: {
				...(VALUES.includes(collection.name as FieldGroup) ? inForm : show),
				...OPEN[collection.name as FieldGroup],
			},
		},
	}));
	return [...direct, ...collections];
}

const byName = (a: INodePropertyOptions, b: INodePropertyOptions) => compareNames(a.name, b.name);

/** A new node's operation: a read, of many where possible; never one that bills or changes. */
const safest = (own: readonly Operation[]): Operation | undefined =>
	own.find(({ name }) => name === 'getAll') ??
	own.find(({ effect }) => effect === 'read') ??
	own[0];

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
					name: titleOf(o.name),
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
