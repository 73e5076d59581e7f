import type { IDataObject } from 'n8n-workflow';
import { HOUR, MINUTE } from '../../service/builders';
import type { State } from '../../service/state';
import { picked } from '../../support/operation';
import { SECOND, each, type Case } from '../case';

/*
 * What the page promises of every condition: answers that cannot be read, devices that are deleted, states
 * that come round the loop, and clocks that differ.
 */

interface Wait {
	/** Not met at the start. */
	open: State;
	/** From then on it is met. */
	fulfil: (state: State, at: number) => void;
	options?: IDataObject;
	parameters?: IDataObject;
}

interface Reads {
	/** The paths by which the condition looks. */
	reads: RegExp;
	condition: string;
	/** Fields of the state that are taken away by hand. */
	fields?: string[];
	/** Removes what is awaited from the service. */
	remove?: (state: State) => void;
	/** What the facts allow once it was removed. */
	removed?: Case['right'];
	/** Values of a form that is about another thing. */
	other?: IDataObject;
	/** Outcomes where the role may not read. */
	forbidden?: Case['right'];
}

const deleteEndpoint = (state: State): void => void (state.endpoints[0]!.status = 2);

const refuseReads = (state: State, path: RegExp, status: number, times?: number): void =>
	void state.refusals.push({ path, status, ...(times !== undefined && { times }) });

const edited = (change: (state: IDataObject) => void) => (item: IDataObject) => {
	const copy = structuredClone(item);
	change(copy.await as IDataObject);
	return copy;
};

export function common(of: Wait & Reads): Case[] {
	const { open, fulfil, options, parameters, reads } = of;
	const base = { state: open, ...(options && { options }), ...(parameters && { parameters }) };
	return [
		{
			...base,
			name: 'nothing happens, and the time is over',
			fact: 'timeIsOver once the time of At Most is over (the page).',
			rounds: [{}, { after: 61 * MINUTE }],
			right: ['timedOut'],
			reason: ['timeIsOver'],
		},
		{
			...base,
			name: 'nothing happens while the run looks',
			fact: 'The run has stopped looking, and the wait goes on (the page).',
			rounds: [{ waitHere: 120 }],
			right: ['notYet'],
		},
		{
			...base,
			name: 'a second before the time is over',
			fact: 'Timed Out once the time of At Most is over (the page).',
			rounds: [{}, { after: HOUR - SECOND }],
			right: ['notYet'],
		},
		{
			...base,
			name: 'the time is over while the run looks',
			fact: 'Timed Out once the time of At Most is over (the page).',
			parameters: { ...parameters, atMost: 5, atMostUnit: 'minutes' },
			rounds: [{ waitHere: 900 }],
			right: ['timedOut'],
			reason: ['timeIsOver'],
		},
		{
			...base,
			name: 'met within the time while the run looks',
			fact: 'What was met within the time was met.',
			parameters: { ...parameters, atMost: 10, atMostUnit: 'minutes' },
			later: [{ after: 5 * MINUTE, change: fulfil }],
			rounds: [{ waitHere: 900 }],
			right: ['met'],
		},
		{
			...base,
			name: 'out of reach when the time is over while the run looks',
			fact: 'What cannot be read is not absent: it takes the way of errors (the page).',
			parameters: { ...parameters, atMost: 5, atMostUnit: 'minutes' },
			later: [{ after: 3 * MINUTE, change: (state) => refuseReads(state, reads, 503) }],
			rounds: [{ waitHere: 900 }],
			right: ['error'],
		},
		{
			...base,
			name: 'out of reach when the time is over',
			fact: 'What cannot be read is not absent: it takes the way of errors (the page).',
			later: [{ after: MINUTE, change: (state) => refuseReads(state, reads, 503) }],
			rounds: [{}, { after: 70 * MINUTE }],
			right: ['error'],
		},
		{
			...base,
			name: 'out of reach for one look in the middle',
			fact: 'A look that fails because the service is out of reach ends no wait (the page).',
			later: [
				{ after: MINUTE, change: (state) => refuseReads(state, reads, 503) },
				{ after: 20 * MINUTE, change: (state) => void (state.refusals = []) },
				{ after: 21 * MINUTE, change: fulfil },
			],
			rounds: [{}, { after: 2 * MINUTE }, { after: 30 * MINUTE, waitHere: 120 }],
			right: ['met'],
		},
		{
			...base,
			name: 'out of reach at the first look, and long afterwards',
			fact: 'What cannot be read is not met (the page).',
			later: [{ after: 0, change: (state) => refuseReads(state, reads, 503) }],
			right: ['notYet', 'error'],
		},
		{
			...base,
			name: 'the role may not read',
			fact: 'A role without the right gets 403 (specification).',
			later: [{ after: 0, change: (state) => refuseReads(state, reads, 403) }],
			right: of.forbidden ?? ['error'],
		},
		{
			...base,
			name: 'the login is refused',
			fact: 'A refused login takes the way of errors (the page).',
			later: [{ after: 0, change: (state) => refuseReads(state, /./, 401) }],
			right: ['error'],
		},
		{
			...base,
			name: 'too many requests, twice',
			fact: '429 for a while is no answer (specification); the wait goes on.',
			later: [
				{ after: 0, change: (state) => refuseReads(state, reads, 429, 2) },
				{ after: 5 * MINUTE, change: fulfil },
			],
			rounds: [{}, { after: 6 * MINUTE, waitHere: 120 }],
			right: ['met'],
		},
		{
			...base,
			name: 'deleted between two rounds',
			fact: 'A device that was deleted takes the way of errors (the page).',
			later: [{ after: MINUTE, change: of.remove ?? deleteEndpoint }],
			rounds: [{}, { after: 2 * MINUTE }],
			right: of.removed ?? ['error'],
		},
		{
			...base,
			name: 'deleted between two rounds, and the time is over',
			fact: 'A device that was deleted takes the way of errors (the page).',
			later: [{ after: MINUTE, change: of.remove ?? deleteEndpoint }],
			rounds: [{}, { after: 70 * MINUTE }],
			right: of.removed ?? ['error'],
		},
		...each(of.fields ?? ['since', 'until', 'baseline', 'of'], (field) => ({
			...base,
			name: `the state has lost its field ${field}`,
			fact: 'A state that was edited is refused by name (the page).',
			later: [{ after: 30 * SECOND, change: fulfil }],
			rounds: [{}, { after: MINUTE, item: edited((state) => delete state[field]) }],
			right: ['error'] as Case['right'],
		})),
		{
			...base,
			name: 'the end in the state was moved by hand',
			fact: 'A state that was edited is refused by name (the page).',
			rounds: [
				{},
				{
					after: MINUTE,
					item: edited((state) => void (state.until = '2026-04-01T00:00:00.000Z')),
				},
			],
			right: ['error'],
		},
		{
			...base,
			name: 'the state is of another condition',
			fact: 'A state of another condition is refused by name (the page).',
			rounds: [
				{},
				{
					after: MINUTE,
					item: edited(
						(state) => void (state.condition = of.condition === 'reply' ? 'online' : 'reply'),
					),
				},
			],
			right: ['error'],
		},
		{
			...base,
			name: 'the item comes round to a node of another thing',
			fact: 'A state of another endpoint is refused by name (the page).',
			rounds: [{}, { after: MINUTE, parameters: of.other ?? { endpointId: picked(4002) } }],
			right: ['error'],
		},
		{
			...base,
			name: 'met after a kill: the same first look twice',
			fact: 'A look changes nothing; a run that was killed is repeated and looks again (the page).',
			later: [{ after: 5 * MINUTE, change: fulfil }],
			rounds: [{}, { after: MINUTE }, { after: 2 * MINUTE }, { after: 10 * MINUTE, waitHere: 120 }],
			right: ['met'],
		},
	];
}

