import type { Answer, RequestEntry, Call, Id, Input, Json, ReadBack } from './define';
import { at, listOrOne } from './reading';
import { toId } from './values';

/*
 * Creates whose answer may be empty. What they made is named in `Location`, or is the new entry of the
 * list. Source: public reference; `Location` is inferred.
 */

/** Things of one kind, and how to recognise the thing that a create has made. */
interface Making<I> {
	/** Names the kind: creates of one kind go one after the other. */
	things: string;
	/** The things that are there. */
	entries(call: Call): Promise<Json[]>;
	/** Whether an entry is like the wanted thing, by the input and by the body that was sent. */
	isLike(entry: Json, input: I, body: unknown): boolean;
	/** The id in an answer or a path; a whole number unless given. */
	idOf?(value: unknown): Id | undefined;
}

/** The thing that was made: its id where it is known, and its entry where the list was read for it. */
interface MadeEntity {
	id?: Id | undefined;
	entry?: Json | undefined;
}

/** The entries of a list in one piece, for {@link creation}. */
export const entriesOf =
	(list: RequestEntry) =>
	async (call: Call): Promise<Json[]> =>
		listOrOne(await call.other(list, {}));

/** Reads ids that are text. A Location may name the list alone, by the last part of its path. */
export const textIdIn =
	(list: string) =>
	(value: unknown): Id | undefined =>
		value === undefined || value === list ? undefined : String(value);

/** How things of a kind are made, one after the other: for the entry that makes them. */
export function creation<I extends Input>({ things, entries, isLike, idOf = toId }: Making<I>) {
	const since = async (call: Call, before: unknown, input: I, body: unknown): Promise<Json[]> =>
		(await entries(call)).filter(
			(entry) => !(before as Set<unknown>).has(idOf(entry.id)) && isLike(entry, input, body),
		);
	const named = ({ body, headers }: Answer): Id | undefined =>
		idOf(at(body, 'id') ?? /\/([\w-]+)\/?$/.exec(headers.location ?? '')?.[1]);
	const readBack: ReadBack<I> = {
		key: () => things,
		// The id is read again below.
		ids: () => [],
		find: async (call, { input, body, before }) => {
			const [found, ...others] = await since(call, before, input, body);
			return !found ? 'notDone' : others.length > 0 ? 'unclear' : { done: found };
		},
	};
	/**
	 * Makes one by the entry's own request, or with a body by `send`, which gets the ids that were there, and
	 * their entries.
	 */
	const make = async (
		call: Call,
		input: I,
		how?: { body: Json; send: (before: unknown, shown: Json[]) => Promise<Answer> },
	): Promise<MadeEntity> =>
		await call.exclusively(things, async () => {
			const shown = await entries(call);
			const before = new Set(shown.map(({ id }) => idOf(id)));
			const answer = await (how ? how.send(before, shown) : call.own(input, {}, before));
			const id = named(answer);
			if (id !== undefined) return { id };
			// The thing exists, whether or not it can be read. Of several, the newest is last.
			const entry = (await since(call, before, input, how?.body).catch(() => [])).at(-1);
			return entry ? { id: idOf(entry.id), entry } : {};
		});
	return {
		readBack,
		make,
		/** Properties of the entry that makes one; `shown` is what its result says beside the id. */
		creates: (shown: (input: I, entry?: Json) => Json) => ({
			readBack,
			run: async (call: Call, input: I): Promise<Json> => {
				const { id, entry } = await make(call, input);
				return {
					...(id !== undefined && { id }),
					...shown(input, entry),
					created: true,
				};
			},
		}),
	};
}
