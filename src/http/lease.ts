import { createHash } from 'node:crypto';
import { Mutex } from 'redis-semaphore';
import type { Sleep } from '../ports';
import { type Connection, redisError, SharedLaneError, withRedis } from './redis';
import { STILL_AT_WORK_MS } from './retry';
import { anyOf, unlessStopped } from './stopping';

/** How a lane on Redis waits. Milliseconds. */
const TIMES = {
	/** How long Redis may be out of reach before a waiting call fails. */
	outageMs: 30_000,
	/**
	 * How long a lock lives without a refresh, and so how long others wait for a killed holder. It is
	 * refreshed five times in that time, and given up a fifth before it would end.
	 */
	lockMs: 5_000,
	/**
	 * The longest turn, whatever its job waits for: a bulk call that waits ten minutes for another
	 * program's, and takes its two minutes three times.
	 */
	turnMs: 20 * 60_000,
	/** How long the service may be at work on a call whose sender was killed. */
	atWorkMs: STILL_AT_WORK_MS,
};
/** Between two tries to get a lock that another worker holds. */
const POLL_MS = 50;

/** `{…}` keeps all that belongs to one lane on one node of a cluster. */
const keyFor = (lane: string) =>
	`n8n-nodes-cellular-iot:{${createHash('sha256').update(lane).digest('hex').slice(0, 32)}}`;

/** A turn in the lane that workers share. */
export interface Lease {
	/** Aborted, with a SharedLaneError as reason, as soon as the turn is known to be over. */
	lost: AbortSignal;
	/**
	 * To be awaited right before something is sent: a process that stood still for seconds has lost
	 * its turn without having noticed.
	 * @throws SharedLaneError (`lost`) unless the turn certainly goes on.
	 */
	confirm(): Promise<void>;
}

/** Times other than those above, and what waits for them. */
export type LaneTimes = Partial<typeof TIMES> & { sleep: Sleep };

type LeaseOptions = LaneTimes & {
	signal?: AbortSignal;
	/** Told when Redis was waited for in vain. */
	failed: (error: unknown) => void;
};

/** Runs a job while this process holds the lock; see SharedLane. */
export async function holdLease<T>(
	url: string,
	key: string,
	job: (lease: Lease) => Promise<T>,
	options: LeaseOptions,
): Promise<T> {
	return await withRedis(url, async (connection) => {
		const lock = new HeldLock(connection, keyFor(key), { ...TIMES, ...options });
		await lock.acquire();
		try {
			return await lock.use(job);
		} finally {
			await lock.release();
		}
	});
}

/** A mutex on Redis that is refreshed, and tells when it is lost. */
class HeldLock implements Lease {
	private readonly ended = new AbortController();
	private readonly mutex: Mutex;
	private refresh: NodeJS.Timeout | undefined;
	private watchdog: NodeJS.Timeout | undefined;
	private tooLong: NodeJS.Timeout | undefined;
	/** On the monotonic clock, which goes on while the process stands still. */
	private heldUntil = 0;
	private held = false;

	constructor(
		private readonly connection: Connection,
		private readonly key: string,
		private readonly options: LeaseOptions & typeof TIMES,
	) {
		this.mutex = new Mutex(connection.redis, key, {
			lockTimeout: options.lockMs,
			acquireAttemptsLimit: 1,
			retryInterval: POLL_MS,
			// Its own rejects into nowhere when Redis is out of reach, which would end the process.
			refreshInterval: 0,
		});
	}

	/** Stands while a call may be worked on, in the same place as the lock. */
	private get mark(): string {
		return `${this.key}:at-work`;
	}

	get lost(): AbortSignal {
		return this.ended.signal;
	}

	/** Waits for the lock: through others that hold it, and through an outage up to the cap. */
	async acquire(): Promise<void> {
		const { sleep, outageMs, signal, failed } = this.options;
		let outageSince: number | undefined;
		while (!this.held) {
			signal?.throwIfAborted();
			try {
				await this.tryAcquire();
				outageSince = undefined;
			} catch (error) {
				signal?.throwIfAborted();
				const problem = redisError(this.connection, error);
				outageSince ??= performance.now();
				const hopeless = problem.problem === 'refused' && !/LOADING/.test(problem.message);
				if (hopeless || performance.now() - outageSince >= outageMs) {
					failed(problem);
					throw problem;
				}
				await sleep(500, signal);
			}
		}
	}

