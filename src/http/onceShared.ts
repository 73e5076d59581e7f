import { createHash } from 'node:crypto';
import { withRedis } from './redis';

/**
 * Takes something that only one of all workers may have, such as an authenticator's code: true for
 * the first that asks within `ttlMs` milliseconds. Without an answer of Redis everybody may.
 */
export async function takeOnce(redisUrl: string, what: string, ttlMs: number): Promise<boolean> {
	const name = createHash('sha256').update(what).digest('hex');
	try {
		return await withRedis(redisUrl, async ({ redis }) => {
			const key = `n8n-nodes-cellular-iot:once:${name}`;
			return (await redis.set(key, '1', 'PX', ttlMs, 'NX')) === 'OK';
		});
	} catch {
		return true;
	}
}
