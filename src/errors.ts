import { oneLine } from './foreignText';
import type { Answer, Json } from './wire';

/**
 * The known effect of a failed call:
 * `refused`: the service said no, nothing was applied;
 * `notSent`: it never left, or reading back showed that it had no effect;
 * `unknown`: it may or may not have been applied;
 * `partial`: of several calls for one item the first ones were applied, the others were not.
 */
export type Outcome = 'refused' | 'notSent' | 'unknown' | 'partial';

/** Base of every error this package raises on purpose; hosts turn it into their own error. */
export class CellularIotError extends Error {
	/** One sentence on what a person can do about it. */
	readonly hint: string;
	readonly outcome: Outcome;
	/** The request that failed (`POST /api/v1/…`), shown in the details rather than the title. */
	request?: string;
	/** Further fields of the item of the failure, such as what has become of each of many endpoints. */
	readonly details?: Json;

	constructor(message: string, hint: string, outcome: Outcome, cause?: unknown) {
		super(oneLine(message), cause === undefined ? undefined : { cause });
		this.name = new.target.name;
		this.hint = oneLine(hint);
		this.outcome = outcome;
	}
}

/**
 * The error of something that only prepares a call, such as a login or a lookup: even if it got no
 * answer itself, the call that waits for it was certainly not sent.
 */
export function beforeSending(error: unknown): unknown {
	const own = ownError(error);
	return own?.outcome === 'unknown'
		? new CellularIotError(own.message, own.hint, 'notSent', own)
		: error;
}

/**
 * The words of an error without its statement that nothing was sent, where that is true only of the last
 * attempt, or of something beside the call.
 */
export const withoutNotSent = (message: string): string =>
	message.replace(/^Not sent: /, '').replace(/[.;:] nothing was sent( now)?\.?$/i, '');

/** A value that breaks a rule of the specification; raised before anything is sent. */
export class InputError extends CellularIotError {
	/** What of the message is in our own words and contains no text of others, where that is known. */
	said?: string;

	constructor(
		/** Name of the form field, such as `simId`. */
		readonly field: string,
		/** The rule, worded to follow the field: "must be a whole number of 1 or more". */
		readonly rule: string,
		label = field,
	) {
		super(`${label} ${rule}`, `Correct the field "${label}".`, 'notSent');
	}
}

/** A refusal whose words are all our own, unless `said` is what of them is. */
export const inOwnWords = (error: InputError, said = error.message): InputError =>
	Object.assign(error, { said });

/** Outcome of several calls for one item when one fails after `done` calls have succeeded. */
export function outcomeAfter(done: number, cause: unknown): Outcome {
	const { outcome } = knownOf(cause);
	return outcome !== 'unknown' && done > 0 ? 'partial' : outcome;
}

/** Hint for answers that may come from something other than the service. */
export const CHECK_BASE_URL =
	'Check that the Base URL is that of the service and not of a proxy or a sign-in page.';

/** Hint for answers that the service may have given in another form. */
const RUN_A_CHECK =
	'If it is the service, the operation "Account: Check" of the node Cellular IoT Account reports where its answers differ.';

/** Hint after a 201, which no proxy or sign-in page answers. */
const LOOK_FOR_IT =
	'It was most likely created: look for it in the service before you send it again.';

/** The service reported success, but its answer cannot be read. */
export class UnreadableAnswer extends CellularIotError {
	constructor(missing: string, { status }: Answer) {
		const hint = status === 201 ? LOOK_FOR_IT : `${CHECK_BASE_URL} ${RUN_A_CHECK}`;
		super(`The service answered ${status} without ${missing}`, hint, 'unknown');
	}
}

/** Several calls for one item, of which the first ones were made. */
export class PartlyDoneError extends CellularIotError {
	constructor(
		/** The part that was done, as a sentence without its full stop. */
		did: string,
		cause: unknown,
	) {
		const { message, hint } = knownOf(cause);
		const why = withoutNotSent(message);
		super(`${did}, but the rest failed: ${why}`, hint, outcomeAfter(1, cause), cause);
	}
}

/** An error and its causes, the innermost last. */
export function causesOf(error: unknown): unknown[] {
	const causes = new Set<unknown>();
	let next = error;
	while (next !== undefined && next !== null && !causes.has(next)) {
		causes.add(next);
		next = (next as { cause?: unknown }).cause;
	}
	return [...causes];
}

/** The first of an error and its causes that satisfies `is`. */
export const findCause = <T>(
	error: unknown,
	is: (candidate: unknown) => candidate is T,
): T | undefined => causesOf(error).find(is);

/** Our own error among an error and its causes, when a host has wrapped it. */
export const ownError = (error: unknown): CellularIotError | undefined =>
	findCause(error, (e): e is CellularIotError => e instanceof CellularIotError);

/** The message and the outcome of a failure. For an error of others, the outcome is unknown. */
export const knownOf = (error: unknown): Pick<CellularIotError, 'message' | 'hint' | 'outcome'> =>
	ownError(error) ?? { message: String(error), hint: '', outcome: 'unknown' };
