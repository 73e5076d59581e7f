import { type Clock, monotonic, type Sleep, systemClock, systemSleep } from '../../ports';
import { durationInWords, type OnWait, TOLD_MS } from '../../waits';
import { NotSentError } from '../attempt/errors';
import { type CircuitBreaker, type RateRefusal } from './circuitBreaker';
import { WaitBudget } from './waitBudget';
import { A_MONTH } from './month';
import type { Limit } from './pace';
import type { Ask, SharedRates, RateTurn } from './sharedRates';

/** The inputs for an attempt's wait for its start. */
export interface Waiting {
	signal?: AbortSignal;
	clock?: Clock;
	sleep?: Sleep;
	/** A run's total wait for closed lanes, shared by its requests; by default one per request. */
	patience?: WaitBudget;
	/** Reports a wait of five seconds or more to a person before it begins. */
	onWait?: OnWait;
	/** Method and path, as "GET /api/v1/sim/7": some paths have rates of their own. */
	request?: string;
	/** The limits that this account shares with other workers. */
	shared?: SharedRates;
	/**
	 * The part of the host's five minutes and of their organisation's month that all attempts with
	 * a share may use together: 0.5 is half.
	 */
	share?: number;
	/** Called when the month's allowance runs low. */
	warn?: (message: string) => void;
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
		return (this.notBefore = Math.max(this.notBefore, monotonic(clock)));
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
	clock: Clock;
	sleep: Sleep;
	patience: WaitBudget;
	start: (permit: Permit) => void;
	fail: (error: unknown) => void;
}

/** The lane of a gate, as far as the gate needs it. */
interface GatedLane {
	readonly closing: CircuitBreaker;
	readonly time: Time;
	/** Starts a second. */
	readonly perSecond: number;
	/** The service has refused an attempt for its rate. */
	refused(now: number, refusal: RateRefusal): void;
}

/**
 * Where the attempts of a lane wait for their start, in the order they came, until every limit
 * lets one more through. Not Bottleneck: its `schedule` costs 0.3 ms of CPU a job (measured), a
 * good part of a whole request, and its timers move on no clock but the machine's.
 */
export class Gate {
	private readonly queue: Waiter[] = [];
	private underWay = 0;
	private latencyMs: number | undefined;
	private isPumping = false;
	/** Starts since the gate last yielded to the event loop. */
	private begun = 0;
	/** Ends the current pause. */
	private wake: () => void = () => {};
	/** Reports the current pause to the given waiters; undefined when it is too short to report. */
	private tell: ((waiters: Waiter[]) => void) | undefined;

	constructor(
		private readonly limits: Limit[],
		private readonly lane: GatedLane,
		/** The request for one start under limits that workers share. */
		private readonly ask: () => Ask,
	) {}

	/**
	 * How many may be under way: as many as the rate starts until one is answered, and half as many
	 * again for answers that take longer than others.
	 */
	get places(): number {
		const perMs = this.lane.perSecond / 1000;
		const few = Math.min(QUICK_IN_FLIGHT.most, Math.max(QUICK_IN_FLIGHT.least, perMs * 200));
		const needed = perMs * (this.latencyMs ?? 0) * 1.5;
		return Math.ceil(Math.min(MOST_IN_FLIGHT, Math.max(few, needed)));
	}

	/**
	 * Waits in the queue for a start; an aborted wait ends at once.
	 * @throws NotSentError when the lane is closed for longer than its run waits.
	 */
	async acquire(waiting: Waiting): Promise<Permit> {
		const { signal, clock = systemClock, sleep = systemSleep } = waiting;
		const { patience = new WaitBudget() } = waiting;
		signal?.throwIfAborted();
		return await new Promise((resolve, reject) => {
			const settle = () => signal?.removeEventListener('abort', leave);
			const waiter: Waiter = {
				...waiting,
				clock,
				sleep,
				patience,
				start: (permit) => {
					settle();
					resolve(permit);
				},
				fail: (error) => {
					settle();
					this.queue.splice(this.queue.indexOf(waiter), 1);
					reject(error as Error);
				},
			};
			const leave = () => {
				waiter.fail(signal?.reason);
				this.changed();
			};
			signal?.addEventListener('abort', leave, { once: true });
			this.queue.push(waiter);
			this.tell?.([waiter]);
			// The closing may outlast this attempt's patience, so the queue is checked now.
			if (this.lane.closing.isClosed) this.wake();
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
				const waitMs = this.waitMs(this.lane.time.now(head.clock));
				if (waitMs > 0) {
					await this.pause(waitMs, head);
					continue;
				}
				if (this.begun >= STARTS_AT_ONCE) {
					this.begun = 0;
					await head.sleep(0);
					continue;
				}
				const turn = await head.shared?.take(this.ask());
				// The attempt may have left the queue during the request for a turn.
				if (head !== this.queue[0]) turn?.end();
				else if (turn && turn.waitMs > 0) await this.pause(turn.waitMs, head);
				else this.begin(head, turn);
			}
		} catch (error) {
			// Nothing else would settle these waiters.
			for (const waiter of [...this.queue]) waiter.fail(error);
		} finally {
			// In the same step as the last look at the queue, so that a later attempt pumps again.
			this.isPumping = false;
		}
	}

