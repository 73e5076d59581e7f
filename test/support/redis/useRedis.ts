import { hasRedisServer, RedisServer } from './redis';

/* Tests with a separate Redis; they are skipped with a warning if none is installed. */

/** Whether tests with a Redis can run here. */
export const isRedisHere = hasRedisServer();
if (!isRedisHere) console.warn('skipped in part: there is no redis-server to start');

export const describeWithRedis = isRedisHere ? describe : describe.skip;
export const testWithRedis = isRedisHere ? test : test.skip;

/** The stores for the memory of a trigger that are available on this machine. */
export const STORES = isRedisHere ? (['memory', 'redis'] as const) : (['memory'] as const);

/** One Redis for all tests of a file or `describe`. */
export function useRedis(): () => RedisServer {
	let redis: RedisServer | undefined;
	beforeAll(async () => {
		if (isRedisHere) redis = await RedisServer.start();
	});
	afterAll(async () => await redis?.down());
	return () => redis!;
}
