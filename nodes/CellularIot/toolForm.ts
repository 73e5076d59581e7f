import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { InputError } from '../../src/errors';
import type { Json, Operation } from '../../src/operations/define';
import { type ToolLimits, toolFieldsOf } from '../../src/operations/toolFields';
import { toolText } from '../../src/operations/toolText';

/* The part of the form that only a tool of an AI agent has. */

/**
 * What a model reads of the tool. n8n itself would say no more than the operation's name. Older
 * versions of n8n do not resolve the expression: they get none. In several lines, as n8n then leaves
 * it out of what it tells those who build workflows.
 */
export const toolDescription = (operations: readonly Operation[]): INodeProperties[] => {
	if (NodeHelpers.getToolDescriptionForNode.length < 3) return [];
	const texts = Object.fromEntries(
		operations.map((operation) => [`${operation.resource} ${operation.name}`, toolText(operation)]),
	);
	const chosen = '$parameter["resource"] + " " + $parameter["operation"]';
	return [
		{
			displayName: 'Tool Description',
			name: 'toolDescription',
			type: 'hidden',
			default: `={{ (${JSON.stringify(texts, undefined, 1)})[${chosen}] }}`,
		},
	];
};

/** Whether n8n runs the node for an agent; newer versions run a tool as they run any other node. */
export function isToolRun(
	context: Partial<Pick<IExecuteFunctions, 'isToolExecution'>> & Pick<IExecuteFunctions, 'getNode'>,
): boolean {
	return context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');
}

/**
 * What a person has set on the tool, as it stands in the form.
 * @throws InputError where an expression would let the model set it.
 */
export function toolLimits(
	context: Pick<IExecuteFunctions, 'getNode'>,
	operation: Operation,
): ToolLimits {
	const { options = {} } = context.getNode().parameters as { options?: Json | string };
	const limits: Json = {};
	for (const [name, { label }] of Object.entries(toolFieldsOf(operation))) {
		const value = typeof options === 'string' ? options : options[name];
		if (typeof value === 'string' && value.startsWith('=')) {
			throw new InputError(name, 'must be set by a person, not by an expression', label);
		}
		limits[name] = value;
	}
	return limits;
}
