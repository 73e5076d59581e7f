import { type Clock, monotonic, type Sleep, systemClock } from '../ports';
import { type RedisConnection, joinRedis } from '../redis/client';
import { noRedis, SharedLaneError } from '../redis/errors';
import { OUTAGE_MS, untilAnswered } from '../redis/outage';
import { anyOf } from '../stopping';
import type { Reporter } from '../reporter';
import { LaneMember, waitingFor } from './laneMember';
import { STILL_AT_WORK_MS } from './retry';

/** The times of a lane on Redis. Milliseconds, by monotonic clocks. */
const LANE_TIMES = {
	/** How long Redis may be out of reach before a waiting call fails. */
	outageMs: OUTAGE_MS,
	/** A holder without a call under way loses the lane after this long without a beat. */
	lockMs: 5_000,
	/**
	 * Longest turn: a bulk call that waits ten minutes for that of another program, and then is tried three
	 * times for two minutes each.
	 */
	turnMs: 20 * 60_000,
	/**
	 * How long the service may still be at work on a call whose sender has died, or that a Redis which lost
	 * its data does not know.
	 */
	atWorkMs: STILL_AT_WORK_MS,
};
/** Intervals of asking for a lane that a living worker holds, and for one that the service is still at work on. */
const POLL_MS = { living: 50, atWork: 1_000 };
/** Beats in one lock time. */
const BEATS_PER_LOCK = 5;
/** The part of the lock time in which a holder relies on the lane; others wait for all of it. */
const RELIABLE_SHARE = 0.8;

/** A turn in the lane that workers share. Its holder must release it. */
export interface Lease {
	/** Aborted, with a SharedLaneError as reason, as soon as the turn is known to be over. */
	lost: AbortSignal;
	/**
	 * Must be awaited right before a request is sent: a process that stood still for seconds may have
	 * lost its turn without noticing. From then on the service counts as at work.
	 * @throws SharedLaneError unless the turn certainly continues.
	 */
	confirm(): Promise<void>;
	/** Reports that the service is not at work on any request of this turn. */
	done(): void;
	/**
	 * Gives the turn back. Never rejects: if it fails, other workers wait until the turn has expired, as they do
	 * for a lost turn, where nobody knows whether the service is still at work.
	 */
	release(): Promise<void>;
}

/** Overrides of the times above, the clocks, and the reporter of waits. */
export type LaneTimes = Partial<typeof LANE_TIMES> & {
	sleep: Sleep;
	clock?: Clock;
	/** Gets the waits, except those for the turn of a living worker. */
	report?: Reporter | undefined;
};

type LeaseOptions = LaneTimes & {
	signal?: AbortSignal;
	/** Called when Redis stayed out of reach. */
	failed: (error: unknown) => void;
};

/** Waits for a turn in the lane; see SharedLane. */
export async function acquireLease(
	url: string,
	lane: string,
	options: LeaseOptions,
): Promise<Lease> {
	const { connection, leave } = await joinRedis(url);
	const times = { ...LANE_TIMES, ...options, clock: options.clock ?? systemClock };
	const held = new HeldLane(connection, lane, times, leave);
	try {
		await held.acquire();
		return held;
	} catch (error) {
		leave();
		throw error;
	}
}

/** A lane on Redis that this process waits for, and then holds by its beats. */
class HeldLane implements Lease {
	private readonly ended = new AbortController();
	private readonly released = new AbortController();
	private readonly member: LaneMember;
	private heldUntil = 0;
	private isAtWork = false;

	constructor(
		private readonly connection: RedisConnection,
		lane: string,
		private readonly options: LeaseOptions & typeof LANE_TIMES & { clock: Clock },
		/** Gives up the connection. */
		private readonly leave: () => void,
	) {
		this.member = new LaneMember(connection, lane);
	}

	get lost(): AbortSignal {
		return this.ended.signal;
	}

	private get now(): number {
		return monotonic(this.options.clock);
	}

