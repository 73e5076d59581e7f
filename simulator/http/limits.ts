import type { SimClock } from '../clock';
import type { Ledger } from '../control/ledger';
import { tooManyRequests } from './envelopes';

/** A documented rate limit; each route names its own. */
export type Lane = 'list' | 'single' | 'profile';

/** The counter that a route belongs to. */
interface Limited {
	lane?: Lane;
	method: string;
	url: string;
}

/** The rate limit of one lane. */
interface LaneRate {
	perSecond: number;
	burst: number;
}

/**
 * The documented rates of GET, each for one organisation and path (public reference, "Limits").
 * - `list`: /endpoint, /sim, /event, /stats, /organisation/{id}/stats, /sim/{id}/stats,
 *   /endpoint/{id}/connectivity_info
 * - `single`: /endpoint/{id}, /endpoint/{id}/connectivity
 * - `profile`: /service_profile, /tariff_profile, /sim/{id}, /endpoint/{id}/stats/…
 *
 * The reference does not list the other paths below one endpoint. They share one counter of
 * `single`, which is stricter than anything documented.
 */
export const LANE_RATES: Record<Lane, LaneRate> = {
	list: { perSecond: 10, burst: 5 },
	single: { perSecond: 50, burst: 25 },
	profile: { perSecond: 100, burst: 50 },
};

/** The paths of `single` with a counter of their own. */
const OWN_SINGLE = new Set([
	'GET /api/v1/endpoint/:endpointId',
	'GET /api/v1/endpoint/:endpointId/connectivity',
]);

/** Calls of `authenticate` per IP address in five minutes. */
const AUTHENTICATE_PER_WINDOW = 100;
/** Calls of any kind per IP address in five minutes. */
const REQUESTS_PER_WINDOW = 2000;
/** Length of both windows, in milliseconds. */
const LIMIT_WINDOW_MS = 5 * 60_000;

/** Limits that differ from the documented ones; null for no limit. Absent limits are as documented. */
interface LimitSettings {
	/** Requests per IP address in five minutes. */
	requestsPerIp?: number | null;
	/** Calls of `authenticate` per IP address in five minutes. */
	authenticatePerIp?: number | null;
	/** Rates per second and organisation. */
	rates?: Partial<Record<Lane, LaneRate>> | null;
}

/**
 * `documented` (or true, the default) enforces every documented limit, `off` (or false) none; an
 * object overrides some of the limits.
 */
export type LimitMode = boolean | 'documented' | 'off' | LimitSettings;

const NO_LIMITS: LimitSettings = { requestsPerIp: null, authenticatePerIp: null, rates: null };

function settingsOf(mode: LimitMode): LimitSettings {
	if (typeof mode === 'object') return mode;
	return mode === false || mode === 'off' ? NO_LIMITS : {};
}

/**
 * The active limits, all on the simulator's clock, which a test can advance.
 *
 * A bucket holds one request plus the burst (6 for the list lane) and refills at the rate, so a
 * client that keeps the rate exactly is not refused for a few milliseconds of jitter. A sliding
 * window limits the requests in any five minutes; refused requests do not count.
 */
export class RateLimiter {
	private readonly buckets = new Map<string, { level: number; at: number }>();
	private readonly windows = new Map<string, CallWindow>();
	private readonly settings: LimitSettings;

	constructor(
		mode: LimitMode,
		private readonly clock: SimClock,
	) {
		this.settings = settingsOf(mode);
	}

	/** Throws 429 when the organisation exceeds the rate of a route. */
	take(organisationId: number, { lane, method, url }: Limited): void {
		if (lane === undefined) return;
		const { rates = {} } = this.settings;
		if (rates === null) return;
		const { perSecond, burst } = rates[lane] ?? LANE_RATES[lane];
		const capacity = burst + 1;
		const isOwn = lane !== 'single' || OWN_SINGLE.has(`${method} ${url}`);
		const key = `${organisationId}/${lane}/${isOwn ? url : ''}`;
		const now = this.clock.elapsed();
		const bucket = this.buckets.get(key) ?? { level: capacity, at: now };
		const refilled = bucket.level + (Math.max(0, now - bucket.at) / 1000) * perSecond;
		bucket.level = Math.min(capacity, refilled);
		bucket.at = now;
		this.buckets.set(key, bucket);
		if (bucket.level < 1) throw tooManyRequests();
		bucket.level -= 1;
	}

	/** Throws 429 when an IP address calls `authenticate` too often. */
	takeAuthenticate(ip: string): void {
		const { authenticatePerIp = AUTHENTICATE_PER_WINDOW } = this.settings;
		this.takeWindow(`auth/${ip}`, authenticatePerIp);
	}

	/** Throws 429 when an IP address calls too often. */
	takeRequest(ip: string): void {
		const { requestsPerIp = REQUESTS_PER_WINDOW } = this.settings;
		this.takeWindow(`ip/${ip}`, requestsPerIp);
	}

	private takeWindow(key: string, most: number | null): void {
		if (most === null) return;
		const window = this.windows.get(key) ?? new CallWindow();
		this.windows.set(key, window);
		if (!window.take(this.clock.now(), most)) throw tooManyRequests();
	}
}

/** Times of the calls in the last five minutes, oldest first. */
class CallWindow {
	private times: number[] = [];
	private first = 0;

	take(now: number, most: number): boolean {
		while (this.first < this.times.length && (this.times[this.first] ?? 0) <= now - LIMIT_WINDOW_MS)
			this.first += 1;
		if (this.first > most) {
			this.times = this.times.slice(this.first);
			this.first = 0;
		}
		if (this.times.length - this.first >= most) return false;
		this.times.push(now);
		return true;
	}
}

/**
 * Counts the sequential calls of each organisation, from their arrival until the service has
 * finished them, whether or not the client still waits for the answer.
 */
export class InFlight {
	private readonly running = new Map<number, { bulk: number; all: number }>();

	constructor(private readonly ledger: Ledger) {}

	/**
	 * Marks a sequential call as running.
	 * @returns whether another bulk call of the organisation was running, and a function to end this one
	 */
	enter(organisationId: number, bulk: boolean): { overlap: boolean; leave: () => void } {
		const now = this.running.get(organisationId) ?? { bulk: 0, all: 0 };
		this.running.set(organisationId, now);
		const { counters } = this.ledger;
		const overlap = bulk && now.bulk > 0;
		now.all += 1;
		counters.sequential += 1;
		counters.sequentialInFlight += 1;
		counters.maxSequentialInFlight = Math.max(counters.maxSequentialInFlight, now.all);
		if (bulk) {
			now.bulk += 1;
			counters.bulk += 1;
			counters.bulkInFlight += 1;
			counters.maxBulkInFlight = Math.max(counters.maxBulkInFlight, now.bulk);
			if (overlap) counters.bulkOverlaps += 1;
		}
		const leave = () => {
			now.all -= 1;
			this.ledger.counters.sequentialInFlight -= 1;
			if (bulk) {
				now.bulk -= 1;
				this.ledger.counters.bulkInFlight -= 1;
			}
		};
		return { overlap, leave };
	}
}
