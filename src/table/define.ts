import type * as z from 'zod/v4';
import type * as schemas from './schemas';
import type { LoginCall } from '../account';
import type { By } from './values';
import type { Answer, AnswerRules, Effect, Json, LaneName, RequestParts } from '../wire';

export type { By } from './values';
export type { Answer, AnswerRules, Effect, Json, LaneName, RequestParts } from '../wire';

/** The kinds of things that pickers list. */
export const LOOKUPS = [
	'endpoint',
	'sim',
	'serviceProfile',
	'tariffProfile',
	'ipAddressSpace',
	'tag',
	'tagColor',
	'dataStream',
	'euicc',
	'euiccAction',
	'simOperationAction',
	'ratType',
	'service',
	'operator',
	'eventType',
	'workspace',
] as const;
export type LookupName = (typeof LOOKUPS)[number];

export interface Choice {
	name: string;
	value: string | number;
	description?: string;
}

/** How the editor shows a field. */
export type Control =
	| { kind: 'text'; rows?: number; secret?: boolean }
	| { kind: 'number'; min?: number; max?: number; decimals?: number }
	| { kind: 'flag' }
	| { kind: 'dateTime' }
	| { kind: 'choice'; choices: Choice[]; several?: boolean }
	/** Picker: From List, By ID, and the other names the thing is known by. */
	| {
			kind: 'locator';
			lookup: LookupName;
			/** Names accepted beside the id; absent where only the id is. */
			alsoBy?: By[];
			textIds?: boolean;
	  }
	/** Several ids picked from a list. */
	| { kind: 'picks'; lookup: LookupName }
	/** Rows of a field and a direction. */
	| { kind: 'sort'; choices: Choice[] };

/** Collections that keep optional fields out of the way. */
export type Group = 'additionalFields' | 'updateFields' | 'filters' | 'options';

/** Makes the check of a value from the schemas, which are passed in when there is a value. */
export type Check<T = unknown> = (s: typeof schemas) => z.ZodType<T>;

/** One form field: its place in the form, its rule, and its place in the request. */
export interface Field<T = unknown> {
	label: string;
	hint: string;
	control: Control;
	/** Checks the form's value and turns it into the wire's. Its messages follow the label. */
	schema: Check<T>;
	/** Where the value goes; a field without a place is read by `run` only. */
	in?: 'path' | 'query' | 'body' | 'filter';
	/** Wire name; dots nest (`service_profile.id`). A filter without one is part of `q` as it is. */
	key?: string;
	/** Text that stands in the path where the value is not given. */
	otherwise?: string;
	group?: Group;
	default?: unknown;
	/** May stay empty, although it stands outside the collections. */
	optional?: boolean;
	placeholder?: string;
	/** Bulk: one value for the whole call; items that differ in it travel in different calls. */
	shared?: boolean;
	/** Shown when another field of the form has one of these values. */
	showWhen?: Record<string, unknown[]>;
	/** Text of a notice shown above the field. */
	notice?: string;
	/** The rule in words, for the reference page. */
	rule?: string;
	/** A plain value for the reference page's example. */
	example?: unknown;
}

export type Fields = Record<string, Field>;
/** The type of a field's checked value. */
export type ValueOf<F extends Field> = z.output<ReturnType<F['schema']>>;
export type InputOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> };
/** Checked input of any operation. */
export type Input = Record<string, unknown>;

/** Facts that rules may use beside the input. */
export interface Env {
	/** Milliseconds since 1970. */
	now: number;
	/** Items of the run, where there is one. */
	items?: number;
}

/** A rule over several fields; gives the field at fault and what it must do, or nothing. */
export interface Rule<I = Input> {
	(input: I, env: Env): { field: string; rule: string } | undefined;
	/** The rule in words, for the reference page. */
	text?: string;
}

/** The finding of reading back: the result, that it was not done, or neither for certain. */
export type Found<T> = { done: T } | 'notDone' | 'unclear';

