import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { hooksAtStart } from './n8n/hooksAtStart';
import { calledWebhook } from './n8n/webhookBody';
import { forToken, forUser, ifAccount } from './shared/authentication';
import { calledNode, lifeOf } from './triggers/calledNode';
import { smsTriggerForm, smsTriggerParts } from './triggers/smsTriggerForm';
import { subtitleOf } from './triggers/triggerForm';
import { triggerIcon } from './triggers/triggerParts';

const smsWebhook = async () => await import('./triggers/smsWebhook');
const webhookPath = 'sms';

/** Starts a workflow when a device sends an SMS, or an SMS to it was delivered or has failed. */
export class CellularIotSmsTrigger extends calledNode(smsWebhook) implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT SMS Trigger',
		name: 'cellularIotSmsTrigger',
		icon: triggerIcon,
		// From version 2 on n8n leaves bodies it does not know to the node, so that it can answer 400.
		// A node of version 1, which some tools write, has the same form.
		version: [1, 2],
		defaultVersion: 2,
		subtitle: subtitleOf(smsTriggerForm, 'events'),
		description: 'Starts when a device sends an SMS, or when an SMS to a device was delivered',
		defaults: { name: 'Cellular IoT SMS Trigger' },
		credentials: [
			{
				name: 'cellularIotCallbackApi',
				required: true,
				displayOptions: { show: { verification: ['secret'] } },
				testedBy: 'callbackSecretTest',
			},
			// To register the callback, and for the Redis that processes share.
			{ name: 'cellularIotTokenApi', required: false, ...ifAccount(forToken) },
			{ name: 'cellularIotUserApi', required: false, ...ifAccount(forUser) },
		],
		webhooks: [
			{ ...calledWebhook, name: 'default', httpMethod: 'POST', path: webhookPath },
			// The same address for receipts; the other name keeps it without webhook methods.
			{ ...calledWebhook, name: 'setup', httpMethod: 'PATCH', path: webhookPath },
		],
		...smsTriggerParts,
		properties: smsTriggerForm,
	};

	webhookMethods = { default: lifeOf(smsWebhook) };

	async trigger() {
		return await hooksAtStart();
	}
}
