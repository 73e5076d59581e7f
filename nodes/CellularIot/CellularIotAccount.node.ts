import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { ACCOUNT_RESOURCES } from '../../src/table/entries';
import { actionForm } from './action/actionForm';
import { accountCredentials } from './shared/authentication';
import { accountHints, actionHints } from './shared/builderHints';
import { methods } from './shared/lookups';
import { dryRunHint, subtitleFor } from './shared/properties';

/**
 * The action node for the account behind a fleet (organisation, tags, people, tokens): operations of the
 * table, for all items of a run.
 */
export class CellularIotAccount implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Account',
		name: 'cellularIotAccount',
		icon: {
			light: 'file:../../icons/cellularIot.svg',
			dark: 'file:../../icons/cellularIot.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: subtitleFor(ACCOUNT_RESOURCES),
		description: 'Manage the tags, organisation, people and tokens of an account',
		defaults: { name: 'Cellular IoT Account' },
		usableAsTool: true,
		// With data redaction n8n hides it from everybody; the next node still gets it.
		sensitiveOutputFields: ['application_token'],
		builderHint: actionHints(accountHints, ACCOUNT_RESOURCES),
		hints: [dryRunHint],
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: accountCredentials,
		properties: actionForm(ACCOUNT_RESOURCES),
	};

	methods = methods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await (await import('./action/execute')).execute(this);
	}
}
