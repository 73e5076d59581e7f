import type { Json } from '../../../wire';
import { type DeviceMessage, isNewerThan } from './messages';

/* Which message of a device answers which question. */

/** A question that waits for its reply. */
export interface Question {
	/** The place of its item in the run. */
	index: number;
	/** Messages with higher ids are newer. */
	above: number;
	/** Messages that were submitted later are newer; milliseconds since 1970, NaN where ids alone tell. */
	askedAt: number;
	/** Ids of newer messages that have answered other questions. */
	taken: number[];
	/** The SMS that asks, where they are known: questions about one SMS get the same reply. */
	smsIds: number[];
	/** Text that the reply holds, in any case; without it the next message is the reply. */
	contains?: string | undefined;
}

/** Whether a message holds the text that a question wants. */
const fits = ({ contains = '' }: Question, { text }: DeviceMessage): boolean =>
	text !== null && text.toLowerCase().includes(contains.toLowerCase());

/** Whether a message is newer than a question, by ids and by the service's clock, and has answered no other. */
export const isNewFor = ({ above, askedAt, taken }: Question, message: DeviceMessage): boolean =>
	message.id > above && isNewerThan(message.begunAt, askedAt) && !taken.includes(message.id);

const isSameSms = (question: Question, otherQuestion: Question): boolean =>
	question.smsIds.some((id) => otherQuestion.smsIds.includes(id));

/**
 * The replies to the questions that one device was asked in one run. Each message answers one question, in
 * the order of asking. A question whose text a message contains comes before a question that wants no
 * text.
 */
export function repliesTo(
	questions: Question[],
	messages: DeviceMessage[],
): Map<Question, DeviceMessage> {
	const inOrder = questions.toSorted((a, b) => a.above - b.above || a.index - b.index);
	const replies = new Map<Question, DeviceMessage>();
	for (const message of messages) {
		const unanswered = inOrder.filter(
			(question) =>
				!replies.has(question) && isNewFor(question, message) && fits(question, message),
		);
		const answered = unanswered.find(({ contains }) => contains) ?? unanswered[0];
		if (!answered) continue;
		replies.set(answered, message);
		for (const question of unanswered)
			if (isSameSms(question, answered)) replies.set(question, message);
	}
	return replies;
}

/** The ids of messages that other questions have taken, and that a question must not take later. */
export function takenAfter(question: Question, replies: Map<Question, DeviceMessage>): number[] {
	const own = [...replies.values()].map(({ id }) => id).filter((id) => id > question.above);
	return [...new Set([...question.taken, ...own])].sort((a, b) => a - b);
}

/** The fields of a reply. */
export const replyShown = ({ text, at, from, ids }: DeviceMessage): Json => ({
	reply: text,
	replied_at: at,
	reply_from: from,
	reply_sms_ids: ids,
});
