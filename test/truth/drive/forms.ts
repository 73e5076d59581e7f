import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { actionNode } from '../../support/n8n/n8n';

/*
 * The form of an operation as a list of everything a user can choose, read from the node descriptions
 * as in n8n.
 */

/** A field of a form with its path in the parameters. */
export interface Leaf {
	path: string[];
	property: INodeProperties;
	/** Values of other parameters that make it visible. */
	show: Record<string, unknown[]>;
	/** Rows of a list: the last name of the path is a column. */
	rows?: 'one' | 'many';
}

/** A coverage target: a value of a choice or switch, a mode of a picker, or a filled field. */
export interface Target {
	leaf: Leaf;
	kind: 'choice' | 'switch' | 'mode' | 'list' | 'field';
	value: unknown;
	/** `options.sort.by.field = name`. */
	label: string;
}

/** Tool limits are not part of a request. */
const OF_TOOLS = 'mode';
const OF_ALL = ['resource', 'operation'];

const conditions = (property: INodeProperties) =>
	Object.fromEntries(
		Object.entries(property.displayOptions?.show ?? {})
			// Inside a collection, the form is the parent path.
			.map(([name, values]) => [name.replace('/', ''), values] as const)
			.filter(([name]) => !OF_ALL.includes(name)),
	) as Record<string, unknown[]>;

function leavesIn(property: INodeProperties, before: string[], above: Leaf['show']): Leaf[] {
	const path = [...before, property.name];
	const show = { ...above, ...conditions(property) };
	if (property.type === 'notice') return [];
	if (property.type === 'collection')
		return (property.options as INodeProperties[]).flatMap((option) =>
			leavesIn(option, path, show),
		);
	if (property.type === 'fixedCollection') {
		const rows = property.typeOptions?.multipleValues ? 'many' : 'one';
		return (property.options as INodePropertyCollection[]).flatMap(({ name, values }) =>
			values.flatMap((value) =>
				leavesIn(value, [...path, name], show).map((leaf) => ({ ...leaf, rows }) as Leaf),
			),
		);
	}
	return [{ path, property, show }];
}

/** The fields of an operation. */
export function leavesOf(resource: string, operation: string): Leaf[] {
	const shownFor = ({ displayOptions }: INodeProperties) => {
		const { resource: of, operation: at } = displayOptions?.show ?? {};
		return (of as unknown[])?.includes(resource) && (at as unknown[])?.includes(operation);
	};
	return actionNode({ resource, operation })
		.description.properties.filter((property) => property.name !== OF_TOOLS && shownFor(property))
		.flatMap((property) => leavesIn(property, [], {}));
}

const valuesOf = ({ options = [] }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => value);

/** All targets of a field. */
export function targetsOf(leaf: Leaf): Target[] {
	const { property, path } = leaf;
	const name = path.join('.');
	const each = (kind: Target['kind'], values: unknown[]) =>
		values.map((value) => ({ leaf, kind, value, label: `${name} = ${String(value)}` }));
	switch (property.type) {
		case 'options':
		case 'multiOptions':
			return property.typeOptions?.loadOptionsMethod === undefined
				? each('choice', valuesOf(property))
				: each('list', ['from its list']);
		case 'boolean':
			return each('switch', [true, false]);
		case 'resourceLocator':
			return each('mode', property.modes?.map((mode) => mode.name) ?? []);
		case 'resourceMapper':
			return each(
				'mode',
				property.typeOptions?.resourceMapper?.supportAutoMap === false
					? ['defineBelow']
					: ['defineBelow', 'autoMapInputData'],
			);
		default:
			return each('field', ['given']);
	}
}

/** The value at a path of the parameters; for rows, that of the first row. */
export function valueAt(parameters: INodeParameters, { path, rows }: Leaf): unknown {
	let value: unknown = parameters;
	for (const [i, name] of path.entries()) {
		if (rows && i === path.length - 1 && Array.isArray(value)) value = value[0];
		value = (value as IDataObject | undefined)?.[name];
	}
	return value;
}

/** The parameters with a value set at a field; other columns of its row are kept. */
export function withValue(
	parameters: INodeParameters,
	leaf: Leaf,
	value: unknown,
): INodeParameters {
	const set = (at: IDataObject, [name = '', ...rest]: string[]): IDataObject => {
		if (rest.length === 0) return { ...at, [name]: value as IDataObject };
		const inner = at[name];
		if (rest.length === 1 && leaf.rows === 'many')
			return { ...at, [name]: [set(((inner as IDataObject[]) ?? [])[0] ?? {}, rest)] };
		return { ...at, [name]: set((inner as IDataObject) ?? {}, rest) };
	};
	return set(parameters as IDataObject, leaf.path) as INodeParameters;
}

/** Whether the form shows a field. */
export function isShown(leaf: Leaf, parameters: INodeParameters, leaves: Leaf[]): boolean {
	return Object.entries(leaf.show).every(([name, allowed]) => {
		const other = leaves.find(({ path }) => path.join('.') === name);
		const value = other && (valueAt(parameters, other) ?? other.property.default);
		return other !== undefined && allowed.includes(value) && isShown(other, parameters, leaves);
	});
}

/** The parameters with the values that make a field visible. */
export function shown(leaf: Leaf, parameters: INodeParameters, leaves: Leaf[]): INodeParameters {
	let with_ = parameters;
	for (const [name, allowed] of Object.entries(leaf.show)) {
		const other = leaves.find(({ path }) => path.join('.') === name);
		if (!other) continue;
		with_ = shown(other, with_, leaves);
		const value = valueAt(with_, other) ?? other.property.default;
		if (!allowed.includes(value)) with_ = withValue(with_, other, allowed[0]);
	}
	return with_;
}
