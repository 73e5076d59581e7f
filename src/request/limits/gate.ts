import { type Clock, monotonic, type Sleep } from '../../ports';
import type { Reporter } from '../../reporter';
import { durationInWords, TOLD_MS } from '../../waits';
import { NotSentError } from '../attempt/errors';
import type { CircuitBreaker, RateRefusal } from './circuitBreaker';
import type { OrganisationRates } from './host';
import type { Limits } from './limits';
import { A_MONTH } from './month';
import { Bucket, type Limit } from './pace';
import type { Counted, RateLane } from './pathRates';
import type { Ask, RateTurn, SharedRates } from './sharedRates';
import { WaitBudget } from './waitBudget';

/** The inputs for an attempt's wait for its start. */
export interface Waiting {
	signal?: AbortSignal;
	clock: Clock;
	sleep: Sleep;
	/** A run's total wait for closed lanes, shared by its requests; by default one per request. */
	patience?: WaitBudget;
	/** Told of waits, and when the month's allowance runs low. */
	report?: Reporter | undefined;
	/** Method and path, as "GET /api/v1/sim/7": some paths have rates of their own. */
	request?: string;
	/** The limits that this account shares with other workers. */
	shared?: SharedRates;
	/**
	 * The part of the host's five minutes and of the organisation's month that all attempts with a share may
	 * use together: 0.5 is half.
	 */
	share?: number;
}

/** Requests under way at a time, however slow the answers. */
const MOST_IN_FLIGHT = 50;
/** Places for quick answers: as many as start in a fifth of a second, within these bounds. */
const QUICK_IN_FLIGHT = { least: 2, most: 10 };

/**
 * Starts in one go. Started requests leave only when the event loop comes round: if all started
 * together, all answers would come together, and the machine and the service would idle in turn.
 */
const STARTS_AT_ONCE = 3;

/** The clock of lanes: it is monotonic, and advances at least by the length of a finished sleep. */
export class Time {
	private notBefore = -Infinity;

	now(clock: Clock): number {
		this.notBefore = Math.max(this.notBefore, monotonic(clock));
		return this.notBefore;
	}

	/** A timer may fire a little before its time. */
	slept(until: number): void {
		this.notBefore = Math.max(this.notBefore, until);
	}
}

/** One start that the limits allow. Its holder must release it, however the attempt ends. */
export interface Permit {
	/** To be called once an answer has been read and judged, or when there will be none. */
	release(end: 'answered' | 'unanswered' | RateRefusal): void;
}

/** An attempt in the queue. */
interface Waiter extends Waiting {
	patience: WaitBudget;
	start: (permit: Permit) => void;
	fail: (error: unknown) => void;
}

/**
 * Where attempts that count together wait for their start, in the order they came, until every
 * limit lets one more through: those with a share in a queue of their own, so that others do not
 * wait behind them.
 */
export class Gate {
	readonly lane: RateLane;
	private readonly bucket: Bucket | undefined;
	private readonly foreground: Queue;
	private readonly background: Queue;

	constructor(
		private readonly counted: Counted,
		private readonly organisation: OrganisationRates,
		readonly closing: CircuitBreaker,
		readonly time: Time,
	) {
		const { host, polls } = organisation;
		this.lane = counted.lane;
		this.bucket = counted.rate && new Bucket(counted.rate);
		const limits = this.bucket ? [this.bucket, host.all] : [host.auth, host.all.forLogin()];
		this.foreground = new Queue(this, limits);
		this.background = new Queue(this, [...limits, host.background, polls]);
	}

	/** How many may be under way. */
	get parallel(): number {
		return this.foreground.parallel;
	}

	/** Starts a second; 0 for logins, which have windows only. */
	get perSecond(): number {
		return this.bucket?.current.perSecond ?? 0;
	}

	/**
	 * Waits for a start; an aborted wait ends at once.
	 * @throws NotSentError when the lane is closed for longer than its run waits.
	 */
	async acquire(waiting: Waiting): Promise<Permit> {
		const { host, month, polls } = this.organisation;
		const counting = { ...waiting, most: host.mostInMonth };
		const { share } = waiting;
		if (share !== undefined) {
			host.background.most = Math.max(1, Math.floor(host.all.most * share));
			polls.most = month.perHour(share, counting);
		}
		const queue = share === undefined ? this.foreground : this.background;
		const permit = await queue.acquire(waiting);
		// The organisation of a login is not known yet.
		if (this.bucket) month.add(counting);
		return permit;
	}

