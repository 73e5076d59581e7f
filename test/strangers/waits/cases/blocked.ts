import {
	ENDPOINT,
	MINUTE,
	SIM,
	attached,
	blocked as blockedState,
	offline,
	online,
} from '../../service/builders';
import type { Connectivity, Endpoint, State } from '../../service/state';
import {
	AN_HOUR_AT_MOST,
	ONE_ENDPOINT,
	SECOND,
	START,
	each,
	known,
	type Case,
	type Condition,
} from '../case';
import { clocks, common } from './common';
import { event } from '../../service/builders';

const LIST =
	'The list with connectivity_status:BLOCKED names all that are denied service (specification).';
const OTHER: Endpoint = { ...ENDPOINT, id: 4002, name: 'meter-00171', sim: undefined };
const BLOCKED = { parameters: { wanted: 'blocked' } };
const UNBLOCKED = { parameters: { wanted: 'unblocked' } };

const being = (...connectivity: Connectivity[]): State => known({ connectivity });
const become =
	(...connectivity: Connectivity[]) =>
	(state: State) =>
		void (state.connectivity = connectivity);
const ALIVE: [string, Connectivity][] = [
	['online', online(START - 10 * MINUTE)],
	['attached', attached(START - 10 * MINUTE)],
	['offline', offline()],
];

/** A list that lacks it, although it is blocked. */
const listFails = (status: number, body?: object): Partial<State> => ({
	refusals: [{ path: /connectivity_status/, status, ...(body && { body }) }],
});
const singleFails = (status: number): Partial<State> => ({
	refusals: [{ path: /4001\/connectivity|endpoint\/4001/, status }],
});

/** A thousand others with lower ids are blocked before it. */
const manyBlocked = (last: Connectivity): State => {
	const others = Array.from({ length: 1000 }, (_, place) => ({
		...OTHER,
		id: place + 1,
		name: `pump-${place + 1}`,
	}));
	return known({
		endpoints: [...others, { ...ENDPOINT }],
		connectivity: [...others.map(({ id }) => ({ ...blockedState(), endpoint: id })), last],
	});
};

