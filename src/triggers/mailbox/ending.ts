import type { Json } from '../../table/define';
import type { Ending } from './mailbox';

/* The items of a run that has waited. */

/** The outputs of the node, in order. */
export const WAIT_OUTPUTS = ['Reply', 'Delivered, No Reply', 'Timed Out'] as const;

const UNDELIVERED_WORDS = ['failed', 'expired', 'cancelled'];

/** The item of a reply. `message` is that of the SMS trigger. */
export const repliedItem = (sent: Json, message: Json): Json => ({
	...sent,
	outcome: 'reply',
	reply: message.text ?? null,
	replied_at: message.submitted_at ?? null,
	sms_status: 'delivered',
	message,
});

/** The item of a device that has not replied. */
const silentItem = (sent: Json, outcome: string, status: string): Json => ({
	...sent,
	...{ outcome, reply: null, replied_at: null, sms_status: status },
});

/**
 * An item and its output. `status` is that of an SMS without a reply, in words; `unknown` where it
 * could not be read.
 */
export function endingItem(ending: Ending, status: string): { output: number; json: Json } {
	// An item that was not sent has had no answer.
	if ('failed' in ending) return { output: 2, json: ending.failed };
	const { sent, reply } = ending;
	if (reply) return { output: 0, json: repliedItem(sent, reply) };
	if (status === 'delivered') return { output: 1, json: silentItem(sent, 'noReply', status) };
	const outcome = UNDELIVERED_WORDS.includes(status) ? 'notDelivered' : 'timedOut';
	return { output: 2, json: silentItem(sent, outcome, status) };
}

/** The item that n8n continues with by itself if nothing wakes the run: a reply may have come. */
export const unreadableItem = (sent: Json): Json => silentItem(sent, 'unheard', 'unknown');
