import type { Json } from '../../../../src/table/define';
import { Mailbox } from '../../../../src/triggers/mailbox/mailbox';
import { questionKind } from '../../../../src/triggers/mailbox/question';
import { waitKind } from '../../../../src/triggers/mailbox/wait';
import { MemoryStore } from '../../../../src/triggers/runtime/memoryStore';
import { RedisStore } from '../../../../src/triggers/runtime/redisStore';

/* Mailboxes and messages for the tests. */

const WINDOW = { knownMs: 1e9, keepMs: 1e9 };

/** A mailbox in this process. */
export const memoryBox = (): Mailbox =>
	new Mailbox(new MemoryStore(questionKind, WINDOW), new MemoryStore(waitKind));

/** A view of the mailbox on a Redis; `key` names the mailbox. */
export const redisBox = (url: string, key: string): Mailbox =>
	new Mailbox(
		new RedisStore(url, key, questionKind, WINDOW),
		new RedisStore(url, key, waitKind, WINDOW),
	);

/** The n8n of the tests. */
export const HOME = { owner: 'here', origin: 'http://n8n' };

export const MINUTES = 60_000;
export const sms = (endpoint: number, text: string): Json => ({
	type: 'sms',
	text,
	endpoint: { id: endpoint },
});
export const receipt = (endpoint: number, id: number, status: string): Json => ({
	type: 'receipt',
	id,
	endpoint: { id: endpoint },
	status: { status },
});

/** A question to device 1 that accepts any reply. */
export const ASKING = { endpointId: 1, contains: undefined, waitMs: MINUTES };

/** A run that can ask device 1 with `send`. */
export async function asking(box: Mailbox, name: string, send: () => Promise<Json>) {
	const asker = { name, turn: 0 };
	await box.begin(asker, `http://n8n/${name}`);
	const ask = async (item = 0) => await box.ask(asker, item, ASKING, send);
	return { asker, ask };
}

let smsIds = 5000;

/** Asks a device for each item, with a new SMS or one sent earlier (`smsId`), and begins to wait. */
export async function waitFor(
	box: Mailbox,
	name: string,
	asked: Array<{ endpointId: number; contains?: string; waitMs?: number; smsId?: number }>,
	turn = 0,
) {
	const asker = { name, turn };
	await box.begin(asker, `http://n8n/${name}`);
	for (const [item, { endpointId, contains, waitMs = MINUTES, smsId }] of asked.entries()) {
		await box.ask(asker, item, { endpointId, contains, waitMs }, async () => ({
			endpoint_id: endpointId,
			sms_ids: [smsId ?? (smsIds += 1)],
		}));
	}
	return await box.open(asker, []);
}

/** The texts of the replies of a wait. */
export async function repliesOf(box: Mailbox, name: string, turn = 0) {
	const endings = await box.endings({ name, turn });
	if (!Array.isArray(endings)) return endings;
	return endings.map((one) => ('failed' in one ? one.failed : (one.reply?.text ?? one.delivery)));
}
