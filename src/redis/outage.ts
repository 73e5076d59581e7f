import { type Clock, monotonic, type Sleep, systemClock, systemSleep } from '../ports';
import { type RedisConnection, withRedis } from './client';
import { redisError } from './errors';

/** How long Redis may be out of reach before a call that waits for it fails. Milliseconds. */
export const OUTAGE_MS = 30_000;
/** Interval between two tries. Milliseconds. */
const RETRY_PAUSE_MS = 500;

/** Refusals of a Redis that starts, fails over or is busy; all others are lasting. */
const PASSES = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY)\b/;

export interface OutagePorts {
	sleep: Sleep;
	clock?: Clock;
	outageMs?: number;
	signal?: AbortSignal;
}

/**
 * Asks Redis until it answers: a failed answer says nothing about what Redis has.
 * @throws SharedLaneError when it stays out of reach, or refuses for good.
 */
export async function untilAnswered<T>(
	connection: RedisConnection,
	ask: () => Promise<T>,
	{ sleep, clock = systemClock, outageMs = OUTAGE_MS, signal }: OutagePorts,
): Promise<T> {
	const since = monotonic(clock);
	for (;;) {
		signal?.throwIfAborted();
		try {
			return await ask();
		} catch (error) {
			signal?.throwIfAborted();
			const problem = redisError(connection, error);
			const lasts =
				problem.problem === 'foreign' ||
				problem.problem === 'evicts' ||
				(problem.problem === 'refused' && !PASSES.test((error as Error).message));
			if (lasts || monotonic(clock) - since >= outageMs) throw problem;
			await sleep(RETRY_PAUSE_MS, signal);
		}
	}
}

/** Asks the Redis at an address, once unless `ports` are given: see {@link untilAnswered}. */
export const onRedis = async <T>(
	url: string,
	ask: (connection: RedisConnection) => Promise<T>,
	ports: OutagePorts = { sleep: systemSleep, outageMs: 0 },
): Promise<T> =>
	await withRedis(
		url,
		async (connection) => await untilAnswered(connection, async () => await ask(connection), ports),
	);
