import type { IDataObject } from 'n8n-workflow';
import {
	DAY,
	ENDPOINT,
	HOUR,
	MINUTE,
	SIM,
	closed,
	daysOf,
	event,
	oneDevice,
	opened,
	purged,
	registered,
	registrationRejected,
	sessionRefused,
} from '../service/builders';
import type { Service } from '../service/server';
import { USD, type Endpoint, type Sim, type State, type Tariff } from '../service/state';

/** 17 March 2026, a Tuesday, at noon. */
export const NOW = Date.UTC(2026, 2, 17, 12);

export interface Case {
	name: string;
	/** A sentence, with the page on which it stands. */
	fact: string;
	state: State;
	days: number;
	verify: 'all' | 'none' | 'open';
	failAbove?: number;
	/** SIMs that have to be named, and those that may be; all others must not be. */
	idle: number[];
	mayBe?: number[];
	/** `must`: an error is the only right answer; `may`: it is as good as naming nobody. */
	error?: 'must' | 'may';
	/** What happens between the requests. */
	whileAsked?: (service: Service) => void;
	/** A hint or an error has to have these words. */
	note?: RegExp;
	/** Zone of the machine; by default as it is. */
	zone?: string;
	/** Any further promise, in words where it is broken. */
	broken?: (items: IDataObject[]) => (string | false)[];
}

const FIRST = SIM.id;
const SECOND = SIM.id + 1;
const THIRD = SIM.id + 2;

const simOf = (id: number, change: Partial<Sim> = {}): Sim => ({
	...SIM,
	id,
	iccid: `89000000000000${String(10_000 + (id % 10_000))}`,
	imsi: `99999000000${String(id).slice(-4)}`,
	...change,
});

const endpointOf = (sim: number, change: Partial<Endpoint> = {}): Endpoint => ({
	...ENDPOINT,
	id: ENDPOINT.id + (sim - FIRST),
	name: `meter-${sim}`,
	imei: null,
	sim,
	...change,
});

/** Each SIM in an endpoint of its own; the first has a session each day. */
function fleet(change: Partial<State> = {}, sims = [FIRST, SECOND, THIRD]): State {
	const state = oneDevice();
	state.sims = sims.map((id) => simOf(id));
	state.endpoints = sims.map((id) => endpointOf(id));
	state.usage = [
		{ sim: FIRST, days: daysOf(NOW, 200, 0, 1) },
		...sims.slice(1).map((sim) => ({ sim, days: [] })),
	];
	const { events = [], ...others } = change;
	return { ...state, ...others, events: [...livesDaily(FIRST), ...events] };
}

const of = (sim: number) => ({ sim, endpoint: ENDPOINT.id + (sim - FIRST) });

/** A session that was opened and closed at such a time. */
const session = (at: number, sim: number) => [
	opened(at, of(sim)),
	closed(at + 10 * MINUTE, of(sim)),
];

const livesDaily = (sim: number) =>
	Array.from({ length: 29 }, (_, ago) => session(NOW - ago * DAY - 6 * HOUR, sim)).flat();

/** The same usage on each day between two, in days before now. */
const usedBy = (sim: number, from: number, until: number, mb = 1) => ({
	sim,
	days: daysOf(NOW, from, until, mb),
});

const sign = (items: IDataObject[], sim: number): unknown =>
	items.find(({ sim_id }) => sim_id === sim)?.last_sign_of_life;
const lastSignIs = (sim: number, at: number | null) => (items: IDataObject[]) => [
	sign(items, sim) !== (at === null ? null : new Date(at).toISOString()) &&
		`the last sign of ${sim} is ${String(sign(items, sim))}`,
];

const lastSignOfNamedIs = (sim: number, at: number | null) => (items: IDataObject[]) =>
	items.some(({ sim_id }) => sim_id === sim) ? lastSignIs(sim, at)(items) : [];

/** Fees of the second SIM, by the tariff of its endpoint. */
function withTariff(tariff: Tariff): State {
	const state = fleet({}, [FIRST, SECOND]);
	state.tariffProfiles.push({ id: 302, name: 'Other', tariff: { id: 401, ...tariff } });
	state.endpoints[1]!.tariffProfile = 302;
	return state;
}