	/**
	 * Waits for the lane: for other workers as long as they live, for their unfinished calls as
	 * long as the service may be at work on them, and through an outage up to its cap.
	 */
	async acquire(): Promise<void> {
		const { sleep, signal, lockMs, atWorkMs } = this.options;
		const waitedOut = { state: '', doubt: '' };
		let seen: { said: string; since: number } | undefined;
		for (;;) {
			const asked = this.now;
			const said = await this.patiently(async () => await this.member.take(waitedOut));
			if (said === undefined) {
				this.heldUntil = asked + RELIABLE_SHARE * lockMs;
				void this.beatOn();
				return;
			}
			if (typeof said !== 'string') throw noRedis(this.connection);
			// Counted from the arrival of the answer: the last beat may have come just before it.
			if (said !== seen?.said) seen = { said, since: this.now };
			const news = waitingFor(said, this.connection.where);
			const isDoubt = said.startsWith('doubt ');
			const passed = this.now - seen.since;
			const left = (news === undefined ? lockMs : atWorkMs) - passed;
			// The holder of a call under way is usually alive.
			const isStill = news !== undefined && (isDoubt || passed >= lockMs);
			if (isStill && left > 0) this.options.report?.wait(news, left);
			if (left > 0) await sleep(Math.min(left, isStill ? POLL_MS.atWork : POLL_MS.living), signal);
			else if (isDoubt) waitedOut.doubt = said.slice('doubt '.length);
			else waitedOut.state = said;
		}
	}

	/** Asks Redis, then checks the clock: the process may stand still until the answer comes. */
	async confirm(): Promise<void> {
		this.isAtWork = true;
		let asked: number;
		do {
			this.lost.throwIfAborted();
			asked = await this.patiently(async () => await this.beat());
		} while (this.now - asked >= RELIABLE_SHARE * this.options.lockMs);
		this.lost.throwIfAborted();
	}

	done(): void {
		this.isAtWork = false;
	}

	async release(): Promise<void> {
		this.released.abort();
		const { sleep, clock, lockMs } = this.options;
		const free = async () => {
			if (!this.lost.aborted) await this.member.free();
		};
		await untilAnswered(this.connection, free, { sleep, clock, outageMs: lockMs }).catch(() => {});
		this.leave();
	}

	/** @throws SharedLaneError that names the problem, after an outage that lasted too long. */
	private async patiently<T>(ask: () => Promise<T>): Promise<T> {
		const signal = anyOf(this.options.signal, this.lost);
		try {
			return await untilAnswered(this.connection, ask, { ...this.options, signal });
		} catch (error) {
			if (!signal?.aborted) this.options.failed(error);
			throw error;
		}
	}

	private async beatOn(): Promise<void> {
		const { sleep, lockMs, turnMs } = this.options;
		const over = this.now + turnMs;
		const { signal } = this.released;
		while (!signal.aborted && !this.lost.aborted) {
			await sleep(lockMs / BEATS_PER_LOCK, signal).catch(() => {});
			if (signal.aborted) return;
			if (this.now >= over) this.lose('this turn took too long');
			// A failed beat proves nothing: before a sending, Redis is asked until it answers.
			else await this.beat().catch(() => {});
		}
	}

	/** @returns the time at which Redis was asked */
	private async beat(): Promise<number> {
		const { lockMs, atWorkMs } = this.options;
		const { isAtWork } = this;
		const asked = this.now;
		const until = asked + RELIABLE_SHARE * (isAtWork ? atWorkMs : lockMs);
		const isSure = asked < this.heldUntil;
		// The beat may count although its answer never comes.
		if (!isAtWork) this.heldUntil = Math.min(this.heldUntil, until);
		const said = await this.member.beat(isAtWork, isSure);
		if (said === 'gone' || (said === 'heldAgain' && this.now >= this.heldUntil)) {
			this.lose('another has it, or Redis forgot it');
		}
		this.heldUntil = until;
		return asked;
	}

	private lose(why: string): void {
		const { where } = this.connection;
		this.ended.abort(
			new SharedLaneError('lost', `The lane shared over the Redis at ${where} was lost: ${why}`),
		);
	}
}
