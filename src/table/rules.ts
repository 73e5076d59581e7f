import type { Fields, Input } from './field';

/*
 * Rules over several fields. Generic over the input so that each entry keeps its field names; in
 * their words `{name}` stands for a field, and is shown as its label.
 */

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

/** A rule with its words for the reference page. */
export const rule = <I extends Input>(
	text: string,
	check: (...args: Parameters<Rule<I>>) => ReturnType<Rule<I>>,
): Rule<I> => Object.assign(check, { text });

/** Words of a rule as a person reads them: with the labels of the form. */
export const inLabels = (words: string, fields: Fields, quote = '"'): string =>
	words.replace(
		/\{(\w+)\}/g,
		(_, name: string) => `${quote}${fields[name]?.label ?? name}${quote}`,
	);

/** Both may not be given. Source: specification (`tags` and `tag_assignments`). */
export const exclusive = <I extends Input>(first: keyof I & string, second: keyof I & string) =>
	rule<I>(`{${first}} and {${second}} must not be given together`, (input) =>
		input[first] !== undefined && input[second] !== undefined
			? { field: first, rule: `must not be given together with {${second}}` }
			: undefined,
	);

/** One needs the other. Source: specification (`ip_address` and `ip_address_space`). */
export const needs = <I extends Input>(needing: keyof I & string, needed: keyof I & string) =>
	rule<I>(`{${needing}} needs {${needed}}`, (input) =>
		input[needing] !== undefined && input[needing] !== '' && input[needed] === undefined
			? { field: needing, rule: `needs {${needed}} to be given too` }
			: undefined,
	);

/** A moment that must not have passed; the value is ISO 8601. */
export const inFuture = <I extends Input>(field: keyof I & string) =>
	rule<I>(`{${field}} must be in the future`, (input, { now }) =>
		input[field] !== undefined && Date.parse(String(input[field])) <= now
			? { field, rule: `must be in the future, got ${String(input[field])}` }
			: undefined,
	);

/** An update must change something, or a typo would pass as success. */
export const changesSomething = <I extends Input>(changes: (input: I) => boolean) =>
	rule<I>('at least one field is changed', (input) =>
		changes(input)
			? undefined
			: { field: 'updateFields', rule: 'must hold at least one field to change' },
	);
