import type { Client } from '../../run/client';
import type { Field, Fields, InputOf, Json, Rule } from '../../table/define';
import type { Cell, DeliveryStore, LedgerKind, KeyRetention } from './store';
import type { Polled, Resumed, Stored } from './stored';

/*
 * Definitions of triggers, independent of the host: triggers that poll, and triggers that are
 * called. How n8n polls and calls them is in nodes/CellularIot (polling.ts, calls.ts).
 */

/** Fields by their paths in a form: the name, or the collection and the name. */
export const fieldsByPath = (fields: Fields): Record<string, Field> =>
	Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [
			field.group === undefined ? name : `${field.group}.${name}`,
			field,
		]),
	);

/** Reads the form of a trigger. */
export interface FormReader {
	/** Checked values of fields; those not given as they are in a new node. @throws InputError */
	fields<F extends Fields>(fields: F, rules?: Rule[]): InputOf<F>;
	/** A value as it stands in the form. */
	value(name: string, otherwise: unknown): unknown;
	/** The values picked in the rows of a list. */
	picked(list: string, name: string): unknown[];
	/** IANA name of the workflow's zone. */
	zone(): string;
}

/** The account, the clock and the log of a poll. */
export interface Poll {
	client: Client;
	/** How many of the wanted milliseconds the host allows; few while publishing waits. */
	budgetMs: (wantedMs: number, isUnderWay: boolean) => number;
	/** Milliseconds since 1970, by this n8n's clock. */
	now: () => number;
	log: (message: string) => void;
}

/** A trigger that polls; `Form` is the checked values of its form. */
export interface PollingTrigger<Form, State extends Stored> {
	form(read: FormReader): Form;
	/** Fields in which a person picks things of an organisation, by their paths in the form. */
	pickers: Readonly<Record<string, Field>>;
	/** The client of the organisation that is watched. */
	within(client: Client, form: Form): Promise<Client>;
	/** The items of a test in the editor; nothing is remembered of them. */
	sample(poll: Poll, form: Form): Promise<Json[]>;
	poll(poll: Poll, form: Form, resumed: Resumed<State>): Promise<Polled<State>>;
}

/** An authenticated call. */
export interface IncomingCall {
	method: string;
	/** Undefined if it is not JSON. */
	body: unknown;
	/** It came without any body. */
	isEmpty: boolean;
	/** At the test address: nothing of it is kept. */
	isTest: boolean;
	/** Milliseconds since 1970. */
	now: number;
	log: (message: string) => void;
}

/** The answer to a call that starts nothing. */
type CallResponse = { refuse: number; message: string } | { accept: object };

/** The result of a call. */
export interface CallResult {
	/** Items of the run that the call starts; none for a repetition, or for data that waits now. */
	items: Json[];
	/** The answer where it starts no run. */
	answer: object;
	/** Whether the call has brought anything that is to be stored. */
	isNew: boolean;
	/** The name under which the store holds the call's entries. */
	call: string;
	/**
	 * To be called before the answer leaves, with whether n8n has taken the call. Only calls that n8n
	 * has taken count as delivered; otherwise a redelivery is as new as the first.
	 */
	settle(taken: boolean): Promise<void>;
}

/** A trigger that is called; `Found` is the readable content of a call. */
export interface CalledTrigger<Form, Found, C extends Cell> {
	form(read: FormReader): Form;
	/** The memory (`kind`), and for how long it is kept (`window`). */
	kind: LedgerKind<C>;
	window(form: Form): KeyRetention;
	/** Answers to a call that is not authentic, too large, or already under way. */
	refusals: { unknown: string; tooLarge: string; busy: string; headers?: Record<string, string> };
	read(call: IncomingCall, form: Form): CallResponse | { found: Found };
	/** @throws BusyError while another call with the same data is undecided. */
	take(store: DeliveryStore<C>, found: Found, form: Form, call: IncomingCall): Promise<CallResult>;
	/** Groups of names by which a run claims an item: it emits it if all of one group are its own. */
	claims(json: Json, form: Form): string[][];
	/** How a run emits its items: without the data that only {@link claims} needs, and as the form wants them. */
	emitted(form: Form): (json: Json) => Json;
}
