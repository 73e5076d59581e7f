import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { AUTOMATION_RESOURCES } from '../../src/table/entries';
import { actionForm } from './action/actionForm';
import { accountCredentials } from './shared/authentication';
import { actionHints, automationHints } from './shared/builderHints';
import { methods } from './shared/lookups';
import { dryRunHint, subtitleFor } from './shared/properties';

/**
 * The action node for the service's own automation features (data streams, automations, callbacks):
 * operations of the table, for all items of a run.
 */
export class CellularIotAutomation implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Automation',
		name: 'cellularIotAutomation',
		icon: {
			light: 'file:../../icons/cellularIot.svg',
			dark: 'file:../../icons/cellularIot.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: subtitleFor(AUTOMATION_RESOURCES),
		description: 'Manage data streams, automations and callbacks of the connectivity service',
		defaults: { name: 'Cellular IoT Automation' },
		usableAsTool: true,
		builderHint: actionHints(automationHints, AUTOMATION_RESOURCES),
		hints: [dryRunHint],
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: accountCredentials,
		properties: actionForm(AUTOMATION_RESOURCES),
	};

	methods = methods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await (await import('./action/execute')).execute(this);
	}
}
