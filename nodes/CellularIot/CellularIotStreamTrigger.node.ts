import type {
	IExecuteFunctions,
	INodeType,
	INodeTypeDescription,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { hooksAtStart } from './n8n/hooksAtStart';
import { calledWebhook } from './n8n/webhookBody';
import { callerCredentials } from './shared/authentication';
import { methods } from './shared/lookups';
import { registrationOf } from './triggers/calledNode';
import {
	streamTriggerForm,
	streamTriggerParts,
	streamTriggerSubtitle,
} from './triggers/streamTriggerForm.atBuild';
import { triggerIcon } from './triggers/triggerIcon';

const streamWebhook = async () => await import('./triggers/streamWebhook');

/** Starts a workflow with the usage records and events that a data stream pushes. */
export class CellularIotStreamTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Stream Trigger',
		name: 'cellularIotStreamTrigger',
		icon: triggerIcon,
		version: 1,
		subtitle: streamTriggerSubtitle,
		description:
			'Starts when a data stream pushes usage records or events, or usage is above a limit',
		defaults: { name: 'Cellular IoT Stream Trigger' },
		webhooks: [{ ...calledWebhook, name: 'default', httpMethod: 'POST', path: 'stream' }],
		credentials: callerCredentials,
		...streamTriggerParts,
		properties: streamTriggerForm,
	};

	methods = methods;

	webhookMethods = { default: registrationOf(streamWebhook) };

	async webhook(this: IWebhookFunctions) {
		return await (await streamWebhook()).webhook(this);
	}

	/** The first step of a run that a call has started. */
	async execute(this: IExecuteFunctions) {
		return await (await streamWebhook()).execute(this);
	}

	async trigger(this: ITriggerFunctions) {
		return await hooksAtStart(
			async () => await (await import('./triggers/streamHealth')).trigger(this),
		);
	}
}
