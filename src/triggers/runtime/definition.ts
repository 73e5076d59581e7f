import type { Client } from '../../client/client';
import type { Fields, Input, Json, Rule } from '../../operations/define';
import type { Cell, DeliveryStore, Kind, Window } from './store';
import type { Polled, Resumed, Stored } from './stored';

/*
 * Definitions of triggers, whatever host runs them: one that asks, or one that is called. How n8n polls and
 * calls them is in nodes/CellularIot (polling.ts, calls.ts).
 */

/** Reads the form of a trigger. */
export interface FormReader {
	/** Checked values of fields; those not given as they are in a new node. @throws InputError */
	fields(fields: Fields, rules?: Rule[]): Input;
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
	/** Milliseconds of those wanted that the host allows; few while publishing waits. */
	budgetMs: (wantedMs: number, isUnderWay: boolean) => number;
	now: () => number;
	log: (message: string) => void;
}

/** A trigger that asks; `Form` is what its form asks for. */
export interface PollingTrigger<Form, State extends Stored> {
	form(read: FormReader): Form;
	/** The items of a test in the editor; nothing is remembered of them. */
	sample(poll: Poll, form: Form): Promise<Json[]>;
	poll(poll: Poll, form: Form, resumed: Resumed<State>): Promise<Polled<State>>;
}

/** A call that was let in. */
export interface Call {
	method: string;
	/** Undefined for what is no JSON. */
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
export type Refusal = { refuse: number; message: string } | { accept: object };

/** The result of a call. */
export interface Taken {
	/** Items of the run it starts; none for a repetition, or for what waits now. */
	items: Json[];
	/** The answer where it starts no run. */
	answer: object;
	/** Whether it has brought anything that is to be stored. */
	isNew: boolean;
	/** What it tells is held by this name. */
	call: string;
	/** To be called with whether n8n has taken it, before its answer leaves. */
	settle(taken: boolean): Promise<void>;
}

/** A trigger that is called; `Found` is what a call holds that could be read. */
export interface CalledTrigger<Form, Found, C extends Cell> {
	form(read: FormReader): Form;
	/** What is remembered, and for how long. */
	kind: Kind<C>;
	window(form: Form): Window;
	/** Answers to a call that may not come in, holds too much, or is under way already. */
	refusals: { unknown: string; tooLarge: string; busy: string; headers?: Record<string, string> };
	/** Reads a call. */
	read(call: Call, form: Form): Refusal | { found: Found };
	/** @throws BusyError when another call with the same is not decided yet. */
	take(store: DeliveryStore<C>, found: Found, form: Form, call: Call): Promise<Taken>;
	/** The names by which a run claims an item: it tells it where all of one group are its own. */
	claims(json: Json, form: Form): string[][];
	/** The item without what only {@link claims} needs. */
	bare?(json: Json): Json;
}
