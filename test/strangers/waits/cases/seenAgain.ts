import type { IDataObject } from 'n8n-workflow';
import {
	DAY,
	ENDPOINT,
	HOUR,
	MINUTE,
	SIM,
	attached,
	closed,
	event,
	offline,
	online,
	opened,
	purged,
	registered,
	registrationRejected,
	sessionRefused,
} from '../../service/builders';
import type { Connectivity, FleetEvent, State } from '../../service/state';
import {
	AN_HOUR_AT_MOST,
	ONE_ENDPOINT,
	SECOND,
	START,
	NOTHING,
	each,
	known,
	received,
	sent,
	type Case,
	type Condition,
	type Later,
} from '../case';
import { clocks, common } from './common';

const BEFORE = [registered(START - 3 * DAY), opened(START - 3 * DAY + MINUTE)];
const knowing = (...events: FleetEvent[]): State => known({ events: [...BEFORE, ...events] });
const soon = START + 20 * SECOND;
const TWO_ROUNDS: Case['rounds'] = [{}, { after: 2 * MINUTE }];
const TIME_OVER: Case['rounds'] = [{}, { after: 70 * MINUTE }];
const TRAFFIC = { alsoCount: ['traffic'] };
const MESSAGES = { alsoCount: ['messages'] };
const LONG: IDataObject = { atMost: 3, atMostUnit: 'days' };

const NEWER =
	'A registration or a session that is newer than the first look, and was not refused (the page).';
const REFUSALS = 'Types 1, 2 and 3 with Warn are refusals (public reference; evidence, 3).';
const OLD = 'Newer by the service’s clock and ids (evidence, 3): what arrives late is of before.';
const OWN = 'Its own: matched by ids, never by a name (evidence, 3).';
const MINUTES = 'Data in a minute or a day (UTC) that has begun since the first look (the page).';

const OTHER = { ...ENDPOINT, id: 4002, name: 'meter-00171', sim: 5002 };
const OTHER_SIM = { ...SIM, id: 5002, iccid: '8900000000000000018', imsi: '999990000000018' };
const two = (...events: FleetEvent[]): State => ({
	...knowing(...events),
	endpoints: [{ ...ENDPOINT }, OTHER],
	sims: [{ ...SIM }, OTHER_SIM],
});

const SIGNS: [string, (at: number) => FleetEvent][] = [
	['a registration (1)', (at) => registered(at, {}, 1)],
	['a registration of the packet side (2)', (at) => registered(at, {}, 2)],
	['a session (3)', (at) => opened(at, { session: 2 })],
];
const REFUSED: [string, (at: number) => FleetEvent][] = [
	['registration (1)', (at) => registrationRejected(at, {}, 1)],
	['registration of the packet side (2)', (at) => registrationRejected(at, {}, 2)],
	['session (3)', (at) => sessionRefused(at)],
];

const saysRefused = (item: IDataObject): string | undefined =>
	item.refused ? undefined : 'the refusal does not stand in refused';