	private begin({ clock, patience, start }: Waiter, turn?: RateTurn): void {
		const { closing, time } = this.lane;
		const at = time.now(clock);
		const trial = closing.start();
		this.queue.shift();
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
			if (typeof end === 'object') this.lane.refused(now, end);
			else if (trial) closing.ended(trial);
			else this.changed();
		};
		start({ release });
	}

	private waitMs(now: number): number {
		if (this.underWay >= this.places) return Infinity;
		return Math.max(
			this.lane.closing.waitMs(now),
			...this.limits.map((limit) => limit.waitMs(now)),
		);
	}

	/** The next waiter, after failing those for whom the lane is closed too long. */
	private head(): Waiter | undefined {
		if (this.lane.closing.isClosed) {
			for (const waiter of [...this.queue]) {
				const now = this.lane.time.now(waiter.clock);
				const ms = this.lane.closing.waitMs(now);
				if (ms === 0 || ms === Infinity) continue;
				if (this.lane.closing.isMonthOver) waiter.fail(monthOver());
				else if (ms > Math.max(0, waiter.patience.leftMs(now))) {
					waiter.fail(tooLong(ms, waiter.patience.mostMs));
				}
			}
		}
		return this.queue[0];
	}

	/** Sleeps, but no longer than until something changes. */
	private async pause(ms: number, { clock, sleep }: Waiter): Promise<void> {
		const from = this.lane.time.now(clock);
		const isClosed = this.lane.closing.isClosed;
		const runs = new Set(isClosed ? this.queue.map(({ patience }) => patience) : []);
		const nap = new AbortController();
		const woken = new Promise<void>((resolve) => {
			this.wake = () => {
				nap.abort();
				resolve();
			};
		});
		for (const run of runs) run.begin(from);
		this.tell = this.telling(ms, from);
		this.tell?.(this.queue);
		if (ms === Infinity) {
			for (const limit of this.limits) limit.onEnd?.(this.wake);
			await woken;
		} else {
			const slept = sleep(ms, nap.signal).then(
				() => nap.signal.aborted || this.lane.time.slept(from + ms),
			);
			await Promise.race([slept.catch(() => {}), woken]);
		}
		const now = this.lane.time.now(clock);
		this.tell = undefined;
		for (const run of runs) run.end(now);
	}

	/** Returns a reporter of a pause: after a 429 its end is unknown, and pauses add up. */
	private telling(ms: number, from: number): ((waiters: Waiter[]) => void) | undefined {
		const { isClosed } = this.lane.closing;
		const isLong = isClosed
			? this.lane.closing.closedMs(from) + (ms === Infinity ? 0 : ms) >= TOLD_MS
			: ms >= TOLD_MS && ms !== Infinity;
		if (!isLong) return undefined;
		return (waiters) => {
			const runs = new Map(waiters.map(({ onWait, ...waiter }) => [onWait, waiter]));
			for (const [onWait, { clock, patience }] of runs) {
				const now = this.lane.time.now(clock);
				if (isClosed) onWait?.(TOO_MANY_REQUESTS, Math.max(0, patience.leftMs(now)));
				else onWait?.(THE_LIMIT, Math.max(0, from + ms - now));
			}
		};
	}
}

const TOO_MANY_REQUESTS = 'the service, which answers that it received too many requests (429)';
const THE_LIMIT = 'the limits of the service';

/** The lane is closed for longer than the run waits. */
const tooLong = (ms: number, mostMs: number) =>
	new NotSentError(
		`The service received too many requests, and asks not to be called for another ${durationInWords(ms)}; waiting for that ends after ${durationInWords(mostMs)} in all`,
		'Nothing of this was sent: run it again later, or run fewer workflows with this account at a time.',
		'notSent',
	);

/** Probably the month's allowance is used up: a guess, as that 429 has no mark of its own. */
const monthOver = () =>
	new NotSentError(
		`The service refuses every request (429): probably the organisation's allowance for this month, ${A_MONTH.toLocaleString('en')} requests, is used up. It is reset on the 1st`,
		'Nothing of this was sent: run it again after that. If the organisation cannot have used so many, another program may be taking all of the limits of this IP address.',
		'notSent',
	);
