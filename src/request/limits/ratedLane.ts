import type { Clock } from '../../ports';
import { HOUR_MS } from '../../times';
import type { LaneName } from '../../wire';
import { CircuitBreaker, type RateRefusal } from './circuitBreaker';
import { Gate, type Permit, type Time, type Waiting } from './gate';
import { LIMIT_FIELDS as LIMITS } from './limits';
import { A_MONTH, Month } from './month';
import { Bucket, type Limit, type Rate, RateWindow } from './pace';
import type { PathRate } from './pathRates';
import type { Ask } from './sharedRates';

/**
 * The rates of requests that the service lists no rate for: those it documents for requests of the
 * same kind. It counts them in the limits of the address and of the month only, but nothing says
 * that they may come as fast as these allow.
 */
const DOCUMENTED_RATES: Record<'list' | 'single', Rate> = {
	list: { perSecond: LIMITS.list.documented, burst: 5 },
	single: { perSecond: LIMITS.single.documented, burst: 25 },
};

/**
 * Documented windows of five minutes per IP address: requests of any kind, and logins among them.
 * Source: public reference, Limits.
 */
export const WINDOWS = { all: LIMITS.fiveMinutes.documented, auth: 100 };

export type RateLane = Exclude<LaneName, 'sequential'>;

/** State shared by all credentials of one host, because the service counts by IP address. */
export class Host {
	readonly all = new RateWindow(WINDOWS.all);
	readonly auth = new RateWindow(WINDOWS.auth);
	/** Window of the attempts with a share only. */
	readonly background = new RateWindow(WINDOWS.all);

	/** `name` is the host's name in limits shared with other processes. */
	constructor(readonly name = '') {}
}

/** State shared by all lanes of an organisation. */
export class OrganisationRates {
	/** Attempts with a share, of an hour: a pass over a fleet comes in one burst, then a pause. */
	readonly polls = new RateWindow(WINDOWS.all, HOUR_MS);

	/** `key` is its name in limits shared with other processes: base URL and organisation. */
	constructor(
		readonly key = '',
		readonly month = new Month(key),
	) {}
}

/** A rate lane of an organisation: its groups, each with a bucket. A 429 closes all of it. */
export class RatedLane {
	readonly closing = new CircuitBreaker(() => this.changed());
	/** The account's own starts a second, for each path. */
	perSecond: number | undefined;
	private readonly groups = new Map<string, Group>();

	constructor(
		readonly name: RateLane,
		readonly host: Host,
		readonly organisation: OrganisationRates,
		readonly time: Time,
	) {}

	/** The requests of a path with a documented rate, or the rest of the lane. */
	group(of?: PathRate): Group {
		const path = of?.path ?? '';
		let group = this.groups.get(path);
		if (!group) this.groups.set(path, (group = new Group(this, of)));
		return group;
	}

	limit(perSecond: number | undefined): void {
		this.perSecond = perSecond;
		const all = [...this.groups.values()].map(({ bucket }) => bucket?.limit(perSecond));
		if (all.includes(true)) this.changed();
	}

	changed(): void {
		for (const group of this.groups.values()) group.changed();
	}
}

/** Requests of a lane that count together. */
class Group {
	readonly closing: CircuitBreaker;
	readonly time: Time;
	readonly bucket: Bucket | undefined;
	private readonly foreground: Gate;
	/** Queue of attempts with a share, so that others do not wait behind them. */
	private readonly background: Gate;

	constructor(
		private readonly lane: RatedLane,
		private readonly of?: PathRate,
	) {
		const { name, host, organisation } = lane;
		this.closing = lane.closing;
		this.time = lane.time;
		this.bucket = name === 'auth' ? undefined : new Bucket(of?.rate ?? DOCUMENTED_RATES[name]);
		this.bucket?.limit(lane.perSecond);
		const own: Limit[] = this.bucket ? [this.bucket, host.all] : [host.auth, host.all.forLogin()];
		const shared = [...own, host.background, organisation.polls];
		this.foreground = new Gate(own, this, () => this.ask(false));
		this.background = new Gate(shared, this, () => this.ask(true));
	}

	get perSecond(): number {
		return this.bucket?.current.perSecond ?? 0;
	}

	get places(): number {
		return this.foreground.places;
	}

	async acquire(waiting: Waiting): Promise<Permit> {
		const { host, organisation } = this.lane;
		const { month, polls } = organisation;
		const counting = { ...waiting, most: (A_MONTH * host.all.most) / WINDOWS.all };
		const { share } = waiting;
		if (share !== undefined) {
			host.background.most = Math.max(1, Math.floor(host.all.most * share));
			polls.most = month.perHour(share, counting);
		}
		const gate = share === undefined ? this.foreground : this.background;
		const permit = await gate.acquire(waiting);
		// The organisation of a login is not known yet.
		if (this.bucket) month.add(counting);
		return permit;
	}

	refused(now: number, refusal: RateRefusal): void {
		const isNews = this.closing.refused(now, refusal);
		// A longer wait comes from a window, not from the rate.
		if (isNews && (refusal.askedMs ?? 0) < 5_000) this.bucket?.slowDown();
		this.lane.changed();
	}

	changed(): void {
		this.foreground.changed();
		this.background.changed();
	}

	/** Milliseconds that `count` attempts take to start. */
	durationMs(count: number, clock: Clock): number {
		const now = this.time.now(clock);
		const { all } = this.lane.host;
		return Math.max(this.bucket?.durationMs(count, now) ?? 0, all.durationMs(count, now));
	}

	/** The request for one start under limits that workers share. */
	private ask(hasShare: boolean): Ask {
		const { name, host, organisation } = this.lane;
		const { all, auth, background } = host;
		const total = { key: 'all', most: all.most };
		if (!this.bucket) {
			const logins = { key: 'auth', most: auth.most };
			return { host: host.name, windows: [logins, { ...total, isLogin: true }] };
		}
		const { key, polls } = organisation;
		const rate = { key: `${key} ${this.of?.path ?? name}`, ...this.bucket.current };
		const parts = [
			{ key: 'background', most: background.most },
			{ key: `${key} polls`, most: polls.most, spanMs: HOUR_MS },
		];
		return { host: host.name, rate, windows: [total, ...(hasShare ? parts : [])] };
	}
}
