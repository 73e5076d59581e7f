import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { redisGuard } from '../../credentials/transport';
import { accountFrom, accountKey } from '../../src/account';
import { redisUrlIn } from '../../src/http/sharedLane';
import { credentialFields } from './credentialFields';
import { ACCOUNT_KINDS, type AccountCredential } from './host';
import { type Keep, type Kept, keptElsewhere, keptInN8n, nodeKey } from './n8nStore';
import { parameter } from './triggerInput';

/* Where webhook triggers keep what has arrived. What each place promises: docs/triggers.md. */

/** What `Kind` keeps on the Redis of the account a trigger has chosen; undefined without one. */
export async function shared<T>(
	context: IWebhookFunctions | IExecuteFunctions,
	Kind: new (url: string, key: string) => T,
): Promise<T | undefined> {
	const type = parameter(context, 'authentication', 'cellularIotTokenApi') as AccountCredential;
	if (!context.getNode().credentials?.[type]) return undefined;
	const fields = await credentialFields(context, type);
	const url = redisUrlIn(fields);
	if (url === undefined) return undefined;
	await redisGuard(context.helpers.httpRequest)(url);
	const account = accountKey(accountFrom(ACCOUNT_KINDS[type], fields));
	return new Kind(url, `${account}:${nodeKey(context)}`);
}

/** Where what has arrived is kept, and how n8n is told what to store of it. */
export interface Place<Where, Starting> {
	where: Where;
	/** `starting`: what a call starts a run with. */
	keep: Keep<Starting>;
}

/** On the Redis of the account where it has one, else in this process. */
export async function placeOf<Where, Starting>(
	context: IWebhookFunctions,
	OnRedis: new (url: string, key: string) => Where,
	inMemory: (key: string) => Where & Kept<Starting>,
): Promise<Place<Where, Starting>> {
	const onRedis = await shared(context, OnRedis);
	if (onRedis) return { where: onRedis, keep: keptElsewhere };
	const where = inMemory(nodeKey(context));
	return { where, keep: keptInN8n(context, where) };
}

/**
 * The first step of a run: of two runs with the same delivery only one goes on, as n8n may answer
 * with an error, or too late, although it has stored a run. A run that somebody tries again tells
 * what it holds.
 * @param claim says of each item whether it is this run's; nothing where all are
 */
export async function claimedBy(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	claim: () => Promise<boolean[] | undefined>,
): Promise<INodeExecutionData[]> {
	if (['retry', 'manual'].includes(context.getMode())) return items;
	try {
		const own = await claim();
		return own ? items.filter((_, index) => own[index]) : items;
	} catch (error) {
		// n8n has promised to take it: telling it twice is better than not at all.
		context.logger.warn(`"${context.getNode().name}": ${String(error)}`);
		return items;
	}
}
