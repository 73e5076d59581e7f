import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { accountCredentials, authentication } from './shared/authentication';
import { methods } from './shared/lookups';
import {
	quotaTriggerForm,
	quotaTriggerParts,
	quotaTriggerSubtitle,
} from './triggers/quotaTriggerForm.atBuild';
import { triggerIcon } from './triggers/triggerIcon';

/** Starts a workflow when a quota of SMS or data, or the block of an endpoint, changes. */
export class CellularIotQuotaTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Quota Trigger',
		name: 'cellularIotQuotaTrigger',
		icon: triggerIcon,
		version: 1,
		subtitle: quotaTriggerSubtitle,
		description:
			'Starts when an SMS or data quota falls to a threshold, is exhausted, expires or becomes active again, or an endpoint is blocked',
		defaults: { name: 'Cellular IoT Quota Trigger' },
		polling: true,
		credentials: accountCredentials,
		...quotaTriggerParts,
		properties: [authentication, ...quotaTriggerForm],
	};

	methods = methods;

	async poll(this: IPollFunctions) {
		const { quotaTrigger } = await import('../../src/triggers/quota/trigger');
		return await (await import('./triggers/polling')).pollNode(this, quotaTrigger);
	}
}
