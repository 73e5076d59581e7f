import Bottleneck from 'bottleneck';
import type { LaneName } from '../wire';
import { type Clock, type Sleep, systemClock, systemSleep } from '../ports';
import { Closing, type Patience } from './closing';
import { type Attempt, Gate, Time } from './gate';
import { Kept } from './kept';
import { Bucket, type Limit, type Rate, Window } from './pace';
import type { Ask, SharedRates } from './sharedRates';

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

/** What an attempt needs while it waits for its start. */
export interface Waiting {
	signal?: AbortSignal | undefined;
	clock?: Clock;
	sleep?: Sleep;
	/** One for all requests of a run: how long it waits for closed lanes in all. */
	patience?: Patience | undefined;
	/** Told of a wait of five seconds or more before it begins, for a person to see. */
	onWait?: ((ms: number) => void) | undefined;
	/** The limits that this account shares with other workers. */
	shared?: SharedRates | undefined;
	/** Of the host's five minutes, the part that such attempts may use together: 0.5 is half. */
	share?: number | undefined;
}

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

	async attempt<T>(job: () => Promise<T>, attempt: Attempt, share?: number): Promise<T> {
		if (share === undefined) return await this.fore.run(job, attempt);
		this.host.background.most = Math.max(1, Math.floor(this.host.all.most * share));
		return await this.back.run(job, attempt);
	}

	refused(now: number, askedMs?: number): void {
		const isNews = this.closing.refused(now, askedMs);
		// What lasts longer is a window, not the rate.
		if (isNews && (askedMs ?? 0) < 5_000) this.bucket?.slowDown();
		this.changed();
	}

	limit(perSecond: number | undefined): void {
		if (this.name === 'auth' || !this.bucket) return;
		const { burst, perSecond: documented } = RATES[this.name];
		const rate = perSecond ?? documented;
		if (rate === this.bucket.rate.perSecond) return;
		// Half a second's worth, as documented: fewer would have a quick lane pause after each few.
		const inProportion = Math.max(1, Math.floor((burst * rate) / documented));
		this.bucket.rate = { perSecond: rate, burst: inProportion };
		this.changed();
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
	private readonly rated = new Map<RateLane, RatedLane>();
	private readonly time = new Time();

	/** `key` names the lane beyond this process: base URL and organisation. */
	constructor(
		readonly key = '',
		private readonly host = new Host(),
	) {}

	/** Runs a job alone. One whose signal is aborted while it waits leaves at once. */
	async sequentially<T>(job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		return await queued(
			signal,
			async (start) => await this.one.schedule(async () => await start(job)),
		);
	}

	/**
	 * Runs one attempt when the limits allow it. Whoever reads a 429 in its answer calls `refused`
	 * before anything else is awaited, and may simply attempt again: the lane waits.
	 * @throws NotSentError when the lane is closed for longer than its run waits.
	 */
	async attempt<T>(
		lane: RateLane,
		job: () => Promise<T>,
		{ clock = systemClock, sleep = systemSleep, share, ...rest }: Waiting = {},
	): Promise<T> {
		return await this.lane(lane).attempt(job, { clock, sleep, ...rest }, share);
	}

	/** The service refused an attempt for its rate: everything in the lane waits. */
	refused(lane: RateLane, { clock = systemClock, patience }: Waiting, askedMs?: number): void {
		patience?.refused();
		this.lane(lane).refused(this.time.now(clock), askedMs);
	}

	/** A node's own limits; the newest run's hold for all that share the lane or the host. */
	limit({ list, single, fiveMinutes = WINDOWS.all }: Limits): void {
		this.lane('list').limit(list);
		this.lane('single').limit(single);
		if (this.host.all.most === fiveMinutes) return;
		this.host.all.most = fiveMinutes;
		for (const lane of this.rated.values()) lane.changed();
	}

	/** How many items to work at a time: what the rate starts while one is answered. */
	parallel(lane: LaneName): number {
		return lane === 'sequential' ? 1 : this.lane(lane).places;
	}

	/** Milliseconds until `count` more attempts have started, if nobody else sends any. */
	durationMs(lane: LaneName, count: number, clock: Clock = systemClock): number {
		return this.lane(lane === 'sequential' ? 'single' : lane).durationMs(count, clock);
	}

	private lane(name: RateLane): RatedLane {
		let lane = this.rated.get(name);
		if (!lane) {
			lane = new RatedLane(name, this.host, this.time, this.key);
			this.rated.set(name, lane);
		}
		return lane;
	}
}

type Start = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * Waits in a queue until `start` is called. Aborted before that, it rejects at once, and its place
 * passes by without a start; aborted later, the job itself decides.
 */
async function queued<T>(
	signal: AbortSignal | undefined,
	enqueue: (start: Start) => Promise<T>,
): Promise<T> {
	signal?.throwIfAborted();
	if (!signal) return await enqueue(async (job) => await job());
	let leave = (): void => {};
	const left = new Promise<never>((_, reject) => {
		leave = () => reject(signal.reason as Error);
		signal.addEventListener('abort', leave, { once: true });
	});
	const stayed = () => signal.removeEventListener('abort', leave);
	const turn = enqueue(async (job) => {
		signal.throwIfAborted();
		stayed();
		return await job();
	});
	// Its turn comes although it has left: that it does not start is no news then.
	turn.catch(() => {});
	try {
		return await Promise.race([turn, left]);
	} finally {
		stayed();
	}
}

const hosts = new Kept((name) => new Host(name));
const lanes = new Kept((key) => {
	const [baseUrl = ''] = key.split(' ');
	return new Lanes(key, hosts.get(hostOf(baseUrl)));
});

/** The service counts by IP address, whatever the scheme, path or credential. */
const hostOf = (baseUrl: string): string => {
	try {
		return new URL(baseUrl).host;
	} catch {
		return baseUrl;
	}
};

/** The lanes of an organisation; the key is complete, so two credentials of one share them. */
export const lanesFor = (baseUrl: string, organisation: string): Lanes =>
	lanes.get(`${baseUrl} ${organisation}`);
