import type { Input, Rule } from './define';

/* Rules over several fields. Generic over the input so that each entry keeps its field names. */

/** Both may not be given. Source: specification (`tags` and `tag_assignments`). */
export const exclusive =
	<I extends Input>(one: keyof I & string, other: keyof I & string): Rule<I> =>
	(input) =>
		input[one] !== undefined && input[other] !== undefined
			? { field: one, rule: `must not be given together with ${other}` }
			: undefined;

/** One needs the other. Source: specification (`ip_address` and `ip_address_space`). */
export const needs =
	<I extends Input>(one: keyof I & string, other: keyof I & string): Rule<I> =>
	(input) =>
		input[one] !== undefined && input[one] !== '' && input[other] === undefined
			? { field: one, rule: `needs ${other} to be given too` }
			: undefined;

/** A moment that must not have passed; the value is ISO 8601. */
export const inFuture =
	<I extends Input>(field: keyof I & string): Rule<I> =>
	(input, { now }) =>
		input[field] !== undefined && Date.parse(String(input[field])) <= now
			? { field, rule: `must be in the future, got ${String(input[field])}` }
			: undefined;
