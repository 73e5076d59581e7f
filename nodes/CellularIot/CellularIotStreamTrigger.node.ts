import type {
	IExecuteFunctions,
	INodeType,
	INodeTypeDescription,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { forToken, forUser } from './shared/authentication';
import { methods } from './shared/lookups';
import { callbackSecretTests } from './triggers/callbackSecret';
import { lifeOf } from './triggers/life';
import { streamTriggerForm, streamTriggerWords } from './triggers/streamTriggerForm';
import { subtitleOf } from './triggers/triggerForm';

/** Starts a workflow with the usage records and events that a data stream pushes. */
export class CellularIotStreamTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Stream Trigger',
		name: 'cellularIotStreamTrigger',
		icon: {
			light: 'file:../../icons/cellularIotTrigger.svg',
			dark: 'file:../../icons/cellularIotTrigger.dark.svg',
		},
		group: ['trigger'],
		// From version 2 on n8n leaves bodies it does not know to the node, so that it can answer 400.
		// A node of version 1, which some tools write, has the same form.
		version: [1, 2],
		defaultVersion: 2,
		subtitle: subtitleOf(streamTriggerForm, 'event'),
		description:
			'Starts when a data stream pushes usage records or events, or usage is above a limit',
		defaults: { name: 'Cellular IoT Stream Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'cellularIotCallbackApi',
				required: true,
				displayOptions: { show: { verification: ['secret'] }, hide: { registerStream: [true] } },
				testedBy: 'callbackSecretTest',
			},
			// To register the stream, and for the Redis that processes share.
			{ name: 'cellularIotTokenApi', required: false, displayOptions: forToken },
			{ name: 'cellularIotUserApi', required: false, displayOptions: forUser },
		],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'stream' }],
		...streamTriggerWords,
		properties: streamTriggerForm,
	};

	webhookMethods = { default: lifeOf(async () => await import('./triggers/streamWebhook')) };

	/** Makes n8n call the webhook methods at its start, too (life.ts). */
	async trigger(this: ITriggerFunctions) {
		return await (await import('./triggers/streamHealth')).trigger(this);
	}

	methods = { ...methods, credentialTest: callbackSecretTests };

	async webhook(this: IWebhookFunctions) {
		return await (await import('./triggers/streamWebhook')).webhook(this);
	}

	/** The first step of a run that a call has started. */
	async execute(this: IExecuteFunctions) {
		return await (await import('./triggers/streamWebhook')).execute(this);
	}
}
