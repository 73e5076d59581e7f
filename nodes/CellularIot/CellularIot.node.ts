import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { FLEET_RESOURCES } from '../../src/table/entries';
import { actionForm } from './action/actionForm';
import { accountCredentials } from './shared/authentication';
import { actionHints, fleetHints } from './shared/builderHints';
import { methods } from './shared/lookups';
import { dryRunHint, subtitleFor } from './shared/properties';

/** The action node for the fleet: operations of the table, for all items of a run. */
export class CellularIot implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT',
		name: 'cellularIot',
		icon: {
			light: 'file:../../icons/cellularIot.svg',
			dark: 'file:../../icons/cellularIot.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: subtitleFor(FLEET_RESOURCES),
		description: 'Manage cellular IoT endpoints, SIMs, SMS, quotas, usage and connectivity',
		defaults: { name: 'Cellular IoT' },
		usableAsTool: true,
		builderHint: actionHints(fleetHints, FLEET_RESOURCES),
		hints: [dryRunHint],
		// With data redaction n8n hides these from everybody; the next node still gets them.
		sensitiveOutputFields: ['secret_key', 'otpauth'],
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: accountCredentials,
		properties: actionForm(FLEET_RESOURCES),
	};

	methods = methods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await (await import('./action/execute')).execute(this);
	}
}
