import { createHash } from 'node:crypto';
import { onRedis } from '../../redis/outage';
import { isObject } from '../../wire';

/* The markers of a node's lists, as they are stored. */

/** Most lists that a node follows. The list whose reading is longest ago is forgotten first. */
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
	stored: StoredMarkers | undefined,
	markers: ReadonlyMap<string, string>,
): StoredMarkers {
	const others = Object.entries(stored?.lists ?? {}).filter(([list]) => !markers.has(list));
	const all = [...others, ...markers].slice(-MOST_LISTS);
	return { n: (stored?.n ?? 0) + 1, lists: Object.fromEntries(all) };
}

/** Markers of a node that no longer runs are dropped after this time. */
const MARKERS_KEPT_MS = 400 * 24 * 3_600_000;

/**
 * The markers of a node on the Redis of its account, for all workers. `key` names account, workflow
 * and node. Both functions throw a SharedLaneError where Redis gives no answer.
 */
export function keptOnRedis(url: string, key: string) {
	const tag = createHash('sha256').update(key).digest('hex').slice(0, 24);
	const name = `n8n-nodes-cellular-iot:{changes-${tag}}:lists`;
	return {
		read: async (): Promise<unknown> =>
			JSON.parse((await onRedis(url, async ({ redis }) => await redis.get(name))) ?? 'null'),
		write: async (markers: StoredMarkers): Promise<void> => {
			const text = JSON.stringify(markers);
			await onRedis(url, async ({ redis }) => await redis.set(name, text, 'PX', MARKERS_KEPT_MS));
		},
	};
}
