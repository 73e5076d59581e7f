import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { accountCredentials, authentication } from './shared/authentication';
import { methods } from './shared/lookups';
import {
	eventTriggerForm,
	eventTriggerParts,
	eventTriggerSubtitle,
} from './triggers/eventTriggerForm.atBuild';
import { triggerIcon } from './triggers/triggerIcon';

/** Starts a workflow when something is new in the organisation's event feed. */
export class CellularIotTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Trigger',
		name: 'cellularIotTrigger',
		icon: triggerIcon,
		version: 1,
		subtitle: eventTriggerSubtitle,
		// The node panel shows it for the app, whose actions it lists with these events.
		description:
			'Manage cellular IoT endpoints, SIMs, SMS, quotas and usage, or start on their events and alerts',
		defaults: { name: 'Cellular IoT Trigger' },
		polling: true,
		credentials: accountCredentials,
		...eventTriggerParts,
		properties: [authentication, ...eventTriggerForm],
	};

	methods = methods;

	async poll(this: IPollFunctions) {
		const { eventTrigger } = await import('../../src/triggers/events/trigger');
		return await (await import('./triggers/polling')).pollNode(this, eventTrigger);
	}
}
