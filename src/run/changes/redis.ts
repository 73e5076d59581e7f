import { createHash } from 'node:crypto';
import { type RedisConnection, redisError, withRedis } from '../../redis/client';
import type { StoredMarkers } from './kept';

/** Markers of a node that no longer runs are dropped after this time. */
const MARKERS_KEPT_MS = 400 * 24 * 3_600_000;

/**
 * The markers of a node on the Redis of its account, for all workers. `key` names account, workflow
 * and node. Both functions throw a SharedLaneError where Redis gives no answer.
 */
export function keptOnRedis(url: string, key: string) {
	const tag = createHash('sha256').update(key).digest('hex').slice(0, 24);
	const name = `n8n-nodes-cellular-iot:{changes-${tag}}:lists`;
	const use = async <T>(job: (redis: RedisConnection['redis']) => Promise<T>): Promise<T> =>
		await withRedis(url, async (connection) => {
			try {
				return await job(connection.redis);
			} catch (error) {
				throw redisError(connection, error);
			}
		});
	return {
		read: async (): Promise<unknown> =>
			JSON.parse((await use(async (redis) => await redis.get(name))) ?? 'null'),
		write: async (kept: StoredMarkers): Promise<void> => {
			await use(
				async (redis) => await redis.set(name, JSON.stringify(kept), 'PX', MARKERS_KEPT_MS),
			);
		},
	};
}