export type Id = number | string;

/** Tells things a call may have made from older ones and those of other calls. */
export interface Since {
	/** When the call began, by the clock of the service that answers; milliseconds since 1970. */
	start(answer: Answer): number;
	/** Whether the id is not known as the result of another call. */
	isFree(id: Id): boolean;
	/** Whether an equal call has just succeeded without an id in its answer. */
	blurred: boolean;
}

/** A call that got no answer. */
export interface Lost<I = Input> {
	input: I;
	/** The body that was sent. */
	body: unknown;
	/** The state read by {@link ReadBack.before}, where the entry has that. */
	before: unknown;
	since: Since;
}

/**
 * How an entry's request that got no answer is read back: where the input asks for it, or always
 * when the entry leaves no choice.
 */
export interface ReadBack<I = Input> {
	/** Calls of one key make things that look alike: they go one after the other. */
	key(input: I): string;
	/** Reads the things that are there before the call, so that they are not taken for its result. */
	before?(call: Call, input: I): Promise<unknown>;
	/** Ids of the things an answer names as made; the id of its one object unless given. */
	ids?(answer: Answer): Array<Id | undefined>;
	/** Finds the thing that was made, in the form of an answer. */
	find(call: Call, lost: Lost<I>): Promise<Found<Json>>;
}

/** A list that the service gives in pages. */
export interface Pages<I = Input> {
	/** Entries in a page: the most of the service, or its default where that is unknown. */
	size: number;
	/** Turns an entry of the list into a result. */
	each(entry: Json, input: I): Json;
	/** The query of a page; `page` and `per_page` beside the rest unless given. */
	query?(rest: Json, page: number, size: number): Json;
}

/** The properties of an entry that its request is made from. */
export type Asked = Pick<Operation, 'request' | 'effect' | 'lane'> &
	Partial<Pick<Operation, 'fields' | 'body' | 'timeoutMs'>>;

/** The functions a `run` may use: every request goes through here. */
export interface Call {
	readonly env: Env;
	readonly login: LoginCall;
	/**
	 * Sends the entry's own request for an input, with changes, and reads back where the entry says
	 * how; `before` is the earlier state, where the entry has read it already.
	 */
	own(input: Input, changes?: Partial<RequestParts>, before?: unknown): Promise<Answer>;
	/** Sends the request of another entry, such as the read before a top-up. */
	other(entry: Asked, input: Input, changes?: Partial<RequestParts>): Promise<Answer>;
	/** Sends a request that no entry describes, in the operation's lane and under its effect. */
	send(parts: RequestParts): Promise<Answer>;
	/** All entries of a list in pages, or those up to Limit; each as its entry or `keep` makes it. */
	list(
		entry: Asked & Pick<Operation, 'pages'>,
		input: Input,
		keep?: (entry: Json) => Json,
	): Promise<Json[]>;
	/** Endpoints by id, in few requests; one that is not found is left out. */
	endpoints(ids: number[]): Promise<Map<number, Json>>;
	/** SIMs by id, likewise; with at least their `id` and `status`. */
	sims(ids: number[]): Promise<Map<number, Json>>;
	/** A number from 0 to 255 that marks the parts of one long message. */
	messageReference(): number;
	/** Lets time pass, such as while the service carries out what it has accepted. */
	wait(ms: number): Promise<void>;
	/** Runs jobs that share a key one at a time, such as two top-ups of one endpoint. */
	exclusively<T>(key: string, job: () => Promise<T>): Promise<T>;
}

/** An input ready to be sent, with what was done for it; or its result or error already. */
export type Prepared = { input: Input; did?: string } | { done: Json } | { error: unknown };

