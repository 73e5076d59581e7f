import type { Answer, Json } from '../wire';
import { answerList } from './answers';
import type { Call } from './call';
import type { Input } from './field';
import { asNumber } from './values';

/* Finds the result of a call whose answer never came. */

/** The finding of reading back: the result, that it was not done, or neither for certain. */
export type ReadBackResult<T> = { done: T } | 'notDone' | 'unclear';

export type Id = number | string;

/**
 * Distinguishes things that a call may have made from older ones, from later ones, and from those of other
 * calls. Times are by the clock of the service that answers, in milliseconds since 1970.
 */
export interface Since {
	/** When the call was sent at the earliest. */
	start(answer: Answer): number;
	/** When the call can have arrived at the latest: a thing made later belongs to another call. */
	end(answer: Answer): number;
	/** Whether the id is not known as the result of another call. */
	isFree(id: Id): boolean;
	/** Whether an equal call has just succeeded without an id in its answer. */
	mayBeAnother: boolean;
}

/** A call that got no answer. */
export interface Lost<I = Input> {
	input: I;
	/** The body that was sent. */
	body: unknown;
	/** The state read by {@link ReadBack.before}, where the entry has that. */
	before: unknown;
	since: Since;
}

/**
 * How an entry's request that got no answer is read back: where the input asks for it, or always
 * when the entry leaves no choice.
 */
export interface ReadBack<I = Input> {
	/** Calls of one key make things that look alike: they go one after the other. */
	key(input: I): string;
	/** Reads the things that are there before the call, so that they are not taken for its result. */
	before?(call: Call, input: I): Promise<unknown>;
	/** Ids of the things an answer names as made; the id of its one object unless given. */
	ids?(answer: Answer): Array<Id | undefined>;
	/** Finds the thing that was made, in the form of an answer. */
	find(call: Call, lost: Lost<I>): Promise<ReadBackResult<Json>>;
}

/** The id by which an entry is known to have been claimed. */
export const entityId = (entity: Json): Id => asNumber(entity.id) as Id;

/** The one entry made in the time of a call that no other call has claimed. */
export async function onlyNewEntry(
	answer: Answer,
	since: Since,
	date: string,
	fits: (entry: Json) => boolean,
): Promise<ReadBackResult<Json>> {
	const { timeOf } = await import('./moments');
	const start = since.start(answer);
	const end = since.end(answer);
	const isOther = (entry: Json) => timeOf(entry[date]) < start || timeOf(entry[date]) > end;
	const fitting = answerList(answer).filter(
		(entry) => fits(entry) && !isOther(entry) && since.isFree(entityId(entry)),
	);
	if (fitting.length === 0) return 'notDone';
	// Without a date, the entry could be an equal one from long ago.
	if (fitting.some((entry) => Number.isNaN(timeOf(entry[date])))) return 'unclear';
	const [entry] = fitting;
	return fitting.length === 1 && entry && !since.mayBeAnother ? { done: entry } : 'unclear';
}
