import { ownError, UnreadableAnswer } from '../errors';
import { isObject, listIn } from '../wire';
import { limited, objectIn } from './answers';
import { type Answer, type Fields, type Json, type Operation, defineOperation } from './define';
import * as f from './fields';
import { withNumbers } from './values';

/* Shared by reads: numbers as numbers, Simplify, lists in one piece and lists in pages. */

function walk(entity: unknown, keys: string[]): unknown {
	let part = entity;
	for (const key of keys) part = isObject(part) ? part[key] : undefined;
	return part;
}

/** The value at a dotted place of an answer; undefined where an object on the way is missing. */
export const at = (entity: unknown, place: string): unknown => walk(entity, place.split('.'));

/** The object at a name of an answer; an empty one where there is none. */
export const objectAt = (entity: Json, name: string) => (entity[name] ?? {}) as Json;

/** The list at a dotted place of an answer; an empty one where there is none. */
export function listAt(entity: unknown, place: string): Json[] {
	const list = at(entity, place);
	return Array.isArray(list) ? (list as Json[]) : [];
}

/** Names of moments, which the service writes in three forms. */
export const IS_MOMENT =
	/(^|_)(date|created|created_at|updated|timestamp|added|audited|polled|synced)$/;
const MOMENT_TEXT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|([+-]\d\d):?(\d\d))?$/;

/**
 * A moment in ISO 8601 in UTC; text without a zone is UTC. A day, and anything but a moment, stays as it
 * is.
 */
function inUtc(value: unknown): unknown {
	const [, day, time, hours, minutes] =
		(typeof value === 'string' && MOMENT_TEXT.exec(value)) || [];
	if (day === undefined) return value;
	if (hours === undefined || Number(hours + minutes!) === 0) return `${day}T${time}Z`;
	return new Date(`${day}T${time}${hours}:${minutes}`).toISOString();
}

/** An entity with its moments in ISO 8601. */
export const withMoments = (entity: Json): Json =>
	Object.fromEntries(
		Object.entries(entity).map(([key, value]) => [key, IS_MOMENT.test(key) ? inUtc(value) : value]),
	);

/** A value that Simplify shows: its name, and the places of an answer it is read from, in the order they are tried. */
interface ShownValue {
	name: string;
	from: string[];
}

/** The result of Simplify, with what it is made of. */
type Simple = ((entity: Json) => Json) & { shows: readonly ShownValue[] };

/** The words of texts, split at blanks. */
const wordsIn = (texts: string[]): string[] => texts.flatMap((text) => text.split(' '));

/**
 * Makes the function behind Simplify: it copies values of an entity into one flat object, with null for an empty one.
 * Each word of `places` is one value: `'status=status.description|status.id'` is its name, the place it is read from,
 * and a second place that is read where the first is empty.
 */
export function flat(...places: string[]): Simple {
	// Parsed once for all entities of a list.
	const shows = wordsIn(places).map((text) => {
		const [name = '', from = name] = text.split('=');
		return { name, from: from.split('|') };
	});
	const named = shows.map(({ name, from }) => ({
		name,
		from: from.map((place) => place.split('.')),
		read: IS_MOMENT.test(name) ? inUtc : undefined,
	}));
	const simplify = (entity: Json) => {
		const simple: Json = {};
		for (const { name, from, read } of named) {
			let found: unknown;
			for (const keys of from) found ??= walk(entity, keys);
			simple[name] = (read ? read(found) : found) ?? null;
		}
		return simple;
	};
	return Object.assign(simplify, { shows });
}

/** The same, with more than it shows; `extend` makes the result of it and of the entity. */
export const extended = (simple: Simple, extend: (shown: Json, entity: Json) => Json): Simple =>
	Object.assign((entity: Json) => extend(simple(entity), entity), { shows: simple.shows });

/** Reads an entity with the named entries as numbers; one a word. */
export function numeric(...keys: string[]) {
	const numbers = wordsIn(keys);
	return Object.assign((entity: Json): Json => withNumbers(entity, numbers), { numbers });
}

/** The names under which every item tells its device: the same behind all operations and triggers. */
type DeviceName = 'endpoint_id' | 'sim_id';

/** Where entities of a kind hold the IDs of their endpoint and SIM. */
type DevicePlaces = Partial<Record<DeviceName, string>>;

/** How entities of one kind are read, and what Simplify makes of them. */
export interface EntityKind {
	read: ((entity: Json) => Json) & { numbers?: readonly string[] };
	simple: ((entity: Json) => Json) & { shows?: readonly ShownValue[] };
	/** What results name without Simplify, too. */
	device?: DevicePlaces;
}

