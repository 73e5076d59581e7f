import { HOUR, MINUTE } from '../../service/builders';
import type { Sms, State } from '../../service/state';
import {
	AN_HOUR_AT_MOST,
	ONE_ENDPOINT,
	SECOND,
	START,
	NOTHING,
	each,
	known,
	part,
	received,
	sent,
	type Case,
	type Condition,
	type Later,
} from '../case';
import { clocks, common } from './common';

const withSms = (...sms: Sms[]): State => known({ sms });
const ASKED = { smsIds: '7001' };
const afterwards = (...sms: Sms[]): Later[] =>
	sms.map((one) => ({
		after: (one.shownFrom ?? one.at) - START,
		change: (state) => state.sms.push(one),
	}));
const says = (text: string) => (item: { reply?: unknown }) =>
	item.reply === text ? undefined : `the reply is ${JSON.stringify(item.reply)}`;
const soon = START + 20 * SECOND;
const WITHIN_A_MINUTE = [{ waitHere: 60 }];

const NEWER = 'Met by a message of the device that is newer than the SMS that asked (the page).';
const PARTS =
	'A long reply is joined from parts of one sender, reference and total, each at most 30 s after the one before; ' +
	'parts of different messages are not made one (the page).';
const NOT_ITS_OWN = 'A sign is newer than what it is to prove, and its own (evidence, 3).';

const met: Case[] = [
	{
		name: 'a message after the one that asked',
		fact: NEWER,
		state: withSms(sent(7001), received(7002, START - 30 * SECOND)),
		options: ASKED,
		right: ['met'],
		promise: says('OK'),
	},
	{
		name: 'the ids of the question stand in the item',
		fact: 'The SMS IDs of the item (sms_ids) are used unless others are given (operations).',
		state: withSms(sent(7001), received(7002, START - 30 * SECOND)),
		item: { sms_ids: [7001] },
		right: ['met'],
	},
	{
		name: 'a message while the run looks',
		fact: NEWER,
		state: withSms(sent(7001)),
		later: afterwards(received(7002, soon, 'BAT 87')),
		rounds: WITHIN_A_MINUTE,
		right: ['met'],
		promise: says('BAT 87'),
	},
	{
		name: 'a message between two rounds',
		fact: NEWER,
		state: withSms(sent(7001)),
		later: afterwards(received(7002, soon)),
		rounds: [{}, { after: 2 * MINUTE }],
		right: ['met'],
	},
	{
		name: 'a message within the time, looked at after its end',
		fact: 'What was met within the time was met; the last look sees it.',
		state: withSms(sent(7001)),
		later: afterwards(received(7002, START + 50 * MINUTE)),
		rounds: [{}, { after: 70 * MINUTE }],
		right: ['met'],
	},
	{
		name: 'the oldest stand first in the list',
		fact: 'The order is not documented: sort by id (public reference, mailbox).',
		state: { ...withSms(sent(7001), received(7002, START - 30 * SECOND)), smsOrder: 'oldestFirst' },
		options: ASKED,
		right: ['met'],
	},
	{
		name: 'an empty text is a message too',
		fact: NEWER,
		state: withSms(sent(7001), received(7002, START - 30 * SECOND, '')),
		options: ASKED,
		right: ['met'],
	},
	{
		name: 'digits alone, of which the reply holds some',
		fact: 'Texts of digits are text (recorded); Reply Contains is a part of the text.',
		state: withSms(sent(7001), received(7002, START - 30 * SECOND, '004711')),
		options: { ...ASKED, replyContains: '4711' },
		right: ['met'],
	},
	...each(['mo', 'Mo', 'MO'], (word) => ({
		name: `its kind is written ${word}, with an id of 5`,
		fact: 'Decide by the text MO without regard to case; its id is not known (public reference, mailbox).',
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'OK', { kindWord: word, kindId: 5 }),
		),
		options: ASKED,
		right: ['met'] as Case['right'],
	})),
	...each(['Ref 17 done', 'REF 17 DONE', 'x ref 17'], (text) => ({
		name: `“${text}” holds ref 17`,
		fact: 'Reply Contains is held in any case (operations).',
		state: withSms(sent(7001), received(7002, START - 30 * SECOND, text)),
		options: { ...ASKED, replyContains: 'ref 17' },
		right: ['met'] as Case['right'],
	})),
	{
		name: 'an unprompted message first, the one that holds the text after it',
		fact: 'A text pattern tells the reply from unprompted messages (public reference, mailbox).',
		state: withSms(
			sent(7001),
			received(7002, START - 40 * SECOND, 'ALARM 3'),
			received(7003, START - 20 * SECOND, 'REF 17'),
		),
		options: { ...ASKED, replyContains: 'REF 17' },
		right: ['met'],
		promise: says('REF 17'),
	},
];

