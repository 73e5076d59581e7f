/* When a wait looks again. Times are milliseconds; nothing here waits. */

/** The part of the address's window that waits may use together. */
export const SHARE = 0.5;
/** The window of the address. Source: public reference, Limits. */
export const WINDOW_MS = 300_000;

/** The intervals between the first looks: most devices answer within seconds. */
const FIRST_DISTANCES_MS = [5_000, 10_000, 20_000];
const USUAL_DISTANCE_MS = 30_000;

/** The interval before the next look, after so many looks of a run, if requests cost nothing. */
export const usualDistanceMs = (looks: number): number =>
	FIRST_DISTANCES_MS[looks - 1] ?? USUAL_DISTANCE_MS;

/** The facts at the end of a look. */
interface LookEnd {
	now: number;
	/** When the run stops looking. */
	endsAt: number;
	/** When the waits of the open items end. */
	untils: number[];
	/** The wanted interval. */
	distanceMs: number;
	/** Requests of the next look. */
	cost: number;
	/** Requests of this run's looks, by when they were made. */
	spent: ReadonlyArray<{ at: number; requests: number }>;
	/** Requests that waits may make in a window. */
	most: number;
}

/** The share of a window in requests, one at least. */
export const mostInWindow = (limit: number): number => Math.max(1, Math.floor(limit * SHARE));

/** How long the requests of a look take at least within the share; 0 for fewer than a window has. */
export const lookMs = (cost: number, most: number): number =>
	Math.max(0, cost - most) * (WINDOW_MS / most);

/** Whether a look at a moment keeps the share without waiting. */
function isFree(at: number, { cost, spent, most }: LookEnd): boolean {
	const recent = spent.filter((look) => look.at > at - WINDOW_MS);
	const used = recent.reduce((sum, { requests }) => sum + requests, 0);
	return used + cost <= most;
}

/**
 * How long to wait until the next look; undefined if the run does not look again. The interval grows with
 * the requests of a look, so that looks never use more than the share. A look falls on the end of a wait
 * and on the end of the run, if the share allows it.
 */
export function nextLookMs(end: LookEnd): number | undefined {
	const { now, endsAt, untils, distanceMs, cost, most } = end;
	const leftMs = endsAt - now;
	if (leftMs <= 0) return undefined;
	const pacedMs = Math.max(distanceMs, Math.ceil((cost * WINDOW_MS) / most));
	const early = Math.min(leftMs, ...untils.map((until) => Math.max(0, until - now)));
	if (early <= pacedMs && isFree(now + early, end)) return early;
	return pacedMs <= leftMs ? pacedMs : undefined;
}
