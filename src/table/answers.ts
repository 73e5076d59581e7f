import { UnreadableAnswer } from '../errors';
import { type Answer, isObject, type Json, listIn } from '../wire';
import { asNumber, toId } from './values';

/* Reading answers tolerantly: documented forms are distinguished, unknown fields pass through. */

/** Id from a `Location` header, which some creates answer instead of a body. Source: public reference. */
export function idFromLocation(answer: Answer): number | undefined {
	const last = /\/(\d+)\/?$/.exec(answer.headers.location ?? '')?.[1];
	return toId(last);
}

/** The one object of an answer as it came; of an empty 201 with a `Location`, just its id. */
export function objectIn(answer: Answer): Json {
	if (isObject(answer.body) && Object.keys(answer.body).length > 0) return answer.body;
	const id = idFromLocation(answer);
	if (id !== undefined) return { id };
	throw new UnreadableAnswer('the object it describes', answer);
}

/** The same of a thing whose id is a number. A text id of digits alone would lose its zeros. */
export function entityOf(answer: Answer): Json {
	const object = objectIn(answer);
	return 'id' in object ? { ...object, id: asNumber(object.id) } : object;
}

/** The list of an answer that must be a list. */
export function answerList(answer: Answer): Json[] {
	const list = listIn(answer.body);
	if (list) return list;
	throw new UnreadableAnswer('a list', answer);
}

/** The first entries of a list the service gives in one piece, as Return All and Limit say. */
export const limited = (
	list: Json[],
	{ returnAll, limit }: { returnAll?: boolean; limit?: number },
): Json[] => (returnAll ? list : list.slice(0, limit));