const AHEAD = [HOUR, -HOUR] as const;
const told = (off: number): string =>
	`n8n’s clock is ${off > 0 ? 'an hour ahead' : 'an hour behind'}`;
const CLOCK =
	'Newer by the ids and the clock of the service, never by the clock of this n8n (the page).';

/** The open state may hold what a wrong clock would take for new. */
export function clocks({ open, fulfil, options, parameters }: Wait): Case[] {
	// The end of a wait may go by the clock of n8n: it lies far off here.
	const base = {
		state: open,
		...(options && { options }),
		parameters: { ...parameters, atMost: 5 },
	};
	return AHEAD.flatMap((off): Case[] => [
		{
			...base,
			name: `${told(off)}, and nothing new happens`,
			fact: CLOCK,
			rounds: [{ clockOff: off }, { clockOff: off, after: 5 * MINUTE, waitHere: 60 }],
			right: ['notYet'],
		},
		{
			...base,
			name: `${told(off)}, and it happens`,
			fact: CLOCK,
			later: [{ after: 3 * MINUTE, change: fulfil }],
			rounds: [{ clockOff: off }, { clockOff: off, after: 5 * MINUTE, waitHere: 120 }],
			right: ['met'],
		},
		{
			...base,
			name: `${told(off)} at the first look, right afterwards, and it happens`,
			fact: CLOCK,
			later: [{ after: 3 * MINUTE, change: fulfil }],
			rounds: [{ clockOff: off }, { after: 5 * MINUTE, waitHere: 120 }],
			right: ['met'],
		},
		{
			...base,
			name: `${told(off)} at the first look, right afterwards, and nothing happens`,
			fact: CLOCK,
			rounds: [{ clockOff: off }, { after: 5 * MINUTE, waitHere: 60 }],
			right: ['notYet'],
		},
		{
			...base,
			name: `${told(off)}, the first look fails, and nothing new happens`,
			fact: CLOCK,
			later: [
				{ after: 0, change: (state) => refuseReads(state, /./, 503) },
				{ after: MINUTE, change: (state) => void (state.refusals = []) },
			],
			rounds: [{ clockOff: off }, { clockOff: off, after: 5 * MINUTE, waitHere: 60 }],
			right: ['notYet'],
		},
		{
			...base,
			name: `${told(off)}, the first look fails, and it happens`,
			fact: CLOCK,
			later: [
				{ after: 0, change: (state) => refuseReads(state, /./, 503) },
				{ after: MINUTE, change: (state) => void (state.refusals = []) },
				{ after: 10 * MINUTE, change: fulfil },
			],
			rounds: [
				{ clockOff: off },
				{ clockOff: off, after: 5 * MINUTE },
				{ clockOff: off, after: 12 * MINUTE, waitHere: 120 },
			],
			right: ['met'],
		},
		{
			...base,
			name: `${told(off)} from the second look on, and it happens`,
			fact: CLOCK,
			later: [{ after: 3 * MINUTE, change: fulfil }],
			rounds: [{}, { clockOff: off, after: 5 * MINUTE, waitHere: 120 }],
			right: ['met'],
		},
	]);
}