const early: Case[] = [
	...each([1, 3600, 86_400], (seconds) => ({
		name: `the only message is ${seconds} s older than the question`,
		fact: NOT_ITS_OWN,
		state: withSms(received(7000, START - MINUTE - seconds * SECOND), sent(7001)),
		options: ASKED,
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'without a question in sight, the newest message is from before the first look',
		fact: 'Without SMS IDs it counts messages after its first look alone (the page).',
		state: withSms(sent(7001), received(7002, START - 5 * SECOND)),
		rounds: [{}, { after: MINUTE }],
		right: ['notYet'],
	},
	...each([MINUTE, HOUR], (before) => ({
		name: `listed after the first look, submitted ${before / MINUTE} min before the question`,
		fact: 'Newer by the service’s clock and ids (evidence, 3): a message of before that is listed late is no reply.',
		state: withSms(sent(7001), received(7002, START - MINUTE - before, 'OLD', { shownFrom: soon })),
		options: ASKED,
		rounds: WITHIN_A_MINUTE,
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'the list was empty at the first look, and shows a message of before since',
		fact: NOT_ITS_OWN,
		state: withSms(received(7000, START - HOUR, 'OLD', { shownFrom: soon })),
		rounds: WITHIN_A_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'the first look fails, and the only message is of before it',
		fact: 'Without SMS IDs it counts messages after its first look alone (the page).',
		state: withSms(received(7000, START - MINUTE)),
		later: [
			{ after: 0, change: (state) => void state.refusals.push({ path: /sms/, status: 503 }) },
			{ after: MINUTE, change: (state) => void (state.refusals = []) },
		],
		rounds: [{}, { after: 5 * MINUTE, waitHere: 60 }],
		right: ['notYet'],
	},
	{
		name: 'listed late and with a lower id, from before the question',
		fact: NOT_ITS_OWN,
		state: withSms(received(6990, START - HOUR, 'OLD', { shownFrom: soon }), sent(7001)),
		options: ASKED,
		rounds: WITHIN_A_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'another message to the device holds the text',
		fact: 'Sent and received stand in one list (public reference, mailbox): only MO is from the device.',
		state: withSms(sent(7001), sent(7002, { at: START - 30 * SECOND, payload: 'REF 17' })),
		options: { ...ASKED, replyContains: 'REF 17' },
		right: ['notYet'],
	},
	...each(['', 'OK', 'REF 18', 'REF 1 7', 'REF  17'], (text) => ({
		name: `“${text}” is no reply that holds REF 17`,
		fact: 'It holds Reply Contains, or it answers another question (the page).',
		state: withSms(sent(7001), received(7002, START - 30 * SECOND, text)),
		options: { ...ASKED, replyContains: 'REF 17' },
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'a message between the two parts of the question',
		fact: 'Newer than the SMS that asked, which is complete with its last part (the page).',
		state: withSms(
			sent(7001, { udh: part(9, 2, 1) }),
			received(7002, START - 50 * SECOND),
			sent(7003, { at: START - 40 * SECOND, udh: part(9, 2, 2) }),
		),
		options: { smsIds: '7001,7003' },
		right: ['notYet'],
	},
	{
		name: 'a message to another endpoint’s question',
		fact: NOT_ITS_OWN,
		state: {
			...withSms(sent(7001), received(7002, START - 30 * SECOND, 'OK', { endpoint: 4002 })),
		},
		options: ASKED,
		right: ['notYet'],
	},
];

/** The wait that was met begins anew: what has answered it does not answer twice. */
const again: Case[] = [
	{
		name: 'met, and awaited anew: the message of before',
		fact: 'It counts messages after its first look alone (the page).',
		state: withSms(sent(7001)),
		later: afterwards(received(7002, soon)),
		rounds: [
			{},
			{ after: MINUTE, right: ['met'], goesOn: true },
			{ after: 2 * MINUTE, waitHere: 30 },
		],
		right: ['notYet'],
	},
	{
		name: 'timed out, and awaited anew: a message that came after the end',
		fact: 'It counts messages after its first look alone (the page).',
		state: withSms(sent(7001)),
		later: afterwards(received(7002, START + 80 * MINUTE)),
		rounds: [
			{},
			{ after: 70 * MINUTE, right: ['timedOut'], goesOn: true },
			{ after: 90 * MINUTE, waitHere: 30 },
		],
		right: ['notYet'],
	},
];

const parts: Case[] = [
	{
		name: 'two parts make the reply',
		fact: PARTS,
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'first ', { udh: part(5, 2, 1) }),
			received(7003, START - 28 * SECOND, 'second', { udh: part(5, 2, 2) }),
		),
		options: ASKED,
		right: ['met'],
		promise: says('first second'),
	},
	{
		name: 'the second part arrives first',
		fact: PARTS,
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'second', { udh: part(5, 2, 2) }),
			received(7003, START - 28 * SECOND, 'first ', { udh: part(5, 2, 1) }),
		),
		options: ASKED,
		right: ['met'],
		promise: says('first second'),
	},
	{
		name: 'the text that is asked for lies across two parts',
		fact: PARTS,
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'it is RE', { udh: part(5, 2, 1) }),
			received(7003, START - 28 * SECOND, 'F 17 now', { udh: part(5, 2, 2) }),
		),
		options: { ...ASKED, replyContains: 'REF 17' },
		right: ['met'],
	},
	{
		name: 'a header of one part of one',
		fact: PARTS,
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'whole', { udh: part(5, 1, 1) }),
		),
		options: ASKED,
		right: ['met'],
		promise: says('whole'),
	},
	...each([1, 2], (place) => ({
		name: `part ${place} of two alone`,
		fact: PARTS,
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'half', { udh: part(5, 2, place) }),
		),
		options: ASKED,
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'a part is missing when the time is over',
		fact: 'replyIncomplete, where parts of a long reply are missing (the page).',
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'a', { udh: part(5, 3, 1) }),
			received(7003, START - 29 * SECOND, 'c', { udh: part(5, 3, 3) }),
		),
		options: ASKED,
		rounds: [{}, { after: 70 * MINUTE }],
		right: ['timedOut'],
		reason: ['replyIncomplete'],
	},
	{
		name: 'one part twice, the other never',
		fact: PARTS,
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'first ', { udh: part(5, 2, 1) }),
			received(7003, START - 25 * SECOND, 'first ', { udh: part(5, 2, 1) }),
		),
		options: ASKED,
		right: ['notYet'],
	},
	{
		name: 'the first part before the question, a second of the same reference after it',
		fact: PARTS,
		state: withSms(
			received(7000, START - 10 * MINUTE, 'old ', { udh: part(5, 2, 1) }),
			sent(7001),
			received(7002, START - 30 * SECOND, 'new', { udh: part(5, 2, 2) }),
		),
		options: ASKED,
		right: ['notYet'],
	},
	{
		name: 'the first part seconds before the question, the second after it',
		fact: 'A message that began before the question is none that answers it (evidence, 3).',
		state: withSms(
			received(7000, START - MINUTE - 3 * SECOND, 'old ', { udh: part(5, 2, 1) }),
			sent(7001),
			received(7002, START - MINUTE + 2 * SECOND, 'tail', { udh: part(5, 2, 2) }),
		),
		options: ASKED,
		right: ['notYet'],
	},
	{
		name: 'parts of different references',
		fact: PARTS,
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'a', { udh: part(5, 2, 1) }),
			received(7003, START - 28 * SECOND, 'b', { udh: part(6, 2, 2) }),
		),
		options: ASKED,
		right: ['notYet'],
	},
	{
		name: 'parts of different totals',
		fact: PARTS,
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'a', { udh: part(5, 2, 1) }),
			received(7003, START - 28 * SECOND, 'b', { udh: part(5, 3, 2) }),
		),
		options: ASKED,
		right: ['notYet'],
	},
	{
		name: 'parts of different senders',
		fact: PARTS,
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'a', { udh: part(5, 2, 1) }),
			received(7003, START - 28 * SECOND, 'b', { udh: part(5, 2, 2), source: '4711' }),
		),
		options: ASKED,
		right: ['notYet'],
	},
	...each([25, 29], (seconds) => ({
		name: `the second part ${seconds} s after the first`,
		fact: PARTS,
		state: withSms(
			sent(7001, { at: START - 10 * MINUTE }),
			received(7002, START - 9 * MINUTE, 'a', { udh: part(5, 2, 1) }),
			received(7003, START - 9 * MINUTE + seconds * SECOND, 'b', { udh: part(5, 2, 2) }),
		),
		options: ASKED,
		right: ['met'] as Case['right'],
		promise: says('ab'),
	})),
	...each([31, 45, 90], (seconds) => ({
		name: `the second part ${seconds} s after the first`,
		fact: PARTS,
		state: withSms(
			sent(7001, { at: START - 10 * MINUTE }),
			received(7002, START - 9 * MINUTE, 'a', { udh: part(5, 2, 1) }),
			received(7003, START - 9 * MINUTE + seconds * SECOND, 'b', { udh: part(5, 2, 2) }),
		),
		options: ASKED,
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'half of one message, and seconds later a whole one of the same reference',
		fact: 'A part belongs to the newest message that lacks it (the page).',
		state: withSms(
			sent(7001),
			received(7002, START - 40 * SECOND, 'lost ', { udh: part(5, 2, 1) }),
			received(7003, START - 30 * SECOND, 'new ', { udh: part(5, 2, 1) }),
			received(7004, START - 29 * SECOND, 'one', { udh: part(5, 2, 2) }),
		),
		options: ASKED,
		right: ['met'],
		promise: says('new one'),
	},
	{
		name: 'the text that is asked for would lie across parts of two messages',
		fact: PARTS,
		state: withSms(
			sent(7001),
			received(7002, START - 40 * SECOND, 'it is RE', { udh: part(5, 2, 1) }),
			received(7003, START - 30 * SECOND, 'F 17 now', { udh: part(6, 2, 2) }),
		),
		options: { ...ASKED, replyContains: 'REF 17' },
		rounds: [{}, { after: 70 * MINUTE }],
		right: ['timedOut'],
		reason: ['replyIncomplete', 'timeIsOver'],
	},
	{
		name: 'the reference is written in small letters',
		fact: `${PARTS} The header is hex (specification).`,
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'first ', { udh: part(0xab, 2, 1).toLowerCase() }),
			received(7003, START - 28 * SECOND, 'second', { udh: part(0xab, 2, 2).toLowerCase() }),
		),
		options: ASKED,
		right: ['met'],
		promise: says('first second'),
	},
	...each(['0608041234', '0B0504158115810003AB'], (begin) => ({
		name: `half of a message, its header begins with ${begin}`,
		fact: `${PARTS} The header follows TS 23.040 (specification): references of 16 bits, and elements before it.`,
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'half', { udh: `${begin}0201` }),
		),
		options: ASKED,
		right: ['notYet'] as Case['right'],
	})),
	...each(['0608041234', '0B0504158115810003AB'], (begin) => ({
		name: `both halves of a message, their header begins with ${begin}`,
		fact: `${PARTS} The header follows TS 23.040 (specification): references of 16 bits, and elements before it.`,
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'first ', { udh: `${begin}0201` }),
			received(7003, START - 28 * SECOND, 'second', { udh: `${begin}0202` }),
		),
		options: ASKED,
		right: ['met'] as Case['right'],
		promise: says('first second'),
	})),
	{
		name: 'a header without parts',
		fact: 'A header of ports alone (TS 23.040) makes no parts: the message is whole.',
		state: withSms(
			sent(7001),
			received(7002, START - 30 * SECOND, 'whole', { udh: '06050415811581' }),
		),
		options: ASKED,
		right: ['met'],
	},
	{
		name: 'the second part five minutes after the first',
		fact: PARTS,
		state: withSms(
			sent(7001, { at: START - 10 * MINUTE }),
			received(7002, START - 9 * MINUTE, 'a', { udh: part(5, 2, 1) }),
			received(7003, START - 4 * MINUTE, 'b', { udh: part(5, 2, 2) }),
		),
		options: ASKED,
		right: ['notYet'],
	},
	{
		name: 'half of one message, then a whole one of the same reference',
		fact: PARTS,
		state: withSms(
			sent(7001, { at: START - 20 * MINUTE }),
			received(7002, START - 15 * MINUTE, 'lost ', { udh: part(5, 2, 1) }),
			received(7003, START - 5 * MINUTE, 'new ', { udh: part(5, 2, 1) }),
			received(7004, START - 5 * MINUTE + SECOND, 'one', { udh: part(5, 2, 2) }),
		),
		options: ASKED,
		right: ['met'],
		promise: says('new one'),
	},
	{
		name: 'half of one message, then a short one',
		fact: NEWER,
		state: withSms(
			sent(7001, { at: START - 20 * MINUTE }),
			received(7002, START - 15 * MINUTE, 'lost ', { udh: part(5, 2, 1) }),
			received(7003, START - 5 * MINUTE, 'short'),
		),
		options: ASKED,
		right: ['met'],
		promise: says('short'),
	},
];

