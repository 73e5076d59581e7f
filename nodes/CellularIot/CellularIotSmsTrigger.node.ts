import {
	type INodeTypeBaseDescription,
	type INodeTypeDescription,
	VersionedNodeType,
} from 'n8n-workflow';
import { hooksAtStart } from './n8n/hooksAtStart';
import { calledWebhook } from './n8n/webhookBody';
import { callerCredentials, forToken, forUser, ifAccount } from './shared/authentication';
import { calledVersions } from './triggers/calledNode';
import { formerSmsTriggerForm, smsTriggerForm, smsTriggerParts } from './triggers/smsTriggerForm';
import { subtitleOf } from './triggers/triggerForm';
import { triggerIcon } from './triggers/triggerParts';

const smsWebhook = async () => await import('./triggers/smsWebhook');
const webhookPath = 'sms';

const base: INodeTypeBaseDescription = {
	displayName: 'Cellular IoT SMS Trigger',
	name: 'cellularIotSmsTrigger',
	icon: triggerIcon,
	group: ['trigger'],
	description: 'Starts when a device sends an SMS, or when an SMS to a device was delivered',
	defaultVersion: 3,
};

const common = {
	...base,
	subtitle: subtitleOf(smsTriggerForm, 'events'),
	defaults: { name: 'Cellular IoT SMS Trigger' },
	webhooks: [
		{ ...calledWebhook, name: 'default', httpMethod: 'POST', path: webhookPath },
		// The same address for receipts; the other name keeps it without webhook methods.
		{ ...calledWebhook, name: 'setup', httpMethod: 'PATCH', path: webhookPath },
	],
	...smsTriggerParts,
} satisfies Partial<INodeTypeDescription>;

/** One credential: an account, which holds the secret of calls too, or the secret alone. */
const current = (): INodeTypeDescription => ({
	...common,
	version: 3,
	credentials: callerCredentials,
	properties: smsTriggerForm,
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
			displayOptions: { show: { verification: ['secret'] } },
		},
		// To register the callback, and for the Redis that processes share.
		{ name: 'cellularIotTokenApi', required: false, ...ifAccount(forToken) },
		{ name: 'cellularIotUserApi', required: false, ...ifAccount(forUser) },
	],
	properties: formerSmsTriggerForm,
});

async function trigger() {
	return await hooksAtStart();
}

/** Starts a workflow when a device sends an SMS, or an SMS to it was delivered or has failed. */
export class CellularIotSmsTrigger extends VersionedNodeType {
	constructor() {
		super(calledVersions({ former, current }, smsWebhook, trigger), base);
	}
}
