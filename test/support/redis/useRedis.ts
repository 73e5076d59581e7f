import { hasRedisServer, RedisServer } from './redis';

/* Tests over a Redis of their own; skipped, and said so, where this machine has none to start. */

/** Whether tests over a Redis run here. */
export const isRedisHere = hasRedisServer();
if (!isRedisHere) console.warn('skipped in part: there is no redis-server to start');

export const describeWithRedis = isRedisHere ? describe : describe.skip;
export const testWithRedis = isRedisHere ? test : test.skip;

/** Where the memory of a trigger may be kept on this machine. */
export const STORES = isRedisHere ? (['memory', 'redis'] as const) : (['memory'] as const);

/** One Redis for all tests of a file or a block. */
export function useRedis(): () => RedisServer {
	let redis: RedisServer | undefined;
	beforeAll(async () => {
		if (isRedisHere) redis = await RedisServer.start();
	});
	afterAll(async () => await redis?.down());
	return () => redis!;
}