const untilBlocked: Case[] = [
	{ name: 'blocked', fact: LIST, state: being(blockedState()), ...BLOCKED, right: ['met'] },
	...each(ALIVE, ([name, state]) => ({
		name: `not blocked but ${name}`,
		fact: LIST,
		state: being(state),
		...BLOCKED,
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'blocked while the run looks',
		fact: LIST,
		state: being(online(START - 10 * MINUTE)),
		...BLOCKED,
		later: [{ after: 20 * SECOND, change: become(blockedState()) }],
		rounds: [{ waitHere: 60 }],
		right: ['met'],
	},
	{
		name: 'blocked as the last of a thousand and one',
		fact: 'The list has pages of 1,000 (specification).',
		state: manyBlocked(blockedState()),
		...BLOCKED,
		right: ['met'],
	},
	{
		name: 'another whose name holds its name is blocked',
		fact: 'Its own: matched by ids (evidence, 3).',
		state: known({
			endpoints: [{ ...ENDPOINT }, OTHER],
			connectivity: [{ ...blockedState(), endpoint: 4002 }],
		}),
		...BLOCKED,
		right: ['notYet'],
	},
	{
		name: 'an event said that it was blocked, the list no longer names it',
		fact: 'Met when the service lists it as blocked (the page); the event is history.',
		state: known({
			connectivity: [online(START - MINUTE)],
			events: [event(START - 10 * MINUTE, 11), event(START - 5 * MINUTE, 3, { severity: 1 })],
		}),
		...BLOCKED,
		right: ['notYet'],
	},
	{
		name: 'blocked and unblocked between two looks',
		fact: 'The state at the service at the look (the page).',
		state: being(online(START - 10 * MINUTE)),
		...BLOCKED,
		later: [
			{ after: MINUTE, change: become(blockedState()) },
			{ after: 2 * MINUTE, change: become(online(START + 2 * MINUTE)) },
		],
		rounds: [{}, { after: 3 * MINUTE }],
		right: ['notYet'],
	},
	{
		name: 'the list lacks it, its own connectivity says BLOCKED',
		fact: 'Whether the list includes an IMEI lock is not known; both are the service’s word (public reference).',
		state: { ...being(blockedState()), ...listFails(200, []) },
		...BLOCKED,
		right: ['met', 'notYet'],
	},
	...each([43, 9, 19, 12], (type) => ({
		name: `event ${type}, and the list does not name it`,
		fact: LIST,
		state: known({ connectivity: [offline()], events: [event(START - 10 * SECOND, type)] }),
		...BLOCKED,
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'a deleted endpoint still stands as blocked',
		fact: 'Deleted ones stand in the list with status 2 (specification): the device was deleted (the page).',
		state: known({
			endpoints: [{ ...ENDPOINT, status: 2 }],
			connectivity: [blockedState()],
		}),
		...BLOCKED,
		right: ['error', 'notYet'],
	},
	{
		name: 'the role may not list',
		fact: 'A role without the right gets 403 (specification); its own connectivity says it too.',
		state: { ...being(online(START - MINUTE)), ...listFails(403) },
		...BLOCKED,
		right: ['error', 'notYet'],
	},
];

const untilUnblocked: Case[] = [
	...each(ALIVE, ([name, state]) => ({
		name: `${name}: no longer blocked`,
		fact: 'The service no longer lists it (the page).',
		state: being(state),
		...UNBLOCKED,
		right: ['met'] as Case['right'],
	})),
	{
		name: 'still blocked',
		fact: LIST,
		state: being(blockedState()),
		...UNBLOCKED,
		right: ['notYet'],
	},
	{
		name: 'no longer blocked while the run looks',
		fact: LIST,
		state: being(blockedState()),
		...UNBLOCKED,
		later: [{ after: 20 * SECOND, change: become(offline()) }],
		rounds: [{ waitHere: 60 }],
		right: ['met'],
	},
	{
		name: 'no longer blocked for a moment, and blocked again at the look',
		fact: 'The state at the service at the look (the page).',
		state: being(blockedState()),
		...UNBLOCKED,
		later: [
			{ after: MINUTE, change: become(offline()) },
			{ after: 2 * MINUTE, change: become(blockedState()) },
		],
		rounds: [{}, { after: 3 * MINUTE }],
		right: ['notYet'],
	},
	{
		name: 'the list is empty, its own connectivity says BLOCKED',
		fact: 'BLOCKED comes of an IMEI lock too; whether the list includes it is not known (public reference).',
		state: { ...being(blockedState()), ...listFails(200, []) },
		...UNBLOCKED,
		right: ['notYet'],
	},
	{
		name: 'it stands on the second page of the blocked ones',
		fact: 'The list has pages of 1,000 (specification).',
		state: manyBlocked(blockedState()),
		...UNBLOCKED,
		right: ['notYet'],
	},
	{
		name: 'others are blocked, it is not',
		fact: LIST,
		state: known({
			endpoints: [{ ...ENDPOINT }, OTHER],
			connectivity: [{ ...blockedState(), endpoint: 4002 }, offline()],
		}),
		...UNBLOCKED,
		right: ['met'],
	},
	...each([401, 403, 404, 503], (status) => ({
		name: `the list does not name it, and its own read answers ${status}`,
		fact: 'What cannot be read is not absent (the page); a list of others says nothing of a deleted one.',
		state: {
			...being(blockedState()),
			refusals: [...listFails(200, []).refusals!, ...singleFails(status).refusals!],
		},
		...UNBLOCKED,
		right: ['error', 'notYet'] as Case['right'],
	})),
	...each([422, 403, 503], (status) => ({
		name: `the list answers ${status}, its own connectivity says BLOCKED`,
		fact: 'What cannot be read is not absent (the page).',
		state: { ...being(blockedState()), ...listFails(status) },
		...UNBLOCKED,
		right: ['error', 'notYet'] as Case['right'],
	})),
	{
		name: 'deleted before the first look',
		fact: 'A device that was deleted takes the way of errors (the page).',
		state: known({ endpoints: [{ ...ENDPOINT, status: 2 }] }),
		...UNBLOCKED,
		right: ['error'],
	},
	{
		name: 'of another organisation',
		fact: '404 for what is outside the organisation (specification).',
		state: known({ endpoints: [{ ...ENDPOINT, organisation: 9002 }] }),
		...UNBLOCKED,
		right: ['error'],
	},
	{
		name: 'it has no SIM, and nothing blocks it',
		fact: 'The service no longer lists it as blocked (the page).',
		state: known({ endpoints: [{ ...ENDPOINT, sim: undefined }], connectivity: [offline()] }),
		...UNBLOCKED,
		right: ['met'],
	},
	{
		name: 'the SIM is suspended, and nothing else blocks it',
		fact: 'The service does not list it as blocked; that it must still connect is another matter (the page).',
		state: known({ sims: [{ ...SIM, status: 2 }], connectivity: [offline()] }),
		...UNBLOCKED,
		right: ['met'],
	},
	{
		name: 'an event of a lifted block, the list still names it',
		fact: 'The service lists it as blocked (the page).',
		state: known({
			connectivity: [blockedState()],
			events: [event(START - MINUTE, 42), event(START - MINUTE, 56)],
		}),
		...UNBLOCKED,
		right: ['notYet'],
	},
	{
		name: 'the item comes round to a node that awaits the contrary',
		fact: 'Not blocked is what the node of the second round does not await.',
		state: being(blockedState()),
		...UNBLOCKED,
		later: [{ after: MINUTE, change: become(offline()) }],
		rounds: [{}, { after: 2 * MINUTE, parameters: { wanted: 'blocked' } }],
		right: ['error', 'notYet'],
	},
];

const wait = {
	open: being(blockedState()),
	fulfil: become(offline()),
	parameters: { wanted: 'unblocked' },
};

export const blocked: Condition = {
	title: 'Await: Blocked or Unblocked',
	operation: 'await blocked',
	parameters: { ...ONE_ENDPOINT, ...AN_HOUR_AT_MOST },
	cases: [...untilBlocked, ...untilUnblocked],
	general: [
		...common({
			...wait,
			reads: /endpoint/,
			condition: 'blocked',
			fields: ['since', 'until', 'of'],
			remove: (state) => {
				state.endpoints[0]!.status = 2;
				state.connectivity = [];
			},
		}),
		...clocks(wait),
	],
};
