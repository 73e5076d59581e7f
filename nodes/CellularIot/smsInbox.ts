import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import {
	type Inbox,
	type InboxOptions,
	MINUTE,
	type Starting,
	type Telling,
} from '../../src/triggers/sms/inbox';
import { inboxFor } from '../../src/triggers/sms/memoryInbox';
import { RedisInbox } from '../../src/triggers/sms/redisInbox';
import { keptElsewhere, nodeKey } from './n8nStore';
import { claimedBy, type Place, placeOf, shared } from './places';

/* Where the SMS trigger keeps what has arrived. What each place promises: docs/triggers.md. */

/** The inbox of a call. */
export async function inboxOf(context: IWebhookFunctions): Promise<Place<Inbox, Starting>> {
	if (context.getMode() !== 'manual') {
		return await placeOf<Inbox, Starting>(context, RedisInbox, inboxFor);
	}
	// Who tests sends the same message again and again; nothing of it is kept.
	const where = inboxFor(`${nodeKey(context)}:test`);
	return { where, keep: keptElsewhere };
}

/** Under this name an item carries its deliveries to the run that claims them. */
const CLAIM = '_deliveries';

/** Items of tellings, with their deliveries for the run to claim. */
export const itemsOf = (tellings: Telling[], extra: IDataObject): IDataObject[] =>
	tellings.map(({ item, deliveries }) => ({
		...(item as IDataObject),
		...extra,
		[CLAIM]: deliveries,
	}));

/** The items of a run that it is to tell. */
export async function claimed(context: IExecuteFunctions, { windowMinutes }: InboxOptions) {
	const items = context.getInputData();
	const deliveries = items.map(({ json }) => (json[CLAIM] ?? []) as string[][]);
	const plain = items.map((item) => {
		const json = { ...item.json };
		delete json[CLAIM];
		return { ...item, json };
	});
	return await claimedBy(context, plain, async () => {
		const names = deliveries.flat();
		if (windowMinutes === 0 || names.length === 0) return undefined;
		const inbox = (await shared(context, RedisInbox)) ?? inboxFor(nodeKey(context));
		const fresh = await inbox.claim(names, context.getExecutionId(), windowMinutes * MINUTE);
		let at = 0;
		return deliveries.map(({ length }) => {
			at += length;
			return length === 0 || fresh.slice(at - length, at).some(Boolean);
		});
	});
}
