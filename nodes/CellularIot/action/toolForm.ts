import type { INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import type { Field, Operation } from '../../../src/table/define';
import { operationsOf, type Resource } from '../../../src/table/entries';
import { toolFieldsOf } from '../../../src/table/toolFields';
import { toolText } from '../../../src/table/toolText';
import { property } from '../shared/properties';

/* The part of a node's form that exists only when it is the tool of an AI agent. */

/** Name of the parameter that holds a tool's limits; see {@link limitFields}. */
export const LIMITS_PARAMETER = 'mode';

/** Only on a node that n8n has made a tool of. */
const ON_TOOL = { '@tool': [true] };

/**
 * The tool's description for the model; n8n itself would give only the operation's name. Older
 * versions of n8n do not resolve the expression, so they get none.
 */
function toolDescription(operations: readonly Operation[]): INodeProperties[] {
	if (NodeHelpers.getToolDescriptionForNode.length < 3) return [];
	const texts = Object.fromEntries(
		operations.map((operation) => [`${operation.resource} ${operation.name}`, toolText(operation)]),
	);
	const chosen = '$parameter["resource"] + " " + $parameter["operation"]';
	return [
		{
			displayName: 'Tool Description',
			name: 'toolDescription',
			// A notice beside that of the operation and n8n's own on columns would be one too many.
			type: 'hidden',
			default: `={{ (${JSON.stringify(texts)})[${chosen}] }}`,
			displayOptions: { show: ON_TOOL },
		},
	];
}

/** Display condition for some operations; a few others that share their names may match too. */
const whereSome = (operations: readonly Operation[], root = '') => ({
	[`${root}resource`]: [...new Set(operations.map(({ resource }) => resource))],
	[`${root}operation`]: [...new Set(operations.map(({ name }) => name))],
});

/**
 * The limits that a person sets on a tool, once for all operations. n8n leaves a parameter of this
 * name out of what it gives to models that build workflows: no model is to set the limits.
 */
function limitFields(operations: readonly Operation[]): INodeProperties[] {
	const fields = new Map<string, { field: Field; of: Operation[] }>();
	for (const operation of operations) {
		for (const [name, field] of Object.entries(toolFieldsOf(operation))) {
			const known = fields.get(name) ?? { field, of: [] };
			fields.set(name, { field, of: [...known.of, operation] });
		}
	}
	if (fields.size === 0) return [];
	const options = [...fields].map(([name, { field, of }]) => ({
		...property(name, field),
		noDataExpression: true,
		displayOptions: { show: whereSome(of, '/') },
	}));
	const all = [...fields.values()].flatMap(({ of }) => of);
	return [
		{
			displayName: 'Tool Limits',
			name: LIMITS_PARAMETER,
			type: 'collection',
			placeholder: 'Add Limit',
			default: {},
			options: options.sort((a, b) => a.displayName.localeCompare(b.displayName)),
			displayOptions: { show: { ...ON_TOOL, ...whereSome(all) } },
		},
	];
}

/** The part of the form that only a tool has. */
export function toolForm(resources: Record<string, Resource>): INodeProperties[] {
	const own = operationsOf(resources);
	return [...limitFields(own), ...toolDescription(own)];
}
