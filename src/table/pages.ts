import type { Json } from '../wire';
import type { Input } from './field';

/* Lists that the service gives in pages. */

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
