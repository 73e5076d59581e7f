import { createHash, randomUUID } from 'node:crypto';
import { type Clock, type Sleep, systemSleep } from '../ports';
import { untilAnswered } from './outage';
import { withRedis } from './redis';

/**
 * Takes something that only one worker may use, such as an authenticator's code: true for the first
 * that asks within `ttlMs` milliseconds.
 * @throws SharedLaneError when Redis gives no answer: another worker may have taken it.
 */
export async function takeOnce(
	redisUrl: string,
	what: string,
	ttlMs: number,
	{ sleep = systemSleep, clock }: { sleep?: Sleep; clock?: Clock } = {},
): Promise<boolean> {
	const name = createHash('sha256').update(what).digest('hex');
	const key = `n8n-nodes-cellular-iot:once:${name}`;
	const me = randomUUID();
	return await withRedis(redisUrl, async (connection) => {
		const { redis } = connection;
		const take = async () =>
			(await redis.set(key, me, 'PX', ttlMs, 'NX')) === 'OK' ||
			// The key may have been set for us by a command whose answer came too late.
			(await redis.get(key)) === me;
		return await untilAnswered(connection, take, { sleep, clock });
	});
}
