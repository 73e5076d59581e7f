import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { ADMIN_RESOURCES } from '../../src/table/entries';
import { actionForm } from './action/actionForm';
import { accountCredentials } from './shared/authentication';
import { actionHints, adminHints } from './shared/builderHints';
import { methods } from './shared/lookups';
import { dryRunHint, subtitleFor } from './shared/properties';

/**
 * The action node for what is set up once (profiles, networks, batches, lookups): operations of the
 * table, for all items of a run.
 */
export class CellularIotAdmin implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Admin',
		name: 'cellularIotAdmin',
		icon: {
			light: 'file:../../icons/cellularIot.svg',
			dark: 'file:../../icons/cellularIot.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: subtitleFor(ADMIN_RESOURCES),
		description:
			'Manage profiles, networks and SIM batches of a cellular IoT fleet, and look up lists',
		defaults: { name: 'Cellular IoT Admin' },
		usableAsTool: true,
		builderHint: actionHints(adminHints, ADMIN_RESOURCES),
		hints: [dryRunHint],
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: accountCredentials,
		properties: actionForm(ADMIN_RESOURCES),
	};

	methods = methods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await (await import('./action/execute')).execute(this);
	}
}
