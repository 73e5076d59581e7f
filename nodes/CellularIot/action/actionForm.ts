import type { INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { Resource } from '../../../src/table/resources';
import { accountCredentials, authentication } from '../shared/authentication';
import { actionHints } from '../shared/builderHints';
import { dryRunHint } from '../shared/dryRunHint';
import { operationForm } from '../shared/operationForm';
import { personForm } from './personForm';
import { toolForm } from './toolForm';

/** The description that action nodes have in common, by their resources and their hints. */
export const actionForm = (
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
