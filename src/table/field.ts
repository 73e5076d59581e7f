import type * as z from 'zod/v4';
import type { Control } from './control';
import type * as schemas from './schemas';
import type { By } from './values';

/* A field of a form: its look, its check, and where its value goes in the request. */

/** Collections that keep optional fields out of the way. */
export type FieldGroup =
	| 'identity'
	| 'newEndpoints'
	| 'updateFields'
	| 'filters'
	| 'waves'
	| 'options';

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
	 * The field says how a run is done, and nothing to the service: how it waits, what it allows, what its
	 * result shows. Under an idempotency key, requests that differ only in it are the same.
	 */
	aboutRun?: true;
	/**
	 * May be left as it is, although it stands outside the collections. Only Return All and Simplify are: n8n's
	 * own nodes have them there.
	 */
	optional?: boolean;
	/**
	 * Whether it says what the operation is about, so that an empty value is refused, or is a value that
	 * something gets. By its place unless given: see `narrows` in narrowing.ts.
	 */
	narrows?: boolean;
	placeholder?: string;
	/**
	 * The field of the item that the editor proposes for it, named as in the results of other operations. In a
	 * collection it counts where the field has not been added.
	 */
	fromItem?: string;
	/** It names another thing than the one that the item is about: the editor proposes nothing for it. */
	isAnother?: true;
	/** It confirms what cannot be undone: a person types it, so that an expression in it is refused. */
	confirms?: true;
	/** It shapes the node itself, so that an expression cannot give it: the form takes none. */
	isFixed?: true;
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
	 * The hint is shown on the reference page only. In the node's type file it is left out: it
	 * would be repeated at each operation, or says no more than the label.
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
