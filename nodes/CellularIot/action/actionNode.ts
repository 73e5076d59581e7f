import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { methods } from '../shared/lookups';
import { formOfThisN8n } from '../n8n/toolNode';
import type { actionForm } from './actionForm';

/** The icon of an action node, a SIM with the badge of the node; paths start at the file of a node. */
export const actionIcon = (
	node: 'cellularIot' | `cellularIot${'Account' | 'Admin' | 'Automation' | 'Jobs'}`,
) =>
	({
		light: `file:../../icons/${node}.svg`,
		dark: `file:../../icons/${node}.dark.svg`,
	}) as const;

/** The parts of a description that the build has made, as this version of n8n takes them. */
export const actionParts = (made: ReturnType<typeof actionForm>) => ({
	...made,
	properties: formOfThisN8n(made.properties),
});

/**
 * An action node: operations of the table, for all items of a run. Each node also names INodeType itself:
 * n8n's check of packages recognises a node by that.
 */
export abstract class ActionNode implements INodeType {
	abstract description: INodeTypeDescription;

	methods = methods;

	async execute(this: IExecuteFunctions) {
		return await (await import('./execute')).execute(this);
	}
}
