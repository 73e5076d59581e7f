import { once } from 'node:events';
import { withRedis } from '../../../src/redis/client';
import { testWithRedis, useRedis } from '../../support/redis/useRedis';

const redis = useRedis();

/** Every timer of the run is moved, and nothing else of the clock. */
const OTHERS = [
	'Date',
	'hrtime',
	'nextTick',
	'performance',
	'queueMicrotask',
	'setImmediate',
	'clearImmediate',
] as const;

afterEach(() => jest.useRealTimers());

testWithRedis('a connection that Redis closed first leaves no timer behind it', async () => {
	jest.useFakeTimers({ doNotFake: [...OTHERS] });
	const client = await withRedis(redis().url, async (connection) => {
		await connection.redis.ping();
		return connection.redis;
	});
	const closed = once(client, 'close');
	await redis().down();
	await closed;
	// It is given up half a second after its last use.
	jest.advanceTimersByTime(600);
	expect(jest.getTimerCount()).toBe(0);
});
