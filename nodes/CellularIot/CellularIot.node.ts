import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { operations, RESOURCES } from '../../src/operations';
import { accountCredentials, authentication } from './authentication';
import { actionHints } from './builderHints';
import { methods } from './lookups';
import { operationForm, subtitleFor } from './properties';

/** The action node: every operation of the table, for all items of a run. */
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
		subtitle: subtitleFor(RESOURCES),
		description: 'Manage cellular IoT endpoints, SIMs, SMS, quotas, usage and connectivity',
		defaults: { name: 'Cellular IoT' },
		usableAsTool: true,
		...actionHints,
		hints: [
			{
				message: 'Dry Run is on: nothing is changed.',
				displayCondition:
					'={{ ["transfer", "register"].includes($parameter["operation"]) && $parameter["dryRun"] }}',
				whenToDisplay: 'always',
				location: 'outputPane',
			},
		],
		// An n8n with data redaction shows them to nobody; the next node gets them.
		sensitiveOutputFields: ['secret_key', 'otpauth'],
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: accountCredentials,
		properties: [authentication, ...operationForm(operations, RESOURCES)],
	};

	methods = methods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await (await import('./execute')).execute(this);
	}
}
