import type { IDataObject } from 'n8n-workflow';
import {
	ENDPOINT,
	MINUTE,
	SIM,
	attached,
	blocked,
	registered,
	registrationRejected,
} from '../service/builders';
import type { State } from '../service/state';
import { picked } from '../support/operation';
import {
	AN_HOUR_AT_MOST,
	SECOND,
	START,
	known,
	received,
	sent,
	type Later,
	type Outcome,
} from './case';

/*
 * Many items in one run: one read serves several devices, and each item gets what is its own.
 */

export interface SeveralItems {
	name: string;
	fact: string;
	operation: string;
	parameters: IDataObject;
	state: State;
	later?: Later[];
	/** Each item with the only outcome that is right for it. */
	items: { item: IDataObject; right: Outcome; promise?: (left: IDataObject) => boolean }[];
	/** Milliseconds until a second round of what has left by Not Yet; no second round without it. */
	after?: number;
	waitHere?: number;
	isActing?: boolean;
}

const HOW_MANY = 60;
const places = Array.from({ length: HOW_MANY }, (_, place) => place);
const endpointOf = (place: number): number => 4001 + place;
const simOf = (place: number): number => 5001 + place;

/** Names of which many hold others: meter-1, meter-11, meter-111. */
const fleet = (lists: Partial<State> = {}): State =>
	known({
		endpoints: places.map((place) => ({
			...ENDPOINT,
			id: endpointOf(place),
			name: `meter-${place % 10 === 0 ? '1' : '1'.repeat(place % 10)}`,
			sim: simOf(place),
		})),
		sims: places.map((place) => ({
			...SIM,
			id: simOf(place),
			iccid: String(8_900_000_000_000_000_000n + BigInt(1000 + place)),
			imsi: String(999_990_000_000_000 + place),
			msisdn: String(999_000_000_000_000 + place),
		})),
		...lists,
	});

const OF_ITEM = { endpointId: picked('={{ $json.endpoint }}'), ...AN_HOUR_AT_MOST };
const soon = START + 20 * SECOND;
const about = (place: number) => ({ endpoint: endpointOf(place), sim: simOf(place) });

/** Every third is met, every third has something that is not enough, every third nothing. */
const thirds = (place: number): 'met' | 'notEnough' | 'nothing' =>
	(['met', 'notEnough', 'nothing'] as const)[place % 3]!;
const inThirds = places.map((place) => ({
	item: { endpoint: endpointOf(place) },
	right: (thirds(place) === 'met' ? 'met' : 'notYet') as Outcome,
}));
const ofThird = <T>(third: string, made: (place: number) => T): T[] =>
	places.filter((place) => thirds(place) === third).map((place) => made(place));

const saysReply = (text: string) => (left: IDataObject) => left.reply === text;

