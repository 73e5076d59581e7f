import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { accountFrom, accountKey } from '../../src/account';
import { redisUrlIn } from '../../src/http/sharedLane';
import { ACCOUNT_KINDS, type AccountCredential } from './host';
import { parameter } from './smsTriggerInput';

/** The Redis of the account a trigger has chosen; undefined where there is none. */
export async function sharedRedis(
	context: IWebhookFunctions | IExecuteFunctions,
): Promise<{ url: string; account: string } | undefined> {
	const type = parameter(context, 'authentication', 'cellularIotTokenApi') as AccountCredential;
	if (!context.getNode().credentials?.[type]) return undefined;
	const fields = await context.getCredentials<Record<string, unknown>>(type);
	const url = redisUrlIn(fields);
	if (url === undefined) return undefined;
	return { url, account: accountKey(accountFrom(ACCOUNT_KINDS[type], fields)) };
}
