import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { type Inbox, type InboxOptions, MINUTE, type Telling } from '../../src/triggers/sms/inbox';
import { inboxFor } from '../../src/triggers/sms/memoryInbox';
import { RedisInbox } from '../../src/triggers/sms/redisInbox';
import { type Keep, keptElsewhere, keptInN8n } from './n8nStore';
import { sharedRedis } from './sharedRedis';

/* Where the SMS trigger keeps what has arrived. What each place promises: docs/triggers.md. */

type Context = IWebhookFunctions | IExecuteFunctions;

const keyOf = (context: Context) => `${context.getWorkflow().id}:${context.getNode().id}`;

/** The inbox on the Redis of the account; undefined where the node has no account with one. */
async function sharedInbox(context: Context): Promise<RedisInbox | undefined> {
	const shared = await sharedRedis(context);
	return shared && new RedisInbox(shared.url, `${shared.account}:${keyOf(context)}`);
}

/** Where a call is taken in, and how n8n is told what to store of it. */
export interface Place {
	inbox: Inbox;
	/** `starting`: what the call starts a run with. */
	keep: Keep<Starting>;
	/** Items of a run are claimed by it, where more than one run may hold them. */
	claims: boolean;
}

interface Starting {
	tellings: Telling[];
	now: number;
}

/** The inbox of a call: shared where the account has a Redis, else in this process. */
export async function placeOf(context: IWebhookFunctions): Promise<Place> {
	const key = keyOf(context);
	// Who tests sends the same message again and again; nothing of it is kept.
	if (context.getMode() === 'manual') {
		return { inbox: inboxFor(`${key}:test`), keep: keptElsewhere, claims: false };
	}
	const shared = await sharedInbox(context);
	if (shared) return { inbox: shared, keep: keptElsewhere, claims: true };
	const inbox = inboxFor(key);
	const keep = keptInN8n<Starting>(context, {
		adopt: (stored) => inbox.adopt(stored),
		pack: ({ tellings, now } = { tellings: [], now: 0 }) => inbox.pack(tellings, now),
	});
	return { inbox, keep, claims: false };
}

/** Under this name an item carries its deliveries to the run that claims them. */
const CLAIM = '_deliveries';

/** Items of tellings; with their deliveries where the run has to claim them. */
export const itemsOf = (tellings: Telling[], extra: IDataObject, claims: boolean): IDataObject[] =>
	tellings.map(({ item, deliveries }) => ({
		...(item as IDataObject),
		...extra,
		...(claims && { [CLAIM]: deliveries }),
	}));

/**
 * The first step of a run: of two runs with the same delivery only one goes on. A run that somebody
 * tries again tells what it holds.
 */
export async function claimed(context: IExecuteFunctions, options: InboxOptions) {
	const items = context.getInputData();
	const deliveriesOf = (json: IDataObject) => json[CLAIM] as string[][] | undefined;
	const plain = items.map((item) => {
		const json = { ...item.json };
		delete json[CLAIM];
		return { ...item, json };
	});
	const isFirst = context.getMode() !== 'retry' && context.getMode() !== 'manual';
	const isChecked =
		isFirst && options.windowMinutes > 0 && items.some(({ json }) => deliveriesOf(json));
	if (!isChecked) return plain;
	try {
		const inbox = await sharedInbox(context);
		const all = items.map(({ json }) => deliveriesOf(json) ?? []);
		const fresh = await inbox?.claim(
			all.flat(),
			context.getExecutionId(),
			options.windowMinutes * MINUTE,
		);
		if (!fresh) return plain;
		let at = 0;
		return plain.filter((_, index) => {
			const { length } = all[index]!;
			at += length;
			return length === 0 || fresh.slice(at - length, at).some(Boolean);
		});
	} catch (error) {
		// n8n has promised to take it: telling it twice is better than not at all.
		context.logger.warn(`"${context.getNode().name}": ${String(error)}`);
		return plain;
	}
}
