import { Redis } from 'ioredis';
import { RedisText } from '../../../src/keys/redisText';
import { systemClock } from '../../../src/ports';
import { hasRedisServer, RedisServer } from '../../support/redis/redis';

/* Texts in a Redis that workers share. */

const available = hasRedisServer();
if (!available) console.warn('redisText: skipped, because there is no redis-server to start');

(available ? describe : describe.skip)('a text in a shared Redis', () => {
	let redis: RedisServer;
	let client: Redis;
	beforeAll(async () => {
		redis = await RedisServer.start();
		client = new Redis(redis.url);
	});
	afterAll(async () => {
		client.disconnect();
		await redis.down();
	});

	let places = 0;
	const fresh = () => `place ${(places += 1)}`;
	/** The text as a worker has it; `meanwhile` happens while it waits. */
	const worker = (place: string, meanwhile: () => Promise<void> = async () => {}) =>
		new RedisText(redis.url, place, { sleep: meanwhile, clock: systemClock });
	const told: string[] = [];
	const tell = (what: string) => void told.push(what);
	/** The run that holds a text was killed so long ago that it counts as dead. */
	const forgotten = async () => {
		for (const key of await client.keys('*:holder')) await client.del(key);
	};

	test('is read by other workers of the node, and by no other node', async () => {
		const place = fresh();
		await worker(place).write('under judgement');
		expect(await worker(place).read()).toBe('under judgement');
		expect(await worker(fresh()).read()).toBeUndefined();
		await worker(place).write(undefined);
		expect(await worker(place).read()).toBeUndefined();
	});

	test('is refused to a second run while the first one lives', async () => {
		const place = fresh();
		const first = worker(place);
		await first.hold(tell);
		const second = worker(place, async () => await first.beat());
		await expect(second.hold(tell)).rejects.toThrow('Another run of this node is under way');
		await second.release();
		await first.beat();
		await first.release();
		await worker(place).hold(tell);
	});

	test('is given to a run once the one before is known to be dead', async () => {
		const place = fresh();
		await worker(place).hold(tell);
		let waits = 0;
		const next = worker(place, async () => {
			waits += 1;
			if (waits === 3) await forgotten();
		});
		await next.hold(tell);
		expect(waits).toBe(3);
		expect(told.at(-1)).toContain('an earlier run may be under way');
	});

	test('is not taken back by a process that stood still for too long', async () => {
		const place = fresh();
		const frozen = worker(place);
		await frozen.hold(tell);
		await forgotten();
		const next = worker(place);
		await next.hold(tell);
		await expect(frozen.beat()).rejects.toThrow('Another run of this node is under way');
		await frozen.release();
		await next.beat();
		await next.release();
	});
});
