import type { IDataObject } from 'n8n-workflow';
import { DAY, ENDPOINT, HOUR, IMEI, MINUTE, SIM, event, oneDevice } from '../service/builders';
import { withLuhn } from '../service/forms';
import type { Service } from '../service/server';
import type { Endpoint, FleetEvent, Quota, Sim, State } from '../service/state';

/** 17 March 2026, a Tuesday, at noon. */
export const NOW = Date.UTC(2026, 2, 17, 12);

export interface Case {
	name: string;
	/** A sentence, with the page on which it stands. */
	fact: string;
	state: State;
	/** Rows of the table. */
	rows: IDataObject[];
	/** The column that names the endpoint of a row. */
	key?: 'id' | 'name' | 'iccid' | 'imei' | 'tag';
	/** Values of the form instead of columns; the endpoint is that of the column `name`. */
	fields?: IDataObject;
	options?: IDataObject;
	filters?: IDataObject;
	/**
	 * What has to be said, as `differing 4001 status`, `missing pump-9`, `unmanaged 4002`; and what may be
	 * said. Nothing else must be.
	 */
	right: string[];
	mayBe?: string[];
	/** Who may be named for it; by default nobody. */
	by?: Record<string, (string | null)[]>;
	/** When it may have been; by default it is not held. */
	when?: Record<string, (number | null)[]>;
	/** What it is said to be. */
	is?: Record<string, unknown[]>;
	/** How many rows have an error; by default none. */
	errors?: number[];
	/** The whole run may fail instead. */
	mayFail?: boolean;
	/** Words that a hint or an error must have. */
	note?: RegExp;
	whileAsked?: (service: Service) => void;
}

const endpointOf = (id: number, name: string, change: Partial<Endpoint> = {}): Endpoint => ({
	...ENDPOINT,
	id,
	name,
	imei: null,
	sim: undefined,
	...change,
});

const simOf = (id: number, change: Partial<Sim> = {}): Sim => ({
	...SIM,
	id,
	iccid: `89000000000000${String(10_000 + (id % 10_000))}`,
	...change,
});

const fleet = (endpoints: Endpoint[], change: Partial<State> = {}): State => ({
	...oneDevice(),
	serviceProfiles: [
		{ id: 201, name: 'Meters' },
		{ id: 202, name: 'Meters 2' },
	],
	endpoints,
	...change,
});

const user = (name: string) => ({ id: name.length, username: `${name}@example.com`, name });
const mail = (name: string): string => user(name).username;

/** Somebody changes a status or a SIM of an endpoint; without a name it is an application token. */
const changed = (
	ago: number,
	type: 42 | 43 | 50 | 51 | 68,
	who?: string,
	of: Partial<FleetEvent> = {},
): FleetEvent =>
	event(NOW - ago, type, {
		sim: undefined,
		endpoint: 4001,
		...(who && { user: user(who) }),
		...of,
	});

const oneDisabled = (events: FleetEvent[], change: Partial<Endpoint> = {}): State =>
	fleet([endpointOf(4001, 'pump-1', { status: 1, ...change })], { events });
const oneEnabled = (events: FleetEvent[]): State => oneDisabled(events, { status: 0 });

/** Names with a sign of the filter language: no filter can ask for one of them. */
const NAMES_WITH_SIGNS = ['pump, north', 'pump: north', 'pump-1|pump-2', 'pump-*'];
/** Names that a list, a filter or a file may take apart. */
const ODD_NAMES = [
	'pump, north',
	'pump|2',
	'pump:status:1',
	'pump*',
	'pump & "3"',
	'Pümpe №1',
	'4001',
];

const wantsEnabled: IDataObject[] = [{ name: 'pump-1', status: 'Enabled' }];
const wantsDisabled: IDataObject[] = [{ name: 'pump-1', status: 'Disabled' }];
const STATUS = 'differing 4001 status';
const SIM_COLUMN = 'differing 4001 iccid';

const quota = (change: Partial<Quota>): Quota => ({
	endpoint: 4001,
	kind: 'data',
	volume: 20,
	lastVolumeAdded: 100,
	expiry: NOW + 90 * DAY,
	status: 1,
	...change,
});

const fiveInPages = (): State => ({
	...fleet(
		[1, 2, 3, 4, 5].map((place) =>
			endpointOf(4000 + place, `pump-${place}`, {
				sim: 5000 + place,
				imei: `35000000000000${place}0`,
			}),
		),
		{ sims: [1, 2, 3, 4, 5].map((place) => simOf(5000 + place)) },
	),
	largestPage: 2,
});

