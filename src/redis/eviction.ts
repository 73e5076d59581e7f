import type { RedisConnection } from './client';
import { evictingRedis } from './errors';

/*
 * Whether a Redis drops keys by itself when its memory is short: every policy but `noeviction` may, also that of a
 * Redis without a limit, which may be given one while keys are kept there for months. Source: Redis documentation, Key
 * eviction.
 */

const KEEPS_ALL = 'noeviction';

/** The policy by which a Redis drops keys; undefined where it drops none, or does not say. */
export async function evictionPolicy({ redis }: RedisConnection): Promise<string | undefined> {
	const info = await redis.info('memory');
	const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
	return policy === KEEPS_ALL ? undefined : policy;
}

/** For what must be kept. @throws SharedLaneError where the Redis may drop it */
export async function mustKeepAll(connection: RedisConnection): Promise<void> {
	const policy = await evictionPolicy(connection);
	if (policy !== undefined) throw evictingRedis(connection, policy);
}

/** For what a person should know where much is shared over a Redis that may drop keys. */
export const evictionNote = (where: string, policy: string): string =>
	`The Redis at ${where} ("Share Limits Across Workers") drops keys when its memory is short (maxmemory-policy ${policy}): workers then wait for calls that nobody makes, or count limits anew. Set noeviction`;
