import type { IDataObject } from 'n8n-workflow';
import { HOUR, MINUTE } from '../../service/builders';
import type { Sms, State } from '../../service/state';
import {
	AN_HOUR_AT_MOST,
	ONE_ENDPOINT,
	SECOND,
	START,
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

/** The service gives the first message of the run the id 7001. */
const FIRST = 7001;
const withSms = (...sms: Sms[]): State => known({ sms });
const arrives = (...sms: Sms[]): Later[] =>
	sms.map((one) => ({
		after: (one.shownFrom ?? one.at) - START,
		change: (state) => state.sms.push(one),
	}));
const soon = START + 20 * SECOND;
const WITHIN_A_MINUTE: Case['rounds'] = [{ waitHere: 60 }];

/** How many messages to the device the service has taken in this case. */
const sentOnce =
	(count = 1) =>
	(_: IDataObject, { sms }: State): string | undefined => {
		const sends = sms.filter(({ kind, at }) => kind === 'MT' && at >= START).length;
		return sends === count ? undefined : `${sends} messages were sent, not ${count}`;
	};
const setStatus = (status: number) => (state: State) =>
	void (state.sms.find(({ id }) => id === FIRST)!.status = status);

const ONCE = 'An item whose state says that it was sent is not sent again (the page).';
const NEWER = 'A message of the device that is newer than the SMS that asked (the page).';
const LONG = 'W'.repeat(200);

const cases: Case[] = [
	{
		name: 'sent, and answered within the run',
		fact: NEWER,
		state: withSms(),
		later: arrives(received(7101, soon, 'BAT 87')),
		rounds: WITHIN_A_MINUTE,
		right: ['met'],
		promise: sentOnce(),
	},
	{
		name: 'sent, and answered between two rounds',
		fact: ONCE,
		state: withSms(),
		later: arrives(received(7101, soon)),
		rounds: [{}, { after: 2 * MINUTE }],
		right: ['met'],
		promise: sentOnce(),
	},
	{
		name: 'sent, and not answered in four rounds',
		fact: ONCE,
		state: withSms(),
		rounds: [{}, { after: 2 * MINUTE }, { after: 4 * MINUTE }, { after: 6 * MINUTE }],
		right: ['notYet'],
		promise: sentOnce(),
	},
	{
		name: 'sent, and not answered when the time is over',
		fact: ONCE,
		state: withSms(),
		rounds: [{}, { after: 70 * MINUTE }],
		right: ['timedOut'],
		reason: ['timeIsOver'],
		promise: sentOnce(),
	},
	{
		name: 'messages of before alone',
		fact: NEWER,
		state: withSms(received(6990, START - HOUR), received(6991, START - SECOND)),
		rounds: WITHIN_A_MINUTE,
		right: ['notYet'],
		promise: sentOnce(),
	},
	{
		name: 'a message of before that is listed after the question',
		fact: 'Newer by the service’s clock and ids (evidence, 3).',
		state: withSms(),
		later: arrives(received(7101, START - 10 * MINUTE, 'OLD', { shownFrom: soon })),
		rounds: WITHIN_A_MINUTE,
		right: ['notYet'],
		promise: sentOnce(),
	},
	{
		name: 'an unprompted message, and the reply has to hold REF 17',
		fact: 'It holds Reply Contains (the page).',
		state: withSms(),
		options: { replyContains: 'REF 17' },
		later: arrives(received(7101, soon, 'ALARM 17')),
		rounds: WITHIN_A_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'an unprompted message, then the reply that holds ref 17',
		fact: 'It holds Reply Contains, in any case (operations).',
		state: withSms(),
		options: { replyContains: 'REF 17' },
		later: arrives(received(7101, soon, 'ALARM 17'), received(7102, soon + SECOND, 'ref 17 ok')),
		rounds: WITHIN_A_MINUTE,
		right: ['met'],
		promise: (item) =>
			item.reply === 'ref 17 ok' ? undefined : `the reply is ${JSON.stringify(item.reply)}`,
	},
	{
		name: 'the question itself holds REF 17, and no reply comes',
		fact: 'Only messages from the device are replies (public reference, mailbox).',
		state: withSms(),
		parameters: { payload: 'SET REF 17' },
		options: { replyContains: 'REF 17' },
		rounds: WITHIN_A_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'somebody else asks too, and holds REF 17',
		fact: 'Only messages from the device are replies (public reference, mailbox).',
		state: withSms(),
		options: { replyContains: 'REF 17' },
		later: arrives(sent(7050, { at: soon, payload: 'REF 17' })),
		rounds: WITHIN_A_MINUTE,
		right: ['notYet'],
	},
	...each(
		[
			[5, 'failed'],
			[6, 'expired'],
			[7, 'cancelled'],
		] as const,
		([status, reason]) => ({
			name: `the question has ${reason}`,
			fact: 'It cannot happen any more (the page).',
			state: withSms(),
			later: [{ after: 10 * SECOND, change: setStatus(status) }],
			rounds: WITHIN_A_MINUTE,
			right: ['timedOut'] as Case['right'],
			reason: [reason],
			promise: sentOnce(),
		}),
	),
	{
		name: 'a long question in two parts, answered after both',
		fact: 'Newer than the SMS that asked (the page); each part is sent once.',
		state: withSms(),
		parameters: { payload: LONG },
		later: arrives(received(7101, soon)),
		rounds: WITHIN_A_MINUTE,
		right: ['met'],
		promise: sentOnce(2),
	},
	{
		name: 'a long question in two parts, in three rounds',
		fact: ONCE,
		state: withSms(),
		parameters: { payload: LONG },
		rounds: [{}, { after: 2 * MINUTE }, { after: 4 * MINUTE }],
		right: ['notYet'],
		promise: sentOnce(2),
	},
	{
		name: 'a reply in two parts, the second is missing',
		fact: 'A long reply is joined from its parts (the page).',
		state: withSms(),
		later: arrives(received(7101, soon, 'half', { udh: part(5, 2, 1) })),
		rounds: [{ waitHere: 60 }, { after: 70 * MINUTE }],
		right: ['timedOut'],
		reason: ['replyIncomplete'],
	},
	{
		name: 'a part of before, and a part of the same reference after the question',
		fact: 'Parts of different messages are not made one (the page).',
		state: withSms(received(6990, START - 5 * SECOND, 'old ', { udh: part(5, 2, 1) })),
		later: arrives(received(7101, START + 10 * SECOND, 'tail', { udh: part(5, 2, 2) })),
		rounds: WITHIN_A_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'the service refuses to send (422)',
		fact: 'A monthly cap answers 422 (public reference): nothing was asked, nothing is awaited.',
		state: { ...withSms(), refusals: [{ method: 'POST', path: /\/sms$/, status: 422 }] },
		later: arrives(received(7101, soon)),
		rounds: WITHIN_A_MINUTE,
		right: ['error'],
		promise: sentOnce(0),
	},
	{
		name: 'the service refuses to send (403)',
		fact: 'A role without the right gets 403 (specification).',
		state: { ...withSms(), refusals: [{ method: 'POST', path: /\/sms$/, status: 403 }] },
		later: arrives(received(7101, soon)),
		rounds: WITHIN_A_MINUTE,
		right: ['error'],
		promise: sentOnce(0),
	},
	...each([500, 502, 503, 504], (status) => ({
		name: `the message was taken, its answer is lost (${status})`,
		fact: 'Never sent again when its outcome is unknown (operations).',
		state: {
			...withSms(),
			refusals: [{ method: 'POST', path: /\/sms$/, status, isCarriedOut: true }],
		},
		rounds: WITHIN_A_MINUTE,
		right: ['error', 'notYet'] as Case['right'],
		promise: sentOnce(),
	})),
	...each([500, 504], (status) => ({
		name: `the message was taken, its answer is lost (${status}), and a message of before is listed late`,
		fact: 'Newer by the service’s clock and ids (evidence, 3).',
		state: {
			...withSms(received(6990, START - HOUR)),
			refusals: [{ method: 'POST', path: /\/sms$/, status, isCarriedOut: true }],
		},
		options: { verifyUnknown: true },
		rounds: WITHIN_A_MINUTE,
		right: ['error', 'notYet'] as Case['right'],
		promise: sentOnce(),
	})),
	...each([undefined, null, '', 'lost'], (value) => ({
		name: `the field await comes back as ${JSON.stringify(value)}`,
		fact: 'An item that has lost its state is refused while its question is open; null asks again, by its own key (the page).',
		state: withSms(),
		rounds: [
			{},
			{ after: 2 * MINUTE, item: (item: IDataObject) => ({ ...item, await: value as null }) },
		],
		// In another execution nothing is remembered (the page): then it is sent once more, and not met.
		right: ['error', 'notYet'] as Case['right'],
	})),
	...each([0, HOUR, -HOUR], (clockOff) => ({
		name: `a message a second before the sending, n8n’s clock is off by ${clockOff / HOUR} h`,
		fact: 'Newer by the ids and the clock of the service (the page).',
		state: withSms(received(6999, START - SECOND)),
		rounds: [{ clockOff, waitHere: 60 }],
		right: ['notYet'] as Case['right'],
		promise: (_: IDataObject, { sms }: State) =>
			sms.filter(({ kind }) => kind === 'MT').length === 1 ? undefined : 'not sent once',
	})),
];

const wait = {
	open: withSms(received(6990, START - 30 * MINUTE)),
	fulfil: (state: State, at: number): void => void state.sms.push(received(7101, at)),
};

export const sendAndAwait: Condition = {
	title: 'SMS: Send and Await Reply',
	operation: 'sms awaitReply',
	parameters: { ...ONE_ENDPOINT, ...AN_HOUR_AT_MOST, payload: 'STATUS?' },
	isActing: true,
	cases: [...cases],
	general: [
		...common({ ...wait, reads: /\/sms/, condition: 'reply', forbidden: ['error', 'notYet'] }),
		...clocks(wait),
	],
};
