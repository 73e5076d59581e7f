import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../../src/table/define';
import { operationsOf } from '../../../src/operations';
import type { Resource } from '../../../src/table/resources';
import { toolText } from '../../../src/table/toolText';
import { ON_TOOL, TOOL_DESCRIPTION } from '../n8n/toolNode';
import { toolOutputForm } from './toolOutput';

/* The form of a node that is the tool of an AI agent: the words that a model reads, and what it gets. */

/**
 * The tool's description for the model; n8n itself would give only the operation's name.
 */
function toolDescription(operations: readonly Operation[]): INodeProperties {
	const texts = Object.fromEntries(
		operations.map((operation) => [`${operation.resource} ${operation.name}`, toolText(operation)]),
	);
	const chosen = '$parameter["resource"] + " " + $parameter["operation"]';
	return {
		displayName: 'Tool Description',
		name: TOOL_DESCRIPTION,
		// The form shows it in a notice of the operation.
		type: 'hidden',
		default: `={{ (${JSON.stringify(texts)})[${chosen}] }}`,
		displayOptions: { show: ON_TOOL },
	};
}

/** The part of the form that only a tool has, beside its limits. */
export function toolForm(resources: Record<string, Resource>): INodeProperties[] {
	const operations = operationsOf(resources);
	return [toolDescription(operations), ...toolOutputForm(operations)];
}
