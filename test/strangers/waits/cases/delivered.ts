import { DAY, HOUR, MINUTE } from '../../service/builders';
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
} from '../case';
import { clocks, common } from './common';

const withSms = (...sms: Sms[]): State => known({ sms });
const setStatus = (place: number, status: number) => (state: State) =>
	void (state.sms[place]!.status = status);

const BY_STATUS = 'Status 4 is delivered; decide by the id (public reference, SMS).';
const ALL_PARTS = 'Met when the SMS, with all of its parts, was delivered (the page).';
const NO_PROOF =
	'delivery_date equals submit_date for messages that were never delivered (recorded).';
const THREE_PARTS = { smsIds: '7001,7002,7003' };
const threeParts = (...statuses: number[]): State =>
	withSms(
		...statuses.map((status, place) => sent(7001 + place, { status, udh: part(9, 3, place + 1) })),
	);

const met: Case[] = [
	{
		name: 'delivered',
		fact: BY_STATUS,
		state: withSms(sent(7001)),
		right: ['met'],
	},
	...each(['Delivered', 'delivered', 'Zugestellt', ''], (statusWord) => ({
		name: `status 4, in the word “${statusWord}”`,
		fact: BY_STATUS,
		state: withSms(sent(7001, { statusWord })),
		right: ['met'] as Case['right'],
	})),
	...each([null, START - 30 * SECOND], (final) => ({
		name: `delivered, its final date is ${final === null ? 'null' : 'set'}`,
		fact: BY_STATUS,
		state: withSms(sent(7001, { final, delivered: null })),
		right: ['met'] as Case['right'],
	})),
	{
		name: 'delivered long after the submission, its delivery date is the submission',
		fact: `${NO_PROOF} Use status and final_date: the submission is no time of delivery.`,
		state: withSms(sent(7001, { at: START - HOUR, final: START - MINUTE })),
		right: ['met'],
		promise: ({ delivered_at: at }) =>
			at === null || at === undefined || Date.parse(String(at)) === START - MINUTE
				? undefined
				: `delivered at ${JSON.stringify(at)}`,
	},
	{
		name: 'delivered while the run looks',
		fact: BY_STATUS,
		state: withSms(sent(7001, { status: 3 })),
		later: [{ after: 20 * SECOND, change: setStatus(0, 4) }],
		rounds: [{ waitHere: 60 }],
		right: ['met'],
	},
	{
		name: 'all three parts delivered',
		fact: ALL_PARTS,
		state: threeParts(4, 4, 4),
		parameters: THREE_PARTS,
		right: ['met'],
	},
	{
		name: 'the parts arrive one after the other',
		fact: ALL_PARTS,
		state: threeParts(4, 3, 3),
		parameters: THREE_PARTS,
		later: [
			{ after: 10 * MINUTE, change: setStatus(2, 4) },
			{ after: 20 * MINUTE, change: setStatus(1, 4) },
		],
		rounds: [{}, { after: 11 * MINUTE }, { after: 21 * MINUTE }],
		right: ['met'],
	},
	{
		name: 'delivered within the time, looked at after its end',
		fact: 'What was met within the time was met.',
		state: withSms(sent(7001, { status: 3 })),
		later: [{ after: 50 * MINUTE, change: setStatus(0, 4) }],
		rounds: [{}, { after: 70 * MINUTE }],
		right: ['met'],
	},
	{
		name: 'one id, written twice',
		fact: 'It is one message.',
		state: withSms(sent(7001)),
		parameters: { smsIds: '7001, 7001' },
		right: ['met'],
	},
];

