import type {
	IExecuteFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
} from 'n8n-workflow';
import { hooksAtStart } from './n8n/hooksAtStart';
import { calledWebhook } from './n8n/webhookBody';
import { callerCredentials } from './shared/authentication';
import { methods } from './shared/lookups';
import { registrationOf } from './triggers/calledNode';
import {
	smsTriggerForm,
	smsTriggerParts,
	smsTriggerSubtitle,
} from './triggers/smsTriggerForm.atBuild';
import { triggerIcon } from './triggers/triggerIcon';

const smsWebhook = async () => await import('./triggers/smsWebhook');
const webhookPath = 'sms';

/** Starts a workflow when a device sends an SMS, or an SMS to it was delivered or has failed. */
export class CellularIotSmsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT SMS Trigger',
		name: 'cellularIotSmsTrigger',
		icon: triggerIcon,
		version: 1,
		subtitle: smsTriggerSubtitle,
		description: 'Starts when a device sends an SMS, or when an SMS to a device was delivered',
		defaults: { name: 'Cellular IoT SMS Trigger' },
		webhooks: [
			{ ...calledWebhook, name: 'default', httpMethod: 'POST', path: webhookPath },
			// The same address for receipts; the other name keeps it without webhook methods.
			{ ...calledWebhook, name: 'setup', httpMethod: 'PATCH', path: webhookPath },
		],
		credentials: callerCredentials,
		...smsTriggerParts,
		properties: smsTriggerForm,
	};

	methods = methods;

	webhookMethods = { default: registrationOf(smsWebhook) };

	async webhook(this: IWebhookFunctions) {
		return await (await smsWebhook()).webhook(this);
	}

	/** The first step of a run that a call has started. */
	async execute(this: IExecuteFunctions) {
		return await (await smsWebhook()).execute(this);
	}

	async trigger() {
		return await hooksAtStart();
	}
}
