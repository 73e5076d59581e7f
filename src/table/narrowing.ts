import { InputError, inOwnWords } from '../errors';
import { isTextOfNothing } from '../textOfNothing';
import { isObject } from '../wire';
import type { Field, FieldGroup } from './field';
import { isEmpty, isReference } from './values';

/*
 * Present and empty is not absent. A filter, a workspace, a limit or a key whose expression gives nothing
 * would otherwise be left out, and the operation would be about everything that the field was to exclude.
 * Only what changes something may be left out by an empty value: the thing stays as it is.
 */

/** Collections whose fields are the values that a thing gets. */
const VALUES: readonly FieldGroup[] = ['identity', 'updateFields', 'newEndpoints'];

/**
 * Whether a field says what an operation is about or how it works, so that it must not be left out by an
 * empty value; other fields are values that something gets. What the form does not show is neither.
 */
export function narrows({ narrows: own, group, in: where, control }: Field): boolean {
	if (own !== undefined) return own;
	if (control.kind === 'itemField') return false;
	// A picker outside the collections names the thing itself, wherever that stands in the request.
	if (group === undefined) return where !== 'body' || control.kind === 'locator';
	return where !== 'body' && !VALUES.includes(group);
}

/**
 * Whether a value says nothing: no value, blanks, the text of a missing value, a picker or a name without a
 * value, or a list of nothing else.
 */
export function givesNothing(value: unknown): boolean {
	if (typeof value === 'string') return isTextOfNothing(value);
	if (Array.isArray(value)) return value.every(givesNothing);
	if (isReference(value) || (isObject(value) && '__rl' in value)) return givesNothing(value.value);
	return isEmpty(value);
}

/** The rule that a field breaks which is there and gives nothing. */
const MUST_SAY =
	'must not be empty: it is in the form and gives nothing, and without it this would be about more than was meant. Check that its expression names a field of this item, or remove it';

/** The refusal of a field that narrows, and gives nothing. */
export const saysNothing = (name: string, label: string): InputError =>
	inOwnWords(new InputError(name, MUST_SAY, label));
