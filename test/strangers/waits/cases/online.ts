import {
	ENDPOINT,
	EXAMPLE_MOBILE,
	IMEI,
	SIM,
	HOUR,
	MINUTE,
	DAY,
	attached,
	blocked,
	closed,
	event,
	offline,
	online as onlineSince,
	opened,
	purged,
	registered,
	registrationRejected,
	sessionRefused,
} from '../../service/builders';
import { sessionDetail } from '../../service/eventTypes';
import type { Connectivity, FleetEvent, State } from '../../service/state';
import {
	AN_HOUR_AT_MOST,
	ONE_ENDPOINT,
	SECOND,
	START,
	each,
	known,
	type Case,
	type Condition,
	type Later,
} from '../case';
import { clocks, common } from './common';

const BEGAN = START - 10 * MINUTE;
const OPENING = [registered(BEGAN - SECOND), opened(BEGAN)];
const steady = (of: Parameters<typeof onlineSince>[1] = {}): Connectivity => onlineSince(BEGAN, of);
const being = (connectivity: Connectivity, ...events: FleetEvent[]): State =>
	known({ connectivity: [connectivity], events: [...OPENING, ...events] });
const become = (connectivity: Connectivity) => (state: State) =>
	void (state.connectivity = [connectivity]);
/** The end of the session that began then: it carries the beginning, as its opening does. */
const ended = (at: number, began: number, session = 1): FleetEvent => ({
	...closed(at, { session }),
	detail: sessionDetail({
		operator: EXAMPLE_MOBILE,
		rat: 6,
		imeisv: IMEI,
		imsi: SIM.imsi,
		session,
		opened: began,
		volume: { rx: 0.1, tx: 0.1 },
	}),
});
const reset = (at: number, of: Partial<FleetEvent> = {}): FleetEvent => event(at, 68, of);

const READS_MINUTE: Case['rounds'] = [{ waitHere: 60 }];
const NINE_IN_THE_WAY =
	'Event 9, 43, 0 or 11 may come of what ends a session; its end has event 5 (open).';
const STABLE = 'Several ONLINE reads with one session, and no event against it (the page).';
const RESET =
	'A session older than the newest reset never counts, however long ago that was (the page).';
const ENDED = 'No event says that it ended or was refused (the page).';
const OWN = 'Its own: matched by ids (evidence, 3).';

/** Within the last read of the minute, so that no three reads follow it. */
const changes = (every: number, made: (place: number, at: number) => Connectivity): Later[] =>
	Array.from({ length: 20 }, (_, place) => ({
		after: place * every,
		change: (state, at) => void (state.connectivity = [made(place, at)]),
	}));

const happens = (of: (at: number) => FleetEvent, every = 10 * SECOND): Later[] =>
	Array.from({ length: 8 }, (_, place) => ({
		after: (place + 0.5) * every,
		change: (state, at) => void state.events.push(of(at)),
	}));

