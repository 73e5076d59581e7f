import { MINUTE, SIM } from '../../service/builders';
import type { Sim, State } from '../../service/state';
import { AN_HOUR_AT_MOST, SECOND, NOTHING, each, known, type Case, type Condition } from '../case';
import { picked } from '../../support/operation';
import { clocks, common } from './common';

const withSim = (of: Partial<Sim> = {}): State => known({ sims: [{ ...SIM, ...of }] });
const become = (status: number) => (state: State) => void (state.sims[0]!.status = status);
const NAMES = ['Issued', 'Activated', 'Suspended', 'Deleted', 'Factory Test'];
const STATUSES = [0, 1, 2, 3, 4];
const PAIRS = STATUSES.flatMap((wanted) =>
	STATUSES.filter((is) => is !== wanted).map((is) => [wanted, is] as const),
);
const BY_ID = 'The ids of the statuses are documented; texts differ (public reference).';
const second: Sim = { ...SIM, id: 5002, iccid: '8900000000000000018', imsi: '999990000000018' };

const has: Case[] = [
	...each(STATUSES, (status) => ({
		name: `${NAMES[status]} is what it is`,
		fact: 'Met when the SIM has the status (the page).',
		state: withSim({ status }),
		parameters: { status },
		right: ['met'] as Case['right'],
	})),
	...each(['ACTIVATED', 'Active', 'Aktiviert', 'Suspended', ''], (statusWord) => ({
		name: `status 1 in the word “${statusWord}”`,
		fact: BY_ID,
		state: withSim({ status: 1, statusWord }),
		right: ['met'] as Case['right'],
	})),
	{
		name: 'activated while the run looks',
		fact: 'Met when the SIM has the status (the page).',
		state: withSim({ status: 2 }),
		later: [{ after: 20 * SECOND, change: become(1) }],
		rounds: [{ waitHere: 60 }],
		right: ['met'],
	},
	{
		name: 'activated within the time, looked at after its end',
		fact: 'What was met within the time was met.',
		state: withSim({ status: 2 }),
		later: [{ after: 50 * MINUTE, change: become(1) }],
		rounds: [{}, { after: 70 * MINUTE }],
		right: ['met'],
	},
	{
		name: 'Factory Test that has left by itself',
		fact: 'Factory Test leaves to Activated by itself (public reference, 6.3).',
		state: withSim({ status: 4 }),
		later: [{ after: MINUTE, change: become(1) }],
		rounds: [{}, { after: 2 * MINUTE }],
		right: ['met'],
	},
	{
		name: 'without an endpoint',
		fact: 'An unassigned SIM has no field endpoint (recorded), and a status all the same.',
		state: { ...withSim({ status: 1 }), endpoints: [] },
		right: ['met'],
	},
	{
		name: 'chosen by its ICCID',
		fact: 'An ICCID must match exactly one (operations).',
		state: { ...withSim({ status: 1 }), sims: [{ ...SIM }, { ...second, status: 2 }] },
		parameters: { simId: { __rl: true, mode: 'iccid', value: SIM.iccid } },
		right: ['met'],
	},
];

