import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../../src/table/define';
import { operationsOf } from '../../../src/operations';
import type { Resource } from '../../../src/table/resources';
import { toolText } from '../../../src/table/toolText';
import { ON_TOOL, resolvesToolDescription, TOOL_DESCRIPTION } from '../n8n/toolNode';

/* The words about a node that a language model reads, where it is the tool of an AI agent. */

/**
 * The tool's description for the model; n8n itself would give only the operation's name. Older
 * versions of n8n do not resolve the expression, so they get none.
 */
function toolDescription(operations: readonly Operation[]): INodeProperties[] {
	if (!resolvesToolDescription()) return [];
	const texts = Object.fromEntries(
		operations.map((operation) => [`${operation.resource} ${operation.name}`, toolText(operation)]),
	);
	const chosen = '$parameter["resource"] + " " + $parameter["operation"]';
	return [
		{
			displayName: 'Tool Description',
			name: TOOL_DESCRIPTION,
			// A third notice, beside that of the operation and n8n's own on columns, would be one too many.
			type: 'hidden',
			default: `={{ (${JSON.stringify(texts)})[${chosen}] }}`,
			displayOptions: { show: ON_TOOL },
		},
	];
}

/** The part of the form that only a tool has, beside its limits. */
export const toolForm = (resources: Record<string, Resource>): INodeProperties[] =>
	toolDescription(operationsOf(resources));
