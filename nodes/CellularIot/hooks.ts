import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';
import type { Client } from '../../src/client/client';
import { InputError } from '../../src/errors';
import { digestOf } from '../../src/triggers/runtime/digest';
import type { Kind } from '../../src/triggers/sms/callbackMarks';
import { type AccountCredential, clientFor } from './host';

/* What triggers share that register their address at the service. */

/** The account that registers. @throws InputError where none is chosen */
export async function accountClient(context: IHookFunctions | ITriggerFunctions): Promise<Client> {
	const type = context.getNodeParameter('authentication') as AccountCredential;
	if (!context.getNode().credentials?.[type]) {
		throw new InputError('authentication', 'must be chosen, with a credential', 'Account');
	}
	return await clientFor(context, type);
}

/** Names the node in all instances of n8n: a copy in another one has a registration of its own. */
export function ownerOf(context: IHookFunctions | ITriggerFunctions): string {
	const names = [context.getInstanceId(), context.getWorkflow().id, context.getNode().id];
	return digestOf(names, 12);
}

/** The address that n8n gives this trigger; another one for tests. */
export const addressOf = (context: IHookFunctions) => String(context.getNodeWebhookUrl('default'));

/** n8n says of a test only when it begins; its address always tells. */
export const kindOf = (context: IHookFunctions): Kind =>
	context.getMode() === 'manual' || /\/[^/]*-test\//.test(new URL(addressOf(context)).pathname)
		? 'test'
		: 'live';

/** n8n starts, or another of its processes takes over. */
export const isStarting = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(String(context.getActivationMode()));
