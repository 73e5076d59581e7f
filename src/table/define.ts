import type * as z from 'zod/v4';
import type * as schemas from './schemas';
import type { LoginCall } from '../account';
import type { Stakes } from './stakes';
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
	'dns',
	'breakoutRegion',
	'smsInterface',
	'smsLimit',
	'callback',
	'callbackSecret',
	'inclusiveVolume',
	'product',
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
	'automation',
	'automationAction',
	'automationEvent',
	'automationStatus',
	'customEvent',
	'customEventTemplate',
	'systemEvent',
	'applicationToken',
	'user',
	'userRole',
] as const;
export type LookupName = (typeof LOOKUPS)[number];

/** Forms that are made from names the service gives; see automationForm.ts. */
export const NAMED_FORM_NAMES = ['actionProperties', 'targets', 'templateProperties'] as const;
export type NamedFormName = (typeof NAMED_FORM_NAMES)[number];

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
			/** Takes what is not in its list, too. */
			isFree?: boolean;
			/** Names of the fields whose values its list depends on. */
			narrowedBy?: string[];
			/** Several may be named in one text. */
			several?: boolean;
	  }
	/** Several ids picked from a list. */
	| { kind: 'picks'; lookup: LookupName }
	/** Rows of a field and a direction. */
	| { kind: 'sort'; choices: Choice[] }
	/** An object or list in JSON. */
	| { kind: 'json' }
	/** n8n's mapper, with a column for each name of a form. */
	| { kind: 'mapper'; form: NamedFormName }
	/** Not in the form: the value is a field of the item. */
	| { kind: 'itemField'; name: string };

/** Collections that keep optional fields out of the way. */
export type FieldGroup = 'updateFields' | 'filters' | 'options';

/** Kinds of things that a filter may name. */
export type NamedKind = 'country' | 'countryOrCode' | 'endpoint' | 'operator' | 'tag' | 'user';

/** Makes the check of a value. The schemas are passed in when there is a value to check. */
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
	group?: FieldGroup;
	default?: unknown;
	/**
	 * The field says how a run waits or what its result shows, and nothing to the service: under an
	 * idempotency key, requests that differ only in it are the same. This holds for the options without a
	 * place, too.
	 */
	aboutRun?: true;
	/** May stay empty, although it stands outside the collections. */
	optional?: boolean;
	/** Stands in a collection, and is refused if it is added without a value. */
	isNeverEmpty?: boolean;
	placeholder?: string;
	/**
	 * The field of the item that the editor proposes for it, named as in the results of other operations.
	 */
	fromItem?: string;
	/** Where an agent calls, a larger value counts as this one. */
	mostInTool?: number;
	/** Bulk: one value for the whole call; items that differ in it travel in different calls. */
	shared?: boolean;
	/** Shown when another field of the form has one of these values. */
	showWhen?: Record<string, unknown[]>;
	/** Text of a notice shown above the field. */
	notice?: string;
	/** The rule in words, for the reference page. */
	rule?: string;
	/**
	 * The hint is shown on the reference page only. Those who build with the node's type file read it once
	 * for the whole node, since it would be the same at each operation.
	 */
	saidOnce?: boolean;
	/** A filter: the things it names, several of them parted by `|` or `||`. */
	names?: NamedKind;
	/** The only column that it has in a table: the one that identifies the thing this way. */
	columnBy?: By;
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
export type ReadBackResult<T> = { done: T } | 'notDone' | 'unclear';

export type Id = number | string;

/**
 * Distinguishes things that a call may have made from older ones, from later ones, and from those of other
 * calls. Times are by the clock of the service that answers, in milliseconds since 1970.
 */
export interface Since {
	/** When the call was sent at the earliest. */
	start(answer: Answer): number;
	/** When the call can have arrived at the latest: a thing made later belongs to another call. */
	end(answer: Answer): number;
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
	find(call: Call, lost: Lost<I>): Promise<ReadBackResult<Json>>;
}

/** The parts of a list's entries that are compared from one run to the next, by their names. */
export interface ComparedParts {
	/** Ids of statuses, each from 0 to 5; two parts at most. */
	states: Record<string, (entry: Json) => unknown>;
	/** The values that each of the other parts is made of. */
	values: Record<string, (entry: Json) => unknown[]>;
	/** Whether the entry is deleted, and the list names it all the same. */
	isDeleted(entry: Json): boolean;
}

/** A list that the service gives in pages. */
export interface Pages<I = Input> {
	/** Entries in a page: the most of the service, or its default where that is unknown. */
	size: number;
	/** Turns an entry of the list into a result. */
	each(entry: Json, input: I): Json;
	/** The query of a page; `page` and `per_page` beside the rest unless given. */
	query?(rest: Json, page: number, size: number): Json;
	/** The parts of an entry that are compared where only changes are wanted. */
	parts?: ComparedParts;
}

