import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
	NodeHelpers,
	type NodeParameterValue,
} from 'n8n-workflow';
import { SET_BY_A_PERSON } from '../../../../nodes/CellularIot/n8n/personOnly';
import { actionNodes } from '../../../support/n8n/actionNodes';
import { triggerNodes } from '../../../support/n8n/triggerNodes';

/*
 * The visible parts of each form, for each operation and each choice that shows or hides a notice, a
 * collection or a mapper. All other fields have their defaults.
 */

const MOST_NOTICES = 2;

const nodes = [...actionNodes(), ...triggerNodes()].map(({ description }) => description);
/** Action nodes are also offered to agents, under a separate name. */
const asTool = (node: INodeTypeDescription) => ({ ...node, name: `${node.name}Tool` });

const COUNTED = ['notice', 'collection', 'resourceMapper'];

/** Names of the parameters that decide whether a property is shown. */
const decidersOf = ({ displayOptions: { show, hide } = {} }: INodeProperties): string[] =>
	Object.keys({ ...show, ...hide })
		.filter((name) => !name.startsWith('@'))
		.map((name) => name.replace('/', ''));

/** The values that a parameter can have. */
function choicesOf({ type, options, default: value }: INodeProperties): NodeParameterValue[] {
	if (type === 'boolean') return [false, true];
	if (type !== 'options') return [value as NodeParameterValue];
	return (options as INodePropertyOptions[]).map((option) => option.value);
}

/** The visible properties of a form, and the choices that show them. */
interface View {
	choices: INodeParameters;
	shown: INodeProperties[];
}

/** The form with each combination of the choices that decide what it shows. */
function viewsOf(description: INodeTypeDescription): View[] {
	const { properties } = description;
	const deciders = new Set(
		properties.filter(({ type }) => COUNTED.includes(type)).flatMap(decidersOf),
	);
	const node = { typeVersion: 1 } as INode;
	const viewOf = (choices: INodeParameters): View => {
		const values = NodeHelpers.getNodeParameters(
			properties,
			choices,
			true,
			false,
			node,
			description,
		)!;
		const shown = properties.filter((property) =>
			NodeHelpers.displayParameter(values, property, node, description),
		);
		return { choices, shown };
	};
	/** Tries each value of the next visible parameter that decides and has not been chosen yet. */
	const views = (choices: INodeParameters): View[] => {
		const view = viewOf(choices);
		const next = view.shown.find(({ name }) => deciders.has(name) && !(name in choices));
		if (!next) return [view];
		return choicesOf(next).flatMap((value) => views({ ...choices, [next.name]: value }));
	};
	return views({});
}

const forms = [...nodes, ...actionNodes().map(({ description }) => asTool(description))].map(
	(description) => [description.name, viewsOf(description)] as const,
);
const all = forms.flatMap(([name, views]) => views.map((view) => ({ name, ...view })));

/** Yellow boxes: our notices, and n8n's own notice for automatically mapped columns. */
const yellow = ({ shown }: View): string[] =>
	shown.flatMap(({ type, name, displayName, default: value }) => {
		if (type === 'notice') return [`${name}: ${displayName}`];
		const isAutomatic =
			type === 'resourceMapper' &&
			(value as { mappingMode?: string }).mappingMode === 'autoMapInputData';
		return isAutomatic ? [`${name} mapped automatically`] : [];
	});

test('the views cover all operations and choices', () => {
	const operations = new Set(
		all.flatMap(({ choices: { resource, operation } }) =>
			operation === undefined ? [] : [`${String(resource)} ${String(operation)}`],
		),
	);
	console.log(`forms: ${forms.length} nodes, ${operations.size} operations, ${all.length} views`);
	expect(operations.size).toBeGreaterThanOrEqual(190);
	expect(all.length).toBeGreaterThan(2 * operations.size);
});

test(`at most ${MOST_NOTICES} yellow notices are shown at a time`, () => {
	const counts = all.map((view) => yellow(view).length);
	const tooMany = all
		.filter((view) => yellow(view).length > MOST_NOTICES)
		.map((view) => ({ name: view.name, choices: view.choices, notices: yellow(view) }));
	expect(tooMany).toEqual([]);
	// Some form has this number of notices, so that a lower limit would fail.
	expect(Math.max(...counts)).toBe(MOST_NOTICES);
});

test('a form has each collection at most once, and only with a known name', () => {
	const NAMES = [
		'Filters',
		'Name and SIM',
		'New Endpoints',
		'Options',
		'Safety Options',
		'Tool Limits',
		'Tool Options',
		'Update Fields',
		'Waves',
	];
	for (const { name, choices, shown } of all) {
		const collections = shown
			.filter(({ type }) => type === 'collection')
			.map(({ displayName }) => displayName);
		const strange = collections.filter((collection) => !NAMES.includes(collection));
		const twice = collections.filter((collection, i) => collections.indexOf(collection) !== i);
		// n8n keeps one value for both.
		expect(shown.filter(({ name: own }) => own === SET_BY_A_PERSON).length).toBeLessThan(2);
		expect({ name, choices, strange, twice }).toEqual({ name, choices, strange: [], twice: [] });
	}
});
