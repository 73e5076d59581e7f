import type { INodeProperties } from 'n8n-workflow';
import type { Field, Operation } from '../../../src/table/define';
import { operationsOf } from '../../../src/operations';
import type { Resource } from '../../../src/table/resources';
import { type SafetyFieldName, safetyFieldsOf } from '../../../src/table/safetyFields';
import { type ToolFieldName, toolFieldsOf } from '../../../src/table/toolFields';
import { SET_BY_A_PERSON } from '../n8n/personOnly';
import { ON_TOOL } from '../n8n/toolNode';
import { property } from '../shared/fieldProperty';
import { compareNames } from '../../../src/nameOrder';

/* The parts of a node's form that only a person sets: the limits of a tool, and the safety options. */

/** Display condition for some operations; a few others that share their names may match too. */
const whereSome = (operations: readonly Operation[], root = '') => ({
	[`${root}resource`]: [...new Set(operations.map(({ resource }) => resource))],
	[`${root}operation`]: [...new Set(operations.map(({ name }) => name))],
});

/**
 * Where a setting is shown: at its operations. Allowed Endpoints is shown at all of their resources'
 * operations: n8n drops what a form does not show, and one that cannot be enforced has to be refused.
 */
function shownAt(name: string, own: Operation[], all: Operation[]): Operation[] {
	if (name !== 'allowedEndpoints') return own;
	return all.filter(({ resource }) => own.some((operation) => operation.resource === resource));
}

/** A collection of fields, each shown for its operations, on a tool or on any other node. */
function personCollection(
	look: { displayName: string; placeholder: string; isOnTool: boolean },
	operations: readonly Operation[],
	fieldsOf: (operation: Operation) => Partial<Record<string, Field>>,
): INodeProperties[] {
	const fields = new Map<string, { field: Field; of: Operation[] }>();
	for (const operation of operations) {
		for (const [name, field] of Object.entries(fieldsOf(operation))) {
			const known = fields.get(name) ?? { field: field!, of: [] };
			fields.set(name, { field: known.field, of: [...known.of, operation] });
		}
	}
	if (fields.size === 0) return [];
	const all = [...fields.values()].flatMap(({ of }) => of);
	const options = [...fields].map(([name, { field, of }]) => ({
		...property(name, field),
		noDataExpression: true,
		displayOptions: { show: whereSome(shownAt(name, of, all), '/') },
	}));
	const { isOnTool, displayName, placeholder } = look;
	const displayOptions = isOnTool
		? { show: { ...ON_TOOL, ...whereSome(all) } }
		: { show: whereSome(all), hide: ON_TOOL };
	return [
		{
			displayName,
			name: SET_BY_A_PERSON,
			type: 'collection',
			placeholder,
			default: {},
			options: options.sort((a, b) => compareNames(a.displayName, b.displayName)),
			displayOptions,
		},
	];
}

/** The settings of a tool: its limits, and the safety option that its calls can meet. */
export function toolSettingsOf(
	operation: Operation,
): Partial<Record<ToolFieldName | SafetyFieldName, Field>> {
	const { acceptRenamed } = safetyFieldsOf(operation);
	return { ...toolFieldsOf(operation), ...(acceptRenamed && { acceptRenamed }) };
}

/** The collections. A node shows one of them: Tool Limits on a tool, Safety Options elsewhere. */
export function personForm(resources: Record<string, Resource>): INodeProperties[] {
	const operations = operationsOf(resources);
	const limits = { displayName: 'Tool Limits', placeholder: 'Add Limit', isOnTool: true };
	const safety = {
		displayName: 'Safety Options',
		placeholder: 'Add Safety Option',
		isOnTool: false,
	};
	return [
		...personCollection(safety, operations, safetyFieldsOf),
		...personCollection(limits, operations, toolSettingsOf),
	];
}
