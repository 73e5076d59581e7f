import { monotonic, type SimClock } from './clock';
import { tooMany } from './envelopes';
import type { Ledger } from './ledger';

/** A group of operations with one documented rate (public reference, "Limits"). */
export type Lane = 'list' | 'single' | 'profile';

/** Requests per second and burst of each lane, per organisation. */
export const RATES: Record<Lane, { perSecond: number; burst: number }> = {
	list: { perSecond: 10, burst: 5 },
	single: { perSecond: 50, burst: 25 },
	profile: { perSecond: 100, burst: 50 },
};

/** Calls of `authenticate` per IP address in five minutes. */
export const AUTHENTICATE_PER_WINDOW = 100;
/** Calls of any kind per IP address in five minutes; enforced with `limits: 'strict'`. */
export const REQUESTS_PER_WINDOW = 2000;
const WINDOW_MS = 5 * 60_000;

/** `true` enforces the rates, `'strict'` also 2,000 requests in five minutes per IP address. */
export type LimitMode = boolean | 'strict';

/**
 * The documented rates. Rates per second run on real monotonic time; five-minute windows run on
 * the simulator's clock, so that a test can let them pass.
 *
 * A bucket holds one request in service and the burst beside it (6 for the list lane), and is
 * refilled at the rate: a client that keeps the rate exactly is not refused for a few
 * milliseconds of jitter.
 */
export class Limits {
	private readonly buckets = new Map<string, { level: number; at: number }>();
	private readonly windows = new Map<string, number[]>();

	constructor(
		private readonly mode: LimitMode,
		private readonly clock: SimClock,
	) {}

	/** Throws 429 when the organisation's lane is used up. */
	take(organisationId: number, lane: Lane): void {
		if (!this.mode) return;
		const { perSecond, burst } = RATES[lane];
		const capacity = burst + 1;
		const key = `${organisationId}/${lane}`;
		const now = monotonic();
		const bucket = this.buckets.get(key) ?? { level: capacity, at: now };
		const refilled = bucket.level + ((now - bucket.at) / 1000) * perSecond;
		bucket.level = Math.min(capacity, refilled);
		bucket.at = now;
		this.buckets.set(key, bucket);
		if (bucket.level < 1) throw tooMany();
		bucket.level -= 1;
	}

	/** Throws 429 when an IP address called `authenticate` too often. */
	takeAuthenticate(ip: string): void {
		if (this.mode) this.takeWindow(`auth/${ip}`, AUTHENTICATE_PER_WINDOW);
	}

	/** Throws 429 when an IP address called too often, in strict mode. */
	takeRequest(ip: string): void {
		if (this.mode === 'strict') this.takeWindow(`ip/${ip}`, REQUESTS_PER_WINDOW);
	}

	private takeWindow(key: string, most: number): void {
		const now = this.clock.now();
		const recent = (this.windows.get(key) ?? []).filter((at) => at > now - WINDOW_MS);
		this.windows.set(key, recent);
		if (recent.length >= most) throw tooMany();
		recent.push(now);
	}
}

/** Counts the calls of each organisation that must run one at a time. */
export class InFlight {
	private readonly running = new Map<number, { bulk: number; all: number }>();

	constructor(private readonly ledger: Ledger) {}

	/**
	 * Marks a sequential call as running.
	 * @returns whether another bulk call of the organisation was running, and how to end this one
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
