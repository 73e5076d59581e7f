import Bottleneck from 'bottleneck';
import type { LaneName } from '../wire';
import { type Clock, systemClock } from '../ports';
import { Closing } from './closing';
import { Gate, Time, type Waiting } from './gate';
import { Kept } from './kept';
import { Bucket, type Limit, type Rate, Window } from './pace';
import type { Ask } from './sharedRates';

/**
 * Documented rates per organisation: lists 10/s with bursts of 5, single endpoints 50/s with bursts
 * of 25. Source: public reference, Limits.
 */
const RATES: Record<'list' | 'single', Rate> = {
	list: { perSecond: 10, burst: 5 },
	single: { perSecond: 50, burst: 25 },
};

/**
 * Documented windows of five minutes per IP address: requests of any kind, and logins among them.
 * Source: public reference, Limits.
 */
const WINDOWS = { all: 2_000, auth: 100 };

type RateLane = Exclude<LaneName, 'sequential'>;

/** What a node asks for instead of the documented limits: starts a second, and in five minutes. */
export type Limits = Partial<Record<'list' | 'single' | 'fiveMinutes', number>>;

/** What all credentials of one host share, because the service counts by IP address. */
export class Host {
	readonly all = new Window(WINDOWS.all);
	readonly auth = new Window(WINDOWS.auth);
	/** Attempts with a share, among all. */
	readonly background = new Window(WINDOWS.all);

	/** `name` is the host beyond this process. */
	constructor(readonly name = '') {}
}

/** One rate lane of an organisation: its bucket, and whether a 429 has closed it. */
class RatedLane {
	private readonly bucket: Bucket | undefined;
	private readonly closing = new Closing();
	private readonly fore: Gate;
	/** Attempts with a share wait by themselves, so that nobody else waits for their part. */
	private readonly back: Gate;

	constructor(
		private readonly name: RateLane,
		private readonly host: Host,
		private readonly time: Time,
		private readonly key: string,
	) {
		const { all, auth, background } = host;
		this.bucket = name === 'auth' ? undefined : new Bucket(RATES[name]);
		const own: Limit[] = this.bucket ? [this.bucket, all] : [auth, all.forLogin()];
		const perSecond = () => this.bucket?.current.perSecond ?? 0;
		const gate = (limits: Limit[], hasShare: boolean) =>
			new Gate(limits, this.closing, time, perSecond, () => this.ask(hasShare));
		this.fore = gate(own, false);
		this.back = gate([...own, background], true);
	}

	get places(): number {
		return this.fore.places;
	}

	async attempt<T>(job: () => Promise<T>, waiting: Waiting): Promise<T> {
		const { share } = waiting;
		if (share === undefined) return await this.fore.run(job, waiting);
		this.host.background.most = Math.max(1, Math.floor(this.host.all.most * share));
		return await this.back.run(job, waiting);
	}

	refused(clock: Clock, askedMs?: number): void {
		const isNews = this.closing.refused(this.time.now(clock), askedMs);
		// What lasts longer is a window, not the rate.
		if (isNews && (askedMs ?? 0) < 5_000) this.bucket?.slowDown();
		this.changed();
	}

	limit(perSecond: number | undefined): void {
		if (this.bucket?.limit(perSecond)) this.changed();
	}

	changed(): void {
		this.fore.changed();
		this.back.changed();
	}

	/** Milliseconds that `count` attempts take to start. */
	durationMs(count: number, clock: Clock): number {
		const now = this.time.now(clock);
		return Math.max(this.bucket?.durationMs(count, now) ?? 0, this.host.all.durationMs(count, now));
	}

	private ask(hasShare: boolean): Ask {
		const { name: host, all, auth, background } = this.host;
		const total = { key: 'all', most: all.most };
		if (!this.bucket) {
			const logins = { key: 'auth', most: auth.most };
			return { host, windows: [logins, { ...total, isLogin: true }] };
		}
		const rate = { key: `${this.key} ${this.name}`, ...this.bucket.current };
		const part = { key: 'background', most: background.most };
		return { host, rate, windows: hasShare ? [total, part] : [total] };
	}
}

/**
 * The queues of one organisation at one service. `sequential` lets one job in flight and starts
 * the next only when it has ended, retries and waiting included. Rate lanes keep the attempts of
 * all jobs, also of sequential ones, inside what the service documents.
 */
export class Lanes {
	// No `expiration` and no retry in `failed`: both let a second job in while one is under way.
	private readonly one = new Bottleneck({ maxConcurrent: 1 });
	private readonly rated: Record<RateLane, RatedLane>;

	/** `key` names the lane beyond this process: base URL and organisation. */
	constructor(
		readonly key = '',
		private readonly host = new Host(),
	) {
		const time = new Time();
		const lane = (name: RateLane) => new RatedLane(name, host, time, key);
		this.rated = { list: lane('list'), single: lane('single'), auth: lane('auth') };
	}

	/**
	 * Runs a job alone. Aborted while it waits, it rejects at once, and its place passes by without a
	 * start; aborted later, the job itself decides.
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
	 * Runs one attempt when the limits allow it. Whoever reads a 429 in its answer calls `refused`
	 * before anything else is awaited, and may simply attempt again: the lane waits.
	 * @throws NotSentError when the lane is closed for longer than its run waits.
	 */
	async attempt<T>(lane: RateLane, job: () => Promise<T>, waiting: Waiting = {}): Promise<T> {
		return await this.rated[lane].attempt(job, waiting);
	}

	/** The service refused an attempt for its rate: everything in the lane waits. */
	refused(lane: RateLane, { clock = systemClock, patience }: Waiting, askedMs?: number): void {
		patience?.refused();
		this.rated[lane].refused(clock, askedMs);
	}

	/** A node's own limits; the newest run's hold for all that share the lane or the host. */
	limit({ list, single, fiveMinutes = WINDOWS.all }: Limits): void {
		this.rated.list.limit(list);
		this.rated.single.limit(single);
		if (this.host.all.most === fiveMinutes) return;
		this.host.all.most = fiveMinutes;
		for (const lane of Object.values(this.rated)) lane.changed();
	}

	/** How many items to work at a time: what the rate starts while one is answered. */
	parallel(lane: LaneName): number {
		return lane === 'sequential' ? 1 : this.rated[lane].places;
	}

	/** Milliseconds until `count` more attempts have started, if nobody else sends any. */
	durationMs(lane: LaneName, count: number, clock: Clock = systemClock): number {
		return this.rated[lane === 'sequential' ? 'single' : lane].durationMs(count, clock);
	}
}

/** The service counts by IP address, whatever the scheme, path or credential. */
const hosts = new Kept((name) => new Host(name));
const lanes = new Kept<Lanes, [baseUrl: string]>(
	(key, baseUrl) => new Lanes(key, hosts.get(new URL(baseUrl).host)),
);

/** The lanes of an organisation; the key is complete, so two credentials of one share them. */
export const lanesFor = (baseUrl: string, organisation: string): Lanes =>
	lanes.get(`${baseUrl} ${organisation}`, baseUrl);
