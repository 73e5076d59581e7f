import type { Clock } from '../ports';
import type { LaneName } from '../wire';
import { Closing, type Refusal } from './closing';
import { Gate, type Permit, type Time, type Waiting } from './gate';
import { RATES as LIMITS } from './limits';
import { A_MONTH, HOUR_MS, Month } from './month';
import { Bucket, type Limit, type Rate, Window } from './pace';
import type { PathRate } from './pathRates';
import type { Ask } from './sharedRates';

/**
 * The rates of requests that the service lists no rate for: those it documents for requests of the
 * same kind. It counts them in the limits of the address and of the month only, but nothing says
 * that they may come as fast as these allow.
 */
const RATES: Record<'list' | 'single', Rate> = {
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
	readonly all = new Window(WINDOWS.all);
	readonly auth = new Window(WINDOWS.auth);
	/** Window of the attempts with a share only. */
	readonly background = new Window(WINDOWS.all);

	/** `name` is the host's name in limits shared with other processes. */
	constructor(readonly name = '') {}
}

/** State shared by all lanes of an organisation. */
export class Organisation {
	/** Attempts with a share, of an hour: a pass over a fleet comes in one burst, then a pause. */
	readonly polls = new Window(WINDOWS.all, HOUR_MS);

	/** `key` is its name in limits shared with other processes: base URL and organisation. */
	constructor(
		readonly key = '',
		readonly month = new Month(key),
	) {}
}

/** Requests that count together: a path with a documented rate, or the rest of a lane. */
interface Counted {
	/** Key in limits shared with other processes. */
	key: string;
	bucket: Bucket | undefined;
	fore: Gate;
	/** Queue of attempts with a share, so that others do not wait behind them. */
	back: Gate;
}

/** A rate lane of an organisation: its groups, each with a bucket. A 429 closes all of it. */
export class RatedLane {
	private readonly counted = new Map<string, Counted>();
	private readonly closing = new Closing(() => this.changed());
	/** The account's own starts a second, for each path. */
	private perSecond: number | undefined;

	constructor(
		private readonly name: RateLane,
		private readonly host: Host,
		private readonly organisation: Organisation,
		private readonly time: Time,
	) {}

	places(of?: PathRate): number {
		return this.countedFor(of).fore.places;
	}

	async acquire(waiting: Waiting, of?: PathRate): Promise<Permit> {
		const { host, organisation } = this;
		const { fore, back, bucket } = this.countedFor(of);
		const { month, polls } = organisation;
		const counting = { ...waiting, most: (A_MONTH * host.all.most) / WINDOWS.all };
		const { share } = waiting;
		if (share !== undefined) {
			host.background.most = Math.max(1, Math.floor(host.all.most * share));
			polls.most = month.perHour(share, counting);
		}
		const permit = await (share === undefined ? fore : back).acquire(waiting);
		// The organisation of a login is not known yet.
		if (bucket) month.add(counting);
		return permit;
	}

	refused(clock: Clock, { of, ...refusal }: Refusal & { of?: PathRate }): void {
		const isNews = this.closing.refused(this.time.now(clock), refusal);
		// A longer wait comes from a window, not from the rate.
		if (isNews && (refusal.askedMs ?? 0) < 5_000) this.countedFor(of).bucket?.slowDown();
		this.changed();
	}

	limit(perSecond: number | undefined): void {
		this.perSecond = perSecond;
		const all = [...this.counted.values()].map(({ bucket }) => bucket?.limit(perSecond));
		if (all.includes(true)) this.changed();
	}

	changed(): void {
		for (const { fore, back } of this.counted.values()) {
			fore.changed();
			back.changed();
		}
	}

	/** Milliseconds that `count` attempts take to start. */
	durationMs(count: number, clock: Clock, of?: PathRate): number {
		const now = this.time.now(clock);
		const { bucket } = this.countedFor(of);
		return Math.max(bucket?.durationMs(count, now) ?? 0, this.host.all.durationMs(count, now));
	}

	private countedFor(of?: PathRate): Counted {
		const path = of?.path ?? '';
		let counted = this.counted.get(path);
		if (!counted) this.counted.set(path, (counted = this.make(of)));
		return counted;
	}

	private make(of?: PathRate): Counted {
		const { name, closing, time, host, organisation } = this;
		const bucket = name === 'auth' ? undefined : new Bucket(of?.rate ?? RATES[name]);
		bucket?.limit(this.perSecond);
		const own: Limit[] = bucket ? [bucket, host.all] : [host.auth, host.all.forLogin()];
		const perSecond = () => bucket?.current.perSecond ?? 0;
		const gate = (limits: Limit[], hasShare: boolean) =>
			new Gate(limits, closing, time, perSecond, () => this.ask(counted, hasShare));
		const counted: Counted = {
			key: `${organisation.key} ${of?.path ?? name}`,
			bucket,
			fore: gate(own, false),
			back: gate([...own, host.background, organisation.polls], true),
		};
		return counted;
	}

	private ask({ key, bucket }: Counted, hasShare: boolean): Ask {
		const { name: host, all, auth, background } = this.host;
		const total = { key: 'all', most: all.most };
		if (!bucket) {
			const logins = { key: 'auth', most: auth.most };
			return { host, windows: [logins, { ...total, isLogin: true }] };
		}
		const { key: organisation, polls } = this.organisation;
		const parts = [
			{ key: 'background', most: background.most },
			{ key: `${organisation} polls`, most: polls.most, spanMs: HOUR_MS },
		];
		return { host, rate: { key, ...bucket.current }, windows: [total, ...(hasShare ? parts : [])] };
	}
}
