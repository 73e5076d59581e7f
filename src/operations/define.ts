import type * as z from 'zod/v4';
import type * as schemas from './schemas';
import type { LoginCall } from '../account';
import type { By } from './values';
import type { Answer, AnswerRules, Effect, Json, LaneName, RequestParts } from '../wire';

export type { By } from './values';
export type { Answer, AnswerRules, Effect, Json, LaneName, RequestParts } from '../wire';

/** What a picker lists. */
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
			/** By what else than its id; none where only the id is taken. */
			alsoBy?: By[];
			textIds?: boolean;
	  }
	/** Several ids picked from a list. */
	| { kind: 'picks'; lookup: LookupName }
	/** Rows of a field and a direction. */
	| { kind: 'sort'; choices: Choice[] };

/** Collections that keep optional fields out of the way. */
export type Group = 'additionalFields' | 'updateFields' | 'filters' | 'options';

/** Makes the check of a value, of the schemas that it is given when there is a value to check. */
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
	/** What stands in the path where it is not given. */
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
/** What the check of a field gives. */
export type ValueOf<F extends Field> = z.output<ReturnType<F['schema']>>;
export type InputOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> };
/** Checked input of any operation. */
export type Input = Record<string, unknown>;

/** What rules may look at beside the input. */
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

/** What reading back has found: the result, that it was not done, or neither for certain. */
export type Found<T> = { done: T } | 'notDone' | 'unclear';

export type Id = number | string;

/** Tells what a call may have made from what was there before, or is another's. */
export interface Since {
	/** When the call began, by the clock of the service that answers; milliseconds since 1970. */
	start(answer: Answer): number;
	/** Not known as the result of another call. */
	isFree(id: Id): boolean;
	/** An equal call has just succeeded without telling its id. */
	blurred: boolean;
}

/** A call that got no answer. */
export interface Lost<I = Input> {
	input: I;
	/** The body that was sent. */
	body: unknown;
	/** What was there before, where that was asked for. */
	before: unknown;
	since: Since;
}

/**
 * How it is read back what became of an entry's request that got no answer: where the input asks for
 * it, or always when the entry leaves no choice.
 */
export interface ReadBack<I = Input> {
	/** Calls of one key are not told apart by what they make: they go one after the other. */
	key(input: I): string;
	/** Reads what is there before, which what was made is not. */
	before?(call: Call, input: I): Promise<unknown>;
	/** Ids of what an answer says was made; that of its one object unless given. */
	ids?(answer: Answer): Array<Id | undefined>;
	/** What was made, in the form of an answer. */
	find(call: Call, lost: Lost<I>): Promise<Found<Json>>;
}

/** A list that the service gives in pages. */
export interface Pages<I = Input> {
	/** Entries in a page: the most of the service, or its default where that is unknown. */
	size: number;
	/** What becomes of an entry. */
	each(entry: Json, input: I): Json;
	/** The query of a page; `page` and `per_page` beside the rest unless given. */
	query?(rest: Json, page: number, size: number): Json;
}

/** What of an entry its request is made of. */
export type Asked = Pick<Operation, 'request' | 'effect' | 'lane'> &
	Partial<Pick<Operation, 'fields' | 'body' | 'timeoutMs'>>;

/** What a `run` may use: every request goes through here. */
export interface Call {
	readonly env: Env;
	readonly login: LoginCall;
	/**
	 * Sends the entry's own request for an input, with changes, and reads back where the entry says
	 * how; `before` is what was there, where the entry has read that already.
	 */
	own(input: Input, changes?: Partial<RequestParts>, before?: unknown): Promise<Answer>;
	/** Sends the request of another entry, such as the read before a top-up. */
	other(entry: Asked, input: Input, changes?: Partial<RequestParts>): Promise<Answer>;
	/** Sends what no entry describes, in the operation's lane and under its effect. */
	send(parts: RequestParts): Promise<Answer>;
	/** All entries of a list in pages, or those up to Limit; each as its entry or `keep` makes it. */
	list(
		entry: Asked & Pick<Operation, 'pages'>,
		input: Input,
		keep?: (entry: Json) => Json,
	): Promise<Json[]>;
	/** Endpoints by id, in few requests; one that is not found is left out. */
	endpoints(ids: number[]): Promise<Map<number, Json>>;
	/** The same of SIMs, at least with their `id` and `status`. */
	sims(ids: number[]): Promise<Map<number, Json>>;
	/** A number from 0 to 255 that marks the parts of one long message. */
	messageReference(): number;
	/** Lets time pass, such as while the service carries out what it has accepted. */
	wait(ms: number): Promise<void>;
	/** Runs one at a time what shares a key, such as two top-ups of one endpoint. */
	exclusively<T>(key: string, job: () => Promise<T>): Promise<T>;
}

/** An input as it is to be sent, with what was done for it; or what became of it already. */
export type Prepared = { input: Input; did?: string } | { done: Json } | { error: unknown };

/** How items of several inputs travel in one request. */
export interface Bulk {
	/** Most items in a call; where an option says how many, it is asked with all items. */
	size: number | ((items: Input[]) => number);
	/** What other requests do for the inputs before they are sent; one result an input. */
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
	/** What became of the items of a call of unknown outcome, one by one. */
	readBack?(call: Call, items: Input[], since: Since): Promise<Array<Found<Json>>>;
}

/** What of an entry is the same whatever its fields are. */
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
	/** What to do about an `error_code` or a status, where it means something special here. */
	explains?: Record<number, string>;
	/** Milliseconds; 30,000 unless given. */
	timeoutMs?: number;
	/** Needs a person's login; an application token is refused before any request. */
	userLoginOnly?: boolean;
	/** What has happened when an acting call succeeds: "the SMS was sent". Read in its errors. */
	done?: string;
	/** Text of the result that becomes a file of the item, and leaves its JSON. */
	file?: { from: string; as: string; name: string; type: string };
	/** Warning shown in the form. */
	notice?: string;
	/** Costs money, or cannot be undone: an AI agent's call of it is a dry run unless a person allows it. */
	stakes?: 'billed' | 'final';
	bulk?: Bulk;
}

/** What of an entry is written in the types of its fields. */
interface Typed<F extends Fields> {
	fields: F;
	rules?: Array<Rule<InputOf<F>>>;
	/** Completes checked input by what goes without saying in the form but not for the service. */
	complete?: (input: InputOf<F>) => InputOf<F>;
	/** The body, where it is more than what the fields make. */
	body?: (fields: Json, input: InputOf<F>) => unknown;
	/** Result from the answer of the one request. */
	result?: (answer: Answer, input: InputOf<F>) => Json | Json[];
	/** Instead of a result: the entries of a list in pages. */
	pages?: Pages<InputOf<F>>;
	readBack?: ReadBack<InputOf<F>>;
	/** For the few that send several requests. */
	run?: (call: Call, input: InputOf<F>) => Promise<Json | Json[]>;
}

export type Operation = Plain & Typed<Fields>;

/** What a GET does goes without saying: it reads. */
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
