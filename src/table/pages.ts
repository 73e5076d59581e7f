import type { Json } from '../wire';
import type { Input } from './field';

/* Lists that the service returns in pages. */

/** The parts of a list's entries that are compared from one run to the next, by their names. */
export interface ComparedParts {
	/** IDs of statuses, each from 0 to 5; two parts at most. */
	states: Record<string, (entry: Json) => unknown>;
	/** The values that make up each of the other parts. */
	values: Record<string, (entry: Json) => unknown[]>;
	/** Whether the list contains the entry although it is deleted. */
	isDeleted(entry: Json): boolean;
}

/** A list that the service returns in pages. */
export interface Pages<I = Input> {
	/** Entries in a page: the largest number that the service allows, or its default where that is not known. */
	size: number;
	/** Turns an entry of the list into a result. */
	each(entry: Json, input: I): Json;
	/** The query of a page; by default `page` and `per_page` are added to `rest`. */
	query?(rest: Json, page: number, size: number): Json;
	/** Distinguishes entries that share an ID; by default each ID is one entry. */
	identity?(entry: Json): string;
	/** The parts of an entry that are compared where only changes are wanted. */
	parts?: ComparedParts;
}
