import type * as z from 'zod/v4';
import type { Control } from './control';
import type * as schemas from './schemas';
import type { By } from './values';

/* A field of a form: its look, its check, and where its value goes in the request. */

/** Collections that keep optional fields out of the way. */
export type FieldGroup = 'updateFields' | 'filters' | 'options';

/** Kinds of things that a filter may name. */
export type NamedKind = 'country' | 'countryOrCode' | 'endpoint' | 'operator' | 'tag' | 'user';

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
	group?: FieldGroup;
	default?: unknown;
	/**
	 * Says how a run waits or what its result shows, and nothing to the service: under an idempotency key, a
	 * request with another value is the same one. So are the options without a place.
	 */
	aboutRun?: true;
	/** May stay empty, although it stands outside the collections. */
	optional?: boolean;
	/** Stands in a collection, and is refused where it is added and its value is empty. */
	isNeverEmpty?: boolean;
	placeholder?: string;
	/** The field of the item that the editor proposes for it: the one in which other operations name it. */
	fromItem?: string;
	/** The most that it counts as where an agent calls. */
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
	 * Said once for a whole node to those who build with its type file, which would repeat the hint at
	 * each operation: the hint is for the reference page alone.
	 */
	saidOnce?: boolean;
	/** A filter: the things it names, several of them parted by `|` or `||`. */
	names?: NamedKind;
	/** Its only column in a table: the one that names it this way. */
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
