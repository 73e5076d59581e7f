import { isObject } from '../../wire';

/* The markers of a node's lists, as they are stored. */

/** Most lists that a node follows; the ones that were read longest ago are forgotten first. */
export const MOST_LISTS = 50;

export interface StoredMarkers {
	/** Counts the versions, so that the newest is known. */
	n: number;
	/** Markers by their lists, the one read last at the end. */
	lists: Record<string, string>;
}

const isKept = (value: unknown): value is StoredMarkers =>
	isObject(value) && typeof value.n === 'number' && isObject(value.lists);

/** The newest of several versions; undefined for none. */
export const newestMarkers = (...versions: unknown[]): StoredMarkers | undefined =>
	versions.filter(isKept).sort((a, b) => b.n - a.n)[0];

/** The next version, with other markers for some lists. */
export function withLists(
	kept: StoredMarkers | undefined,
	markers: ReadonlyMap<string, string>,
): StoredMarkers {
	const others = Object.entries(kept?.lists ?? {}).filter(([list]) => !markers.has(list));
	const all = [...others, ...markers].slice(-MOST_LISTS);
	return { n: (kept?.n ?? 0) + 1, lists: Object.fromEntries(all) };
}