/** How items of several inputs travel in one request. */
export interface Bulk {
	/** Most items in a call; where an option sets it, a function of all items. */
	size: number | ((items: Input[]) => number);
	/** Makes other requests for the inputs before they are sent; one result per input. */
	prepare?(call: Call, inputs: Input[]): Promise<Prepared[]>;
	/** The request body for items whose shared fields are equal. */
	body(shared: Json, items: Json[]): unknown;
	/** One result per item from the answer; undefined for an item of which it shows nothing. */
	results(answer: Answer, items: Input[]): Array<Json | undefined>;
	/** The id by which an answer may say of an item that it was refused while others were done. */
	idOf?(item: Input): unknown;
	/** Fills in what the results of a call lack, by reading; never fails. */
	fill?(call: Call, items: Input[], results: Json[]): Promise<Json[]>;
	/** For a batch that takes several requests: one result per item. */
	run?(call: Call, items: Input[]): Promise<Array<{ done: Json } | { error: unknown }>>;
	/** Reads back the items of a call of unknown outcome; one finding per item. */
	readBack?(call: Call, items: Input[], since: Since): Promise<Array<Found<Json>>>;
}

/** The properties of an entry that do not depend on the types of its fields. */
interface Plain extends AnswerRules {
	resource: string;
	name: string;
	/** "Send an SMS": what the editor's node creator shows. */
	action: string;
	description: string;
	/** `METHOD /path/{field}`. */
	request: string;
	effect: Effect;
	lane: LaneName;
	source: 'specification' | 'public reference';
	/** Statuses the service documents for refusals, beside those any call can meet. */
	errors?: readonly number[];
	/** Hints for an `error_code` or a status that means something special here. */
	explains?: Record<number, string>;
	/** Milliseconds; 30,000 unless given. */
	timeoutMs?: number;
	/** Needs a person's login; an application token is refused before any request. */
	userLoginOnly?: boolean;
	/** The effect of an acting call that succeeds: "the SMS was sent". Shown in its errors. */
	done?: string;
	/** Text of the result that becomes a file of the item, and leaves its JSON. */
	file?: { from: string; as: string; name: string; type: string };
	/** Warning shown in the form. */
	notice?: string;
	/** Costs money, or cannot be undone: an AI agent's call of it is a dry run unless a person allows it. */
	stakes?: 'billed' | 'final';
	bulk?: Bulk;
}

/** The properties of an entry that are typed by its fields. */
interface Typed<F extends Fields> {
	fields: F;
	rules?: Array<Rule<InputOf<F>>>;
	/** Adds to checked input the values that the form implies and the service requires. */
	complete?: (input: InputOf<F>) => InputOf<F>;
	/** The body, where it is more than what the fields make. */
	body?: (fields: Json, input: InputOf<F>) => unknown;
	/** Result from the answer of the one request. */
	result?: (answer: Answer, input: InputOf<F>) => Json | Json[];
	/** Instead of a result: the entries of a list in pages. */
	pages?: Pages<InputOf<F>>;
	readBack?: ReadBack<InputOf<F>>;
	/** For the few entries that send several requests. */
	run?: (call: Call, input: InputOf<F>) => Promise<Json | Json[]>;
}

export type Operation = Plain & Typed<Fields>;

/** The effect of a GET need not be given: it reads. */
type Effective = { request: `GET ${string}` } | { effect: Effect };
type Definition<F extends Fields, Given extends PropertyKey> = Typed<F> &
	Partial<Plain> &
	Omit<Plain, Given | 'effect'> &
	('effect' extends Given ? unknown : Effective);

/** Makes entries of the table, with what they have in common. */
export const operationsWith =
	<Common extends Partial<Plain & Pick<Operation, 'rules'>>>(common: Common) =>
	/** One entry; inside it `input` has the types of its fields. */
	<F extends Fields>(own: Definition<F, keyof Common>): Operation =>
		// The engine only ever calls rules, result and run with input its own fields have checked.
		({ effect: 'read', ...common, ...own }) as unknown as Operation;

/** One entry that shares nothing with others. */
export const defineOperation = operationsWith({});
