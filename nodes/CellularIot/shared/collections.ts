import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import type { FieldGroup } from '../../../src/table/define';
import { GROUP_LABELS } from '../../../src/table/groups';
import type { Shown } from './display';
import { compareNames } from '../../../src/nameOrder';

/* The collections of a form. */

/** Collections in their order, with the text of the button that adds a field. */
const GROUPS = {
	identity: 'Add Field',
	newEndpoints: 'Add Field',
	updateFields: 'Add Field',
	filters: 'Add Filter',
	waves: 'Add Setting',
	options: 'Add Option',
} as const satisfies Record<FieldGroup, string>;
const GROUP_NAMES = Object.keys(GROUPS) as FieldGroup[];
/** Groups whose fields are there without being added, and what shows the group. */
export const OPEN: Partial<Record<FieldGroup, Shown>> = {
	identity: {},
	newEndpoints: { createMissing: [true] },
};

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
		// Its name says it; n8n's type files would repeat the label.
		description: '',
		name,
		type: 'collection',
		default: name in OPEN ? defaultsOf(groups.get(name)!) : {},
		options: groups.get(name)!.sort((a, b) => compareNames(a.displayName, b.displayName)),
	}));

/** A field in a collection, shown with values of the form around it. */
export function inCollection(item: INodeProperties, shownWith: Shown): INodeProperties {
	// Inside a collection the form itself is the folder above.
	const above = Object.entries(shownWith).map(([name, values]) => [`/${name}`, values] as const);
	if (above.length === 0) return item;
	return { ...item, displayOptions: { show: Object.fromEntries(above) } };
}
