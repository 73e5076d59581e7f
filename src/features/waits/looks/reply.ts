import type { Json } from '../../../table/define';
import { neverDelivered, smsStatus } from '../conditions/delivered';
import { type DeviceMessage, messagesOfDevice } from '../conditions/messages';
import { type Question, repliesTo, replyShown, takenAfter } from '../conditions/reply';
import type { WaitInput } from '../form';
import { open } from '../verdict';
import type { Condition, Found, Waiter } from '../waiting';
import { countOf, foundEach } from './each';
import { highestId, messagesOf, withIds } from './sms';

/* Looks for replies: the list of an endpoint's SMS, once for all of its questions. */

export type ReplyInput = WaitInput & {
	endpointId: number;
	/** The SMS that asked; without it the next message after the first look is the reply. */
	smsIds?: number[] | undefined;
	replyContains?: string | undefined;
};

/** What a reply must be newer than. */
interface ReplyBaseline extends Json {
	/** The highest id of the SMS that asked, or of those there at the first look. */
	sms_id: number;
	/** The SMS that asked, where they are known. */
	sms_ids: number[];
	/** Newer messages that have answered other questions. */
	taken: number[];
}

/** The baseline of a question whose SMS are known. */
export const baselineOfSms = (smsIds: number[]): ReplyBaseline => ({
	sms_id: Math.max(...smsIds),
	sms_ids: smsIds,
	taken: [],
});

function baselineOf({ state, input }: Waiter<ReplyInput>, messages: Json[]): ReplyBaseline {
	if (state.baseline) return state.baseline as ReplyBaseline;
	if (input.smsIds?.length) return baselineOfSms(input.smsIds);
	return { sms_id: highestId(messages), sms_ids: [], taken: [] };
}

/** A long reply with missing parts, among those that a question may take. */
const unfinishedFor = ({ above, taken }: Question, messages: DeviceMessage[]) =>
	messages.find(({ id, missing }) => id > above && !taken.includes(id) && missing.length > 0);

function foundIn(own: Array<Waiter<ReplyInput>>, list: Json[]): Map<Waiter<ReplyInput>, Found> {
	const messages = messagesOfDevice(list);
	const asked = own.map((waiter) => {
		const baseline = baselineOf(waiter, list);
		const question: Question = {
			index: waiter.index,
			above: baseline.sms_id,
			taken: baseline.taken,
			smsIds: baseline.sms_ids,
			contains: waiter.input.replyContains,
		};
		return { waiter, baseline, question };
	});
	const replies = repliesTo(
		asked.map(({ question }) => question),
		messages,
	);
	const found = new Map<Waiter<ReplyInput>, Found>();
	for (const { waiter, baseline, question } of asked) {
		const reply = replies.get(question);
		const parts = withIds(list, baseline.sms_ids);
		const shows = parts.length > 0 ? { sms_status: smsStatus(parts).word } : {};
		if (reply) {
			found.set(waiter, { is: 'met', shows: { ...shows, ...replyShown(reply) } });
			continue;
		}
		const reason = neverDelivered(parts);
		if (reason !== undefined) {
			found.set(waiter, { is: 'over', reason, shows: { ...shows, reply: null } });
			continue;
		}
		const unfinished = unfinishedFor(question, messages);
		const seen = unfinished ? { missing_parts: unfinished.missing, ...shows } : shows;
		found.set(waiter, {
			...open(seen, {
				baseline: { ...baseline, taken: takenAfter(question, replies) },
				shows: { ...seen, reply: null },
			}),
			...(unfinished && { reason: 'replyIncomplete' }),
		});
	}
	return found;
}

export const replyCondition: Condition<ReplyInput> = {
	name: 'reply',
	subject: ({ endpointId }) => ({ endpoint_id: endpointId }),
	cost: (waiters) => countOf(waiters, ({ input }) => input.endpointId),
	look: async ({ client }, waiters) =>
		await foundEach(
			waiters,
			({ input }) => input.endpointId,
			async (endpointId, own) => foundIn(own, await messagesOf(client, endpointId)),
		),
};
