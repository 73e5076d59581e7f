import type { Answer, AnswerRules, Effect, Json, LaneName } from '../wire';
import type { Bulk } from './bulk';
import type { Call, RequestEntry } from './call';
import type { Fields, Input, InputOf } from './field';
import type { Pages } from './pages';
import type { ReadBack } from './readBack';
import type { Rule } from './rules';
import type { SaidChange } from './saidChanges';
import type { Stakes } from './stakes';

/* An operation of the nodes: one entry of the table. */

/** A hint for a code that several causes share. */
export interface Explanation {
	hint: string;
	/** Whether what the service said with the code, in its entry and by the status of the answer, is this cause. */
	applies(said: { message: string; status: number }): boolean;
}

/** The properties of an entry that do not depend on the types of its fields. */
export interface Plain extends AnswerRules {
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
	/**
	 * Hints for an `error_code` or a status that means something special here. A code that several causes share is
	 * explained by what the service said with it.
	 */
	explains?: Record<number, string | Explanation>;
	/** Milliseconds; 30,000 unless given. */
	timeoutMs?: number;
	/** Needs a person's login; an application token is refused before any request. */
	userLoginOnly?: boolean;
	/** The effect of an acting call that succeeds: "the SMS was sent". Shown in its errors. */
	done?: string;
	/** Parts of the result, text or bytes, that become files of the item and leave its JSON. */
	files?: ReadonlyArray<{ from: string; as: string; name: string; type: string }>;
	/** Warning shown in the form. */
	notice?: string;
	/**
	 * Its items are performed together, though not in one request: each acts in one workspace, as items of a
	 * bulk call do.
	 */
	together?: true;
	/**
	 * Its items are the rows of one table: its form begins with columns, and all rows that are refused are named at
	 * once.
	 */
	itemsAreRows?: true;
	/** Its runs can be cut into waves. */
	waves?: true;
	/**
	 * The field by which a call is about all items of a run together, such as what is not in a table, or a
	 * limit of the run; undefined where each item is for itself. Items of such a run act for one account.
	 */
	aboutWholeRun?: (values: Json) => string | undefined;
	/** Names of the outputs that its items leave by, where there are several. */
	outputs?: readonly string[];
	/** The fields of its items, for who reads nothing but the node's type file. */
	gives?: string;
	/** Where something is at stake, an AI agent's call is a dry run unless a person allows it. */
	stakes?: Stakes;
	/** It sends an SMS: how many are billed for a call, which the limits of a tool count. */
	smsSent?: (input: Input) => number;
	/** What an acting call would take and cost, for a dry run. Sends only reads. */
	foresees?: (call: Call, input: Input) => Promise<Json>;
	/**
	 * What a call changes, where its fields do not name every endpoint and SIM: all of a tag, those of a
	 * batch. Reads it from the service; undefined where the fields of this input do name them. The limits
	 * of a tool count it.
	 */
	touched?: (call: Call, input: Input) => Promise<Touched | undefined>;
	/** Rules that hold beside the others where an AI agent calls it. */
	toolRules?: readonly Rule[];
	bulk?: Bulk;
}

/** Endpoints and SIMs that a call changes. */
export interface Touched {
	/** How many; Infinity where that cannot be known before it is sent. */
	count: number;
	/** The ids of the endpoints, where they are known one by one. */
	endpoints?: number[];
}

/** The properties of an entry that are typed by its fields. */
export interface Typed<F extends Fields> {
	fields: F;
	rules?: Array<Rule<InputOf<F>>>;
	/** Adds to checked input the values that the form implies and the service requires. */
	complete?: (input: InputOf<F>) => InputOf<F>;
	/** What is said of checked input before it is completed, beside the changes of its fields. */
	says?: (input: InputOf<F>) => SaidChange[];
	/** The body, where it is more than what the fields make. */
	body?: (fields: Json, input: InputOf<F>) => unknown;
	/** Result from the answer of the one request. */
	result?: (answer: Answer, input: InputOf<F>) => Json | Json[];
	/** Instead of a result: the entries of a list in pages. */
	pages?: Pages<InputOf<F>>;
	readBack?: ReadBack<InputOf<F>>;
	/**
	 * Reads of which the field `list` chooses one, by its value: the request and the result are those of that
	 * read. The request of the entry itself is that of the read that the form proposes.
	 */
	lists?: Readonly<Record<string, Operation>>;
	/** Lists of one thing that it reads in place of the list of its request, where a field asks for them. */
	listsOfOne?: ReadonlyArray<RequestEntry & { pages?: Pages }>;
	/** For the few entries that send several requests. */
	run?: (call: Call, input: InputOf<F>) => Promise<Json | Json[]>;
}

export type Operation = Plain & Typed<Fields>;