const question: Case[] = [
	...each(
		[
			[5, 'failed'],
			[6, 'expired'],
			[7, 'cancelled'],
		] as const,
		([status, reason]) => ({
			name: `the question has ${reason}`,
			fact: 'It cannot happen any more, by the status of the SMS that asked (the page).',
			state: withSms(sent(7001, { status })),
			options: ASKED,
			right: ['timedOut'] as Case['right'],
			reason: [reason],
		}),
	),
	{
		name: 'one part of the question has failed',
		fact: 'A question that has not arrived whole is not answered; it may be answered all the same (open).',
		state: withSms(
			sent(7001, { udh: part(9, 2, 1) }),
			sent(7002, { status: 5, udh: part(9, 2, 2) }),
		),
		options: { smsIds: '7001,7002' },
		right: ['timedOut', 'notYet'],
	},
	...each([1, 2, 3], (status) => ({
		name: `the question has status ${status}, and nothing has come`,
		fact: 'delivery_date proves nothing (recorded), and no message has come.',
		state: withSms(sent(7001, { status })),
		options: ASKED,
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'the question stands in no list, and a message is older than its id',
		fact: NOT_ITS_OWN,
		state: withSms(received(7002, START - 30 * MINUTE)),
		options: { smsIds: '7999' },
		right: ['notYet', 'timedOut', 'error'],
	},
	...each(NOTHING, (smsIds) => ({
		name: `the SMS IDs yield “${smsIds}”`,
		fact: 'A field that narrows, and yields nothing, is refused (evidence, 1).',
		state: withSms(sent(7001), received(7002, START - 30 * SECOND)),
		options: { smsIds },
		right: ['error', 'notYet'] as Case['right'],
	})),
	...each(NOTHING, (text) => ({
		name: `Reply Contains yields “${text}”`,
		fact: 'A field that narrows, and yields nothing, is refused (evidence, 1).',
		state: withSms(sent(7001), received(7002, START - 30 * SECOND)),
		options: { ...ASKED, replyContains: text },
		right: ['error', 'notYet'] as Case['right'],
	})),
];

export const reply: Condition = {
	title: 'Await: Reply',
	operation: 'await reply',
	parameters: { ...ONE_ENDPOINT, ...AN_HOUR_AT_MOST },
	cases: [...met, ...early, ...again, ...parts, ...question],
	general: [
		...common({
			open: withSms(sent(7001)),
			fulfil: (state, at) => state.sms.push(received(7002, at)),
			reads: /\/sms/,
			condition: 'reply',
		}),
		...clocks({
			open: withSms(sent(7001), received(7002, START - 30 * MINUTE)),
			fulfil: (state, at) => state.sms.push(received(7003, at)),
		}),
	],
};
