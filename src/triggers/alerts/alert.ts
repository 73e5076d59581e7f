import type { Asked } from '../../run/changes/absent';
import type { Choice, Field, Fields, InputOf, Json } from '../../table/define';
import type { StoredForm } from '../runtime/storedForm';
import type { SignOfLife } from './signOfLife';

/*
 * Alerts: facts that no single event states, but several together do. A rule is a pure function: from its
 * memory and the facts of a poll it makes alerts and a new memory.
 */

/** An alert; it is emitted as one item. */
export interface Alert {
	/** One of the rule's events. */
	event: string;
	/** The reason, in one sentence for a person. */
	reason: string;
	/** The moment it is about: milliseconds since 1970, by the service's clock. */
	at: number;
	/** Further fields of the item, named as in simplified events: `endpoint_id`, `iccid`, … */
	fields: Json;
}

/** An alert as an item, with the names of simplified events. */
export const alertItem = ({ event, at, reason, fields }: Alert): Json => ({
	event,
	timestamp: new Date(at).toISOString(),
	description: reason,
	...fields,
});

export interface EndpointList {
	/** Endpoints as the service gives them, with deleted ones that it still names. */
	entries: Json[];
	/** Whether none is missing. */
	isComplete: boolean;
	/** The organisation and the filters: another text is another list. */
	of: string;
	/** Asks for endpoints that it lacks by their IDs, under its filters; `present` is one that it has. */
	ask: (absent: { ids: readonly number[]; present: number | undefined }) => Promise<Asked>;
}

/** The shortest time between two reads of the list of endpoints, which takes a call per 1,000. */
export const LIST_READ_MS = 5 * 60_000;

/** The facts of one poll. */
export interface Facts {
	/** Events not read before, the oldest first, as the feed gives them without Simplify. */
	events: Json[];
	/** Milliseconds since 1970, by the service's clock: every event before this moment has been read. */
	readTo: number;
	/** Milliseconds after the poll before of which the service no longer has the events. */
	lostMs: number;
	/** IANA name of the workflow's zone. */
	zone: string;
	/**
	 * Checks that countries of these names or ISO codes exist, where the role may read their list.
	 * @throws InputError for one that does not, about the field
	 */
	checkCountries: (
		names: readonly string[],
		field: readonly [name: string, field: Field],
	) => Promise<void>;
	/** The list of endpoints of the form's filters; read once a poll at most. */
	list: () => Promise<EndpointList>;
	/**
	 * The last sign of life of an endpoint beside its events: its traffic, or an open session if that
	 * counts. One call, or two.
	 */
	signOfLife: (endpointId: number, session: boolean) => Promise<SignOfLife>;
	/** Whether a cloud connect carries data; null where its tunnels do not tell. */
	isConnected: (cloudConnectId: number) => Promise<boolean | null>;
	/** The service's automations; read once a poll at most. */
	automations: () => Promise<Json[]>;
	/** The log of one execution of an automation. */
	automationLog: (automationId: string, execution: number) => Promise<Json[]>;
	/** Writes to n8n's log. */
	log: (message: string) => void;
}

/** Whether the list is to be read again after it was read at `lookedAt`. */
export const isListDue = (lookedAt: number, { readTo }: Facts): boolean =>
	// The difference is large, too, after a clock that was ahead has been corrected.
	Math.abs(readTo - lookedAt) >= LIST_READ_MS;

export interface AlertRule<State = unknown, F extends Fields = Fields> {
	/** Choices in Events, with the words of the node panel in `action`. */
	events: ReadonlyArray<Choice & { value: string; action: string }>;
	/** Fields of the form, shown while one of its events is chosen. All rules share one set of names. */
	fields: F;
	/** IDs of the types of events it looks at: they are read, whether they are emitted or not. */
	types: readonly number[];
	/** The memory of a rule that starts: it learns silently. */
	begin: () => State;
	/** How it is stored: 40 bytes per SIM at most, on average, unless its page states another bound. */
	memory: StoredForm<State>;
	/**
	 * One poll. Changes `state`, which is dropped when the poll fails; `chosen` holds those of its
	 * events that are emitted, `input` the checked fields.
	 */
	read: (
		state: State,
		facts: Facts,
		input: InputOf<F>,
		chosen: ReadonlySet<string>,
	) => Alert[] | Promise<Alert[]>;
	/** The alert of a test in the editor. */
	sample: (event: string, at: number) => Alert;
}

/** A rule; inside it `state` and `input` have types of their own. */
export const defineAlert = <State, F extends Fields>(rule: AlertRule<State, F>): AlertRule =>
	// eslint-disable-next-line no-restricted-syntax -- it only ever gets a memory that it has unpacked, and input that its own fields have checked
	rule as unknown as AlertRule;
