import { listIn, limited, UnreadableAnswer } from './answers';
import { entityOf } from './answers';
import { ownError } from '../errors';
import type { Answer, Call, Json, LaneName } from './define';
import * as f from './fields';
import { isObject, withNumbers } from './values';

/* What reads share: numbers as numbers, Simplify, lists in one piece and lists in pages. */

/** The value at a dotted place of an answer; undefined where an object on the way is missing. */
export const at = (entity: unknown, place: string): unknown =>
	place.split('.').reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), entity);

/**
 * What Simplify gives: named places of an entity in one flat object, null where there is nothing.
 * `'status=status.description|status.id'` is a name, its place, and another where that is empty.
 */
export const flat =
	(...places: string[]) =>
	(entity: Json): Json =>
		Object.fromEntries(
			places.map((text) => {
				const [name = '', from = name] = text.split('=');
				const found = from.split('|').map((place) => at(entity, place));
				return [name, found.find((value) => value !== undefined && value !== null) ?? null];
			}),
		);

/** Reads an entity with the named entries as numbers. */
export const numeric =
	(...keys: string[]) =>
	(entity: Json): Json =>
		withNumbers(entity, keys);

/** How entities of one kind are read, and what Simplify makes of them. */
export interface Kind {
	read: (entity: Json) => Json;
	simple: (entity: Json) => Json;
}

const shown = ({ read, simple }: Kind, entity: Json, simplify: boolean): Json =>
	simplify ? simple(read(entity)) : read(entity);

/** The list of an answer that is a list, or the one object that some editions draw instead. */
export function listOrOne(answer: Answer): Json[] {
	const { body } = answer;
	if (Array.isArray(body)) return body.filter(isObject);
	if (isObject(body)) return Object.keys(body).length > 0 ? [body] : [];
	throw new UnreadableAnswer('a list', answer);
}

/** The bare list of an answer, or the only list inside it. */
function entriesOf(answer: Answer): Json[] {
	// One object that holds a list, such as a stream with its filters, is no list of those.
	const list = isObject(answer.body) && 'id' in answer.body ? undefined : listIn(answer.body);
	return list ?? listOrOne(answer);
}

type Shown = { simplify: boolean };
type Listed = Shown & { returnAll: boolean; limit: number };

/** Fields of a read of one thing. */
export const one = { simplify: f.simplify };
/** Fields of a list. */
export const many = { ...f.listFields, simplify: f.simplify };

/** Result of a list that comes in one piece. */
export const everyOf =
	(kind: Kind) =>
	(answer: Answer, input: Listed): Json[] =>
		limited(entriesOf(answer), input).map((entity) => shown(kind, entity, input.simplify));

/** Result of a read of one thing. */
export const oneOf =
	(kind: Kind) =>
	(answer: Answer, { simplify }: Shown): Json =>
		shown(kind, entityOf(answer), simplify);

/** All pages of a list, or as many as Limit needs. */
export async function pagesOf(
	call: Call,
	{ path, query, lane }: { path: string; query: Json; lane?: LaneName },
	kind: Kind,
	{ returnAll, limit: most, simplify }: Listed,
	/** Entries in a page; the most of the service, or its default where that is unknown. */
	pageSize = 100,
): Promise<Json[]> {
	const limit = returnAll ? undefined : most;
	const request = { method: 'GET', path, query, ...(lane && { lane }) } as const;
	return await call.list(request, {
		perPage: Math.min(pageSize, limit ?? pageSize),
		keep: (entity) => shown(kind, entity, simplify),
		...(limit !== undefined && { limit }),
	});
}

/**
 * A list in one piece whose entries are flat as they come, such as `{id, description}`: there is
 * nothing to simplify, and no switch for it.
 */
export const flatList = {
	fields: f.listFields,
	result: (answer: Answer, input: Omit<Listed, 'simplify'>): Json[] =>
		limited(entriesOf(answer), input).map(numeric('id')),
};

/** Whether a call was refused with this status. */
export const wasRefused = (error: unknown, status: number): boolean =>
	(ownError(error) as { status?: unknown } | undefined)?.status === status;
