import {
	type INodeTypeBaseDescription,
	type INodeTypeDescription,
	type ITriggerFunctions,
	VersionedNodeType,
} from 'n8n-workflow';
import { hooksAtStart } from './n8n/hooksAtStart';
import { calledWebhook } from './n8n/webhookBody';
import { callerCredentials, forToken, forUser } from './shared/authentication';
import { calledVersions } from './triggers/calledNode';
import {
	formerStreamTriggerForm,
	streamTriggerForm,
	streamTriggerParts,
} from './triggers/streamTriggerForm';
import { subtitleOf } from './triggers/triggerForm';
import { triggerIcon } from './triggers/triggerParts';

const streamWebhook = async () => await import('./triggers/streamWebhook');

const base: INodeTypeBaseDescription = {
	displayName: 'Cellular IoT Stream Trigger',
	name: 'cellularIotStreamTrigger',
	icon: triggerIcon,
	group: ['trigger'],
	description:
		'Starts when a data stream pushes usage records or events, or usage is above a limit',
	defaultVersion: 3,
};

const common = {
	...base,
	subtitle: subtitleOf(streamTriggerForm, 'event'),
	defaults: { name: 'Cellular IoT Stream Trigger' },
	webhooks: [{ ...calledWebhook, name: 'default', httpMethod: 'POST', path: 'stream' }],
	...streamTriggerParts,
} satisfies Partial<INodeTypeDescription>;

/** One credential: an account, which holds the secret of calls too, or the secret alone. */
const current = (): INodeTypeDescription => ({
	...common,
	version: 3,
	credentials: callerCredentials,
	properties: streamTriggerForm,
});

/**
 * Saved nodes of versions 1 and 2 show the secret beside the account. From version 2 on n8n leaves bodies
 * it does not know to the node, so that it can answer 400.
 */
const former = (): INodeTypeDescription => ({
	...common,
	version: [1, 2],
	credentials: [
		{
			name: 'cellularIotCallbackApi',
			required: true,
			displayOptions: { show: { verification: ['secret'] }, hide: { registerStream: [true] } },
		},
		// To register the stream, and for the Redis that processes share.
		{ name: 'cellularIotTokenApi', required: false, displayOptions: forToken },
		{ name: 'cellularIotUserApi', required: false, displayOptions: forUser },
	],
	properties: formerStreamTriggerForm,
});

async function trigger(this: ITriggerFunctions) {
	return await hooksAtStart(
		async () => await (await import('./triggers/streamHealth')).trigger(this),
	);
}

/** Starts a workflow with the usage records and events that a data stream pushes. */
export class CellularIotStreamTrigger extends VersionedNodeType {
	constructor() {
		super(calledVersions({ former, current }, streamWebhook, trigger), base);
	}
}