const events: Case[] = [
	...each(SIGNS, ([name, made]) => ({
		name: `${name} since the first look`,
		fact: NEWER,
		state: knowing(made(soon)),
		rounds: TWO_ROUNDS,
		right: ['met'] as Case['right'],
		seenBy: ['events'],
	})),
	...each(SIGNS, ([name, made]) => ({
		name: `${name} within the time, looked at after its end`,
		fact: 'What was met within the time was met.',
		state: knowing(made(START + 50 * MINUTE)),
		rounds: TIME_OVER,
		right: ['met'] as Case['right'],
	})),
	...each(SIGNS, ([name, made]) => ({
		name: `${name}, its times written without a zone`,
		fact: 'Older samples write times of events in UTC without saying so (public reference).',
		state: { ...knowing(made(soon)), hasOldEventTimes: true },
		zone: 'America/Los_Angeles',
		rounds: TWO_ROUNDS,
		right: ['met'] as Case['right'],
	})),
	...each(REFUSED, ([name, made]) => ({
		name: `a refused ${name} since the first look`,
		fact: REFUSALS,
		state: knowing(made(soon)),
		rounds: TWO_ROUNDS,
		right: ['notYet'] as Case['right'],
		promise: saysRefused,
	})),
	...each(REFUSED, ([name, made]) => ({
		name: `a refused ${name}, and the time is over`,
		fact: REFUSALS,
		state: knowing(made(soon)),
		rounds: TIME_OVER,
		right: ['timedOut'] as Case['right'],
		reason: ['timeIsOver'],
		promise: saysRefused,
	})),
	...each(REFUSED, ([name, made]) => ({
		name: `a refused ${name}, then an accepted one`,
		fact: NEWER,
		state: knowing(made(soon), registered(soon + MINUTE)),
		rounds: TWO_ROUNDS,
		right: ['met'] as Case['right'],
	})),
	{
		name: 'registered, then its session was refused',
		fact: 'The registration is newer and was not refused (the page).',
		state: knowing(registered(soon), sessionRefused(soon + 5 * SECOND)),
		rounds: TWO_ROUNDS,
		right: ['met'],
	},
	...each([5, 8, 9, 11, 15, 16, 42, 43, 51, 56, 68, 0, 49], (type) => ({
		name: `event ${type} since the first look`,
		fact: 'A registration or a session counts, and nothing else (the page).',
		state: knowing(type === 5 ? closed(soon) : type === 16 ? purged(soon) : event(soon, type)),
		rounds: TWO_ROUNDS,
		right: ['notYet'] as Case['right'],
	})),
	...each(SIGNS, ([name, made]) => ({
		name: `${name} of before, that arrives late`,
		fact: OLD,
		state: knowing({ ...made(START - 3 * MINUTE), shownFrom: soon }),
		rounds: TWO_ROUNDS,
		right: ['notYet'] as Case['right'],
	})),
	...each([SECOND, 5 * MINUTE, DAY], (ago) => ({
		name: `the last registration is ${ago / SECOND} s older than the first look`,
		fact: OLD,
		state: knowing(registered(START - ago)),
		rounds: TWO_ROUNDS,
		right: ['notYet'] as Case['right'],
	})),
	...each(['America/Los_Angeles', 'Asia/Tokyo'], (zone) => ({
		name: `registered half an hour before, times without a zone, the machine in ${zone}`,
		fact: `${OLD} Older samples write times of events in UTC without saying so (public reference).`,
		state: { ...knowing(registered(START - 30 * MINUTE)), hasOldEventTimes: true },
		zone,
		rounds: TWO_ROUNDS,
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'registered, by an event that does not name its endpoint in its own list',
		fact: 'Events in the list of an endpoint had no endpoint (recorded): they are its own all the same.',
		state: { ...knowing(registered(soon)), ownEventsNameEndpoint: false },
		rounds: TWO_ROUNDS,
		right: ['met'],
	},
	{
		name: 'refused, by an event that does not name its endpoint in its own list',
		fact: REFUSALS,
		state: { ...knowing(registrationRejected(soon)), ownEventsNameEndpoint: false },
		rounds: TWO_ROUNDS,
		right: ['notYet'],
	},
	{
		name: 'it stands behind 3000 events of others that came later',
		fact: 'What was really met must be met: the list has pages (recorded).',
		state: two(
			registered(soon),
			...Array.from({ length: 3000 }, (_, place) =>
				registered(soon + place * 10, { endpoint: 4002, sim: 5002 }),
			),
		),
		rounds: TWO_ROUNDS,
		right: ['met'],
	},
	...each([SECOND, 400], (before) => ({
		name: `registered ${before} ms before the first look, and it arrives late`,
		fact: OLD,
		state: knowing({ ...registered(START - before), shownFrom: soon }),
		rounds: TWO_ROUNDS,
		right: ['notYet'] as Case['right'],
	})),
	...each(SIGNS, ([name, made]) => ({
		name: `${name} in the second of the first look, which has shown it`,
		fact: 'Newer by the clock and the ids of the service (evidence, 3): the header Date has whole seconds only.',
		state: knowing(made(START + 300)),
		rounds: [{ after: 700 }, { after: 2 * MINUTE }],
		right: ['notYet'] as Case['right'],
	})),
	...each([300, 900], (at) => ({
		name: `registered in the second after the first look, at ${at} ms`,
		fact: `${NEWER} The header Date has whole seconds only (open within the second).`,
		state: knowing(registered(START + SECOND + at)),
		rounds: [{ after: 100 }, { after: 2 * MINUTE }],
		right: ['met'] as Case['right'],
	})),
	{
		name: 'another whose name holds its name has registered',
		fact: OWN,
		state: two(registered(soon, { endpoint: 4002, sim: 5002 })),
		rounds: TWO_ROUNDS,
		right: ['notYet'],
	},
	{
		name: 'another of the very same name has registered',
		fact: `${OWN} Names need not be unique.`,
		state: (() => {
			const state = two(registered(soon, { endpoint: 4002, sim: 5002 }));
			state.endpoints[1] = { ...OTHER, name: ENDPOINT.name };
			return state;
		})(),
		rounds: TWO_ROUNDS,
		right: ['notYet'],
	},
	{
		name: 'its SIM has registered, in another endpoint',
		fact: OWN,
		state: two(registered(soon, { endpoint: 4002, sim: 5001 })),
		rounds: TWO_ROUNDS,
		right: ['notYet'],
	},
	{
		name: 'it was renamed, and has registered',
		fact: OWN,
		state: knowing(registered(soon)),
		later: [{ after: 10 * SECOND, change: (state) => void (state.endpoints[0]!.name = 'pump-1') }],
		rounds: TWO_ROUNDS,
		right: ['met'],
	},
	{
		name: 'it stands behind 250 events of others that came later',
		fact: 'A list of events has pages of 100 (recorded).',
		state: two(
			registered(soon),
			...Array.from({ length: 250 }, (_, place) =>
				registered(soon + place * 100, { endpoint: 4002, sim: 5002 }),
			),
		),
		rounds: TWO_ROUNDS,
		right: ['met'],
	},
	{
		name: 'its refusal stands behind 250 events of others that came later',
		fact: REFUSALS,
		state: two(
			registrationRejected(soon),
			...Array.from({ length: 250 }, (_, place) =>
				registered(soon + place * 100, { endpoint: 4002, sim: 5002 }),
			),
		),
		rounds: TWO_ROUNDS,
		right: ['notYet'],
	},
	{
		name: 'an accepted one in words of a refusal',
		fact: 'By meaning and severity (evidence, 3): Info of the network is an acceptance; its text is open.',
		state: knowing(registered(soon, { description: 'Update location, cause 13 before' })),
		rounds: TWO_ROUNDS,
		right: ['met'],
	},
	{
		name: 'a refusal in words of an acceptance',
		fact: REFUSALS,
		state: knowing(registrationRejected(soon, { description: 'Update location' })),
		rounds: TWO_ROUNDS,
		right: ['notYet'],
	},
	{
		name: 'deleted meanwhile, its SIM registers elsewhere, and the time is over',
		fact: `${OWN} The events of an unknown endpoint are an empty list (public reference).`,
		state: two(registered(START + 10 * MINUTE, { endpoint: 4002, sim: 5001 })),
		later: [{ after: MINUTE, change: (state) => void (state.endpoints[0]!.status = 2) }],
		rounds: TIME_OVER,
		right: ['error', 'timedOut'],
	},
];

/** The wait that was met begins anew: what has met it does not meet it twice. */
const again: Case[] = each(SIGNS, ([name, made]) => ({
	name: `met by ${name}, and awaited anew`,
	fact: OLD,
	state: knowing(made(soon)),
	rounds: [
		{},
		{ after: MINUTE, right: ['met'] as Case['right'], goesOn: true },
		{ after: 2 * MINUTE, waitHere: 30 },
	],
	right: ['notYet'] as Case['right'],
}));

const at = (ms: number): string => new Date(ms).toISOString();

const newerThan: Case[] = [
	{
		name: 'newer than an hour ago, it registered since',
		fact: 'Signs after this moment count (operations).',
		state: knowing(registered(START - 30 * MINUTE)),
		options: { newerThan: at(START - HOUR) },
		right: ['met'],
	},
	{
		name: 'newer than an hour ago, it registered before',
		fact: 'Signs after this moment count (operations).',
		state: knowing(registered(START - 61 * MINUTE)),
		options: { newerThan: at(START - HOUR) },
		right: ['notYet'],
	},
	{
		name: 'newer than an hour ago, it was refused since',
		fact: REFUSALS,
		state: knowing(registrationRejected(START - 30 * MINUTE)),
		options: { newerThan: at(START - HOUR) },
		right: ['notYet'],
	},
	{
		name: 'newer than an hour ago, its last session began three days ago and goes on',
		fact: 'A session of before proves nothing about what came after (evidence, 3).',
		state: { ...knowing(), connectivity: [online(START - 3 * DAY)] },
		options: { newerThan: at(START - HOUR) },
		right: ['notYet'],
	},
	{
		name: 'newer than a moment to come, it registered before that',
		fact: 'Signs after this moment count (operations).',
		state: knowing(registered(soon)),
		options: { newerThan: at(START + 10 * MINUTE) },
		rounds: TWO_ROUNDS,
		right: ['notYet', 'error'],
	},
	...each([...NOTHING, 'soon'], (value) => ({
		name: `Newer Than yields “${value}”`,
		fact: 'A field that narrows, and yields nothing, is refused (evidence, 1).',
		state: knowing(registered(START - HOUR)),
		options: { newerThan: value },
		right: ['error', 'notYet'] as Case['right'],
	})),
];

const traffic = (...of: [number, number, number][]): State => ({
	...knowing(),
	connectivity: [online(START - 3 * DAY)],
	usage: [{ endpoint: ENDPOINT.id, days: [], traffic: of }],
});
const dayOf = (ms: number): string => at(ms).slice(0, 10);
const adds = (after: number, entry: [number, number, number]): Later => ({
	after,
	change: (state) => state.usage[0]!.traffic!.push(entry),
});
const NEXT_DAY = 13 * HOUR;

const counts: Case[] = [
	{
		name: 'traffic in a minute that began since',
		fact: MINUTES,
		state: traffic([START + 2 * MINUTE, 0.1, 0.1]),
		options: TRAFFIC,
		rounds: [{}, { after: 5 * MINUTE }],
		right: ['met'],
		seenBy: ['usage'],
	},
	{
		name: 'traffic since, and it is not to count',
		fact: 'Only with Also Count (the page).',
		state: traffic([START + 2 * MINUTE, 0.1, 0.1]),
		rounds: [{}, { after: 5 * MINUTE }],
		right: ['notYet'],
	},
	...each([1, 10, 50], (minutes) => ({
		name: `traffic ${minutes} min before the first look`,
		fact: MINUTES,
		state: traffic([START - minutes * MINUTE, 0.1, 0.1]),
		options: TRAFFIC,
		rounds: [{}, { after: 5 * MINUTE }],
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'traffic in the minute in which the first look was',
		fact: `${MINUTES} That minute began before.`,
		state: traffic([START + 5 * SECOND, 0.1, 0.1]),
		options: TRAFFIC,
		rounds: [{ after: 30 * SECOND }, { after: 5 * MINUTE }],
		right: ['notYet'],
	},
	{
		name: 'traffic of before, its minute filled late',
		fact: 'How fresh the minutes are is not documented (the page): the minute began before.',
		state: traffic(),
		options: TRAFFIC,
		later: [adds(MINUTE, [START - 5 * MINUTE, 0.1, 0.1])],
		rounds: [{}, { after: 5 * MINUTE }],
		right: ['notYet'],
	},
	{
		name: 'traffic of today’s morning, the day has grown since',
		fact: MINUTES,
		state: {
			...traffic(),
			usage: [{ endpoint: ENDPOINT.id, days: [{ date: dayOf(START), tx: 1 }] }],
		},
		options: TRAFFIC,
		later: [{ after: MINUTE, change: (state) => void (state.usage[0]!.days[0]!.tx = 2) }],
		rounds: [{}, { after: 2 * HOUR, parameters: LONG }],
		parameters: LONG,
		right: ['notYet'],
	},
	{
		name: 'yesterday’s usage arrives late',
		fact: `${MINUTES} Usage is late (evidence, 5).`,
		state: { ...traffic(), usage: [{ endpoint: ENDPOINT.id, days: [] }] },
		options: TRAFFIC,
		later: [
			{
				after: MINUTE,
				change: (state) => void state.usage[0]!.days.push({ date: dayOf(START - DAY), tx: 2 }),
			},
		],
		rounds: [{}, { after: NEXT_DAY }],
		parameters: LONG,
		right: ['notYet'],
	},
	{
		name: 'usage of the next day',
		fact: MINUTES,
		state: { ...traffic(), usage: [{ endpoint: ENDPOINT.id, days: [] }] },
		options: TRAFFIC,
		later: [
			{
				after: NEXT_DAY,
				change: (state) => void state.usage[0]!.days.push({ date: dayOf(START + DAY), tx: 2 }),
			},
		],
		rounds: [{}, { after: NEXT_DAY + HOUR }],
		parameters: LONG,
		right: ['met'],
		seenBy: ['usage'],
	},
	{
		name: 'a row TOTAL and empty days alone',
		fact: 'The row TOTAL is no day (public reference).',
		state: {
			...traffic(),
			usage: [{ endpoint: ENDPOINT.id, days: [{ date: dayOf(START - 3 * DAY), tx: 9 }] }],
		},
		options: TRAFFIC,
		rounds: [{}, { after: NEXT_DAY }],
		parameters: LONG,
		right: ['notYet'],
	},
	{
		name: 'sms of the next day’s usage to the device',
		fact: 'Data in a day counts (the page); an SMS to the device is no sign of it.',
		state: { ...traffic(), usage: [{ endpoint: ENDPOINT.id, days: [] }] },
		options: TRAFFIC,
		later: [
			{
				after: NEXT_DAY,
				change: (state) => void state.usage[0]!.days.push({ date: dayOf(START + DAY), smsMt: 2 }),
			},
		],
		rounds: [{}, { after: NEXT_DAY + HOUR }],
		parameters: LONG,
		right: ['notYet'],
	},
	{
		name: 'the last hour crosses midnight, traffic of before it',
		fact: 'The last hour has no date and can cross midnight (public reference).',
		state: traffic([START + 11 * HOUR + 40 * MINUTE, 0.1, 0.1]),
		options: TRAFFIC,
		rounds: [{ after: 11 * HOUR + 50 * MINUTE }, { after: 12 * HOUR + 5 * MINUTE }],
		parameters: LONG,
		right: ['notYet'],
	},
	{
		name: 'the last hour crosses midnight, traffic after it',
		fact: 'The last hour has no date and can cross midnight (public reference).',
		state: traffic([START + 12 * HOUR + 2 * MINUTE, 0.1, 0.1]),
		options: TRAFFIC,
		rounds: [{ after: 11 * HOUR + 50 * MINUTE }, { after: 12 * HOUR + 5 * MINUTE }],
		parameters: LONG,
		right: ['met'],
	},
	{
		name: 'the last hour crosses midnight, traffic between the first look and midnight',
		fact: MINUTES,
		state: traffic([START + 11 * HOUR + 55 * MINUTE, 0.1, 0.1]),
		options: TRAFFIC,
		rounds: [{ after: 11 * HOUR + 50 * MINUTE }, { after: 12 * HOUR + 5 * MINUTE }],
		parameters: LONG,
		right: ['met'],
	},
	...each([HOUR, -HOUR], (clockOff) => ({
		name: `traffic of before, n8n’s clock is an hour ${clockOff > 0 ? 'ahead' : 'behind'}`,
		fact: `${MINUTES} By the clock of the service (the page).`,
		state: traffic([START - 10 * MINUTE, 0.1, 0.1]),
		options: TRAFFIC,
		parameters: LONG,
		rounds: [{ clockOff }, { clockOff, after: 5 * MINUTE }],
		right: ['notYet'] as Case['right'],
	})),
	...each([HOUR, -HOUR], (clockOff) => ({
		name: `traffic since, n8n’s clock is an hour ${clockOff > 0 ? 'ahead' : 'behind'}`,
		fact: `${MINUTES} By the clock of the service (the page).`,
		state: traffic([START + 2 * MINUTE, 0.1, 0.1]),
		options: TRAFFIC,
		parameters: LONG,
		rounds: [{ clockOff }, { clockOff, after: 5 * MINUTE }],
		right: ['met'] as Case['right'],
	})),
	{
		name: 'ten minutes into a day, with traffic; by n8n’s clock it is still the day before',
		fact: `${MINUTES} By the clock of the service (the page): this day began before.`,
		state: {
			...traffic([START + 12 * HOUR + 5 * MINUTE, 0.1, 0.1]),
			usage: [
				{
					endpoint: ENDPOINT.id,
					days: [{ date: dayOf(START + DAY), tx: 1 }],
					traffic: [[START + 12 * HOUR + 5 * MINUTE, 0.1, 0.1]],
				},
			],
		},
		options: TRAFFIC,
		parameters: LONG,
		rounds: [
			{ clockOff: -HOUR, after: 12 * HOUR + 10 * MINUTE },
			{ clockOff: -HOUR, after: 12 * HOUR + 30 * MINUTE },
			{ clockOff: -HOUR, after: 15 * HOUR },
		],
		right: ['notYet'],
	},
	{
		name: 'shortly before midnight, by n8n’s clock it is the next day, which has traffic',
		fact: `${MINUTES} By the clock of the service (the page): that day has begun since.`,
		state: {
			...traffic(),
			usage: [{ endpoint: ENDPOINT.id, days: [], traffic: [] }],
		},
		later: [
			{
				after: 14 * HOUR,
				change: (state) => void state.usage[0]!.days.push({ date: dayOf(START + DAY), tx: 2 }),
			},
		],
		options: TRAFFIC,
		parameters: LONG,
		rounds: [
			{ clockOff: HOUR, after: 11 * HOUR + 50 * MINUTE },
			{ clockOff: HOUR, after: 15 * HOUR },
		],
		right: ['met'],
	},
	{
		name: 'refused, and traffic of its session that lasts',
		fact: 'Traffic since is a sign of life (the page).',
		state: { ...traffic([START + 2 * MINUTE, 0.1, 0.1]), events: [registrationRejected(soon)] },
		options: TRAFFIC,
		rounds: [{}, { after: 5 * MINUTE }],
		right: ['met'],
	},
	{
		name: 'a message of the device since',
		fact: 'With Also Count messages count, too (the page).',
		state: { ...knowing(), sms: [received(7002, soon)] },
		options: MESSAGES,
		rounds: TWO_ROUNDS,
		right: ['met'],
		seenBy: ['messages'],
	},
	{
		name: 'a message of the device since, and it is not to count',
		fact: 'Only with Also Count (the page).',
		state: { ...knowing(), sms: [received(7002, soon)] },
		rounds: TWO_ROUNDS,
		right: ['notYet'],
	},
	{
		name: 'a message of the device from before',
		fact: OLD,
		state: { ...knowing(), sms: [received(7002, START - MINUTE)] },
		options: MESSAGES,
		rounds: TWO_ROUNDS,
		right: ['notYet'],
	},
	{
		name: 'a message of the device in the second of the first look, which has shown it',
		fact: `${OLD} The header Date has whole seconds only.`,
		state: { ...knowing(), sms: [received(7002, START + 300)] },
		options: MESSAGES,
		rounds: [{ after: 700 }, { after: 2 * MINUTE }],
		right: ['notYet'],
	},
	{
		name: 'nothing but refusals, messages to the device and traffic of before, all counted',
		fact: `${REFUSALS} ${OLD}`,
		state: {
			...traffic([START - 5 * MINUTE, 0.1, 0.1]),
			events: [registrationRejected(soon), sessionRefused(soon + SECOND)],
			sms: [received(7001, START - MINUTE), sent(7002, { at: soon, status: 4 })],
		},
		options: { alsoCount: ['traffic', 'messages'] },
		rounds: [{}, { after: 5 * MINUTE }, { after: 30 * MINUTE }],
		right: ['notYet'],
	},
	{
		name: 'a message of the device from before, listed since',
		fact: OLD,
		state: { ...knowing(), sms: [received(7002, START - 10 * MINUTE, 'OLD', { shownFrom: soon })] },
		options: MESSAGES,
		rounds: TWO_ROUNDS,
		right: ['notYet'],
	},
	...each([2, 4], (status) => ({
		name: `a message to the device since, with status ${status}`,
		fact: 'Messages from the device count (operations).',
		state: { ...knowing(), sms: [sent(7002, { at: soon, status })] },
		options: MESSAGES,
		rounds: TWO_ROUNDS,
		right: ['notYet'] as Case['right'],
	})),
];

const forbidden = (connectivity: Connectivity): State => ({
	...knowing(),
	connectivity: [connectivity],
	refusals: [{ path: /\/event/, status: 403 }],
});
const become = (connectivity: Connectivity): Later => ({
	after: MINUTE,
	change: (state) => void (state.connectivity = [connectivity]),
});
const CONNECTIVITY = 'A newer time in the connectivity of the device (the page).';

const withoutEvents: Case[] = [
	...each(
		[
			['a newer contact', attached(soon)],
			['a newer session', online(soon, { session: 2 })],
			['an old session with a newer contact', online(START - 3 * DAY, { seen: soon })],
		] as [string, Connectivity][],
		([name, connectivity]) => ({
			name: `no right to events: ${name}`,
			fact: CONNECTIVITY,
			state: forbidden(offline()),
			later: [become(connectivity)],
			rounds: TWO_ROUNDS,
			right: ['met'] as Case['right'],
			seenBy: ['connectivity'],
		}),
	),
	...each(
		[
			['offline', offline()],
			['attached since three days', attached(START - 3 * DAY)],
			['online since three days', online(START - 3 * DAY)],
			[
				'a contact that is newer than the one before, and older than the first look',
				attached(START - 2 * MINUTE),
			],
			[
				'a session that is newer than the one before, and older than the first look',
				online(START - 2 * MINUTE, { session: 2 }),
			],
		] as [string, Connectivity][],
		([name, connectivity]) => ({
			name: `no right to events: ${name}`,
			fact: `${CONNECTIVITY} ${OLD}`,
			state: forbidden(attached(START - 4 * DAY)),
			later: [become(connectivity)],
			rounds: TWO_ROUNDS,
			right: ['notYet'] as Case['right'],
		}),
	),
	{
		name: 'no right to events: a contact in the second of the first look, which has shown it',
		fact: `${CONNECTIVITY} The header Date has whole seconds only.`,
		state: forbidden(attached(START + 300)),
		rounds: [{ after: 700 }, { after: 2 * MINUTE }],
		right: ['notYet'],
	},
	...each([3 * MINUTE, DAY], (ago) => ({
		name: `no right to events from the second look on: a contact of ${ago / MINUTE} min before the first`,
		fact: `${CONNECTIVITY} ${OLD}`,
		state: { ...knowing(), connectivity: [attached(START - ago)] },
		later: [
			{
				after: MINUTE,
				change: (state) => void state.refusals.push({ path: /\/event/, status: 403 }),
			},
		],
		rounds: TWO_ROUNDS,
		right: ['notYet'] as Case['right'],
	})),
	{
		name: 'no right to events at the first look: a registration of before stands in them at the second',
		fact: OLD,
		state: {
			...knowing(registered(START - 3 * MINUTE)),
			connectivity: [attached(START - DAY)],
			refusals: [{ path: /\/event/, status: 403 }],
		},
		later: [{ after: MINUTE, change: (state) => void (state.refusals = []) }],
		rounds: TWO_ROUNDS,
		right: ['notYet'],
	},
	{
		name: 'the traffic cannot be read when the time is over',
		fact: 'What cannot be read is not absent (the page).',
		state: traffic(),
		options: TRAFFIC,
		later: [
			{
				after: MINUTE,
				change: (state) => void state.refusals.push({ path: /\/stats/, status: 503 }),
			},
		],
		rounds: TIME_OVER,
		right: ['error'],
	},
	{
		name: 'the messages cannot be read when the time is over',
		fact: 'What cannot be read is not absent (the page).',
		state: knowing(),
		options: MESSAGES,
		later: [
			{
				after: MINUTE,
				change: (state) => void state.refusals.push({ path: /\/sms/, status: 503 }),
			},
		],
		rounds: TIME_OVER,
		right: ['error'],
	},
	{
		name: 'no right to events, and the connectivity cannot be read at the end',
		fact: 'What cannot be read is not absent (the page).',
		state: forbidden(offline()),
		later: [
			{
				after: MINUTE,
				change: (state) => void state.refusals.push({ path: /connectivity/, status: 503 }),
			},
		],
		rounds: TIME_OVER,
		right: ['error'],
	},
];

const wait = {
	open: knowing(registered(START - 30 * MINUTE)),
	fulfil: (state: State, when: number): void => void state.events.push(registered(when)),
};

export const seenAgain: Condition = {
	title: 'Await: Seen Again',
	operation: 'await seenAgain',
	parameters: { ...ONE_ENDPOINT, ...AN_HOUR_AT_MOST },
	cases: [...events, ...again, ...newerThan, ...counts, ...withoutEvents],
	general: [
		...common({
			...wait,
			reads: /\/event|\/connectivity/,
			condition: 'seenAgain',
			// The events of an unknown endpoint are an empty list: its deletion may stay unseen until the end.
			removed: ['error', 'notYet', 'timedOut'],
		}),
		...clocks(wait),
	],
};