export const several: SeveralItems[] = [
	{
		name: 'Seen Again of sixty: registered, refused, nothing',
		fact: 'One page of the event feed serves all (the page); each by its own ids (evidence, 3).',
		operation: 'await seenAgain',
		parameters: OF_ITEM,
		state: fleet({
			events: [
				...ofThird('met', (place) => registered(soon + place * SECOND, about(place))),
				...ofThird('notEnough', (place) =>
					registrationRejected(soon + place * SECOND, about(place)),
				),
			],
		}),
		items: inThirds,
		after: 5 * MINUTE,
	},
	{
		name: 'Blocked of sixty: blocked, attached, nothing',
		fact: 'One list serves all (the page).',
		operation: 'await blocked',
		parameters: { ...OF_ITEM, wanted: 'blocked' },
		state: fleet({
			connectivity: [
				...ofThird('met', (place) => ({ ...blocked(), endpoint: endpointOf(place) })),
				...ofThird('notEnough', (place) => ({
					...attached(START - MINUTE),
					endpoint: endpointOf(place),
				})),
			],
		}),
		items: inThirds,
	},
	{
		name: 'Unblocked of sixty: every third is blocked',
		fact: 'One list serves all, and one read for each that it no longer names (the page).',
		operation: 'await blocked',
		parameters: { ...OF_ITEM, wanted: 'unblocked' },
		state: fleet({
			connectivity: ofThird('met', (place) => ({ ...blocked(), endpoint: endpointOf(place) })),
		}),
		items: places.map((place) => ({
			item: { endpoint: endpointOf(place) },
			right: thirds(place) === 'met' ? 'notYet' : 'met',
		})),
	},
	{
		name: 'SIM Status of sixty: activated, suspended, issued',
		fact: 'One read for about fifty SIMs (the page).',
		operation: 'await simStatus',
		parameters: { simId: picked('={{ $json.sim }}'), status: 1, ...AN_HOUR_AT_MOST },
		state: (() => {
			const state = fleet();
			for (const [place, sim] of state.sims.entries())
				sim.status = { met: 1, notEnough: 2, nothing: 0 }[thirds(place)];
			return state;
		})(),
		items: places.map((place) => ({
			item: { sim: simOf(place) },
			right: thirds(place) === 'met' ? 'met' : 'notYet',
		})),
	},
	{
		name: 'Reply of sixty: answered, answered before, nothing',
		fact: 'A message that is newer than the SMS that asked (the page).',
		operation: 'await reply',
		parameters: OF_ITEM,
		state: fleet({
			sms: [
				...ofThird('met', (place) =>
					received(9000 + place, soon, 'OK', { endpoint: endpointOf(place) }),
				),
				...ofThird('notEnough', (place) =>
					received(6000 + place, START - MINUTE, 'OK', { endpoint: endpointOf(place) }),
				),
			],
		}),
		items: inThirds,
		after: 5 * MINUTE,
	},
	{
		name: 'three questions to one device, two messages',
		fact: 'Answered in the order of asking, each message once (the page).',
		operation: 'sms awaitReply',
		parameters: { ...OF_ITEM, payload: '={{ $json.question }}' },
		state: fleet(),
		later: [
			{
				after: 20 * SECOND,
				change: (state, at) => void state.sms.push(received(7101, at, 'first')),
			},
			{
				after: 40 * SECOND,
				change: (state, at) => void state.sms.push(received(7102, at, 'second')),
			},
		],
		items: [
			{ item: { endpoint: 4001, question: 'A?' }, right: 'met', promise: saysReply('first') },
			{ item: { endpoint: 4001, question: 'B?' }, right: 'met', promise: saysReply('second') },
			{ item: { endpoint: 4001, question: 'C?' }, right: 'notYet' },
		],
		waitHere: 90,
		isActing: true,
	},
	{
		name: 'two questions to one device, answered in the reverse order by what they hold',
		fact: 'Reply Contains tells to which question a message belongs (the page).',
		operation: 'sms awaitReply',
		parameters: {
			...OF_ITEM,
			payload: '={{ $json.question }}',
			options: { replyContains: '={{ $json.question }}' },
		},
		state: fleet(),
		later: [
			{
				after: 20 * SECOND,
				change: (state, at) => void state.sms.push(received(7101, at, 'REF 2 ok')),
			},
			{
				after: 40 * SECOND,
				change: (state, at) => void state.sms.push(received(7102, at, 'REF 1 ok')),
			},
		],
		items: [
			{ item: { endpoint: 4001, question: 'REF 1' }, right: 'met', promise: saysReply('REF 1 ok') },
			{ item: { endpoint: 4001, question: 'REF 2' }, right: 'met', promise: saysReply('REF 2 ok') },
		],
		waitHere: 90,
		isActing: true,
	},
	{
		name: 'questions to two devices, one answers',
		fact: 'Its own: matched by ids (evidence, 3).',
		operation: 'sms awaitReply',
		parameters: { ...OF_ITEM, payload: 'STATUS?' },
		state: fleet(),
		later: [
			{
				after: 20 * SECOND,
				change: (state, at) =>
					void state.sms.push(received(7101, at, 'OK', { endpoint: endpointOf(1) })),
			},
		],
		items: [
			{ item: { endpoint: endpointOf(0) }, right: 'notYet' },
			{ item: { endpoint: endpointOf(1) }, right: 'met' },
		],
		waitHere: 60,
		isActing: true,
	},
	{
		name: 'Delivered of four messages to one device',
		fact: 'Each by its own ids and status (the page).',
		operation: 'await delivered',
		parameters: { ...OF_ITEM, smsIds: '={{ $json.ids }}' },
		state: fleet({
			sms: [
				sent(7001),
				sent(7002, { status: 3 }),
				sent(7003, { status: 5 }),
				sent(7004, { status: 2 }),
			],
		}),
		items: [
			{ item: { endpoint: 4001, ids: '7001' }, right: 'met' },
			{ item: { endpoint: 4001, ids: '7002' }, right: 'notYet' },
			{ item: { endpoint: 4001, ids: '7003' }, right: 'timedOut' },
			{ item: { endpoint: 4001, ids: '7001,7004' }, right: 'notYet' },
		],
	},
	{
		name: 'one of three devices is deleted, the others are settled',
		fact: 'A device that was deleted takes the way of errors (the page); it ends no wait of others.',
		operation: 'await reply',
		parameters: OF_ITEM,
		state: fleet({
			sms: [received(9000, soon), received(9002, soon, 'OK', { endpoint: endpointOf(2) })],
		}),
		later: [{ after: 10 * SECOND, change: (state) => void (state.endpoints[1]!.status = 2) }],
		items: [
			{ item: { endpoint: endpointOf(0) }, right: 'met' },
			{ item: { endpoint: endpointOf(1) }, right: 'error' },
			{ item: { endpoint: endpointOf(2) }, right: 'met' },
		],
		after: 5 * MINUTE,
	},
	{
		name: 'one wait for a reply twice: one message meets one of them',
		fact: 'Each message once (the page).',
		operation: 'await reply',
		parameters: OF_ITEM,
		state: fleet({ sms: [received(9000, soon)] }),
		items: [
			{ item: { endpoint: 4001, name: 'a' }, right: 'met' },
			{ item: { endpoint: 4001, name: 'b' }, right: 'notYet' },
		],
		waitHere: 60,
	},
];