const early: Case[] = [
	...each([1, 2, 3], (status) => ({
		name: `status ${status}, its delivery date is the submission`,
		fact: NO_PROOF,
		state: withSms(sent(7001, { status })),
		right: ['notYet'] as Case['right'],
	})),
	...each([1, 2, 3], (status) => ({
		name: `status ${status}, with a delivery date and a final date of later`,
		fact: 'Decide by the id of the status (recorded); the dates prove nothing.',
		state: withSms(
			sent(7001, { status, delivered: START - 20 * SECOND, final: START - 20 * SECOND }),
		),
		right: ['notYet'] as Case['right'],
	})),
	...each([0, 8, 99], (status) => ({
		name: `a status ${status} that is not documented`,
		fact: BY_STATUS,
		state: withSms(sent(7001, { status, statusWord: 'ACCEPTED' })),
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'status 3 in the word DELIVERED',
		fact: BY_STATUS,
		state: withSms(sent(7001, { status: 3, statusWord: 'DELIVERED' })),
		right: ['notYet'],
	},
	...each(
		[
			[4, 4, 3],
			[4, 1, 4],
			[2, 4, 4],
		],
		(statuses) => ({
			name: `three parts with the statuses ${statuses.join(', ')}`,
			fact: ALL_PARTS,
			state: threeParts(...statuses),
			parameters: THREE_PARTS,
			right: ['notYet'] as Case['right'],
		}),
	),
	{
		name: 'one of two parts stands in no list',
		fact: ALL_PARTS,
		state: withSms(sent(7001, { udh: part(9, 2, 1) })),
		parameters: { smsIds: '7001,7002' },
		right: ['notYet', 'error'],
	},
	{
		name: 'the header says two parts, one id was given and is delivered',
		fact: 'The condition is of the ids that were given; that the rest was delivered is not said (open).',
		state: withSms(
			sent(7001, { udh: part(9, 2, 1) }),
			sent(7002, { status: 3, udh: part(9, 2, 2) }),
		),
		right: ['met', 'notYet'],
	},
	{
		name: 'a message that stands in no list',
		fact: 'What is not listed was not seen as delivered.',
		state: withSms(sent(7000)),
		right: ['notYet', 'error'],
	},
	{
		name: 'the id is that of a message from the device',
		fact: 'That the modem has taken it can be said of a message to the device alone (the page).',
		state: withSms(received(7001, START - MINUTE)),
		right: ['notYet', 'timedOut', 'error'],
	},
	{
		name: 'another message with the same text was delivered',
		fact: 'Its own: matched by ids (evidence, 3).',
		state: withSms(sent(7001, { status: 3 }), sent(7002, { at: START - 30 * SECOND })),
		right: ['notYet'],
	},
	{
		name: 'the message stands in the list of another endpoint',
		fact: 'Its own: matched by ids (evidence, 3).',
		state: withSms(sent(7001, { endpoint: 4002 })),
		right: ['notYet', 'error'],
	},
	{
		name: 'a reply has come, and the message is still buffered',
		fact: 'The service does not say that it was delivered (the page); the reply may be of another question.',
		state: withSms(sent(7001, { status: 3 }), received(7002, START - 20 * SECOND)),
		right: ['notYet'],
	},
	...each([...NOTHING, '[]'], (smsIds) => ({
		name: `the ids yield “${smsIds}”`,
		fact: 'A field that narrows, and yields nothing, is refused (evidence, 1).',
		state: withSms(sent(7001)),
		parameters: { smsIds },
		right: ['error'] as Case['right'],
	})),
];

const ENDS = [
	[5, 'failed', 'FAILED'],
	[6, 'expired', 'EXPIRED'],
	[7, 'cancelled', 'CANCELED'],
] as const;

const ended: Case[] = [
	...each(ENDS, ([status, reason]) => ({
		name: `it has ${reason}`,
		fact: 'It leaves by Timed Out at once, with its reason (operations).',
		state: withSms(sent(7001, { status, ...(status === 7 && { final: null }) })),
		right: ['timedOut'] as Case['right'],
		reason: [reason],
	})),
	...each(ENDS, ([status, reason, word]) => ({
		name: `one part of three has ${reason}, in the word Delivered`,
		fact: 'Decide by id (recorded): with a part lost it cannot be delivered whole.',
		state: known({
			sms: [
				sent(7001, { udh: part(9, 3, 1) }),
				sent(7002, {
					status,
					statusWord: word === 'FAILED' ? 'Delivered' : word,
					udh: part(9, 3, 2),
				}),
				sent(7003, { status: 3, udh: part(9, 3, 3) }),
			],
		}),
		parameters: THREE_PARTS,
		right: ['timedOut'] as Case['right'],
		reason: [reason],
	})),
	{
		name: 'its expiry date is over, and the service still says buffered',
		fact: 'The status decides (recorded); an expiry date is no status.',
		state: withSms(sent(7001, { status: 3, at: START - DAY - HOUR, expires: START - HOUR })),
		right: ['notYet', 'timedOut'],
	},
	{
		name: 'it fails between two rounds',
		fact: 'It leaves by Timed Out at once, with its reason (operations).',
		state: withSms(sent(7001, { status: 2 })),
		later: [{ after: MINUTE, change: setStatus(0, 5) }],
		rounds: [{}, { after: 2 * MINUTE }],
		right: ['timedOut'],
		reason: ['failed'],
	},
	{
		name: 'other ids in the node when the item comes round',
		fact: 'What is awaited stands in the state by its ids (the page): 7002 was never delivered.',
		state: withSms(sent(7001, { status: 3 }), sent(7002, { status: 3 })),
		later: [{ after: MINUTE, change: setStatus(0, 4) }],
		rounds: [{}, { after: 2 * MINUTE, parameters: { smsIds: '7002' } }],
		right: ['error', 'notYet'],
	},
];

export const delivered: Condition = {
	title: 'Await: Delivered',
	operation: 'await delivered',
	parameters: { ...ONE_ENDPOINT, ...AN_HOUR_AT_MOST, smsIds: '7001' },
	cases: [...met, ...early, ...ended],
	general: [
		...common({
			open: withSms(sent(7001, { status: 2 })),
			fulfil: setStatus(0, 4),
			reads: /\/sms/,
			condition: 'delivered',
			// Where nothing must be newer there is no baseline to lose.
			fields: ['since', 'until', 'of'],
		}),
		...clocks({ open: withSms(sent(7001, { status: 2 })), fulfil: setStatus(0, 4) }),
	],
};
