import type { Json } from '../../../table/define';
import { splitText } from '../../../table/entries/sms/smsText';
import * as f from '../../../table/fields';
import { countOf, foundEach } from '../reads/each';
import {
	type DeviceMessage,
	isNewerThan,
	lastSubmittedAt,
	messagesOfDevice,
} from '../reads/messages';
import {
	clockOfSms,
	highestId,
	messagesOf,
	neverDelivered,
	newestSent,
	smsStatus,
	withIds,
} from '../reads/sms';
import type { WaitInput } from '../waiting/form';
import { REPLY_GIVES, replyContains, smsIdsIfKnown } from '../waiting/smsFields';
import { open } from '../waiting/verdict';
import { waitEntry } from '../waiting/waitEntry';
import type { Condition, Found, Waiter } from '../waiting/waiting';

/* The wait for the reply of a device: the list of an endpoint's SMS is read once for all of its questions. */

type ReplyInput = WaitInput & {
	endpointId: number;
	/** The SMS that asked; without it the next message after the first look is the reply. */
	smsIds?: number[] | undefined;
	replyContains?: string | undefined;
	/** The text that was sent, where this operation has sent it. */
	payload?: string;
	dcs?: number | undefined;
};

/* Verdicts. */

/** A question that waits for its reply. */
export interface Question {
	/** The index of its item in the run. */
	index: number;
	/** Messages with higher ids are newer. */
	above: number;
	/** Messages that were submitted later are newer; milliseconds since 1970, NaN where only IDs decide. */
	askedAt: number;
	/** Ids of newer messages that have answered other questions. */
	taken: number[];
	/** The SMS that asks, where they are known: questions about one SMS get the same reply. */
	smsIds: number[];
	/** Text that the reply contains, whatever its case; without it the next message is the reply. */
	contains?: string | undefined;
}

/** Whether a message contains the text that a question asks for. */
const fits = ({ contains = '' }: Question, { text }: DeviceMessage): boolean =>
	text !== null && text.toLowerCase().includes(contains.toLowerCase());

/** Whether a message is newer than a question, by ids and by the service's clock, and has answered no other. */
const isNewFor = ({ above, askedAt, taken }: Question, message: DeviceMessage): boolean =>
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
const replyShown = ({ text, at, from, ids }: DeviceMessage): Json => ({
	reply: text,
	replied_at: at,
	reply_from: from,
	reply_sms_ids: ids,
});

/* Reads. */

/** What a reply must be newer than. */
interface ReplyBaseline extends Json {
	/** The highest id of the SMS that asked, or of those there at the first look. */
	sms_id: number;
	/** The SMS that asked, where they are known. */
	sms_ids: number[];
	/** Newer messages that have answered other questions. */
	taken: number[];
	/** The first look, where the SMS that asked are not known; ISO 8601, by the clock of the service. */
	at?: string;
}

/** The baseline of a question whose SMS are known. */
export const baselineOfSms = (smsIds: number[]): ReplyBaseline => ({
	sms_id: Math.max(...smsIds),
	sms_ids: smsIds,
	taken: [],
});

/** Whether the first look is what a reply must be newer than, unless the text tells which SMS has asked. */
const beginsNow = ({ state, input }: Waiter<ReplyInput>): boolean =>
	!state.baseline && !input.smsIds?.length;

/** `now` is a moment by the clock of the service, of before the messages were read; milliseconds since 1970. */
function baselineOf(
	{ state, input }: Waiter<ReplyInput>,
	messages: Json[],
	now: number,
): ReplyBaseline {
	if (state.baseline) return state.baseline as ReplyBaseline;
	if (input.smsIds?.length) return baselineOfSms(input.smsIds);
	if (input.payload !== undefined) {
		// The SMS was sent, by an earlier run perhaps, and its ids are not known.
		const { parts } = splitText(input.payload, 0, input.dcs);
		const sent = newestSent(
			messages,
			parts.map(({ payload }) => payload),
		);
		if (sent.length > 0) return baselineOfSms(sent);
	}
	const at = new Date(now).toISOString();
	return { sms_id: highestId(messages), sms_ids: [], taken: [], at };
}

/** When a question was asked: when its last SMS was submitted, or at the first look. NaN where nothing says so. */
function timeOfAsking({ sms_ids, at }: ReplyBaseline, messages: Json[]): number {
	const submitted = lastSubmittedAt(withIds(messages, sms_ids));
	return Number.isNaN(submitted) ? Date.parse(at ?? '') : submitted;
}

/** A long reply with missing parts, among those that a question may take. */
const unfinishedFor = (question: Question, messages: DeviceMessage[]) =>
	messages.find((message) => isNewFor(question, message) && message.missing.length > 0);

function foundIn(
	own: Array<Waiter<ReplyInput>>,
	list: Json[],
	now: number,
): Map<Waiter<ReplyInput>, Found> {
	const messages = messagesOfDevice(list);
	const asked = own.map((waiter) => {
		const baseline = baselineOf(waiter, list, now);
		const question: Question = {
			index: waiter.index,
			above: baseline.sms_id,
			askedAt: timeOfAsking(baseline, list),
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
	cost: (waiters) => {
		const endpointOf = ({ input }: Waiter<ReplyInput>) => input.endpointId;
		return countOf(waiters, endpointOf) + countOf(waiters.filter(beginsNow), endpointOf);
	},
	look: async ({ client, call, now }, waiters) =>
		await foundEach(
			waiters,
			({ input }) => input.endpointId,
			async (endpointId, own) => {
				const moment = own.some(beginsNow) ? await clockOfSms(call, endpointId, now()) : now();
				return foundIn(own, await messagesOf(client, endpointId), moment);
			},
		),
};

export const awaitReplyOnly = waitEntry({
	condition: replyCondition,
	action: 'Await reply',
	description:
		'Wait until a device has sent an SMS that is newer than the one that asked it; a long one is joined from its parts',
	gives: REPLY_GIVES,
	request: 'GET /api/v1/endpoint/{endpointId}/sms',
	errors: [403, 404],
	fields: { endpointId: f.endpointId, smsIds: smsIdsIfKnown, ...replyContains },
});
