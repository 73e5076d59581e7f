/*
 * How the states of triggers are stored: as JSON, which `storedText.ts` makes short. A form turns a state into plain
 * JSON and back; n8n loads forms at its start, and the packing only when a trigger runs.
 */

/** The form of a state. */
export interface StoredForm<T> {
	/** What a refusal names. */
	what: string;
	/** A form that changes takes the next version. */
	version: number;
	/** The state as JSON. */
	write(value: T): unknown;
	/** The state from what {@link write} gave; it is read only where it is whole, and has this version. */
	read(written: unknown): T;
}

/** A form; inside it what is written has a type of its own. */
export const asStored = <T, Written>(
	what: string,
	version: number,
	write: (value: T) => Written,
	read: (written: Written) => T,
): StoredForm<T> => ({
	what,
	version,
	write,
	read: (written) => read(written as Written),
});

/** The distance of an id from the one before; or an id that is not exact as a number, as text. */
type Gap = number | string;

const isExact = (id: number | string): boolean =>
	typeof id === 'number' || /^(0|[1-9]\d{0,14})$/.test(id);

/** Those that are exact as numbers, in ascending order; then the others. */
function inOrder<K extends number | string>(ids: Iterable<K>): K[] {
	const all = [...ids];
	const exact = all.filter(isExact).sort((a, b) => Number(a) - Number(b));
	return exact.length < all.length ? [...exact, ...all.filter((id) => !isExact(id))] : exact;
}

/** Ids as distances, which are short and alike. */
export function gapsOf(ids: Iterable<number | string>): Gap[] {
	let last = 0;
	return inOrder(ids).map((id) => {
		if (!isExact(id)) return id;
		const gap = Number(id) - last;
		last += gap;
		return gap;
	});
}

/** The ids that {@link gapsOf} was given. */
export function idsOf(gaps: readonly Gap[]): string[] {
	let last = 0;
	return gaps.map((gap) => (typeof gap === 'string' ? gap : String((last += gap))));
}

/** A map by ids, as it is written: its values in the order of the ids. */
export interface StoredMap<T> {
	ids: Gap[];
	values: T[];
}

export const storedMap = <K extends number | string, T>(map: ReadonlyMap<K, T>): StoredMap<T> => ({
	ids: gapsOf(map.keys()),
	values: inOrder(map.keys()).map((id) => map.get(id)!),
});

export const mapById = <T>({ ids, values }: StoredMap<T>): Map<string, T> =>
	new Map(idsOf(ids).map((id, i) => [id, values[i]!]));

export const mapByNumber = <T>({ ids, values }: StoredMap<T>): Map<number, T> =>
	new Map(idsOf(ids).map((id, i) => [Number(id), values[i]!]));

/** The same map with other values. */
export const mapped = <K, A, B>(map: ReadonlyMap<K, A>, other: (value: A) => B): Map<K, B> =>
	new Map([...map].map(([key, value]) => [key, other(value)]));