const feesAre =
	(fee: number | null, suspended: number | null, saves: number | null, currency?: string | null) =>
	([item]: IDataObject[]) => [
		item?.monthly_fee !== fee && `the fee is ${String(item?.monthly_fee)}`,
		item?.monthly_fee_suspended !== suspended &&
			`the fee of a suspended one is ${String(item?.monthly_fee_suspended)}`,
		item?.saves_per_month !== saves && `it saves ${String(item?.saves_per_month)}`,
		currency !== undefined &&
			item?.currency !== currency &&
			`the currency is ${String(item?.currency)}`,
	];

const POSITIVE = 'evidence, 3: a sign of life is an event by its meaning and its severity';
const PAGE_USAGE = 'page: usage is that of the SIM, and not that of its endpoint';
const PAGE_WHOLE = 'page: where the list or the feed is not whole, nothing is named';

export const cases: Case[] = [
	{
		name: 'two that are silent, one with a session a day',
		fact: 'page: activated SIMs without traffic for the days',
		state: fleet(),
		days: 14,
		verify: 'all',
		idle: [SECOND, THIRD],
		broken: lastSignIs(SECOND, null),
	},
	{
		name: 'a SIM without an endpoint',
		fact: 'page: a SIM without an endpoint is judged by its own; no tariff tells its fee',
		state: (() => {
			const state = fleet();
			state.endpoints = state.endpoints.filter(({ sim }) => sim !== SECOND);
			return state;
		})(),
		days: 14,
		verify: 'all',
		idle: [SECOND, THIRD],
		broken: (items) => {
			const item = items.find(({ sim_id }) => sim_id === SECOND);
			return [
				item?.monthly_fee !== null && `the fee is ${String(item?.monthly_fee)}`,
				item?.saves_per_month !== null && `it saves ${String(item?.saves_per_month)}`,
				item?.endpoint_id !== null && `its endpoint is ${String(item?.endpoint_id)}`,
			];
		},
	},
	{
		name: 'a SIM that was taken out of its endpoint and had a session five days ago',
		fact: 'evidence, 3: a sign is its own, by the id of the SIM',
		state: (() => {
			const state = fleet({
				events: [
					opened(NOW - 5 * DAY, { sim: SECOND, endpoint: ENDPOINT.id }),
					event(NOW - 3 * DAY, 50, { sim: SECOND, endpoint: ENDPOINT.id }),
				],
			});
			state.endpoints = state.endpoints.filter(({ sim }) => sim !== SECOND);
			return state;
		})(),
		days: 14,
		verify: 'none',
		idle: [THIRD],
	},
	{
		name: 'the former SIM of an endpoint that is alive with another',
		fact: PAGE_USAGE,
		state: (() => {
			const state = fleet({ usage: [] }, [FIRST, SECOND]);
			state.endpoints = [endpointOf(FIRST)];
			state.usage = [
				{ endpoint: ENDPOINT.id, days: daysOf(NOW, 200, 0, 1) },
				usedBy(FIRST, 60, 0),
				usedBy(SECOND, 200, 61),
			];
			return state;
		})(),
		days: 30,
		verify: 'all',
		idle: [SECOND],
	},
	{
		name: 'a silent SIM in an endpoint whose former SIM had traffic until twelve days ago',
		fact: PAGE_USAGE,
		state: (() => {
			const state = fleet({ events: session(NOW - 12 * DAY, THIRD) });
			// The third was taken out of the endpoint of the second, eleven days ago.
			state.endpoints = state.endpoints.filter(({ sim }) => sim !== THIRD);
			state.usage = [
				{ endpoint: ENDPOINT.id + 1, days: daysOf(NOW, 200, 12, 1) },
				{ sim: SECOND, days: [] },
				usedBy(THIRD, 200, 12),
			];
			state.events.push(
				event(NOW - 11 * DAY, 50, of(THIRD)),
				event(NOW - 11 * DAY + HOUR, 51, of(SECOND)),
			);
			return state;
		})(),
		days: 10,
		verify: 'all',
		idle: [SECOND, THIRD],
		// Its own assignment is no registration and no session.
		broken: (items) => [
			...lastSignIs(SECOND, null)(items),
			sign(items, THIRD) === null && 'no last sign of the former SIM',
		],
	},
	{
		name: 'traffic each day without an event, usage read of all',
		fact: 'page: a device can move data without an event; all that are found are read',
		state: fleet({
			usage: [usedBy(FIRST, 200, 0), usedBy(SECOND, 200, 0), { sim: THIRD, days: [] }],
		}),
		days: 14,
		verify: 'all',
		idle: [THIRD],
	},
	{
		name: 'traffic each day without an event, no usage read',
		fact: 'page: what was read stands in the proof; no usage was read',
		state: fleet({
			usage: [usedBy(FIRST, 200, 0), usedBy(SECOND, 200, 0), { sim: THIRD, days: [] }],
		}),
		days: 14,
		verify: 'none',
		idle: [THIRD],
		mayBe: [SECOND],
	},
	{
		name: 'only today has traffic',
		fact: 'nothing that has moved data within the days is idle',
		state: fleet({
			usage: [usedBy(FIRST, 200, 0), usedBy(SECOND, 0, 0, 0.001), { sim: THIRD, days: [] }],
		}),
		days: 14,
		verify: 'all',
		idle: [THIRD],
	},
	{
		name: 'only SMS',
		fact: 'page: no data or SMS in the daily usage',
		state: fleet({
			usage: [
				usedBy(FIRST, 200, 0),
				{ sim: SECOND, days: [{ date: '2026-03-10', smsMt: 1 }] },
				{ sim: THIRD, days: [{ date: '2026-03-11', smsMo: 2 }] },
			],
		}),
		days: 14,
		verify: 'all',
		idle: [],
	},
	{
		name: 'only satellite data',
		fact: 'fleet-operations 5.3: satellite data is an entry beside data and SMS; it is traffic',
		state: {
			...fleet({
				usage: [
					usedBy(FIRST, 200, 0),
					{ sim: SECOND, days: [{ date: '2026-03-10', satellite: 0.02 }] },
					{ sim: THIRD, days: [] },
				],
			}),
			form: 'reference',
		},
		days: 14,
		verify: 'all',
		idle: [THIRD],
	},
	{
		name: 'events without traffic',
		fact: 'page: a registration within the days is a sign of life',
		state: fleet({ events: [registered(NOW - 2 * DAY, of(SECOND))] }),
		days: 7,
		verify: 'all',
		idle: [THIRD],
	},
	{
		name: 'refused sessions are the only events',
		fact: POSITIVE,
		state: fleet({
			events: [
				sessionRefused(NOW - 2 * DAY, of(SECOND)),
				sessionRefused(NOW - 3 * HOUR, of(SECOND)),
			],
		}),
		days: 7,
		verify: 'all',
		// Its device tries and moves nothing: the facts do not say whether such a SIM is idle.
		idle: [THIRD],
		mayBe: [SECOND],
		broken: lastSignOfNamedIs(SECOND, null),
	},
	{
		name: 'rejected registrations after a session of ten days ago',
		fact: POSITIVE,
		state: fleet({
			events: [
				...session(NOW - 10 * DAY, SECOND),
				registrationRejected(NOW - 3 * DAY, of(SECOND)),
				registrationRejected(NOW - 2 * DAY, of(SECOND), 1),
			],
		}),
		days: 7,
		verify: 'none',
		// As above.
		idle: [THIRD],
		mayBe: [SECOND],
		broken: lastSignOfNamedIs(SECOND, NOW - 10 * DAY + 10 * MINUTE),
	},
	{
		name: 'refusals of twenty days ago, and nothing since',
		fact: POSITIVE,
		state: fleet({
			events: [
				sessionRefused(NOW - 20 * DAY, of(SECOND)),
				registrationRejected(NOW - 20 * DAY + HOUR, of(SECOND)),
			],
		}),
		days: 7,
		verify: 'open',
		idle: [SECOND, THIRD],
		broken: lastSignIs(SECOND, null),
	},
	{
		name: 'a location that a network has deleted is no sign of life',
		fact: 'fleet-operations 4.3: 15 and 16 come from the network, not from the device',
		state: fleet({ events: [purged(NOW - DAY, of(SECOND))] }),
		days: 7,
		verify: 'all',
		idle: [SECOND, THIRD],
	},
	{
		name: 'changes by the API are no signs of life',
		fact: POSITIVE,
		state: fleet({
			events: [event(NOW - DAY, 43, of(SECOND)), event(NOW - DAY + HOUR, 42, of(SECOND))],
		}),
		days: 7,
		verify: 'all',
		idle: [SECOND, THIRD],
	},
	{
		name: 'a session that is open since twenty days and moves data each day',
		fact: 'page: those whose last event opened a session are read',
		state: fleet({
			events: [opened(NOW - 20 * DAY, of(SECOND))],
			usage: [usedBy(FIRST, 200, 0), usedBy(SECOND, 20, 0), { sim: THIRD, days: [] }],
		}),
		days: 7,
		verify: 'open',
		idle: [THIRD],
	},
	{
		name: 'a session that is open since twenty days and moves nothing',
		fact: 'page: the proof says no event and no usage, as was read',
		state: fleet({ events: [opened(NOW - 20 * DAY, of(SECOND))] }),
		days: 7,
		verify: 'open',
		idle: [SECOND, THIRD],
		broken: lastSignIs(SECOND, NOW - 20 * DAY),
	},
	{
		name: 'a refusal after an open session hides that it is open',
		fact: `${POSITIVE}: the refused one opened and ended nothing`,
		state: fleet({
			events: [opened(NOW - 20 * DAY, of(SECOND)), sessionRefused(NOW - 15 * DAY, of(SECOND))],
			usage: [usedBy(FIRST, 200, 0), usedBy(SECOND, 20, 0), { sim: THIRD, days: [] }],
		}),
		days: 7,
		verify: 'open',
		idle: [THIRD],
	},
	{
		name: 'a registration after an open session, with data each day',
		fact: 'a device in a session registers again when it moves; the session lasts',
		state: fleet({
			events: [opened(NOW - 20 * DAY, of(SECOND)), registered(NOW - 19 * DAY, of(SECOND))],
			usage: [usedBy(FIRST, 200, 0), usedBy(SECOND, 20, 0), { sim: THIRD, days: [] }],
		}),
		days: 7,
		verify: 'open',
		idle: [THIRD],
	},
	{
		name: 'two sessions, the older one still open, with data each day',
		fact: 'fleet-operations 4.4: the id of a session links its events; another one has ended',
		state: fleet({
			events: [
				opened(NOW - 20 * DAY, { ...of(SECOND), session: 71 }),
				opened(NOW - 19 * DAY, { ...of(SECOND), session: 72 }),
				closed(NOW - 19 * DAY + HOUR, { ...of(SECOND), session: 72 }),
			],
			usage: [usedBy(FIRST, 200, 0), usedBy(SECOND, 20, 0), { sim: THIRD, days: [] }],
		}),
		days: 7,
		verify: 'open',
		idle: [THIRD],
	},
	{
		name: 'a session that was updated yesterday',
		fact: 'fleet-operations 4.3: 4 is the update of a session; one sample carries 4 with the text of its end',
		state: fleet({
			events: [
				event(NOW - DAY, 4, { ...of(SECOND), description: 'PDP Context deleted.' }),
				opened(NOW - 20 * DAY, of(SECOND)),
			],
			usage: [usedBy(FIRST, 200, 0), usedBy(SECOND, 20, 0), { sim: THIRD, days: [] }],
		}),
		days: 7,
		verify: 'open',
		idle: [THIRD],
	},
	{
		name: 'the only event of the days is the update of a session, and no usage is read',
		fact: 'fleet-operations 4.3: 4 is the update of a session, or its end in one sample: it has lived',
		state: fleet({ events: [event(NOW - DAY, 4, of(SECOND))] }),
		days: 7,
		verify: 'none',
		idle: [THIRD],
	},
	{
		name: 'the only event of the days tells that a data quota was used up',
		fact: 'fleet-operations 4.3: 19 comes of data that has been moved, by this endpoint and SIM',
		state: fleet({ events: [event(NOW - DAY, 19, of(SECOND))] }),
		days: 7,
		verify: 'none',
		idle: [THIRD],
	},
	{
		name: 'a list that ignores the filter of the status',
		fact: 'page: activated SIMs; a white-label host may ignore a filter',
		state: (() => {
			const state = fleet();
			const { sims } = structuredClone(state);
			sims[1]!.status = 2;
			state.refusals = [
				{
					path: /api\/v1\/sim\?/,
					status: 200,
					body: sims.map(({ id, iccid, status }) => ({
						id,
						iccid,
						production_date: '2024-11-01T00:00:00.000+0000',
						activation_date: '2025-01-15T08:05:00.000+0000',
						status: { id: status, description: status === 2 ? 'Suspended' : 'Activated' },
					})),
				},
			];
			return state;
		})(),
		days: 14,
		verify: 'all',
		idle: [THIRD],
	},
	{
		name: 'a read of usage is refused once because of too many requests',
		fact: 'public facts: 429 over a limit; a read is repeated',
		state: fleet({ refusals: [{ path: /sim\/5002\/stats/, status: 429, times: 1 }] }),
		days: 14,
		verify: 'all',
		idle: [SECOND, THIRD],
	},
	{
		name: 'the end of a session within the days, opened before them',
		fact: 'until its end the session lasted: a sign of life within the days',
		state: fleet({
			events: [opened(NOW - 20 * DAY, of(SECOND)), closed(NOW - 3 * DAY, of(SECOND))],
		}),
		days: 7,
		verify: 'none',
		idle: [THIRD],
	},
	{
		name: 'the days of a SIM may not be read',
		fact: 'page: SIMs whose usage could not be read are not named; a note counts those',
		state: fleet({ refusals: [{ path: /sim\/5002\/stats/, status: 403 }] }),
		days: 14,
		verify: 'all',
		idle: [THIRD],
		note: /\b1\b|one/i,
	},
	{
		name: 'the days of no SIM may be read',
		fact: 'page: SIMs whose usage could not be read are not named',
		state: fleet({ refusals: [{ path: /sim\/\d+\/stats/, status: 403 }] }),
		days: 14,
		verify: 'all',
		idle: [],
		error: 'may',
		note: /\b2\b|two|not allow/i,
	},
	{
		name: 'the days of a SIM are answered as an empty list',
		fact: 'fleet-operations 5.3: days without traffic have zeros; a list without days shows nothing',
		state: fleet({ refusals: [{ path: /sim\/5002\/stats/, status: 200, body: [] }] }),
		days: 14,
		verify: 'all',
		idle: [THIRD],
		mayBe: [SECOND],
	},
	{
		name: 'days whose volumes cannot be read',
		fact: 'page: a SIM whose volumes cannot be read is not named',
		state: fleet({
			refusals: [
				{
					path: /sim\/5002\/stats/,
					status: 200,
					body: [
						{ date: '2026-03-12', data: { volume: 'n/a' }, sms: { volume: 0 } },
						{ date: '2026-03-11', data: {}, sms: {} },
					],
				},
			],
		}),
		days: 14,
		verify: 'all',
		idle: [THIRD],
	},
	{
		name: 'activated three days ago',
		fact: 'page: SIMs that were activated or assigned within the days are not named',
		state: (() => {
			const state = fleet();
			state.sims[1] = simOf(SECOND, { activated: NOW - 3 * DAY });
			return state;
		})(),
		days: 7,
		verify: 'all',
		idle: [THIRD],
	},
	{
		name: 'activated again three days ago, with the date of its first activation',
		fact: 'page: SIMs that were activated within the days are not named; event 8 tells of it',
		state: fleet({ events: [event(NOW - 3 * DAY, 8, of(SECOND))] }),
		days: 7,
		verify: 'all',
		idle: [THIRD],
	},
	{
		name: 'assigned three days ago',
		fact: 'page: SIMs that were assigned within the days are not named',
		state: fleet({ events: [event(NOW - 3 * DAY, 51, of(SECOND))] }),
		days: 7,
		verify: 'all',
		idle: [THIRD],
	},
	{
		name: 'activated fifty days ago, asked for sixty days',
		fact: 'page: SIMs that were activated within the days are not named; the event is not kept any more',
		state: (() => {
			const state = fleet();
			state.sims[1] = simOf(SECOND, { activated: NOW - 50 * DAY });
			return state;
		})(),
		days: 60,
		verify: 'all',
		idle: [THIRD],
	},
	{
		name: 'suspended and issued SIMs, and one in factory test',
		fact: 'page: activated SIMs; public facts: 0 Issued, 2 Suspended, 4 Factory Test',
		state: (() => {
			const sims = [FIRST, SECOND, THIRD, THIRD + 1];
			const state = fleet({}, sims);
			[1, 2, 0, 4].forEach((status, place) => (state.sims[place]!.status = status));
			return state;
		})(),
		days: 14,
		verify: 'all',
		idle: [],
	},
	{
		name: 'sixty days, with traffic 45 days ago',
		fact: 'page: more than 30 days take a read of the daily usage of each SIM',
		state: fleet({ usage: [usedBy(FIRST, 200, 0), usedBy(SECOND, 45, 45), usedBy(THIRD, 90, 63)] }),
		days: 60,
		verify: 'none',
		idle: [THIRD],
	},
	{
		name: 'a year, with traffic 330 days ago',
		fact: 'specification: statistics are kept for 13 months',
		state: (() => {
			const state = fleet({
				usage: [usedBy(FIRST, 200, 0), usedBy(SECOND, 330, 330), { sim: THIRD, days: [] }],
			});
			for (const sim of state.sims) sim.activated = Date.UTC(2024, 10, 5);
			return state;
		})(),
		days: 365,
		verify: 'open',
		idle: [THIRD],
	},
	{
		name: 'a session a minute inside of the seven days, and one a minute outside',
		fact: 'page: for so many days; boundaries in time',
		state: fleet({
			events: [
				opened(NOW - 7 * DAY + MINUTE, of(SECOND)),
				registered(NOW - 7 * DAY - MINUTE, of(THIRD)),
			],
		}),
		days: 7,
		verify: 'none',
		idle: [THIRD],
	},
	{
		name: 'a session half an hour inside of the thirty days',
		fact: 'public facts: events are kept for 30 days; a SIM that was not seen for all of them is not idle for them',
		state: fleet({ events: session(NOW - 30 * DAY + 30 * MINUTE, SECOND) }),
		days: 30,
		verify: 'none',
		idle: [THIRD],
	},
	{
		name: 'times of events without a zone, on a machine in Auckland',
		fact: 'events of older services have times of UTC without saying so',
		state: {
			...fleet({
				events: [
					registered(NOW - 7 * DAY + HOUR, of(SECOND)),
					registered(NOW - 7 * DAY - HOUR, of(THIRD)),
				],
			}),
			hasOldEventTimes: true,
		},
		zone: 'Pacific/Auckland',
		days: 7,
		verify: 'none',
		idle: [THIRD],
	},
	{
		name: 'a SIM whose id is within another id',
		fact: 'evidence, 3: matched by ids',
		state: fleet({ events: livesDaily(50_010) }, [FIRST, SECOND, 50_010, 501]),
		days: 14,
		verify: 'none',
		idle: [SECOND, 501],
	},
	{
		name: 'an event that names the endpoint and not the SIM',
		fact: 'fleet-operations 4.3: events are about endpoints and SIMs; what has shown life is not idle',
		state: fleet({ events: [{ ...registered(NOW - 2 * DAY, of(SECOND)), sim: undefined }] }),
		days: 7,
		verify: 'none',
		idle: [THIRD],
	},
	{
		name: 'the second page of the feed is refused',
		fact: PAGE_WHOLE,
		state: {
			...fleet({ events: livesDaily(SECOND) }),
			largestPage: 20,
			refusals: [{ path: /event\?.*page=2/, status: 403 }],
		},
		days: 14,
		verify: 'none',
		idle: [],
		error: 'may',
	},
	{
		name: 'the second page of the list of SIMs is refused',
		fact: PAGE_WHOLE,
		state: { ...fleet(), largestPage: 2, refusals: [{ path: /sim\?.*page=2/, status: 403 }] },
		days: 14,
		verify: 'none',
		idle: [],
		error: 'may',
	},
	{
		name: 'the feed may not be read',
		fact: PAGE_WHOLE,
		state: fleet({ refusals: [{ path: /api\/v1\/event/, status: 403 }] }),
		days: 14,
		verify: 'all',
		idle: [],
		error: 'may',
	},
	{
		name: 'a feed in small pages',
		fact: 'public facts: a larger page is clamped silently; the headers tell how many there are',
		state: { ...fleet({ events: session(NOW - 13 * DAY, SECOND) }), largestPage: 7 },
		days: 14,
		verify: 'none',
		idle: [THIRD],
	},
	{
		name: 'an event falls out of the feed between two pages',
		fact: `${PAGE_WHOLE}; what moves up by one is on no page`,
		state: (() => {
			// The only event of the second SIM would be the first of the second page.
			const state = fleet({}, [FIRST, SECOND, THIRD]);
			state.events = [
				...Array.from({ length: 10 }, (_, ago) =>
					registered(NOW - 25 * DAY + ago * HOUR, of(FIRST)),
				),
				registered(NOW - 5 * DAY, of(SECOND)),
				...Array.from({ length: 9 }, (_, ago) => registered(NOW - 4 * DAY + ago * HOUR, of(FIRST))),
			];
			return { ...state, largestPage: 10 };
		})(),
		days: 14,
		verify: 'none',
		idle: [],
		mayBe: [THIRD],
		error: 'may',
		whileAsked: (service) => {
			service.onAnswered = ({ path }) => {
				if (path.includes('/event?') && path.includes('page=1&')) service.state.events.shift();
			};
		},
	},
	{
		name: 'a SIM is made between two pages of the list',
		fact: 'a SIM that stands on two pages is one SIM',
		state: { ...fleet(), largestPage: 2 },
		days: 14,
		verify: 'all',
		idle: [SECOND, THIRD],
		mayBe: [5000],
		whileAsked: (service) => {
			service.onAnswered = ({ path }) => {
				const { sims } = service.state;
				if (path.includes('/sim?') && sims.length === 3)
					sims.unshift(simOf(5000, { activated: NOW }));
			};
		},
	},
	{
		name: 'the fee of a suspended SIM is above that of an activated one',
		fact: 'page: 0 saved where a suspended SIM costs no less',
		state: withTariff({ activatedRate: 0.5, suspendedRate: 0.9 }),
		days: 14,
		verify: 'all',
		idle: [SECOND],
		broken: feesAre(0.5, 0.9, 0, 'EUR'),
	},
	{
		name: 'fees in dollars',
		fact: 'page: what the tariff tells of a SIM’s fees',
		state: withTariff({ activatedRate: 2, suspendedRate: 0.5, currency: USD }),
		days: 14,
		verify: 'all',
		idle: [SECOND],
		broken: feesAre(2, 0.5, 1.5, 'USD'),
	},
	{
		name: 'rates that are null',
		fact: 'page: null where the tariff does not tell',
		state: withTariff({ activatedRate: null, suspendedRate: null }),
		days: 14,
		verify: 'all',
		idle: [SECOND],
		broken: feesAre(null, null, null),
	},
	{
		name: 'only the rate of a suspended SIM is null',
		fact: 'page: null where the tariff does not tell; evidence, 8: not known is not free',
		state: withTariff({ activatedRate: 2, suspendedRate: null }),
		days: 14,
		verify: 'all',
		idle: [SECOND],
		broken: feesAre(2, null, null),
	},
	{
		name: 'a tariff without rates',
		fact: 'page: null where the tariff does not tell',
		state: withTariff({ lacksRates: true }),
		days: 14,
		verify: 'all',
		idle: [SECOND],
		broken: feesAre(null, null, null),
	},
	{
		name: 'the tariffs may not be read',
		fact: 'page: null where the tariff does not tell; the SIM is idle all the same',
		state: fleet({ refusals: [{ path: /tariff_profile/, status: 403 }] }, [FIRST, SECOND]),
		days: 14,
		verify: 'all',
		idle: [SECOND],
		error: 'may',
		broken: feesAre(null, null, null),
	},
	{
		name: 'more are found than expected',
		fact: 'page: Fail Above fails where more SIMs are found',
		state: fleet(),
		days: 14,
		verify: 'all',
		failAbove: 1,
		idle: [],
		error: 'must',
	},
	{
		name: 'as many are found as expected',
		fact: 'page: Fail Above fails where more SIMs are found, not as many',
		state: fleet(),
		days: 14,
		verify: 'all',
		failAbove: 2,
		idle: [SECOND, THIRD],
	},
	{
		name: 'one more than expected without events, of which one has usage',
		fact: 'page: fails where more SIMs are found; a SIM with traffic is not found',
		state: fleet({
			usage: [usedBy(FIRST, 200, 0), usedBy(SECOND, 200, 0), { sim: THIRD, days: [] }],
		}),
		days: 14,
		verify: 'all',
		failAbove: 1,
		idle: [THIRD],
		error: 'may',
	},
];