/** The entity with the IDs of its endpoint and SIM, as far as it holds them; names of its own precede. */
export function withDevice(entity: Json, places: DevicePlaces = {}): Json {
	const ids = Object.entries(places).flatMap(([name, place]): Array<[string, unknown]> => {
		const id = at(entity, place);
		return id === undefined || id === null ? [] : [[name, id]];
	});
	return { ...entity, ...Object.fromEntries(ids.filter(([name]) => !(name in entity))) };
}

/** A function that makes results of entities of one kind, which {@link resultKind} finds. */
export const ofKind = <T extends object>(kind: EntityKind, make: T): T =>
	Object.assign(make, { kind });

/** The kind that the results of an entry are made of; undefined where it has its own way. */
export const resultKind = ({
	result,
	pages,
	run,
}: Pick<Operation, 'result' | 'pages' | 'run'>): EntityKind | undefined =>
	((result ?? pages?.each ?? run) as { kind?: EntityKind } | undefined)?.kind;

export const shownEntity = (
	{ read, simple, device }: EntityKind,
	entity: Json,
	simplify: boolean,
): Json => (simplify ? simple(read(entity)) : withDevice(read(entity), device));

/**
 * The list of an answer, or a list of its one object: some editions of the reference show that instead.
 */
export function listOrOne(answer: Answer): Json[] {
	const { body } = answer;
	if (Array.isArray(body)) return body.filter(isObject);
	if (isObject(body)) return Object.keys(body).length > 0 ? [body] : [];
	throw new UnreadableAnswer('a list', answer);
}

/** The bare list of an answer, or the only list inside it. */
function bareEntries(answer: Answer): Json[] {
	// An object that merely contains a list, such as a stream with its filters, is not a list of these.
	const list = isObject(answer.body) && 'id' in answer.body ? undefined : listIn(answer.body);
	return list ?? listOrOne(answer);
}

type Simplified = { simplify: boolean };
/** Input of a list. */
export type ListInput = Simplified & { returnAll: boolean; limit: number };

/** Result of a list that comes in one piece; `of` says of each entry what the list belongs to. */
export const everyOf = <I extends ListInput>(
	kind: EntityKind,
	of: (input: I) => Json = () => ({}),
) =>
	ofKind(kind, (answer: Answer, input: I): Json[] =>
		limited(bareEntries(answer), input).map((entity) => ({
			...of(input),
			...shownEntity(kind, entity, input.simplify),
		})),
	);

/** Properties of an entry that reads a list in one piece, beside its name and request. */
export const readsList = <F extends Fields>(kind: EntityKind, which = {} as F) => ({
	lane: 'list' as const,
	fields: { ...which, ...f.many },
	result: everyOf(kind),
});

/** Result of a read of one thing. */
export const oneOf = (kind: EntityKind) =>
	ofKind(
		kind,
		(answer: Answer, { simplify }: Simplified): Json =>
			shownEntity(kind, objectIn(answer), simplify),
	);

/** Properties of an entry that reads one thing, beside its name and request. */
export const readsOne = <F extends Fields>(kind: EntityKind, which: F) => ({
	lane: 'single' as const,
	errors: [403, 404],
	fields: { ...which, ...f.single },
	result: oneOf(kind),
});

/** A list in pages; 100 entries are what the service gives unless asked for more. */
export const inPages = (kind: EntityKind, size = 100) => ({
	size,
	each: ofKind(
		kind,
		(entity: Json, { simplify }: Simplified): Json => shownEntity(kind, entity, simplify),
	),
});

/**
 * A list in one piece whose entries are flat as they come, such as `{id, description}`: there is
 * nothing to simplify, and no switch for it.
 */
export const flatList = {
	lane: 'list' as const,
	errors: [403],
	fields: f.listFields,
	result: (answer: Answer, input: Omit<ListInput, 'simplify'>): Json[] =>
		limited(bareEntries(answer), input).map(numeric('id')),
};

/** One of the lists of choices: countries, statuses, types and the like. */
export const defineLookup = (
	own: Pick<Operation, 'name' | 'action' | 'description'> &
		Partial<Pick<Operation, 'notice'>> & { request: `GET ${string}` },
): Operation => defineOperation({ resource: 'lookup', ...flatList, ...own });

/** Whether a call was refused with this status. */
export const wasRefused = (error: unknown, status: number): boolean =>
	(ownError(error) as { status?: unknown } | undefined)?.status === status;

/** The answer to a request; undefined where it was refused with one of these statuses. */
export async function unlessRefused<T>(
	asked: Promise<T>,
	...statuses: number[]
): Promise<T | undefined> {
	try {
		return await asked;
	} catch (error) {
		if (statuses.some((status) => wasRefused(error, status))) return undefined;
		throw error;
	}
}
