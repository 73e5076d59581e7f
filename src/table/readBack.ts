import { answerList } from './answers';
import type { Answer, Id, Json, ReadBackResult, Since } from './define';
import { asNumber } from './values';

/* Finds the result of a call whose answer never came. */

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
	return fitting.length === 1 && entry && !since.blurred ? { done: entry } : 'unclear';
}
