import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Mutex } from 'redis-semaphore';
import type { Sleep } from '../ports';
import {
	type Connection,
	checkRedis,
	parseRedisUrl,
	redisError,
	SharedLaneError,
	withRedis,
} from './redis';

/**
 * Milliseconds a lock lives without a refresh: so long others wait after the holder was killed.
 * It is refreshed every second, and given up a second before it would end.
 */
export const LOCK_MS = 5_000;
const REFRESH_MS = 1_000;
const GIVE_UP_MS = LOCK_MS - 1_000;
/** Between two tries to get a lock that another worker holds. */
const POLL_MS = 50;
/** How long Redis may be out of reach before a waiting call fails. */
export const OUTAGE_MS = 30_000;

/** Lets one job of all workers run at a time. */
export interface SharedLane {
	/**
	 * Runs `job` while this process holds the lock of `key`. Its signal is aborted, with a
	 * SharedLaneError as reason, as soon as the lock is lost.
	 * @throws SharedLaneError when Redis stays out of reach; the job was not started then.
	 */
	hold<T>(key: string, job: (lost: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Values of a credential that are in use for a run; its Redis is asked when a lane is needed. */
const inRuns = new WeakSet<object>();

/**
 * Marks a credential's values as used by a run, not tried out by a person.
 * @returns the same object
 */
export function forRun<T extends object>(fields: T): T {
	inRuns.add(fields);
	return fields;
}

/**
 * The Redis URL in a credential's values; undefined when limits are not shared.
 * @throws InputError when limits are shared and it is no Redis address.
 */
export const redisUrlIn = (fields: Record<string, unknown>): string | undefined =>
	fields.shareLimits === true ? parseRedisUrl(fields.redisUrl) : undefined;

/**
 * For a credential test: asks the Redis in a credential's values whether it can be used. Does
 * nothing for values of a run, so that an outage of Redis stops no read.
 * @throws InputError or SharedLaneError that says what is wrong.
 */
export async function checkSharedLane(fields: Record<string, unknown>): Promise<void> {
	const url = redisUrlIn(fields);
	if (url !== undefined && !inRuns.has(fields)) await checkRedis(url);
}

/** `{…}` keeps all that belongs to one lane on one node of a cluster. */
const keyFor = (lane: string) =>
	`n8n-nodes-cellular-iot:{${createHash('sha256').update(lane).digest('hex').slice(0, 32)}}`;

/**
 * A lane on Redis. A lease is best effort: the service knows no fencing, so a request that is on
 * its way when the lock is lost is aborted here, but may still be carried out there.
 */
export const redisLane = (
	url: string,
	{ sleep, outageMs = OUTAGE_MS }: { sleep: Sleep; outageMs?: number },
): SharedLane => ({
	hold: async (key, job, signal) =>
		await withRedis(url, async (connection) => {
			const lock = new HeldLock(connection, keyFor(key));
			await acquire(lock, connection, { sleep, outageMs, ...(signal && { signal }) });
			try {
				return await job(lock.lost);
			} finally {
				await lock.release();
			}
		}),
});

interface Waiting {
	sleep: Sleep;
	outageMs: number;
	signal?: AbortSignal;
}

/** Waits for the lock: through others that hold it, and through an outage up to the cap. */
async function acquire(lock: HeldLock, connection: Connection, waiting: Waiting): Promise<void> {
	const { sleep, outageMs, signal } = waiting;
	let outageSince: number | undefined;
	for (;;) {
		signal?.throwIfAborted();
		try {
			if (await lock.tryAcquire(signal)) break;
			outageSince = undefined;
		} catch (error) {
			signal?.throwIfAborted();
			const problem = redisError(connection, error);
			outageSince ??= performance.now();
			const hopeless = problem.problem === 'refused' && !/LOADING/.test(problem.message);
			if (hopeless || performance.now() - outageSince >= outageMs) throw problem;
			await sleep(500, signal);
		}
	}
	try {
		await settle(lock, connection, waiting);
	} catch (error) {
		await lock.release();
		throw error;
	}
}

/**
 * A Redis that has just started may have forgotten who held the lane: the former holder gets one
 * lock time to notice it.
 */
async function settle(lock: HeldLock, { redis }: Connection, { sleep, signal }: Waiting) {
	const info = await redis.info('server').catch(() => '');
	const uptimeMs = Number(/uptime_in_seconds:(\d+)/.exec(info)?.[1] ?? Infinity) * 1000;
	if (uptimeMs < LOCK_MS) {
		await sleep(LOCK_MS - uptimeMs, signal ? AbortSignal.any([signal, lock.lost]) : lock.lost);
	}
	lock.lost.throwIfAborted();
}

/** A mutex on Redis that is refreshed, and tells when it is lost. */
class HeldLock {
	private readonly ended = new AbortController();
	private readonly mutex: Mutex;
	private watchdog: NodeJS.Timeout | undefined;
	private held = false;

	constructor(
		private readonly connection: Connection,
		key: string,
	) {
		this.mutex = new Mutex(this.refreshing(connection.redis), key, {
			lockTimeout: LOCK_MS,
			refreshInterval: REFRESH_MS,
			acquireTimeout: 1_000,
			retryInterval: POLL_MS,
			onLockLost: () => this.lose('another has it, or Redis forgot it'),
		});
	}

	/** Aborted when the lock is lost. */
	get lost(): AbortSignal {
		return this.ended.signal;
	}

	async tryAcquire(signal?: AbortSignal): Promise<boolean> {
		const held = await this.mutex.tryAcquire(signal);
		this.held = held;
		return held;
	}

	/** Never rejects: a lock that could not be released ends by itself. */
	async release(): Promise<void> {
		this.held = false;
		clearTimeout(this.watchdog);
		await this.mutex.release().catch(() => {});
	}

	/**
	 * The library's refresh rejects into nowhere when Redis is out of reach, which would end the
	 * process. An unanswered refresh says nothing yet: the watchdog ends the lock when none has
	 * been answered in time.
	 */
	private refreshing(redis: Redis) {
		const answered = async (ask: () => Promise<unknown>): Promise<unknown> => {
			const asked = performance.now();
			try {
				const answer = await ask();
				if (this.held && Number(answer) === 1) this.watch(asked);
				return answer;
			} catch (error) {
				if (String(error).includes('NOSCRIPT')) throw error;
				return this.held ? 1 : 0;
			}
		};
		return {
			options: redis.options,
			get: redis.get.bind(redis),
			zrem: redis.zrem.bind(redis),
			eval: (...args: unknown[]) =>
				answered(async () => await redis.call('eval', args as string[])),
			evalsha: (...args: unknown[]) =>
				answered(async () => await redis.call('evalsha', args as string[])),
			set: async (...args: Parameters<Redis['set']>) => {
				const asked = performance.now();
				const answer = await redis.set(...args);
				if ((answer as unknown) === 'OK') this.watch(asked);
				return answer;
			},
		} as unknown as Redis;
	}

	/** The lock ends one lock time after it was asked for, not after the answer came. */
	private watch(asked: number): void {
		clearTimeout(this.watchdog);
		const left = asked + GIVE_UP_MS - performance.now();
		this.watchdog = setTimeout(() => this.lose('Redis did not answer in time'), left);
		this.watchdog.unref();
	}

	private lose(why: string): void {
		this.held = false;
		clearTimeout(this.watchdog);
		const { where } = this.connection;
		this.ended.abort(
			new SharedLaneError('lost', `The lane shared over the Redis at ${where} was lost: ${why}`),
		);
	}
}