/** The properties of an entry that its request is made from. */
export type RequestEntry = Pick<Operation, 'request' | 'effect' | 'lane'> &
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
	other(entry: RequestEntry, input: Input, changes?: Partial<RequestParts>): Promise<Answer>;
	/** Sends a request that no entry describes, in the operation's lane and under its effect. */
	send(parts: RequestParts): Promise<Answer>;
	/**
	 * All entries of a list in pages, or those up to Limit; each as its entry or `keep` makes it, which
	 * drops one by undefined.
	 */
	list(
		entry: RequestEntry & Pick<Operation, 'pages'>,
		input: Input,
		keep?: (entry: Json) => Json | undefined,
		how?: {
			/** Called where entries may be missing. */
			cut?: () => void;
			/** The answer of the first page, where that has been read. */
			first?: Answer;
		},
	): Promise<Json[]>;
	/** The whole list of a picker, read once for a run. */
	entries(lookup: LookupName): Promise<Json[]>;
	/** The result of a job that the items of a run share, done once; a failed one is done again. */
	once<T>(what: string, job: () => Promise<T>): Promise<T>;
	/**
	 * Endpoints or SIMs by a number or name, named as the filter of their list, in few requests; an
	 * empty list for a value that none has.
	 */
	find(kind: 'endpoint' | 'sim', filter: string, values: string[]): Promise<Map<string, Json[]>>;
	/** Endpoints by id, in few requests; one that is not found is left out. */
	endpoints(ids: number[]): Promise<Map<number, Json>>;
	/** SIMs by id, in the same way; with at least their `id` and `status`. */
	sims(ids: number[]): Promise<Map<number, Json>>;
	/** A number from 0 to 255 that marks the parts of one long message. */
	messageReference(): number;
	/** Eight random hexadecimal digits, by which a new thing is found in a list. */
	mark(): string;
	/** Lets time pass, such as while the service carries out what it has accepted. */
	wait(ms: number): Promise<void>;
	/** Runs jobs that share a key one at a time, such as two top-ups of one endpoint. */
	exclusively<T>(key: string, job: () => Promise<T>): Promise<T>;
	/** Adds a note about the results, for what the items do not show: a sentence without its full stop. */
	note(sentence: string): void;
}

/** An input ready to be sent, with what was done for it; or its result or error already. */
export type Prepared = { input: Input; did?: string } | { done: Json } | { error: unknown };

/** An item that was refused before its operation began. */
export interface RefusedRow {
	/** The number of its item, as n8n counts them. */
	index: number;
	error: unknown;
}

/** How items of several inputs travel in one request. */
export interface Bulk {
	/** Most items in a call; where an option sets it, a function of all items. */
	size: number | ((items: Input[]) => number);
	/** Makes what inputs name and nothing has yet, before their references are resolved. */
	first?(call: Call, inputs: Input[]): Promise<void>;
	/**
	 * Makes other requests for the inputs before they are sent; one result per input. `places` are
	 * the numbers of their items, as n8n counts them.
	 */
	prepare?(call: Call, inputs: Input[], places: number[]): Promise<Prepared[]>;
	/** The request body for items whose shared fields are equal. */
	body(shared: Json, items: Json[]): unknown;
	/** One result per item from the answer; undefined for an item of which it shows nothing. */
	results(answer: Answer, items: Input[]): Array<Json | undefined>;
	/** The id by which an answer may say of an item that it was refused while others were done. */
	idOf?(item: Input): unknown;
	/** Completes the results of a call by reading; never fails. */
	fill?(call: Call, items: Input[], results: Json[]): Promise<Json[]>;
	/** For a batch that takes several requests: one result per item, which may be several entries. */
	run?(call: Call, items: Input[]): Promise<Array<{ done: Json | Json[] } | { error: unknown }>>;
	/** Reads back the items of a call of unknown outcome; one finding per item. */
	readBack?(call: Call, items: Input[], since: Since): Promise<Array<ReadBackResult<Json>>>;
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
	/** The public reference unless given. */
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
	/**
	 * Its items are performed together, though not in one request: each acts in one workspace, as items of a
	 * bulk call do.
	 */
	together?: true;
	/** Its items are the rows of one table: its form begins with columns. */
	isTable?: true;
	/** Names of the outputs that its items leave by, where there are several. */
	outputs?: readonly string[];
	/** Where something is at stake, an AI agent's call is a dry run unless a person allows it. */
	stakes?: Stakes;
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

/** Only a GET, which reads, and a DELETE, which sets, need no effect. */
type Effective = { request: `${'GET' | 'DELETE'} ${string}` } | { effect: Effect };
export type Definition<F extends Fields, Given extends PropertyKey = never> = Typed<F> &
	Partial<Plain> &
	Omit<Plain, Given | 'effect' | 'source'> &
	('effect' extends Given ? unknown : Effective);

/** Makes entries of the table, with what they have in common. */
export const operationsWith =
	<Common extends Partial<Plain & Pick<Operation, 'rules'>>>(common: Common) =>
	/** One entry; inside it `input` has the types of its fields. */
	<F extends Fields>(own: Definition<F, keyof Common>): Operation =>
		// The engine only ever calls rules, result and run with input its own fields have checked.
		({
			effect: own.request?.startsWith('DELETE') ? 'set' : 'read',
			source: 'public reference',
			...common,
			...own,
		}) as unknown as Operation;

/** One entry that shares nothing with others. */
export const defineOperation = operationsWith({});
