import type { Answer, Json } from '../wire';
import type { Call } from './call';
import type { Input } from './field';
import type { ReadBackResult, Since } from './readBack';

/* Entries whose items travel together in one request. */

/** An input ready to be sent, with what was done for it; or its result or error already. */
export type Prepared = { input: Input; did?: string } | { done: Json } | { error: unknown };

/** How items of several inputs travel in one request. */
export interface Bulk {
	/** Most items in a call; where an option sets it, a function of all items. */
	size: number | ((items: Input[]) => number);
	/**
	 * Makes what inputs name and nothing has, before names become ids; the error of each input whose names are
	 * refused.
	 */
	makeMissing?(call: Call, inputs: Input[]): Promise<Array<Error | undefined>>;
	/**
	 * Makes other requests for the inputs before they are sent; one result per input. `numbers` are
	 * the numbers of their items, as n8n counts them.
	 */
	prepare?(call: Call, inputs: Input[], numbers: number[]): Promise<Prepared[]>;
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
