import type {
	IExecuteFunctions,
	INodeType,
	INodeTypeDescription,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { forToken, forUser, ifAccount } from './shared/authentication';
import { methods } from './shared/lookups';
import { callbackSecretTests } from './triggers/callbackSecret';
import { lifeOf } from './triggers/life';
import { smsTriggerForm, smsTriggerWords } from './triggers/smsTriggerForm';
import { subtitleOf } from './triggers/triggerForm';

const webhookPath = 'sms';

/** Starts a workflow when a device sends an SMS, or an SMS to it was delivered or has failed. */
export class CellularIotSmsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT SMS Trigger',
		name: 'cellularIotSmsTrigger',
		icon: {
			light: 'file:../../icons/cellularIotTrigger.svg',
			dark: 'file:../../icons/cellularIotTrigger.dark.svg',
		},
		group: ['trigger'],
		// From version 2 on n8n leaves bodies it does not know to the node, so that it can answer 400.
		// A node of version 1, which some tools write, has the same form.
		version: [1, 2],
		defaultVersion: 2,
		subtitle: subtitleOf(smsTriggerForm, 'events'),
		description: 'Starts when a device sends an SMS, or when an SMS to a device was delivered',
		defaults: { name: 'Cellular IoT SMS Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
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
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: webhookPath },
			// The same address for receipts; the other name keeps it without webhook methods.
			{ name: 'setup', httpMethod: 'PATCH', responseMode: 'onReceived', path: webhookPath },
		],
		...smsTriggerWords,
		properties: smsTriggerForm,
	};

	webhookMethods = { default: lifeOf(async () => await import('./triggers/smsWebhook')) };

	methods = {
		...methods,
		credentialTest: callbackSecretTests,
	};

	async webhook(this: IWebhookFunctions) {
		return await (await import('./triggers/smsWebhook')).webhook(this);
	}

	/** Makes n8n call the webhook methods at its start, too (life.ts). */
	async trigger(this: ITriggerFunctions) {
		return await (await import('./triggers/mailboxes')).listen(this);
	}

	/** The first step of a run that a call has started. */
	async execute(this: IExecuteFunctions) {
		return await (await import('./triggers/smsWebhook')).execute(this);
	}
}
