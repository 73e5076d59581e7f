import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { ADMIN_RESOURCES } from '../../src/operations';
import { accountCredentials, authentication } from './authentication';
import { adminHints, operationHints } from './builderHints';
import { methods } from './lookups';
import { dryRunHint, operationForm, subtitleFor } from './properties';
import { toolForm } from './toolForm';

/**
 * The action node for what is set up once (profiles, batches, streams, lookups): operations of the
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
			'Manage profiles, SIM batches and data streams of a cellular IoT fleet, and look up lists',
		defaults: { name: 'Cellular IoT Admin' },
		usableAsTool: true,
		builderHint: { ...adminHints, extraTypeDefContent: operationHints(ADMIN_RESOURCES) },
		hints: [dryRunHint],
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: accountCredentials,
		properties: [authentication, ...operationForm(ADMIN_RESOURCES), ...toolForm(ADMIN_RESOURCES)],
	};

	methods = methods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await (await import('./execute')).execute(this);
	}
}
