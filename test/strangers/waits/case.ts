import type { IDataObject } from 'n8n-workflow';
import { ENDPOINT, MINUTE, oneDevice } from '../service/builders';
import type { Sms, State } from '../service/state';
import { picked } from '../support/operation';

/** 17 March 2026, a Tuesday, at noon by the clock of the service: the first look. */
export const START = Date.UTC(2026, 2, 17, 12);

export const SECOND = 1000;

/** How an item leaves the node. */
export type Outcome = 'met' | 'notYet' | 'timedOut' | 'error';

/** Something that happens at the service so many milliseconds after the start. */
export interface Later {
	after: number;
	change: (state: State, at: number) => void;
}

/** One run of the node. The item of a round is what the round before has given. */
export interface Round {
	/** Milliseconds after the start, by the clock of the service; at the end of the round before at least. */
	after?: number;
	/** Milliseconds by which the clock of n8n is ahead of that of the service. */
	clockOff?: number;
	/** Default: 0, one look. */
	waitHere?: number;
	/** Outcomes that the facts allow; by default Not Yet in all rounds but the last. */
	right?: Outcome[];
	/** The next round follows although the item has left for good. */
	goesOn?: boolean;
	/** Changes the item on its way back to the node. */
	item?: (item: IDataObject) => IDataObject;
	parameters?: IDataObject;
}

export interface Case {
	name: string;
	/** A sentence, with the page on which it stands. */
	fact: string;
	state: State;
	later?: Later[];
	/** Zone of the machine; by default as it is. */
	zone?: string;
	/** Values of the form beside the usual ones of the condition. */
	parameters?: IDataObject;
	options?: IDataObject;
	/** The item of the first round. */
	item?: IDataObject;
	/** Default: one round with one look. */
	rounds?: Round[];
	/** Outcomes that the facts allow in the last round. */
	right: Outcome[];
	/** Reasons of Timed Out that the facts allow. */
	reason?: string[];
	/** What may have shown it. */
	seenBy?: string[];
	/** Any further promise, in words where it is broken. */
	promise?: (item: IDataObject, state: State) => string | undefined;
}

/** A condition with the values that its form has unless a case says otherwise. */
export interface Condition {
	title: string;
	operation: string;
	parameters: IDataObject;
	/** Whether the operation may change something at the service. */
	isActing?: boolean;
	/** What is promised of this condition. */
	cases: Case[];
	/** What is promised of every condition. */
	general: Case[];
}

export const ONE_ENDPOINT = { endpointId: picked(ENDPOINT.id) };
export const AN_HOUR_AT_MOST = { atMost: 1, atMostUnit: 'hours' };

/** The ordinary device with lists of its own. */
export const known = (lists: Partial<State> = {}): State => ({ ...oneDevice(), ...lists });

/** A message to the device that was submitted a minute before the start, and is delivered. */
export const sent = (id: number, of: Partial<Sms> = {}): Sms => ({
	id,
	endpoint: ENDPOINT.id,
	kind: 'MT',
	at: START - MINUTE,
	status: 4,
	payload: 'STATUS?',
	...of,
});

/** A message from the device. */
export const received = (id: number, at: number, payload = 'OK', of: Partial<Sms> = {}): Sms => ({
	id,
	endpoint: ENDPOINT.id,
	kind: 'MO',
	at,
	status: 4,
	payload,
	...of,
});

const hex = (value: number): string => value.toString(16).padStart(2, '0').toUpperCase();

/** The header of a part of a long message. */
export const part = (reference: number, total: number, place: number): string =>
	`050003${hex(reference)}${hex(total)}${hex(place)}`;

/** Each of some values makes a case: variations of one fact. */
export const each = <T>(values: readonly T[], made: (value: T) => Case): Case[] =>
	values.map((value) => made(value));

/** What a field that narrows may yield where it yields nothing: as a value, or by an expression. */
export const NOTHING = [
	'={{ "" }}',
	'={{ " " }}',
	'={{ undefined }}',
	'={{ null }}',
	'={{ [] }}',
	'={{ $json.nothing }}',
	'undefined',
	'null',
];