const met: Case[] = [
	{
		name: 'one session throughout',
		fact: STABLE,
		state: being(steady()),
		rounds: READS_MINUTE,
		right: ['met'],
		seenBy: ['reads and events'],
	},
	{
		name: 'one read is asked for, and shows it',
		fact: 'Reads in a Row may be 1 (operations).',
		state: being(steady()),
		options: { reads: 1 },
		right: ['met'],
	},
	{
		name: 'a read a round, in three rounds',
		fact: STABLE,
		state: being(steady()),
		options: { reads: 3 },
		rounds: [{}, { after: MINUTE }, { after: 2 * MINUTE }],
		right: ['met'],
	},
	{
		name: 'back after a reset with a new session',
		fact: 'A newer session than the newest reset counts (the page).',
		state: being(onlineSince(START - MINUTE, { session: 2 }), reset(START - 2 * MINUTE)),
		rounds: READS_MINUTE,
		right: ['met'],
	},
	{
		name: 'comes back while the run looks',
		fact: STABLE,
		state: being(offline(), reset(START - MINUTE)),
		later: [
			{
				after: 20 * SECOND,
				change: (state, at) => {
					become(onlineSince(at, { session: 2 }))(state);
					state.events.push(opened(at, { session: 2 }));
				},
			},
		],
		rounds: [{ waitHere: 180 }],
		right: ['met'],
	},
	{
		name: 'refused once, then one session throughout',
		fact: 'The refusal is older than the session and the reads (evidence, 4: it is history).',
		state: being(onlineSince(START - MINUTE, { session: 2 }), sessionRefused(START - 5 * MINUTE)),
		rounds: READS_MINUTE,
		right: ['met'],
	},
	...each(
		[
			['an end', (at: number) => closed(at, { endpoint: 4002 })],
			['a reset', (at: number) => reset(at, { endpoint: 4002 })],
			['a refusal', (at: number) => sessionRefused(at, { endpoint: 4002 })],
		] as const,
		([name, made]) => ({
			name: `${name} of another endpoint at every read`,
			fact: OWN,
			state: {
				...being(steady()),
				endpoints: [
					{ ...ENDPOINT },
					{ ...ENDPOINT, id: 4002, name: 'meter-00171', sim: undefined },
				],
			},
			later: happens(made),
			rounds: READS_MINUTE,
			right: ['met'] as Case['right'],
		}),
	),
	{
		name: 'the end of the session before is shown only now',
		fact: 'Event 5 has the session of its 3 (public reference): that of session 1 is not the end of session 2.',
		state: known({
			connectivity: [onlineSince(BEGAN, { session: 2 })],
			events: [
				opened(START - HOUR, { session: 1 }),
				{ ...ended(BEGAN - MINUTE, START - HOUR), shownFrom: START + 15 * SECOND },
				opened(BEGAN, { session: 2 }),
			],
		}),
		rounds: [{ waitHere: 120 }],
		right: ['met'],
	},
	...each([BEGAN - MINUTE, BEGAN - SECOND], (at) => ({
		name: `the session before had the same number, and ended ${(BEGAN - at) / SECOND} s before this one`,
		fact: 'The end is older than the session (evidence, 3).',
		state: being(steady(), ended(at, START - HOUR)),
		rounds: READS_MINUTE,
		right: ['met'] as Case['right'],
	})),
	{
		name: 'the session before had the same number, its end is shown only now',
		fact: 'The end is older than the session (evidence, 3); an event may appear late (public reference).',
		state: being(steady(), {
			...ended(BEGAN - MINUTE, START - HOUR),
			shownFrom: START + 3 * SECOND,
		}),
		options: { readDistance: 10 },
		rounds: [{ waitHere: 120 }],
		right: ['met'],
	},
	{
		name: 'another session of the device ends, with another number',
		fact: 'No event says that it ended (the page): event 5 has the session of its 3.',
		state: being(steady()),
		later: happens((at) => ended(at, START - HOUR, 9)),
		rounds: [{ waitHere: 120 }],
		right: ['met'],
	},
	{
		name: 'a reset a second before the session began',
		fact: 'A newer session than the newest reset counts (the page).',
		state: being(steady(), reset(BEGAN - SECOND)),
		rounds: READS_MINUTE,
		right: ['met'],
	},
	{
		name: 'registrations in between',
		fact: 'Registrations are periodic (public reference): they end nothing.',
		state: being(steady()),
		later: happens((at) => registered(at)),
		rounds: READS_MINUTE,
		right: ['met'],
	},
	...each(['Asia/Tokyo', 'America/Los_Angeles'], (zone) => ({
		name: `back after a reset, times of events without a zone, the machine in ${zone}`,
		fact: 'A newer session than the newest reset counts (the page).',
		state: {
			...being(onlineSince(START - MINUTE, { session: 2 }), reset(START - 2 * MINUTE)),
			hasOldEventTimes: true,
		},
		zone,
		rounds: READS_MINUTE,
		right: ['met'] as Case['right'],
	})),
	{
		name: 'the role may not read events',
		fact: 'Reads alone, and said so (the page).',
		state: { ...being(steady()), refusals: [{ path: /\/event/, status: 403 }] },
		rounds: READS_MINUTE,
		right: ['met'],
		seenBy: ['reads alone'],
	},
	...each(
		[
			['4G', 6],
			['2G', 2],
			['3G', 1],
			['NB-IoT', 8],
			['LTE-M', 9],
		] as const,
		([rat, id]) => ({
			name: `${rat} is wanted, and is what it has`,
			fact: 'Types that count (operations), by the ids of radio access types (public reference).',
			state: being(steady({ rat: id })),
			options: { rats: [rat] },
			rounds: READS_MINUTE,
			right: ['met'] as Case['right'],
		}),
	),
	{
		name: 'the session does not say when it began; its opening follows the reset',
		fact: 'Where it is not said, the event of its opening decides (the page).',
		state: known({
			connectivity: [hidden(onlineSince(BEGAN, { session: 2 }))],
			events: [reset(BEGAN - MINUTE), opened(BEGAN, { session: 2 })],
		}),
		rounds: READS_MINUTE,
		right: ['met'],
	},
];

