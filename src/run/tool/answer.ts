import { InputError, ownError } from '../../errors';
import type { Outcome } from '../../errors';
import type { Json, Operation } from '../../table/define';
import { SECRET_FIELDS } from '../../table/secretFields';
import { type Stakes, STAKES } from '../../table/stakes';
import { isEmpty } from '../../table/values';

/* The answer a language model gets to a call: the outcome, what to do next, and the items. */

export interface ToolAnswer extends Json {
	outcome: Outcome | 'done' | 'dryRun';
	message: string;
	/** Number of entries in the whole list, where the service gives it. */
	total?: number;
	items?: Json[];
}

/**
 * An item without empty values, and without secrets: what a model reads is sent to its provider, and
 * kept in its log.
 */
const compactItem = (item: Json): Json =>
	Object.fromEntries(
		Object.entries(item)
			.filter(([, value]) => !isEmpty(value))
			.map(([key, value]) => [key, SECRET_FIELDS.includes(key) ? '(not shown to a model)' : value]),
	);

/** The facts that are certain after a failure, and what a model may do. */
const AFTER_FAILURE: Record<Outcome, string> = {
	refused: 'Refused by the service: nothing was changed.',
	notSent: 'Nothing was done.',
	unknown:
		'It is not known whether it happened. Do not call this again: it could happen twice. Look it up, or tell the person.',
	partial: 'Only a part of it happened. Do not call this again: tell the person.',
};

/** Ends a sentence. */
const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/**
 * A failure as an answer, so that the model can correct its call or inform the person. Unless the
 * call was under way, it certainly did nothing.
 */
export function failureAnswer(error: unknown, underWay = false): ToolAnswer {
	const own = ownError(error);
	const known = own?.outcome ?? 'unknown';
	const outcome = known === 'unknown' && !underWay ? 'notSent' : known;
	const message = own?.message ?? String((error as Error | undefined)?.message ?? error);
	const hint = own instanceof InputError ? 'Correct it and call again, or ask.' : own?.hint;
	return {
		outcome,
		message: [AFTER_FAILURE[outcome], ended(message), hint && ended(hint)]
			.filter(Boolean)
			.join(' '),
	};
}

/** The answer of a dry run: what would be done, for a person to decide. */
export function dryAnswer({ action }: Operation, stakes: Stakes, given: string[]): ToolAnswer {
	return {
		outcome: 'dryRun',
		message:
			`Dry run: nothing was sent, because ${STAKES[stakes]}. It would be done: ${action}${given.length > 0 ? ` (${given.join('; ')})` : ''}. ` +
			'Tell the person; calling again changes nothing. A person can switch on "Allow Costly, Final or Access Changes" in the limits of this tool.',
	};
}

/** The answer to a write. */
export const doneAnswer = ({ action, done }: Operation, items: Json[]): ToolAnswer => ({
	outcome: 'done',
	message: `Done: ${done ?? action}. Do not call it again for the same.`,
	items: items.map(compactItem),
});

/** The answer to a read; for a list, with how much of it is shown. */
export function readAnswer(
	items: Json[],
	list?: { total?: number; near?: string; notes?: string[] },
): ToolAnswer {
	const total = list && items.length === 0 ? 0 : list?.total;
	const notes = (list?.notes ?? []).map(ended);
	return {
		outcome: 'done',
		items: items.map(compactItem),
		...(total !== undefined && { total }),
		message: [shownInWords(items.length, list), ...notes].join(' '),
	};
}

function shownInWords(shown: number, list?: { total?: number; near?: string }): string {
	if (!list) return 'This is what there is.';
	const { total, near } = list;
	if (shown === 0) return `Nothing fits${near ? `; ${near}` : ''}. Change the filter, or say so.`;
	if (total === undefined)
		return `${shown} are shown; there may be more. Use a filter to find others.`;
	if (total > shown) return `${shown} of ${total} are shown. Use a filter to find others.`;
	return total === 1 ? 'This is the only one.' : `These are all ${total}.`;
}
