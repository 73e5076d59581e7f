/**
 * What is known about the effect of a failed call:
 * `refused`: the service said no, nothing was applied; `notSent`: it never left, or reading back
 * showed that it had no effect;
 * `unknown`: it may or may not have been applied.
 */
export type Outcome = 'refused' | 'notSent' | 'unknown';

/** Base of every error this package raises on purpose; hosts turn it into their own error. */
export class CellularIotError extends Error {
	/** One sentence on what a person can do about it. */
	readonly hint: string;
	readonly outcome: Outcome;

	constructor(message: string, hint: string, outcome: Outcome, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.name = new.target.name;
		this.hint = hint;
		this.outcome = outcome;
	}
}

/** A value that breaks a rule of the specification; raised before anything is sent. */
export class InputError extends CellularIotError {
	constructor(
		/** Name of the form field, such as `simId`. */
		readonly field: string,
		/** The rule, worded to follow the field: "must be a whole number of 1 or more". */
		readonly rule: string,
		label = field,
	) {
		super(`${label} ${rule}`, `Correct the field "${label}" (${field}) and run again.`, 'notSent');
	}
}

/** Walks an error and its causes and gives the first that satisfies `is`. */
export function findCause<T>(
	error: unknown,
	is: (candidate: unknown) => candidate is T,
): T | undefined {
	const seen = new Set<unknown>();
	for (let e = error; e !== undefined && e !== null && !seen.has(e); ) {
		if (is(e)) return e;
		seen.add(e);
		e = (e as { cause?: unknown }).cause;
	}
	return undefined;
}

/** Our own error inside whatever a host wrapped around it. */
export const ownError = (error: unknown): CellularIotError | undefined =>
	findCause(error, (e): e is CellularIotError => e instanceof CellularIotError);