/** The session without the time of its beginning. */
function hidden(connectivity: Connectivity): Connectivity {
	return { ...connectivity, session: { ...connectivity.session!, hidesCreated: true } };
}

const states: Case[] = [
	...each(
		[
			['attached', attached(BEGAN)],
			['offline', offline()],
			['blocked', blocked()],
			['online without a session', { ...attached(BEGAN), status: 'ONLINE' }],
			['attached with a session that is left over', { ...steady(), status: 'ATTACHED' }],
			['blocked with a session that is left over', { ...steady(), status: 'BLOCKED' }],
		] as [string, Connectivity][],
		([name, connectivity]) => ({
			name: `${name} throughout`,
			fact: 'Only ONLINE says that a session exists (public reference).',
			state: being(connectivity),
			rounds: READS_MINUTE,
			right: ['notYet'] as Case['right'],
		}),
	),
	{
		name: 'one read of three is attached, again and again',
		fact: 'Several reads in a row (the page).',
		state: being(steady()),
		later: changes(10 * SECOND, (place) => (place % 3 === 2 ? attached(BEGAN) : steady())),
		options: { reads: 3, readDistance: 10 },
		rounds: READS_MINUTE,
		right: ['notYet'],
	},
	{
		name: '4G is wanted, one session changes to 2G and back for ten seconds each',
		fact: 'Only the types that were given count, in a row (operations).',
		state: being(steady()),
		later: changes(10 * SECOND, (place) => steady({ rat: place % 2 === 0 ? 6 : 2 })),
		options: { reads: 2, readDistance: 10, rats: ['4G'] },
		rounds: READS_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'a new session every ten seconds',
		fact: 'The reads show one session (the page).',
		state: being(steady()),
		later: changes(10 * SECOND, (place, at) => onlineSince(at, { session: place + 2 })),
		options: { readDistance: 10 },
		rounds: READS_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'the same number every ten seconds, each time begun anew',
		fact: 'A session that ended and came back under the same number is not one (the page).',
		state: being(steady()),
		later: changes(10 * SECOND, (_, at) => onlineSince(at, { session: 1 })),
		options: { readDistance: 10 },
		rounds: READS_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'another session in the second round',
		fact: 'The reads show one session (the page).',
		state: being(steady()),
		options: { reads: 2 },
		later: [
			{ after: MINUTE, change: (state, at) => become(onlineSince(at, { session: 2 }))(state) },
		],
		rounds: [{}, { after: 2 * MINUTE }],
		right: ['notYet'],
	},
	...each(
		[
			['4G', 2],
			['2G', 6],
			['NB-IoT', 6],
			['3G', 2],
		] as const,
		([rat, id]) => ({
			name: `${rat} is wanted, its session has type ${id}`,
			fact: 'Only the types that were given count (operations).',
			state: being(steady({ rat: id })),
			options: { rats: [rat] },
			rounds: READS_MINUTE,
			right: ['notYet'] as Case['right'],
		}),
	),
	{
		name: 'LTE-M is wanted, and reported as 4G',
		fact: 'LTE-M is mostly reported as 4G (public reference): the type that was given is not seen.',
		state: being(steady({ rat: 6 })),
		options: { rats: ['LTE-M'] },
		rounds: READS_MINUTE,
		right: ['notYet', 'met'],
	},
];

