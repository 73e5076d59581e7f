import type { LaneName } from '../../wire';
import { LIMIT_FIELDS as LIMITS } from './limits';
import type { Rate } from './pace';

/** The lanes with limits of the service. */
export type RateLane = Exclude<LaneName, 'sequential'>;

/** Requests that count together: their name, the lane they are like, and their rate, if any. */
export interface Counted {
	path: string;
	lane: RateLane;
	rate?: Rate;
}

/** Requests of a path with a documented rate. */
type PathRate = Counted & { lane: 'list' | 'single' };

const LIST_RATE = {
	lane: 'list',
	rate: { perSecond: LIMITS.list.documented, burst: 5 },
} as const;
const SINGLE_RATE = {
	lane: 'single',
	rate: { perSecond: LIMITS.single.documented, burst: 25 },
} as const;
const QUICK_RATE = { lane: 'single', rate: { perSecond: 100, burst: 50 } } as const;

/**
 * Documented rates of GET, each for one organisation and path below /api/v1. `*` is one more step
 * or none: a rate is documented to cover deeper paths for /endpoint/{id}/stats alone; counting them
 * together is the safe reading. Source: public reference, Limits; /event its older edition.
 */
const PATHS = new Map(
	Object.entries({
		'/endpoint': LIST_RATE,
		'/sim': LIST_RATE,
		'/event': LIST_RATE,
		'/stats/*': LIST_RATE,
		'/organisation/{id}/stats/*': LIST_RATE,
		'/sim/{id}/stats/*': LIST_RATE,
		'/endpoint/{id}/connectivity_info': LIST_RATE,
		'/endpoint/{id}': SINGLE_RATE,
		'/endpoint/{id}/connectivity': SINGLE_RATE,
		'/endpoint/{id}/stats/*': QUICK_RATE,
		'/sim/{id}': QUICK_RATE,
		'/service_profile/*': QUICK_RATE,
		'/tariff_profile/*': QUICK_RATE,
	}),
);

const PREFIX = 'GET /api/v1';
/** An id, or a placeholder for one. */
const ID_SEGMENT = /^(?:\d+|\{\w+\})$/;

/**
 * The documented rate of a request such as "GET /api/v1/sim/7"; undefined where none is listed, as
 * for all writes and all of /api/v2: these count towards the address and the month only.
 */
export function pathRate(request: string): PathRate | undefined {
	if (!request.startsWith(PREFIX)) return undefined;
	const steps = request.slice(PREFIX.length).split('/');
	const path = steps.map((step) => (ID_SEGMENT.test(step) ? '{id}' : step)).join('/');
	const above = path.slice(0, path.lastIndexOf('/'));
	for (const name of [path, `${path}/*`, `${above}/*`]) {
		const found = PATHS.get(name);
		if (found) return { path: name, ...found };
	}
	return undefined;
}

/**
 * The rest of each lane, which the service counts in the limits of the address and of the month only.
 * Nothing says that such requests may come faster than others of their kind.
 */
const REST: Record<RateLane, Counted> = {
	list: { path: 'list', ...LIST_RATE },
	single: { path: 'single', ...SINGLE_RATE },
	auth: { path: 'auth', lane: 'auth' },
};

/**
 * The requests that one counts with: those of its path's documented rate, or else of its lane.
 * Sequential requests are paced like those about single endpoints.
 */
export const countedWith = (lane: LaneName, request = ''): Counted =>
	(lane === 'auth' ? undefined : pathRate(request)) ??
	REST[lane === 'sequential' ? 'single' : lane];
