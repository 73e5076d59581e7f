import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { Resource } from '../../../src/table/resources';
import { accountCredentials, authentication } from '../shared/authentication';
import { actionHints } from '../shared/builderHints';
import { methods } from '../shared/lookups';
import { dryRunHint } from '../shared/dryRunHint';
import { operationForm } from '../shared/operationForm';
import { personForm } from './personForm';
import { toolForm } from './toolForm';

/** The icon of an action node, a SIM with the badge of the node; paths start at the file of a node. */
export const actionIcon = (
	node: 'cellularIot' | `cellularIot${'Account' | 'Admin' | 'Automation' | 'Jobs'}`,
) =>
	({
		light: `file:../../icons/${node}.svg`,
		dark: `file:../../icons/${node}.dark.svg`,
	}) as const;

/** The description that action nodes have in common, by their resources and their hints. */
export const actionParts = (
	resources: Record<string, Resource>,
	hints: Parameters<typeof actionHints>[0],
) =>
	({
		group: ['output'],
		builderHint: actionHints(hints, resources),
		hints: [dryRunHint(resources)],
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: accountCredentials,
		properties: [
			authentication,
			...operationForm(resources),
			...personForm(resources),
			...toolForm(resources),
		],
	}) satisfies Partial<INodeTypeDescription>;

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
