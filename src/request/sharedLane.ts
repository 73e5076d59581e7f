import { noRedis } from '../redis/errors';
import { evictionNote, evictionPolicy } from '../redis/eviction';
import { onRedis } from '../redis/outage';
import { parseRedisUrl } from '../redis/url';
import type { Reporter } from '../reporter';
import type { LaneTimes, Lease } from './lease';

/** Gives turns to one of all workers at a time. */
export interface SharedLane {
	/**
	 * Waits for the turn of `key`.
	 * @throws SharedLaneError when Redis stays out of reach. After one such failure all other waits
	 * of this run fail at once.
	 */
	acquire(key: string, signal?: AbortSignal): Promise<Lease>;
}

/**
 * The Redis URL in a credential's values; undefined when limits are not shared.
 * @throws InputError when limits are shared and the URL is not a Redis address.
 */
export const redisUrlIn = (fields: Record<string, unknown>): string | undefined =>
	fields.shareLimits === true ? parseRedisUrl(fields.redisUrl) : undefined;

/**
 * For a credential test: checks that the Redis in a credential's values answers and lets this n8n
 * write.
 * @throws InputError or SharedLaneError that names the problem.
 */
export async function checkSharedLane(
	fields: Record<string, unknown>,
	/** Whether the host allows connections to it. */
	guard: (redisUrl: string) => Promise<void>,
): Promise<void> {
	const url = redisUrlIn(fields);
	if (url === undefined) return;
	await guard(url);
	await onRedis(url, async (connection) => {
		const key = 'n8n-nodes-cellular-iot:check';
		const said: unknown = await connection.redis.set(key, '1', 'PX', 1_000);
		if (said !== 'OK') throw noRedis(connection);
	});
}

/**
 * A lane on Redis, for one run. A lease is best effort: the service knows no fencing, so a request
 * that is on its way when the lock is lost is aborted here, but may still be carried out there.
 */
export function redisLane(url: string, times: LaneTimes): SharedLane {
	const { report } = times;
	let failed: unknown;
	let isLookedAt = report === undefined;
	return {
		acquire: async (key, signal) => {
			if (failed !== undefined) throw failed as Error;
			if (!isLookedAt) {
				isLookedAt = true;
				await noteEviction(url, report!);
			}
			const { acquireLease } = await import('./lease');
			const fail = (error: unknown) => (failed = error);
			return await acquireLease(url, key, { ...times, signal, failed: fail });
		},
	};
}

/** Reports a Redis that may drop a lane. What cannot be read is not reported: acquiring shows what is wrong. */
async function noteEviction(url: string, report: Reporter): Promise<void> {
	await onRedis(url, async (connection) => {
		const policy = await evictionPolicy(connection);
		if (policy !== undefined) report.note(evictionNote(connection.where, policy));
	}).catch(() => {});
}