	/** Asks once; when another has it, the answer takes as long as to wait before the next try. */
	private async tryAcquire(): Promise<void> {
		const { signal, lockMs } = this.options;
		const asked = performance.now();
		this.held = await this.mutex.tryAcquire(signal);
		if (!this.held) return;
		this.watch(asked);
		this.refresh = setInterval(() => void this.holdOn(), lockMs / 5).unref();
	}

	/**
	 * Runs a job once nobody else can be at work. Others go on when the lock is lost, and so does this
	 * process, whatever the job waits for.
	 */
	async use<T>(job: (lease: Lease) => Promise<T>): Promise<T> {
		const { turnMs, lockMs } = this.options;
		await this.settle();
		await this.untilDone();
		this.tooLong = setTimeout(() => this.lose('this turn took too long'), turnMs).unref();
		return await unlessStopped(job(this), this.lost, lockMs);
	}

	/**
	 * A Redis that has just started may have forgotten who held the lane: the former holder gets one
	 * lock time to notice it.
	 */
	private async settle(): Promise<void> {
		const info = await this.connection.redis.info('server').catch(() => '');
		const uptimeMs = Number(/uptime_in_seconds:(\d+)/.exec(info)?.[1] ?? Infinity) * 1000;
		await this.wait(this.options.lockMs - uptimeMs);
	}

	/**
	 * A call of a worker that was killed, or has lost its turn, outlives the lock: the service may
	 * still be at work on it, so that its mark is waited for as well.
	 */
	private async untilDone(): Promise<void> {
		for (;;) {
			const left = await this.connection.redis.pttl(this.mark).catch(() => 0);
			if (left <= 0) return;
			await this.wait(Math.min(left, 1_000));
		}
	}

	private async wait(ms: number): Promise<void> {
		const { sleep, signal } = this.options;
		if (ms > 0) await sleep(ms, anyOf(signal, this.lost));
		this.lost.throwIfAborted();
	}

	/** Asks Redis, and then the clock: the process may stand still while the answer is on its way. */
	async confirm(): Promise<void> {
		this.lost.throwIfAborted();
		await this.connection.redis.set(this.mark, '1', 'PX', this.options.atWorkMs).catch(() => {});
		await this.holdOn();
		if (performance.now() >= this.heldUntil) this.lose('this process stood still');
		this.lost.throwIfAborted();
	}

	/** Never rejects: a lock that could not be released ends by itself. */
	async release(): Promise<void> {
		// The turn has ended with its call; a turn that was lost cannot know.
		if (this.held) await this.connection.redis.del(this.mark).catch(() => {});
		this.stop();
		await this.mutex.release().catch(() => {});
	}

	lose(why: string): void {
		this.stop();
		const { where } = this.connection;
		this.ended.abort(
			new SharedLaneError('lost', `The lane shared over the Redis at ${where} was lost: ${why}`),
		);
	}

	private stop(): void {
		this.held = false;
		clearInterval(this.refresh);
		clearTimeout(this.watchdog);
		clearTimeout(this.tooLong);
	}

	/**
	 * Asks for another lock time. No answer says nothing yet: the watchdog ends the lock when none has
	 * come in time.
	 */
	private async holdOn(): Promise<void> {
		const asked = performance.now();
		const args = [`mutex:${this.key}`, this.mutex.identifier, this.options.lockMs] as const;
		try {
			const isMine = (await this.connection.redis.holdOn(...args)) === 1;
			if (!this.held) return;
			if (isMine) this.watch(asked);
			else this.lose('another has it, or Redis forgot it');
		} catch {
			// Whether the lock lives is for the clock to say.
		}
	}

	/** The lock ends one lock time after it was asked for, not after the answer came. */
	private watch(asked: number): void {
		clearTimeout(this.watchdog);
		this.heldUntil = Math.max(this.heldUntil, asked + this.options.lockMs * 0.8);
		const left = this.heldUntil - performance.now();
		this.watchdog = setTimeout(() => this.lose('Redis did not answer in time'), left);
		this.watchdog.unref();
	}
}
