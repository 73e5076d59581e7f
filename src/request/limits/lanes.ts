import { systemClock } from '../ports';
import type { LaneName } from '../wire';
import type { Refusal } from './closing';
import { type Permit, Time, type Waiting } from './gate';
import { Kept } from './kept';
import type { Limits } from './limits';
import { type Month, monthOf } from './month';
import { oneAtATime } from './oneAtATime';
import { type PathRate, pathRate } from './pathRates';
import { Host, Organisation, RatedLane, type RateLane, WINDOWS } from './ratedLane';

export { Host } from './ratedLane';

/**
 * The queues of one organisation at one service. `sequential` lets one job in flight and starts
 * the next only when it has ended, retries and waiting included. Rate lanes keep the attempts of
 * all jobs, also of sequential ones, inside what the service documents.
 */
export class Lanes {
	private readonly one = oneAtATime();
	private readonly rated: Record<RateLane, RatedLane>;

	/** `key` names the lane beyond this process: base URL and organisation. */
	constructor(
		readonly key = '',
		private readonly host = new Host(),
		month?: Month,
	) {
		const organisation = new Organisation(key, month);
		const time = new Time();
		const lane = (name: RateLane) => new RatedLane(name, host, organisation, time);
		this.rated = { list: lane('list'), single: lane('single'), auth: lane('auth') };
	}

	/**
	 * Runs a job alone. If it is aborted while it waits, this rejects at once and its place in the
	 * queue is skipped; if it is aborted later, the job itself decides.
	 */
	async sequentially<T>(job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		signal?.throwIfAborted();
		return await new Promise((resolve, reject) => {
			const leave = () => reject(signal?.reason as Error);
			signal?.addEventListener('abort', leave, { once: true });
			const start = async () => {
				signal?.throwIfAborted();
				signal?.removeEventListener('abort', leave);
				return await job();
			};
			this.one.schedule(start).then(resolve, reject);
		});
	}

	/**
	 * Waits until the limits allow one attempt. A caller that reads a 429 must call `refused`
	 * before it awaits anything else, and may then simply attempt again: the lane waits.
	 * @throws NotSentError when the lane is closed for longer than its run waits.
	 */
	async acquire(lane: RateLane, waiting: Waiting = {}): Promise<Permit> {
		const { rated, of } = this.find(lane, waiting.request);
		return await rated.acquire(waiting, of);
	}

	/** The service refused an attempt for its rate: everything in the lane waits. */
	refused(lane: RateLane, waiting: Waiting, refusal: Refusal = {}): void {
		const { clock = systemClock, patience, request } = waiting;
		patience?.refused();
		const { rated, of } = this.find(lane, request);
		rated.refused(clock, { ...refusal, of });
	}

	/** Sets an account's own limits; the newest run's hold for all on the lane or the host. */
	limit({ list, single, fiveMinutes = WINDOWS.all }: Limits): void {
		this.rated.list.limit(list);
		this.rated.single.limit(single);
		if (this.host.all.most === fiveMinutes) return;
		this.host.all.most = fiveMinutes;
		for (const lane of Object.values(this.rated)) lane.changed();
	}

	/** How many items to work at a time: as many as the rate starts until one is answered. */
	parallel(lane: LaneName, request?: string): number {
		if (lane === 'sequential') return 1;
		const { rated, of } = this.find(lane, request);
		return rated.places(of);
	}

	/** Milliseconds until `count` more attempts have started, if nobody else sends any. */
	durationMs(
		lane: LaneName,
		count: number,
		{ clock = systemClock, request }: Pick<Waiting, 'clock' | 'request'> = {},
	): number {
		const { rated, of } = this.find(lane === 'sequential' ? 'single' : lane, request);
		return rated.durationMs(count, clock, of);
	}

	/** The queue of a request: that of its path's documented rate, or else its entry's lane. */
	private find(lane: RateLane, request = ''): { rated: RatedLane; of?: PathRate } {
		const of = lane === 'auth' ? undefined : pathRate(request);
		return { rated: this.rated[of?.lane ?? lane], of };
	}
}

/** Keyed by host: the service counts by IP address, whatever the scheme, path or credential. */
const hosts = new Kept((name) => new Host(name));
const lanes = new Kept<Lanes, [baseUrl: string]>(
	(key, baseUrl) => new Lanes(key, hosts.get(new URL(baseUrl).host), monthOf(key)),
);

/** The lanes of an organisation; the key is complete, so its credentials share them. */
export const lanesFor = (baseUrl: string, organisation: string): Lanes =>
	lanes.get(`${baseUrl} ${organisation}`, baseUrl);
