import type { INodeType, INodeTypeDescription, ITriggerFunctions } from 'n8n-workflow';
import { hooksAtStart } from './n8n/hooksAtStart';
import { calledWebhook } from './n8n/webhookBody';
import { forToken, forUser } from './shared/authentication';
import { calledNode, lifeOf } from './triggers/calledNode';
import { streamTriggerForm, streamTriggerParts } from './triggers/streamTriggerForm';
import { subtitleOf } from './triggers/triggerForm';
import { triggerIcon } from './triggers/triggerParts';

const streamWebhook = async () => await import('./triggers/streamWebhook');

/** Starts a workflow with the usage records and events that a data stream pushes. */
export class CellularIotStreamTrigger extends calledNode(streamWebhook) implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Cellular IoT Stream Trigger',
		name: 'cellularIotStreamTrigger',
		icon: triggerIcon,
		// From version 2 on n8n leaves bodies it does not know to the node, so that it can answer 400.
		// A node of version 1, which some tools write, has the same form.
		version: [1, 2],
		defaultVersion: 2,
		subtitle: subtitleOf(streamTriggerForm, 'event'),
		description:
			'Starts when a data stream pushes usage records or events, or usage is above a limit',
		defaults: { name: 'Cellular IoT Stream Trigger' },
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
		webhooks: [{ ...calledWebhook, name: 'default', httpMethod: 'POST', path: 'stream' }],
		...streamTriggerParts,
		properties: streamTriggerForm,
	};

	webhookMethods = { default: lifeOf(streamWebhook) };

	async trigger(this: ITriggerFunctions) {
		return await hooksAtStart(
			async () => await (await import('./triggers/streamHealth')).trigger(this),
		);
	}
}