const lacks: Case[] = [
	...each(PAIRS, ([wanted, is]) => ({
		name: `${NAMES[wanted]} is wanted, ${NAMES[is]} is what it is`,
		fact: 'Met when the SIM has the status (the page).',
		state: withSim({ status: is }),
		parameters: { status: wanted },
		// What can never be reached any more may be said so.
		right: (is === 3 || wanted === 0 ? ['notYet', 'timedOut'] : ['notYet']) as Case['right'],
	})),
	...each([0, 2, 4], (status) => ({
		name: `status ${status} in the word Activated`,
		fact: BY_ID,
		state: withSim({ status, statusWord: 'Activated' }),
		right: ['notYet'] as Case['right'],
	})),
	...each([5, 7, 99], (status) => ({
		name: `a status ${status} in the word Activated`,
		fact: 'Other ids are not documented: what is not known is not met.',
		state: withSim({ status, statusWord: 'Activated' }),
		right: ['notYet', 'error'] as Case['right'],
	})),
	{
		name: 'activated and suspended again between two looks',
		fact: 'The state at the service at the look (the page).',
		state: withSim({ status: 2 }),
		later: [
			{ after: MINUTE, change: become(1) },
			{ after: 2 * MINUTE, change: become(2) },
		],
		rounds: [{}, { after: 3 * MINUTE }],
		right: ['notYet'],
	},
	{
		name: 'another SIM has the status',
		fact: 'Its own: matched by ids (evidence, 3).',
		state: known({
			sims: [
				{ ...SIM, status: 2 },
				{ ...second, status: 1 },
			],
		}),
		right: ['notYet'],
	},
	{
		name: 'another SIM took its place at the endpoint, with the status',
		fact: 'Its own: matched by ids (evidence, 3).',
		state: known({
			sims: [
				{ ...SIM, status: 2 },
				{ ...second, status: 2 },
			],
		}),
		later: [
			{
				after: MINUTE,
				change: (state) => {
					state.endpoints[0]!.sim = second.id;
					state.sims[1]!.status = 1;
				},
			},
		],
		rounds: [{}, { after: 2 * MINUTE }],
		right: ['notYet'],
	},
	...each([1, 3], (status) => ({
		name: `${NAMES[status]} is wanted, the service knows no such SIM`,
		fact: '404 is for what is unknown or out of reach: that is no status (public reference).',
		state: known({ sims: [second] }),
		parameters: { status },
		right: ['error', 'notYet'] as Case['right'],
	})),
	...each([2, 3], (status) => ({
		name: `${NAMES[status]} is wanted, the SIM was moved to another organisation meanwhile`,
		fact: 'Activated SIMs are suspended by a transfer, and out of reach: not seen (public reference).',
		state: withSim(),
		parameters: { status },
		later: [
			{
				after: MINUTE,
				change: (state) => Object.assign(state.sims[0]!, { organisation: 9002, status }),
			},
		],
		rounds: [{}, { after: 2 * MINUTE }],
		right: ['error', 'notYet'] as Case['right'],
	})),
	{
		name: 'the state comes round to a node that awaits another status',
		fact: 'Suspended is not what the node of the second round awaits.',
		state: withSim({ status: 4 }),
		parameters: { status: 2 },
		later: [{ after: MINUTE, change: become(2) }],
		rounds: [{}, { after: 2 * MINUTE, parameters: { status: 1 } }],
		right: ['error', 'notYet'],
	},
	{
		name: 'the item comes round to a node with another SIM',
		fact: 'A state of another thing is refused by name (the page).',
		state: known({
			sims: [
				{ ...SIM, status: 2 },
				{ ...second, status: 1 },
			],
		}),
		rounds: [{}, { after: 2 * MINUTE, parameters: { simId: picked(5002) } }],
		right: ['error'],
	},
	// A name of a status, such as Activated, says which it is: that it is understood proves nothing.
	...each([...NOTHING, '9'], (status) => ({
		name: `the status yields “${status}”`,
		fact: 'A field that narrows, and yields nothing, is refused (evidence, 1).',
		state: withSim({ status: 2 }),
		parameters: { status },
		right: ['error'] as Case['right'],
	})),
];

const wait = { open: withSim({ status: 2 }), fulfil: become(1) };

export const simStatus: Condition = {
	title: 'Await: SIM Status',
	operation: 'await simStatus',
	parameters: { simId: picked(SIM.id), status: 1, ...AN_HOUR_AT_MOST },
	cases: [...has, ...lacks],
	general: [
		...common({
			...wait,
			reads: /\/sim/,
			condition: 'simStatus',
			other: { simId: picked(5002) },
			fields: ['since', 'until', 'of'],
			remove: (state) => void (state.sims = []),
			removed: ['error', 'notYet'],
		}),
		...clocks(wait),
	],
};