const against: Case[] = [
	...each(
		[
			['ended', (at: number) => ended(at, BEGAN)],
			['refused', (at: number) => sessionRefused(at)],
			['reset', (at: number) => reset(at)],
			['ended and opened again under the same number', (at: number) => ended(at, at - 10 * SECOND)],
			['purged from the packet side', (at: number) => purged(at, {}, 16)],
		] as const,
		([name, made]) => ({
			name: `${name} at every read, the reads show nothing of it`,
			fact: `${ENDED} ${RESET}`,
			state: being(steady()),
			later: happens(made),
			options: { readDistance: 10 },
			rounds: READS_MINUTE,
			right: ['notYet'] as Case['right'],
		}),
	),
	{
		name: 'purged from the circuit side at every read',
		fact: 'A device may leave the circuit side alone; OFFLINE follows by the reference (open).',
		state: being(steady()),
		later: happens((at) => purged(at, {}, 15)),
		options: { readDistance: 10 },
		rounds: READS_MINUTE,
		right: ['notYet', 'met'],
	},
	...each([2, 30, 60 * 24, 60 * 24 * 20], (minutes) => ({
		name: `reset ${minutes} min ago, the session began a minute before that`,
		fact: RESET,
		state: known({
			connectivity: [onlineSince(START - (minutes + 1) * MINUTE)],
			events: [opened(START - (minutes + 1) * MINUTE), reset(START - minutes * MINUTE)],
		}),
		rounds: READS_MINUTE,
		right: ['notYet'] as Case['right'],
		promise: ({ broken_by }: { broken_by?: unknown }) =>
			broken_by ? undefined : 'broken_by does not say so',
	})),
	...each(['Asia/Tokyo', 'America/Los_Angeles'], (zone) => ({
		name: `reset after the session began, times of events without a zone, the machine in ${zone}`,
		fact: `${RESET} Older samples write times of events in UTC without saying so (public reference).`,
		state: { ...being(steady(), reset(BEGAN + 5 * MINUTE)), hasOldEventTimes: true },
		zone,
		rounds: READS_MINUTE,
		right: ['notYet'] as Case['right'],
	})),
	...each(
		[
			['reset', (at: number) => reset(at)],
			['ended', (at: number) => ended(at, BEGAN)],
			['refused', (at: number) => sessionRefused(at)],
		] as const,
		([name, made]) => ({
			name: `${name} at every read, by events that do not name their endpoint`,
			fact: 'Events in the list of an endpoint had no endpoint (recorded): they are its own all the same.',
			state: { ...being(steady()), ownEventsNameEndpoint: false },
			later: happens(made),
			options: { readDistance: 10 },
			rounds: READS_MINUTE,
			right: ['notYet'] as Case['right'],
		}),
	),
	{
		name: 'one read is asked for, the session is older than a reset',
		fact: RESET,
		state: being(steady(), reset(START - MINUTE)),
		options: { reads: 1 },
		right: ['notYet'],
	},
	{
		name: 'one read is asked for, its end stands before the look',
		fact: ENDED,
		state: being(steady(), ended(START - 20 * SECOND, BEGAN)),
		options: { reads: 1 },
		right: ['notYet'],
	},
	{
		name: 'the reads are complete, the events fail for a while, a reset stands in them',
		fact: RESET,
		state: {
			...being(steady(), reset(START - MINUTE)),
			refusals: [{ path: /\/event/, status: 503, times: 6 }],
		},
		rounds: [{ waitHere: 180 }],
		right: ['notYet'],
	},
	{
		name: 'an end at every read, without a detail',
		fact: 'Details can be absent (recorded): an end that does not say of which session may be of this one.',
		state: being(steady()),
		later: happens((at) => event(at, 5)),
		options: { readDistance: 10 },
		rounds: READS_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'a reset a second after the session began',
		fact: RESET,
		state: being(steady(), reset(BEGAN + SECOND)),
		rounds: READS_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'two resets, the session began between them',
		fact: RESET,
		state: known({
			connectivity: [onlineSince(START - 5 * MINUTE, { session: 2 })],
			events: [
				reset(START - 6 * MINUTE),
				opened(START - 5 * MINUTE, { session: 2 }),
				reset(START - 2 * MINUTE),
			],
		}),
		rounds: READS_MINUTE,
		right: ['notYet'],
	},
	...each([500, 1500], (others) => ({
		name: `the reset stands behind ${others} later events of the device`,
		fact: RESET,
		state: known({
			connectivity: [onlineSince(START - 20 * DAY)],
			events: [
				opened(START - 20 * DAY),
				reset(START - 19 * DAY),
				...Array.from({ length: others }, (_, place) =>
					registered(START - 18 * DAY + place * 15 * MINUTE),
				),
			],
		}),
		rounds: READS_MINUTE,
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'a reset between two rounds',
		fact: RESET,
		state: being(steady()),
		options: { reads: 2 },
		later: [{ after: MINUTE, change: (state, at) => void state.events.push(reset(at)) }],
		rounds: [{}, { after: 2 * MINUTE }],
		right: ['notYet'],
	},
	{
		name: 'ended and back under the same number between two rounds, its beginning is not said',
		fact: 'An event says that it ended (the page).',
		state: being(hidden(steady())),
		options: { reads: 2 },
		later: [
			{
				after: MINUTE,
				change: (state, at) =>
					void state.events.push(ended(at, BEGAN), opened(at + SECOND, { session: 1 })),
			},
		],
		rounds: [{}, { after: 2 * MINUTE }],
		right: ['notYet'],
	},
	{
		name: 'the reset of before is shown after the first reads',
		fact: `${RESET} An event may appear late (public reference).`,
		state: being(steady(), { ...reset(START - MINUTE), shownFrom: START + 8 * SECOND }),
		options: { readDistance: 10 },
		rounds: READS_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'its end is shown after the first reads, with a time of before the first look',
		fact: 'Event 5 of the same session: it has ended, whatever the reads still show (evidence, 4).',
		state: being(steady(), {
			...ended(START - 20 * SECOND, BEGAN),
			shownFrom: START + 8 * SECOND,
		}),
		options: { readDistance: 10 },
		rounds: [{ waitHere: 25 }],
		right: ['notYet'],
	},
	{
		name: 'its end stands before the first look, the reads still show it',
		fact: 'Event 5 of the same session: it has ended (evidence, 4: nothing newer contradicts it).',
		state: being(steady(), ended(START - 20 * SECOND, BEGAN)),
		rounds: [{ waitHere: 25 }],
		options: { readDistance: 10 },
		right: ['notYet'],
	},
	{
		name: 'the beginning is not said, its opening stands before the reset',
		fact: 'The event of its opening decides (the page).',
		state: known({
			connectivity: [hidden(steady())],
			events: [opened(BEGAN), reset(BEGAN + 5 * MINUTE)],
		}),
		rounds: READS_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'the beginning is not said, after the reset another session was opened',
		fact: 'The event of its opening decides (the page), and not that of another number (evidence, 3).',
		state: known({
			connectivity: [hidden(steady())],
			events: [
				opened(BEGAN),
				reset(BEGAN + 5 * MINUTE),
				opened(BEGAN + 6 * MINUTE, { session: 9 }),
			],
		}),
		rounds: READS_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'the beginning is not said, after the reset another endpoint opened a session of that number',
		fact: 'The event of its opening decides (the page), and not that of another endpoint (evidence, 3).',
		state: known({
			connectivity: [hidden(steady())],
			events: [
				opened(BEGAN),
				reset(BEGAN + 5 * MINUTE),
				opened(BEGAN + 6 * MINUTE, { endpoint: 4002, sim: 5001 }),
			],
			endpoints: [{ ...ENDPOINT }, { ...ENDPOINT, id: 4002, name: 'meter-00171', sim: undefined }],
		}),
		rounds: READS_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'its session ends between two rounds, the reads still show it',
		fact: ENDED,
		state: being(steady()),
		options: { reads: 2 },
		later: [{ after: MINUTE, change: (state, at) => void state.events.push(ended(at, BEGAN)) }],
		rounds: [{}, { after: 2 * MINUTE }],
		right: ['notYet'],
	},
	{
		name: 'the beginning is not said, no opening, a reset of a minute ago',
		fact: 'Without an opening after it a reset counts against the session (the page).',
		state: known({ connectivity: [hidden(steady())], events: [reset(START - MINUTE)] }),
		rounds: READS_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'the beginning is not said, after the reset the opening of a session was refused',
		fact: 'Type 3 with Warn is a refusal, no opening (evidence, 3).',
		state: known({
			connectivity: [hidden(steady())],
			events: [reset(START - 2 * MINUTE), sessionRefused(START - MINUTE)],
		}),
		rounds: READS_MINUTE,
		right: ['notYet'],
	},
	{
		name: 'events that cannot be read (503)',
		fact: 'What cannot be read is not absent: reads alone are for a login without the right (the page).',
		state: { ...being(steady()), refusals: [{ path: /\/event/, status: 503 }] },
		rounds: READS_MINUTE,
		right: ['notYet', 'error'],
	},
	...each([9, 43, 0, 11], (type) => ({
		name: `event ${type} at every read, the reads show nothing of it`,
		fact: NINE_IN_THE_WAY,
		state: being(steady()),
		later: happens((at) => event(at, type)),
		options: { readDistance: 10 },
		rounds: READS_MINUTE,
		right: ['notYet', 'met'] as Case['right'],
	})),
	{
		name: 'registrations are refused at every read, the session stays',
		fact: 'A refused registration is not the end of the session (open).',
		state: being(steady()),
		later: happens((at) => registrationRejected(at)),
		options: { readDistance: 10 },
		rounds: READS_MINUTE,
		right: ['notYet', 'met'],
	},
];

const wait = {
	open: being(onlineSince(START - 30 * MINUTE), reset(START - 10 * MINUTE)),
	fulfil: (state: State, at: number): void => {
		become(onlineSince(at, { session: 2 }))(state);
		state.events.push(opened(at, { session: 2 }));
	},
};

export const online: Condition = {
	title: 'Await: Online and Stable',
	operation: 'await online',
	parameters: { ...ONE_ENDPOINT, ...AN_HOUR_AT_MOST },
	cases: [...met, ...states, ...against],
	general: [
		...common({ ...wait, reads: /\/connectivity|\/event/, condition: 'online' }),
		...clocks(wait),
	],
};