	/** The service has refused an attempt for its rate. */
	refused(now: number, refusal: RateRefusal): void {
		const isNews = this.closing.refused(now, refusal);
		// A longer wait comes from a window, not from the rate.
		if (isNews && (refusal.askedMs ?? 0) < 5_000) this.bucket?.slowDown();
		this.closing.changed();
	}

	/** The request for one start under those of the limits that workers share. */
	ask(limits: Limit[]): Ask {
		const { key, host } = this.organisation;
		const rate = this.bucket && { key: `${key} ${this.counted.path}`, ...this.bucket.current };
		return { host: host.name, rate, windows: limits.flatMap((limit) => limit.shared?.() ?? []) };
	}

	/** Sets an account's own rate. Returns whether the rate changed. */
	limit(limits: Limits): boolean {
		return this.lane !== 'auth' && this.bucket?.limit(limits[this.lane]) === true;
	}

	/** Looks at the queues again after a limit has changed. */
	changed(): void {
		this.foreground.changed();
		this.background.changed();
	}

	/** Milliseconds that `count` attempts take to start. */
	durationMs(count: number, clock: Clock): number {
		const now = this.time.now(clock);
		const { all } = this.organisation.host;
		return Math.max(this.bucket?.durationMs(count, now) ?? 0, all.durationMs(count, now));
	}
}

/**
 * Attempts that wait for the same limits. Not Bottleneck: its `schedule` costs 0.3 ms of CPU a job
 * (measured), a good part of a whole request, and its timers move on no clock but the machine's.
 */
class Queue {
	private readonly waiters: Waiter[] = [];
	private underWay = 0;
	private latencyMs: number | undefined;
	private isPumping = false;
	/** Starts since the queue last yielded to the event loop. */
	private begun = 0;
	/** Ends the current pause. */
	private wake: () => void = () => {};
	/** When the current pause ends; `Infinity` where that is unknown. */
	private pausedUntil = -Infinity;

	constructor(
		private readonly gate: Gate,
		private readonly limits: Limit[],
	) {}

	/**
	 * How many may be under way: as many as the rate starts until one is answered, and half as many
	 * again for answers that take longer than others.
	 */
	get parallel(): number {
		const perMs = this.gate.perSecond / 1000;
		const few = Math.min(QUICK_IN_FLIGHT.most, Math.max(QUICK_IN_FLIGHT.least, perMs * 200));
		const needed = perMs * (this.latencyMs ?? 0) * 1.5;
		return Math.ceil(Math.min(MOST_IN_FLIGHT, Math.max(few, needed)));
	}

	async acquire(waiting: Waiting): Promise<Permit> {
		const { signal, clock, patience = new WaitBudget() } = waiting;
		signal?.throwIfAborted();
		return await new Promise((resolve, reject) => {
			const leave = () => {
				waiter.fail(signal?.reason);
				this.changed();
			};
			const settle = () => signal?.removeEventListener('abort', leave);
			const waiter: Waiter = {
				...waiting,
				patience,
				start: (permit) => {
					settle();
					resolve(permit);
				},
				fail: (error) => {
					settle();
					this.waiters.splice(this.waiters.indexOf(waiter), 1);
					reject(error as Error);
				},
			};
			signal?.addEventListener('abort', leave, { once: true });
			this.waiters.push(waiter);
			// The closing may outlast this attempt's patience, so the queue is checked now.
			if (this.gate.closing.isClosed) this.wake();
			else this.reportPause([waiter], this.gate.time.now(clock));
			void this.pump();
		});
	}

	/** Looks at the queue again after a limit has changed. */
	changed(): void {
		this.wake();
		void this.pump();
	}

	/** Starts all attempts that the limits allow, and sleeps for the head of the queue. */
	private async pump(): Promise<void> {
		if (this.isPumping) return;
		this.isPumping = true;
		try {
			for (let head = this.head(); head; head = this.head()) {
				const waitMs = this.waitMs(this.gate.time.now(head.clock));
				if (waitMs > 0) {
					await this.pause(waitMs, head);
					continue;
				}
				if (this.begun >= STARTS_AT_ONCE) {
					this.begun = 0;
					await head.sleep(0);
					continue;
				}
				const turn = await head.shared?.take(this.gate.ask(this.limits));
				// The attempt may have left the queue during the request for a turn.
				if (head !== this.waiters[0]) turn?.end();
				else if (turn && turn.waitMs > 0) await this.pause(turn.waitMs, head);
				else this.begin(head, turn);
			}
		} catch (error) {
			// Nothing else would settle these attempts.
			for (const waiter of [...this.waiters]) waiter.fail(error);
		} finally {
			// In the same step as the last look at the queue: a later attempt starts it again.
			this.isPumping = false;
		}
	}

