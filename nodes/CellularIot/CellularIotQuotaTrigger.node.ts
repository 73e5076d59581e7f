import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { accountCredentials, authentication } from './authentication';
import { methods } from './lookups';
import { quotaTriggerForm } from './quotaTriggerForm';
import { subtitleOf } from './triggerForm';
import { quotaTriggerWords } from './triggerPanels';

/** Starts a workflow when an SMS quota or the block of an endpoint changes. */
export class CellularIotQuotaTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT SMS Quota Trigger',
		name: 'cellularIotQuotaTrigger',
		icon: {
			light: 'file:../../icons/cellularIotTrigger.svg',
			dark: 'file:../../icons/cellularIotTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf(
			quotaTriggerForm,
			'events',
			'$parameter["source"] === "status" ? $parameter["events"] : $parameter["feedEvents"]',
		),
		description:
			'Starts when an SMS quota is exhausted, expired or active again, or an endpoint is blocked. For data quotas, use the Cellular IoT Trigger.',
		defaults: { name: 'Cellular IoT SMS Quota Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: accountCredentials,
		...quotaTriggerWords,
		properties: [authentication, ...quotaTriggerForm],
	};

	methods = methods;

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { quotaTrigger } = await import('../../src/triggers/quota/trigger');
		return await (await import('./polling')).pollNode(this, quotaTrigger);
	}
}
