import { Redis } from 'ioredis';
import type { KeyedRequest, KeyVerdict } from '../../../src/keys/ledger';
import { RedisKeys } from '../../../src/keys/redisKeys';
import { systemClock, systemSleep } from '../../../src/ports';
import { joinRedis } from '../../../src/redis/client';
import { hasRedisServer, RedisServer } from '../../support/redis/redis';
import { RedisRelay } from '../../support/redis/redisRelay';

/* Keys in a Redis that workers share. */

const available = hasRedisServer();
if (!available) console.warn('redisKeys: skipped, because there is no redis-server to start');

(available ? describe : describe.skip)('keys in a shared Redis', () => {
	let redis: RedisServer;
	beforeAll(async () => void (redis = await RedisServer.start()));
	afterAll(async () => await redis.down());

	const worker = () => new RedisKeys(redis.url, { sleep: systemSleep, clock: systemClock });
	const written = async (keys: RedisKeys, verdicts: KeyVerdict[]) => {
		await keys.settle(verdicts);
		await keys.close();
	};
	let count = 0;
	const fresh = (request = 'one') => ({ key: `key-${++count}`, request });

	test('are granted to one of many concurrent claims', async () => {
		const named = fresh();
		const states = await Promise.all(
			Array.from({ length: 20 }, async () => await worker().claim([named])),
		);
		expect(states.flat().filter(({ is }) => is === 'mine')).toHaveLength(1);
	});

	test('report a claim of another worker as possibly live only while it is recent', async () => {
		const named = fresh();
		await worker().claim([named]);
		expect(await worker().claim([named])).toMatchObject([{ is: 'open', mayLive: true }]);
		const client = new Redis(redis.url);
		const name = `n8n-nodes-cellular-iot:key:${named.key}`;
		await client.hset(name, 'at', Date.now() - 120_000);
		expect(await worker().claim([named])).toMatchObject([{ is: 'open', mayLive: false }]);
		// 90 days, within a minute.
		expect(Math.abs((await client.pttl(name)) - 90 * 864e5)).toBeLessThan(60_000);
		client.disconnect();
	});

	test('of a claim by a clock that was ahead is neither live nor of a known age', async () => {
		const named = fresh();
		await worker().claim([named]);
		const client = new Redis(redis.url);
		const name = `n8n-nodes-cellular-iot:key:${named.key}`;
		await client.hset(name, 'at', Date.now() + 48 * 3_600_000);
		expect(await worker().claim([named])).toEqual([{ is: 'open', mayLive: false }]);
		client.disconnect();
	});

	test('are refused by a Redis that drops keys, and verdicts on what was sent are written all the same', async () => {
		const client = new Redis(redis.url);
		const named = fresh();
		const sent = worker();
		await sent.claim([named]);
		await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
		try {
			await written(sent, [{ ...named, is: 'done', result: [{ id: 7 }] }]);
			await expect(worker().claim([fresh()])).rejects.toMatchObject({
				problem: 'evicts',
				outcome: 'notSent',
				message: expect.stringContaining('drops keys when its memory is short'),
			});
		} finally {
			await client.config('SET', 'maxmemory-policy', 'noeviction');
			client.disconnect();
		}
		expect(await worker().claim([named])).toEqual([{ is: 'done', result: [{ id: 7 }] }]);
	});

	test('are written without another claim as soon as as many have verdicts as may be claimed', async () => {
		const own = worker();
		const all = Array.from({ length: own.mostOpen }, () => fresh());
		const [last, ...others] = all as [KeyedRequest, ...KeyedRequest[]];
		await own.claim(all);
		const states = async () => (await worker().look(all)).map(({ is }) => is);
		await own.settle(others.map((named): KeyVerdict => ({ ...named, is: 'done' })));
		expect(new Set(await states())).toEqual(new Set(['open']));
		await own.settle([{ ...last, is: 'done' }]);
		expect(new Set(await states())).toEqual(new Set(['done']));
	});

	test('ignore a late verdict of a worker that no longer holds the claim', async () => {
		const named = fresh();
		const late = worker();
		await late.claim([named]);
		await written(worker(), [{ ...named, is: 'free', isForeign: true }]);
		expect(await worker().claim([named])).toEqual([{ is: 'mine' }]);
		await written(late, [{ ...named, is: 'free' }]);
		expect(await worker().claim([named])).toMatchObject([{ is: 'open' }]);
	});

	describe('in a Redis that takes over without the latest claims', () => {
		let second: RedisServer;
		let relay: RedisRelay;
		beforeEach(async () => {
			second = await RedisServer.start();
			relay = await RedisRelay.to(redis.port);
		});
		afterEach(async () => {
			await relay.close();
			await second.down();
		});
		const over = (url: string) => new RedisKeys(url, { sleep: systemSleep, clock: systemClock });

		test('are asked for again before their items are sent', async () => {
			const [kept, taken] = [fresh(), fresh()];
			const own = over(relay.url);
			await own.claim([kept, taken]);
			relay.failOver(second.port);
			await over(second.url).claim([taken]);
			expect(await own.confirm([taken])).toMatchObject([{ is: 'open' }]);
			expect(await own.confirm([kept])).toEqual([{ is: 'mine' }]);
			expect(await over(second.url).claim([kept])).toMatchObject([{ is: 'open' }]);
		});

		test('are written again, with the latest verdicts and the claims of items under way', async () => {
			const [done, unknown, underWay, next] = [fresh(), fresh(), fresh(), fresh()];
			const own = over(relay.url);
			await own.claim([done, unknown, underWay]);
			await written(own, [
				{ ...done, is: 'done', result: [{ id: 7 }] },
				{ ...unknown, is: 'open' },
			]);
			relay.failOver(second.port);
			expect(await own.claim([next])).toEqual([{ is: 'mine' }]);
			const states = await over(second.url).claim([done, unknown, underWay]);
			expect(states).toMatchObject([{ is: 'done' }, { is: 'open' }, { is: 'open' }]);
		});

		test('are asked for again also where the connection stays, as one to a proxy does', async () => {
			const clock = { now: () => 0, monotonic: () => 0 };
			const own = new RedisKeys(redis.url, { sleep: systemSleep, clock });
			const [taken, next] = [fresh(), fresh()];
			const [before, after] = [await joinRedis(redis.url), await joinRedis(second.url)];
			await own.claim([taken]);
			await over(second.url).claim([taken]);
			const { redis: direct } = before.connection;
			const proxied = jest.spyOn(direct, 'settleAndClaimKeys');
			proxied.mockImplementation(
				async (...args) => await after.connection.redis.settleAndClaimKeys(...args),
			);
			try {
				await own.claim([next]);
				expect(await own.confirm([taken])).toMatchObject([{ is: 'open' }]);
			} finally {
				proxied.mockRestore();
				before.leave();
				after.leave();
			}
		});
	});

	test('are asked for again once they are a second old, which makes them young again', async () => {
		let now = 0;
		const clock = { now: () => now, monotonic: () => now };
		const own = new RedisKeys(redis.url, { sleep: systemSleep, clock });
		const client = new Redis(redis.url);
		const named = fresh();
		await own.claim([named]);
		const name = `n8n-nodes-cellular-iot:key:${named.key}`;
		await client.hset(name, 'at', 0);
		now += 900;
		await own.confirm([named]);
		expect(await client.hget(name, 'at')).toBe('0');
		now += 200;
		await own.confirm([named]);
		expect(Number(await client.hget(name, 'at'))).toBeGreaterThan(0);
		client.disconnect();
	});

	test('store a verdict even if Redis has lost the claim', async () => {
		const named = fresh();
		const own = worker();
		await own.claim([named]);
		const client = new Redis(redis.url);
		await client.flushall();
		client.disconnect();
		await written(own, [{ ...named, is: 'done', result: [{ id: 7 }] }]);
		expect(await worker().claim([named])).toEqual([{ is: 'done', result: [{ id: 7 }] }]);
		expect(await worker().claim([{ ...named, request: 'two' }])).toEqual([{ is: 'other' }]);
	});

	test('keep verdicts and claims when Redis is restarted during a step', async () => {
		const before = fresh();
		const next = fresh();
		const own = new RedisKeys(redis.url, {
			sleep: async () => await redis.up(),
			clock: systemClock,
		});
		await own.claim([before]);
		await own.settle([{ ...before, is: 'done', result: [{ id: 7 }] }]);
		await redis.down();
		expect(await own.claim([next])).toEqual([{ is: 'mine' }]);
		expect(await worker().claim([before])).toEqual([{ is: 'done', result: [{ id: 7 }] }]);
		expect(await worker().claim([next])).toMatchObject([{ is: 'open' }]);
	});

	test('keep the verdicts of a run that is stopped before its next claim', async () => {
		const [sent, next] = [fresh(), fresh()];
		const own = worker();
		await own.claim([sent]);
		await own.settle([{ ...sent, is: 'done', result: [{ id: 7 }] }]);
		await expect(own.claim([next], AbortSignal.abort())).rejects.toThrow('aborted');
		await own.close();
		expect(await worker().claim([sent])).toEqual([{ is: 'done', result: [{ id: 7 }] }]);
	});

	test('stay with their worker when a step is repeated because its answer came too late', async () => {
		const before = fresh();
		const next = fresh();
		const own = worker();
		await own.claim([before]);
		await own.settle([{ ...before, is: 'free' }]);
		const client = new Redis(redis.url);
		await client.call('CLIENT', 'PAUSE', '2000', 'ALL');
		client.disconnect();
		expect(await own.claim([next])).toEqual([{ is: 'mine' }]);
		await written(own, [{ ...next, is: 'done' }]);
		expect(await worker().claim([before, next])).toEqual([{ is: 'mine' }, { is: 'done' }]);
	});
});