/** The first is deleted and another made when the first page is read: the third is on no page. */
const movesUp = (service: Service): void => {
	service.onAnswered = ({ path }) => {
		const { endpoints } = service.state;
		if (!path.includes('/endpoint?') || !path.includes('page=1&') || endpoints[0]!.id !== 4001)
			return;
		endpoints.shift();
		endpoints.push(endpointOf(4999, 'pump-new'));
	};
};
const pages = (columns: (place: number) => IDataObject): IDataObject[] =>
	[1, 2, 3, 4, 5].map(columns);

const NEWEST =
	'page: named is the author of the newest event, only if it leads to what is there now';
const MISSING =
	'page: each is asked for before it counts as missing; a list in pages can lack an endpoint';
const COMPARED = 'evidence, 4: nothing is equal or different that was not compared';

export const cases: Case[] = [
	{
		name: 'all as in the table',
		fact: 'page: an endpoint that is as its row says gives no item',
		state: fleet([endpointOf(4001, 'pump-1'), endpointOf(4002, 'pump-2', { status: 1 })]),
		rows: [
			{ name: 'pump-1', status: 'Enabled', service_profile: 'Meters' },
			{ name: 'pump-2', status: 'Disabled', service_profile: 201 },
		],
		right: [],
	},
	...(
		[
			['name', (place: number) => ({ name: `pump-${place}` })],
			['id', (place: number) => ({ id: 4000 + place })],
			['iccid', (place: number) => ({ iccid: simOf(5000 + place).iccid })],
			['imei', (place: number) => ({ imei: `35000000000000${place}0` })],
		] as const
	).map(([key, columns]): Case => {
		const first = String(Object.values(columns(1))[0]);
		return {
			name: `one is deleted and one is made between two pages, rows by ${key}`,
			fact: MISSING,
			state: fiveInPages(),
			key,
			rows: pages((place) => ({ ...columns(place), status: 'Enabled' })),
			whileAsked: movesUp,
			right: [],
			mayBe: [`missing ${first}`, 'unmanaged 4999'],
		};
	}),
	{
		name: 'between two pages, and what is asked again is refused',
		fact: `${MISSING}; what was refused is not known`,
		state: {
			...fiveInPages(),
			refusals: [
				{ path: /endpoint\?.*q=/, status: 403 },
				{ path: /endpoint\/\d+$/, status: 403 },
			],
		},
		rows: pages((place) => ({ name: `pump-${place}`, status: 'Enabled' })),
		whileAsked: movesUp,
		right: [],
		mayBe: ['missing pump-1', 'unmanaged 4999'],
		errors: [0, 1, 2],
		mayFail: true,
	},
	{
		name: 'between two pages, a row that differs',
		fact: MISSING,
		state: (() => {
			const state = fiveInPages();
			state.endpoints[2]!.status = 1;
			return state;
		})(),
		rows: pages((place) => ({ name: `pump-${place}`, status: 'Enabled' })),
		whileAsked: movesUp,
		right: ['differing 4003 status'],
		mayBe: ['missing pump-1', 'unmanaged 4999'],
	},
	{
		name: 'between two pages, beside 130 rows of endpoints that never were',
		fact: `${MISSING}: each of them, however many`,
		state: fiveInPages(),
		rows: [
			...Array.from({ length: 130 }, (_, place) => ({ name: `valve-${place}`, status: 'Enabled' })),
			...pages((place) => ({ name: `pump-${place}`, status: 'Enabled' })),
		],
		whileAsked: movesUp,
		right: Array.from({ length: 130 }, (_, place) => `missing valve-${place}`),
		mayBe: ['missing pump-1', 'unmanaged 4999'],
	},
	...NAMES_WITH_SIGNS.map(
		(called): Case => ({
			name: `between two pages, a name that no filter can ask for: ${called}`,
			fact: `${MISSING}; what cannot be asked for is not known to be missing`,
			state: (() => {
				const state = fiveInPages();
				state.endpoints[2]!.name = called;
				return state;
			})(),
			rows: pages((place) => ({
				name: place === 3 ? called : `pump-${place}`,
				status: 'Enabled',
			})),
			whileAsked: movesUp,
			right: [],
			mayBe: ['missing pump-1', 'unmanaged 4999'],
			errors: [0, 1],
		}),
	),
	{
		name: 'between two pages, an endpoint that is on no page is not called unmanaged when its row is there',
		fact: MISSING,
		state: fiveInPages(),
		rows: [{ name: 'pump-3', status: 'Disabled' }],
		whileAsked: movesUp,
		right: ['differing 4003 status', 'unmanaged 4002', 'unmanaged 4004', 'unmanaged 4005'],
		mayBe: ['unmanaged 4001', 'unmanaged 4999'],
	},
	{
		name: 'the second page is refused',
		fact: 'a list that is not whole shows nothing as missing',
		state: { ...fiveInPages(), refusals: [{ path: /endpoint\?.*page=2/, status: 403 }] },
		rows: pages((place) => ({ name: `pump-${place}`, status: 'Enabled' })),
		right: [],
		errors: [0, 1, 2, 3, 4, 5],
		mayFail: true,
	},
	{
		name: 'the list may not be read',
		fact: COMPARED,
		state: { ...fiveInPages(), refusals: [{ path: /endpoint\?/, status: 403 }] },
		rows: pages((place) => ({ name: `pump-${place}`, status: 'Enabled' })),
		right: [],
		errors: [5],
		mayFail: true,
	},
	{
		name: 'deleted, and one that never was',
		fact: 'page: deleted endpoints are missing; specification: status 2 appears in listings',
		state: fleet([endpointOf(4001, 'pump-1', { status: 2 }), endpointOf(4002, 'pump-2')]),
		rows: [
			{ name: 'pump-1', status: 'Enabled' },
			{ name: 'pump-2', status: 'Enabled' },
			{ name: 'pump-3', status: 'Enabled' },
		],
		right: ['missing pump-1', 'missing pump-3'],
	},
	{
		name: 'a deleted namesake of one that is there',
		fact: 'specification: deleted endpoints appear in listings; the row names the one that is there',
		state: fleet([
			endpointOf(3999, 'pump-1', { status: 2 }),
			endpointOf(4001, 'pump-1', { status: 1 }),
		]),
		rows: wantsEnabled,
		right: [STATUS],
	},
	{
		name: 'an endpoint of another organisation, by its id',
		fact: 'specification: an endpoint outside the organisation is not found',
		state: fleet([endpointOf(4001, 'pump-1', { organisation: 8888 })]),
		rows: [{ id: 4001, status: 'Enabled' }],
		key: 'id',
		right: ['missing 4001'],
	},
	{
		name: 'disabled by A, enabled by B, disabled by C',
		fact: NEWEST,
		state: oneDisabled([
			changed(5 * DAY, 43, 'a'),
			changed(3 * DAY, 42, 'bb'),
			changed(DAY, 43, 'ccc'),
		]),
		rows: wantsEnabled,
		right: [STATUS],
		by: { [STATUS]: [mail('ccc')] },
		when: { [STATUS]: [NOW - DAY] },
	},
	{
		name: 'disabled by A, enabled by B, and the table wants it disabled',
		fact: NEWEST,
		state: oneEnabled([changed(5 * DAY, 43, 'a'), changed(3 * DAY, 42, 'bb')]),
		rows: wantsDisabled,
		right: [STATUS],
		by: { [STATUS]: [mail('bb')] },
	},
	{
		name: 'disabled by A, enabled and disabled by an application token',
		fact: 'page: null for an application token',
		state: oneDisabled([changed(5 * DAY, 43, 'a'), changed(3 * DAY, 42), changed(DAY, 43)]),
		rows: wantsEnabled,
		right: [STATUS],
		by: { [STATUS]: [null] },
		when: { [STATUS]: [NOW - DAY] },
	},
	{
		name: 'disabled by A, enabled by B, and it is disabled without a newer event',
		fact: `${NEWEST}: B has enabled it, and A was undone`,
		state: oneDisabled([changed(5 * DAY, 43, 'a'), changed(3 * DAY, 42, 'bb')]),
		rows: wantsEnabled,
		right: [STATUS],
		by: { [STATUS]: [null] },
		when: { [STATUS]: [null] },
	},
	{
		name: 'disabled by A twice, and nothing between them',
		fact: 'the one that leads to what is there may be either of the two, both of A',
		state: oneDisabled([changed(5 * DAY, 43, 'a'), changed(DAY, 43, 'a')]),
		rows: wantsEnabled,
		right: [STATUS],
		by: { [STATUS]: [mail('a')] },
	},
	{
		name: 'enabled by A, and reset by B',
		fact: 'page: a reset, which logs that the endpoint was disabled and enabled, is no change of its status',
		state: oneEnabled([
			changed(5 * DAY, 42, 'a'),
			changed(DAY, 68, 'bb'),
			changed(DAY - 1, 43, 'bb'),
			changed(DAY - 2, 42, 'bb'),
		]),
		rows: wantsDisabled,
		right: [STATUS],
		by: { [STATUS]: [mail('a'), null] },
	},
	{
		name: 'enabled by A, and reset by B as older services log it',
		fact: 'device-jobs 3: a reset logs 9, 5, 43, 42, 8, 1; page: it is no change of the status',
		state: oneEnabled([
			changed(5 * DAY, 42, 'a'),
			...([9, 5, 43, 42, 8, 1] as const).map((type, place) =>
				event(NOW - DAY + place * 200, type, {
					sim: undefined,
					endpoint: 4001,
					...(type !== 5 && type !== 1 && { user: user('bb') }),
				}),
			),
		]),
		rows: wantsDisabled,
		right: [STATUS],
		by: { [STATUS]: [mail('a'), null] },
	},
	{
		name: 'enabled by A, disabled by B in the morning and enabled by B at noon',
		fact: NEWEST,
		state: oneEnabled([
			changed(5 * DAY, 42, 'a'),
			changed(DAY + 4 * HOUR, 43, 'bb'),
			changed(DAY, 42, 'bb'),
		]),
		rows: wantsDisabled,
		right: [STATUS],
		by: { [STATUS]: [mail('bb')] },
		when: { [STATUS]: [NOW - DAY] },
	},
	{
		name: 'two events of one time: ids tell which is newer',
		fact: `${NEWEST}; fleet-operations 4.1: the id is unique and rises`,
		state: oneDisabled([
			changed(DAY, 43, 'a', { id: 720_000_000_900_002 }),
			changed(DAY, 42, 'bb', { id: 720_000_000_900_001 }),
		]),
		rows: wantsEnabled,
		right: [STATUS],
		by: { [STATUS]: [mail('a'), null] },
	},
	{
		name: 'two events of one time, and the newer id says otherwise than what is there',
		fact: NEWEST,
		state: oneDisabled([
			changed(DAY, 43, 'a', { id: 720_000_000_900_001 }),
			changed(DAY, 42, 'bb', { id: 720_000_000_900_002 }),
		]),
		rows: wantsEnabled,
		right: [STATUS],
		// Within one time the order is not sure: A has disabled it, or it cannot be known. B has not.
		by: { [STATUS]: [mail('a'), null] },
	},
	{
		name: 'disabled by A 31 days ago',
		fact: 'page: the service keeps events for 30 days',
		state: oneDisabled([changed(31 * DAY, 43, 'a'), changed(20 * DAY, 51, 'bb')]),
		rows: wantsEnabled,
		right: [STATUS],
		by: { [STATUS]: [null] },
	},
	{
		name: 'another endpoint with such a name was disabled by A',
		fact: 'evidence, 3: matched by ids, never by a name',
		state: fleet(
			[
				endpointOf(4001, 'pump-1', { status: 1 }),
				endpointOf(4010, 'pump-10', { status: 1 }),
				endpointOf(3999, 'pump-1', { status: 2 }),
			],
			{
				events: [
					changed(DAY, 43, 'a', { endpoint: 4010 }),
					changed(2 * DAY, 43, 'bb', { endpoint: 3999 }),
				],
			},
		),
		rows: [...wantsEnabled, { name: 'pump-10', status: 'Disabled' }],
		right: [STATUS],
		by: { [STATUS]: [null] },
	},
	{
		name: 'events of three endpoints, each with an author of its own',
		fact: 'page: the author of the newest event of this endpoint',
		state: fleet(
			[1, 2, 3].map((place) => endpointOf(4000 + place, `pump-${place}`, { status: 1 })),
			{
				events: [
					changed(4 * DAY, 43, 'a', { endpoint: 4001 }),
					changed(3 * DAY, 43, 'bb', { endpoint: 4002 }),
					changed(3 * DAY - HOUR, 43, 'ccc', { endpoint: 4003 }),
					changed(2 * DAY, 42, 'dddd', { endpoint: 4003 }),
					changed(DAY, 43, 'eeeee', { endpoint: 4003 }),
				],
			},
		),
		rows: [1, 2, 3].map((place) => ({ name: `pump-${place}`, status: 'Enabled' })),
		right: ['differing 4001 status', 'differing 4002 status', 'differing 4003 status'],
		by: {
			'differing 4001 status': [mail('a')],
			'differing 4002 status': [mail('bb')],
			'differing 4003 status': [mail('eeeee')],
		},
	},
	{
		name: 'a service that ignores the order, with more events than a page',
		fact: 'page: where the events come in another order, and more than these, nobody is named',
		state: {
			...fleet(
				[1, 2, 3].map((place) => endpointOf(4000 + place, `pump-${place}`, { status: 1 })),
				{
					events: [
						...[1, 2, 3].map((place) => changed(29 * DAY, 43, 'a', { endpoint: 4000 + place })),
						...Array.from({ length: 2_200 }, (_, place) =>
							changed(20 * DAY - place * MINUTE, 51, 'bb', { endpoint: 4777 }),
						),
						...[1, 2, 3].flatMap((place) => [
							changed(3 * DAY, 42, 'bb', { endpoint: 4000 + place }),
							changed(DAY, 43, 'ccc', { endpoint: 4000 + place }),
						]),
					],
				},
			),
			ignoresSort: true,
			largestPage: 100,
		},
		rows: [1, 2, 3].map((place) => ({ name: `pump-${place}`, status: 'Enabled' })),
		right: ['differing 4001 status', 'differing 4002 status', 'differing 4003 status'],
		by: Object.fromEntries(
			[1, 2, 3].map((place) => [`differing 400${place} status`, [null, mail('ccc')]]),
		),
	},
	{
		name: 'a service that ignores the order, with few events',
		fact: NEWEST,
		state: {
			...oneDisabled([
				changed(5 * DAY, 43, 'a'),
				changed(3 * DAY, 42, 'bb'),
				changed(DAY, 43, 'ccc'),
			]),
			ignoresSort: true,
		},
		rows: wantsEnabled,
		right: [STATUS],
		by: { [STATUS]: [mail('ccc'), null] },
	},
	{
		name: 'enabled by B while it is compared',
		fact: `${NEWEST}: the newest event does not lead to what was read`,
		state: oneDisabled([changed(5 * DAY, 43, 'a')]),
		rows: wantsEnabled,
		whileAsked: (service) => {
			service.onAnswered = ({ path }) => {
				const [endpoint] = service.state.endpoints;
				if (!path.includes('/endpoint?') || endpoint!.status === 0) return;
				endpoint!.status = 0;
				service.state.events.push(changed(0, 42, 'bb'));
			};
		},
		right: [],
		mayBe: [STATUS],
		by: { [STATUS]: [null, mail('a')] },
	},
	{
		name: 'the events may not be read',
		fact: 'page: who changed it as far as that is known; what was refused is not known',
		state: {
			...oneDisabled([changed(5 * DAY, 43, 'a')]),
			refusals: [{ path: /\/event/, status: 403 }],
		},
		rows: wantsEnabled,
		right: [STATUS],
		by: { [STATUS]: [null] },
		note: /event|who/i,
	},
	{
		name: 'the SIM was taken off by A and another put on by B',
		fact: 'page: the newest event about the SIM of this endpoint that leads to what is there',
		state: fleet([endpointOf(4001, 'pump-1', { sim: 5002 })], {
			sims: [simOf(5001), simOf(5002)],
			events: [changed(3 * DAY, 50, 'a', { sim: 5001 }), changed(2 * DAY, 51, 'bb', { sim: 5002 })],
		}),
		rows: [{ name: 'pump-1', iccid: simOf(5001).iccid }],
		right: [SIM_COLUMN],
		// Events of an assignment can lack the endpoint.
		by: { [SIM_COLUMN]: [mail('bb'), null] },
	},
	{
		name: 'the SIM was taken off by A',
		fact: 'page: SIM taken off, by the user of the event',
		state: fleet([endpointOf(4001, 'pump-1')], {
			sims: [simOf(5001)],
			events: [changed(9 * DAY, 51, 'bb', { sim: 5001 }), changed(3 * DAY, 50, 'a', { sim: 5001 })],
		}),
		rows: [{ name: 'pump-1', iccid: simOf(5001).iccid }],
		right: [SIM_COLUMN],
		by: { [SIM_COLUMN]: [mail('a')] },
	},
	{
		name: 'a SIM was put on by B, but it is another that is there',
		fact: `${NEWEST}: it was put on without an event`,
		state: fleet([endpointOf(4001, 'pump-1', { sim: 5003 })], {
			sims: [simOf(5001), simOf(5002), simOf(5003)],
			events: [changed(3 * DAY, 50, 'a', { sim: 5001 }), changed(2 * DAY, 51, 'bb', { sim: 5002 })],
		}),
		rows: [{ name: 'pump-1', iccid: simOf(5001).iccid }],
		right: [SIM_COLUMN],
		by: { [SIM_COLUMN]: [null] },
	},
	{
		name: 'a status that differs, and only an event about its SIM',
		fact: 'page: named is the author of the newest event about the status',
		state: oneDisabled([changed(2 * DAY, 50, 'bb'), changed(3 * DAY, 51, 'a')]),
		rows: wantsEnabled,
		right: [STATUS],
		by: { [STATUS]: [null] },
	},
	{
		name: 'a name and an IMEI lock that differ, and a newer change of the status by A',
		fact: 'page: no event tells who changed a name, a tag, a profile, an IMEI or its lock',
		state: fleet([endpointOf(4001, 'pump-one', { imei: IMEI, imeiLock: false })], {
			events: [changed(DAY, 42, 'a'), changed(DAY, 51, 'a')],
		}),
		rows: [{ id: 4001, name: 'pump-1', imei: IMEI, imei_lock: true, service_profile: 'Meters 2' }],
		key: 'id',
		right: ['differing 4001 name', 'differing 4001 imei_lock', 'differing 4001 service_profile'],
	},
	{
		name: 'a name that is within others, and is not there',
		fact: 'page: no endpoint is what the row names; names are not found in others',
		state: fleet([endpointOf(4001, 'pump-10'), endpointOf(4002, 'old pump-1')]),
		rows: [{ name: 'pump-1', status: 'Disabled' }],
		right: ['missing pump-1', 'unmanaged 4001', 'unmanaged 4002'],
	},
	{
		name: 'a name that is within others, and is there, in small pages and without unmanaged ones',
		fact: 'a filter can match more than one: the answer is checked, and all of its pages are read',
		state: {
			...fleet(
				Array.from({ length: 25 }, (_, place) =>
					endpointOf(4100 + place, `pump-1${24 - place}`, { status: 1 }),
				).concat(endpointOf(4200, 'pump-1')),
			),
			largestPage: 10,
		},
		rows: [{ name: 'pump-1', status: 'Enabled' }],
		options: { unmanaged: false },
		right: [],
		// A refusal in words claims nothing, though all of its pages could be read.
		errors: [0, 1],
	},
	...ODD_NAMES.map(
		(name): Case => ({
			name: `the name ${name}`,
			fact: 'names are free text; filters join their parts by commas and values by pipes',
			state: fleet([
				endpointOf(4001, name, { status: 1 }),
				endpointOf(4002, 'pump'),
				endpointOf(4003, 'north'),
			]),
			rows: [{ name, status: 'Enabled' }],
			options: { unmanaged: false },
			right: [STATUS],
			// A name that a filter cannot ask for may be refused in words: nothing is said of it then.
			...(/[,|:*]/.test(name) && { mayFail: true }),
		}),
	),
	{
		name: 'one name of two endpoints',
		fact: 'operations: a name must match exactly one',
		state: fleet([endpointOf(4001, 'pump-1', { status: 1 }), endpointOf(4002, 'pump-1')]),
		rows: wantsEnabled,
		right: [],
		errors: [1],
		mayFail: true,
	},
	{
		name: 'an ICCID with its check digit',
		fact: 'specification: 19 digits, or 20 with the Luhn digit: the same SIM; its endpoint is there',
		state: fleet([endpointOf(4001, 'pump-1', { sim: 5001 })], { sims: [simOf(5001)] }),
		rows: [{ iccid: withLuhn(simOf(5001).iccid), status: 'Enabled' }],
		key: 'iccid',
		right: [],
		errors: [0, 1],
	},
	{
		name: 'an ICCID that a spreadsheet has rounded',
		fact: 'the row names no SIM: it is not understood, and nothing is unmanaged',
		state: fleet([endpointOf(4001, 'pump-1', { sim: 5001 })], { sims: [simOf(5001)] }),
		rows: [{ iccid: 8.900000000000001e18, status: 'Enabled' }],
		key: 'iccid',
		right: [],
		errors: [1],
		mayFail: true,
	},
	{
		name: 'an IMEI with its check digit, which is 15 digits',
		fact: 'specification: imei 16 digits, imei_with_luhn 15; the device is there',
		state: fleet([endpointOf(4001, 'pump-1', { imei: IMEI })]),
		rows: [{ imei: withLuhn(IMEI.slice(0, 14)), status: 'Enabled' }],
		key: 'imei',
		right: [],
		errors: [0, 1],
		mayFail: true,
	},
	{
		name: 'columns that a row does not have',
		fact: 'page: it reads a row as Apply a Table does; what is not given is not compared',
		state: fleet([
			endpointOf(4001, 'pump-1', { status: 1, serviceProfile: 202 }),
			endpointOf(4002, 'pump-2', { status: 1, serviceProfile: 202 }),
		]),
		rows: [
			{ name: 'pump-1', status: 'Disabled' },
			{ name: 'pump-2', service_profile: 'Meters 2' },
		],
		right: [],
	},
	{
		name: 'empty cells',
		fact: 'jobs: an empty cell changes nothing, so it wants nothing',
		state: fleet([endpointOf(4001, 'pump-1', { status: 1, sim: 5001 })], { sims: [simOf(5001)] }),
		rows: [{ name: 'pump-1', status: '', service_profile: null, iccid: '', tags: '' }],
		right: [],
	},
	{
		name: 'empty cells that clear',
		fact: 'jobs: with Clear an empty cell clears name, tags, SIM or quota',
		state: fleet([endpointOf(4001, 'pump-1', { sim: 5001, tags: [11] })], {
			sims: [simOf(5001)],
			tags: [{ id: 11, name: 'north' }],
		}),
		rows: [{ name: 'pump-1', iccid: '', tags: '' }],
		options: { emptyCells: 'clear' },
		right: ['differing 4001 iccid', 'differing 4001 tags'],
	},
	{
		name: 'tags in another order, and one whose name is within another',
		fact: 'page: tags are compared by their names',
		state: fleet(
			[endpointOf(4001, 'pump-1', { tags: [12, 11] }), endpointOf(4002, 'pump-2', { tags: [13] })],
			{
				tags: [
					{ id: 11, name: 'north' },
					{ id: 12, name: 'pump' },
					{ id: 13, name: 'old north' },
				],
			},
		),
		rows: [
			{ name: 'pump-1', tags: 'north, pump' },
			{ name: 'pump-2', tags: 'north' },
		],
		right: ['differing 4002 tags'],
	},
	{
		name: 'more tags than those of the row',
		fact: 'operations: Tag Change says whether an endpoint may have more tags',
		state: fleet([endpointOf(4001, 'pump-1', { tags: [11, 12] })], {
			tags: [
				{ id: 11, name: 'north' },
				{ id: 12, name: 'pump' },
			],
		}),
		rows: [{ name: 'pump-1', tags: 'north' }],
		options: { tagChange: 'add' },
		right: [],
	},
	{
		name: 'a quota of which something is used',
		fact: 'page: what was given on a quota is compared, and not what is left of it',
		state: fleet([endpointOf(4001, 'pump-1'), endpointOf(4002, 'pump-2')], {
			quotas: [quota({}), quota({ endpoint: 4002, volume: 100, lastVolumeAdded: 50 })],
		}),
		rows: [
			{ name: 'pump-1', data_quota: 100 },
			{ name: 'pump-2', data_quota: 100 },
		],
		right: ['differing 4002 data_quota'],
		is: { 'differing 4002 data_quota': [50] },
	},
	{
		name: 'a quota that may not be read',
		fact: COMPARED,
		state: fleet([endpointOf(4001, 'pump-1')], {
			quotas: [quota({})],
			refusals: [{ path: /quota\/data/, status: 403 }],
		}),
		rows: [{ name: 'pump-1', data_quota: 100 }],
		right: [],
		errors: [1],
		mayFail: true,
	},
	{
		name: 'a quota that does not tell what was given',
		fact: `${COMPARED}; specification: last_volume_added is optional, volume is what is left`,
		state: fleet([endpointOf(4001, 'pump-1')], {
			quotas: [quota({ lastVolumeAdded: undefined })],
		}),
		rows: [{ name: 'pump-1', data_quota: 100 }],
		right: [],
		errors: [1],
		mayFail: true,
	},
	{
		name: 'what is left of a quota is what the table wants, and what was given is not told',
		fact: `${COMPARED}; what is left is not what was given`,
		state: fleet([endpointOf(4001, 'pump-1')], {
			quotas: [quota({ lastVolumeAdded: undefined, volume: 100 })],
		}),
		rows: [{ name: 'pump-1', data_quota: 100 }],
		right: [],
		errors: [0, 1],
		mayFail: true,
	},
	{
		name: 'a quota whose date alone differs',
		fact: 'jobs: the expiry date is a column',
		state: fleet([endpointOf(4001, 'pump-1')], { quotas: [quota({})] }),
		rows: [{ name: 'pump-1', data_quota: 100, quota_expiry_date: '2027-01-01T00:00:00Z' }],
		// Both quotas have one date in the table; the item may name which of them it is of.
		right: ['differing 4001 data_quota_expiry_date'],
	},
	{
		name: 'SMS quotas, the older dates, and a text instead of a number in the table',
		fact: 'corrections 8: dates as YYYY-MM-DD HH:MM:SS; a table can hold numbers as text',
		state: fleet([endpointOf(4001, 'pump-1')], {
			quotas: [quota({ kind: 'sms', hasOldDates: true, lastVolumeAdded: 50, volume: 3 })],
		}),
		rows: [{ name: 'pump-1', sms_quota: '50' }],
		right: [],
	},
	{
		name: 'a quota that has expired, and none at all',
		fact: 'page: a quota that has expired is expired; public facts: 404, or an empty 200',
		state: fleet([endpointOf(4001, 'pump-1'), endpointOf(4002, 'pump-2')], {
			quotas: [quota({ status: 3, expiry: NOW - DAY })],
			absentQuota: 200,
		}),
		rows: [
			{ name: 'pump-1', data_quota: 100 },
			{ name: 'pump-2', data_quota: 100 },
		],
		right: ['differing 4001 data_quota', 'differing 4002 data_quota'],
		is: { 'differing 4001 data_quota': ['expired'], 'differing 4002 data_quota': [null] },
	},
	{
		name: 'a status that nobody knows',
		fact: 'specification: 0 Enabled, 1 Disabled, 2 Deleted; another is neither',
		state: fleet([endpointOf(4001, 'pump-1', { status: 7 })]),
		rows: wantsEnabled,
		right: [],
		mayBe: [STATUS],
		errors: [0, 1],
		is: { [STATUS]: ['7', 7, null, '', undefined] },
	},
	{
		name: 'a profile that does not exist, beside rows that are right',
		fact: 'page: that row has the error, all others are compared, nothing is unmanaged, and a hint says so',
		state: fleet([
			endpointOf(4001, 'pump-1', { status: 1 }),
			endpointOf(4002, 'pump-2'),
			endpointOf(4003, 'pump-3'),
		]),
		rows: [...wantsEnabled, { name: 'pump-2', service_profile: 'Meter' }],
		right: [STATUS],
		errors: [1],
		note: /table|unmanaged|not reported/i,
	},
	{
		name: 'profiles whose names are within each other',
		fact: 'names are compared as a whole',
		state: fleet([
			endpointOf(4001, 'pump-1', { serviceProfile: 202 }),
			endpointOf(4002, 'pump-2', { serviceProfile: 201 }),
		]),
		rows: [
			{ name: 'pump-1', service_profile: 'Meters' },
			{ name: 'pump-2', service_profile: 'Meters' },
		],
		right: ['differing 4001 service_profile'],
	},
	...(['columns', 'fields'] as const).flatMap((valuesFrom): Case[] => {
		const endpoints = (): Endpoint[] => [
			endpointOf(4001, 'pump.1', { tags: [11] }),
			endpointOf(4002, 'pumpx1', { tags: [11] }),
			endpointOf(4003, 'pump.2', { tags: [12] }),
			endpointOf(4004, 'pump.3', { tags: [11], status: 2 }),
			endpointOf(4005, 'pump.4'),
			endpointOf(4006, 'meter.1', { status: 1 }),
		];
		const tags = [
			{ id: 11, name: 'north' },
			{ id: 12, name: 'north 2' },
		];
		const base = {
			state: fleet(endpoints(), { tags }),
			rows: [{ name: 'pump.4', status: 'Enabled' }],
			...(valuesFrom === 'fields' && { fields: { status: 0 } }),
		};
		const of = (name: string): string => `${name}, with the values from ${valuesFrom}`;
		return [
			{
				...base,
				name: of('a filter by a tag'),
				fact: 'page: others are never unmanaged; deleted endpoints are none',
				filters: { managedTags: 'north' },
				right: ['unmanaged 4001', 'unmanaged 4002'],
			},
			{
				...base,
				name: of('a filter by a name with a point'),
				fact: 'page: * stands for any text, and nothing else does',
				filters: { managedName: 'pump.*' },
				right: ['unmanaged 4001', 'unmanaged 4003'],
			},
			{
				...base,
				name: of('a filter by a status'),
				fact: 'page: which endpoints belong in the table: those with a status',
				filters: { managedStatus: 1 },
				right: ['unmanaged 4006'],
			},
			{
				...base,
				name: of('two filters'),
				// The page does not say whether an endpoint has to fit one of them, or both.
				fact: 'page: others are never unmanaged',
				filters: { managedTags: 'north', managedName: 'pump.*' },
				right: ['unmanaged 4001'],
				mayBe: ['unmanaged 4002', 'unmanaged 4003'],
			},
			...(['managedTags', 'managedName'] as const).map(
				(filter): Case => ({
					...base,
					name: of(`a filter ${filter} that came out empty`),
					fact: 'evidence, 1: a field that narrows is refused where it yields nothing',
					filters: { [filter]: '={{ $json.nothing }}' },
					right: [],
					errors: [1],
					mayFail: true,
				}),
			),
		];
	}),
	{
		name: 'two rows for one endpoint that want otherwise',
		fact: 'jobs: rows about one endpoint that differ are all refused',
		state: fleet([endpointOf(4001, 'pump-1'), endpointOf(4002, 'pump-2')]),
		rows: [...wantsEnabled, ...wantsDisabled],
		right: [],
		errors: [2],
		mayFail: true,
	},
	{
		name: 'a row for a tag',
		fact: 'jobs: a row sets all endpoints that have the tag',
		state: fleet(
			[
				endpointOf(4001, 'pump-1', { tags: [11], status: 1 }),
				endpointOf(4002, 'pump-2', { tags: [11] }),
				endpointOf(4003, 'pump-3', { tags: [12], status: 1 }),
			],
			{
				tags: [
					{ id: 11, name: 'north' },
					{ id: 12, name: 'north 2' },
				],
				events: [changed(DAY, 43, 'a')],
			},
		),
		rows: [{ tag: 'north', status: 'Enabled' }],
		key: 'tag',
		// The key may be refused in words.
		mayFail: true,
		right: [STATUS, 'unmanaged 4003'],
		by: { [STATUS]: [mail('a')] },
	},
];
