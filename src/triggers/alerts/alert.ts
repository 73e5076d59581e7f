import type { Choice, Fields, InputOf, Json } from '../../operations/define';
import type { SignOfLife } from './signOfLife';

/*
 * Alerts: what the feed does not know, and its events together do. A rule is pure: from what it
 * remembers and what a poll has read it says what is to be told, and what is to be remembered.
 */

/** Something to be told; it leaves as one item. */
export interface Told {
	/** One of the rule's events. */
	event: string;
	/** What happened, in one sentence for a person. */
	reason: string;
	/** Milliseconds since 1970, by the service's clock, of what it is about. */
	at: number;
	/** What else the item says, named as in simplified events: `endpoint_id`, `iccid`, … */
	fields: Json;
}

/** As an item, named as simplified events are. */
export const toldItem = ({ event, at, reason, fields }: Told): Json => ({
	event,
	timestamp: new Date(at).toISOString(),
	description: reason,
	...fields,
});

/** What one poll has read. */
export interface Facts {
	/** Events not read before, the oldest first, as the feed gives them without Simplify. */
	events: Json[];
	/** Milliseconds since 1970, by the service's clock: no event up to here is still to be read. */
	readTo: number;
	/** All endpoints of the form's filters, as their list gives them; asked for once a poll at most. */
	endpoints: () => Promise<Json[]>;
	/**
	 * When an endpoint last lived by what is in no event: by its traffic, or an open session if that
	 * counts. One call, or two.
	 */
	signOfLife: (endpointId: number, session: boolean) => Promise<SignOfLife>;
	/** Says in n8n's log what a person should know. */
	say: (message: string) => void;
}

export interface AlertRule<State = unknown, F extends Fields = Fields> {
	/** Choices in Events, with the words of the node panel in `action`. */
	events: ReadonlyArray<Choice & { value: string; action: string }>;
	/** Fields of the form, shown while one of its events is chosen. Names are of all rules. */
	fields: F;
	/** Ids of the types of events it looks at: they are read, whether they are told or not. */
	types: readonly number[];
	/** From its own text; undefined when it starts, and then it learns silently. */
	unpack: (packed: string | undefined) => State;
	/** 40 bytes a SIM at most, on average. */
	pack: (state: State) => string;
	/**
	 * One poll. Changes `state`, which is dropped when the poll fails; `chosen` holds those of its
	 * events that are to be told, `input` the checked fields.
	 */
	read: (
		state: State,
		facts: Facts,
		input: InputOf<F>,
		chosen: ReadonlySet<string>,
	) => Told[] | Promise<Told[]>;
	/** What a test in the editor shows. */
	sample: (event: string, at: number) => Told;
}

/** A rule; inside it `state` and `input` have the types of its own. */
export const defineAlert = <State, F extends Fields>(rule: AlertRule<State, F>): AlertRule =>
	// Only ever called with what it has unpacked, and with input its own fields have checked.
	rule as unknown as AlertRule;