	private begin({ clock, patience, start }: Waiter, turn?: RateTurn): void {
		const { closing, time } = this.gate;
		const at = time.now(clock);
		const trial = closing.start();
		this.waiters.shift();
		this.begun += 1;
		this.underWay += 1;
		for (const limit of this.limits) limit.start(at);
		const release: Permit['release'] = (end) => {
			const now = time.now(clock);
			this.underWay -= 1;
			for (const limit of this.limits) limit.end(now, at);
			turn?.end();
			this.latencyMs ??= now - at;
			this.latencyMs += (now - at - this.latencyMs) / 5;
			if (end === 'answered') patience.success();
			if (typeof end === 'object') this.gate.refused(now, end);
			else if (trial) closing.ended(trial);
			else this.changed();
		};
		start({ release });
	}

	private waitMs(now: number): number {
		if (this.underWay >= this.parallel) return Infinity;
		return Math.max(
			this.gate.closing.waitMs(now),
			...this.limits.map((limit) => limit.waitMs(now)),
		);
	}

	/** The next waiter, after failing those for whom the lane is closed too long. */
	private head(): Waiter | undefined {
		const { closing, time } = this.gate;
		for (const waiter of closing.isClosed ? [...this.waiters] : []) {
			const now = time.now(waiter.clock);
			const ms = closing.waitMs(now);
			if (ms === 0 || ms === Infinity) continue;
			if (closing.isMonthOver) waiter.fail(monthOver());
			else if (ms > Math.max(0, waiter.patience.leftMs(now))) {
				waiter.fail(tooLong(ms, waiter.patience.mostMs));
			}
		}
		return this.waiters[0];
	}

	/** Sleeps, but no longer than until something changes. */
	private async pause(ms: number, { clock, sleep }: Waiter): Promise<void> {
		const { closing, time } = this.gate;
		const from = time.now(clock);
		const runs = new Set(closing.isClosed ? this.waiters.map(({ patience }) => patience) : []);
		const nap = new AbortController();
		const woken = new Promise<void>((resolve) => {
			this.wake = () => {
				nap.abort(WOKEN);
				resolve();
			};
		});
		for (const run of runs) run.begin(from);
		this.pausedUntil = from + ms;
		this.reportPause(this.waiters, from);
		if (ms === Infinity) {
			for (const limit of this.limits) limit.onEnd?.(this.wake);
			await woken;
		} else {
			const slept = sleep(ms, nap.signal).then(() => nap.signal.aborted || time.slept(from + ms));
			await Promise.race([slept.catch(() => {}), woken]);
		}
		const now = time.now(clock);
		this.pausedUntil = -Infinity;
		for (const run of runs) run.end(now);
	}

	/** Reports the current pause: after a 429 its end is unknown, and pauses add up. */
	private reportPause(waiters: Waiter[], now: number): void {
		const { closing } = this.gate;
		const leftMs = this.pausedUntil === Infinity ? 0 : this.pausedUntil - now;
		if (closing.closedMs(now) + leftMs < TOLD_MS) return;
		const runs = new Map(waiters.map(({ report, patience }) => [report, patience]));
		for (const [report, patience] of runs) {
			if (closing.isClosed) report?.wait(TOO_MANY_REQUESTS, Math.max(0, patience.leftMs(now)));
			else report?.wait(THE_LIMIT, leftMs);
		}
	}
}

/** The reason why a sleep ended early. An abort without a reason would create an error with a stack. */
const WOKEN = 'woken';

const TOO_MANY_REQUESTS = 'the service, which answers that it received too many requests (429)';
const THE_LIMIT = 'the limits of the service';

/** The lane is closed for longer than the run waits. */
const tooLong = (ms: number, mostMs: number) =>
	new NotSentError(
		`The service received too many requests, and asks not to be called for another ${durationInWords(ms)}; waiting for that ends after ${durationInWords(mostMs)} in all`,
		'Nothing of this was sent: run it again later, or run fewer workflows with this account at a time.',
	);

/** The month's allowance is probably used up. This is a guess: the service's 429 does not say so. */
const monthOver = () =>
	new NotSentError(
		`The service refuses every request (429): probably the organisation's allowance for this month, ${A_MONTH.toLocaleString('en')} requests, is used up. It is reset on the 1st`,
		'Nothing of this was sent: run it again after that. If the organisation cannot have used so many, another program may be taking all of the limits of this IP address.',
	);
