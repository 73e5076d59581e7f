import { systemSleep } from '../../../src/ports';
import { Host, Lanes } from '../../../src/request/limits/lanes';
import { redisRates } from '../../../src/request/limits/sharedRates';
import { attempt } from '../../support/attempt';
import { freePort, hasRedisServer, RedisServer } from '../../support/redis/redis';

const available = hasRedisServer();
if (!available) console.warn('sharedRates: skipped, because there is no redis-server to start');

/** The lanes of one organisation in a process of its own: nothing is shared but the Redis. */
const process_ = (limits = {}) => {
	const lanes = new Lanes('https://service.example 1001', new Host('service.example'));
	lanes.limit(limits);
	return lanes;
};

(available ? describe : describe.skip)('limits that workers share over a Redis', () => {
	let redis: RedisServer;
	beforeEach(async () => {
		redis = await RedisServer.start();
	});
	afterEach(async () => await redis.down());

	test('the five minutes of a host hold for all of them together, logins included', async () => {
		const workers = [1, 2, 3, 4].map(() => process_({ fiveMinutes: 20 }));
		const cancel = new AbortController();
		let started = 0;
		const told: number[] = [];
		const attempts = workers.flatMap((lanes, i) =>
			Array.from({ length: 10 }, async (_, n) => {
				const lane = n === 0 && i === 0 ? 'auth' : 'single';
				await attempt(lanes, lane, async () => void started++, {
					shared: redisRates(redis.url),
					signal: cancel.signal,
					onWait: (_, ms) => void told.push(ms),
				});
			}),
		);
		const all = Promise.allSettled(attempts);
		while (told.length < 20) await systemSleep(10);
		expect(started).toBe(20);
		// All but those that have been told have started, and these wait until the first leaves.
		expect(Math.min(...told)).toBeGreaterThan(290_000);
		expect(Math.max(...told)).toBeLessThanOrEqual(300_100);
		cancel.abort(new Error('enough'));
		await all;
		expect(started).toBe(20);
	});

	test('the rate of an organisation holds for all of them together, and its burst is used once', async () => {
		const workers = [1, 2, 3].map(() => process_());
		const starts: number[] = [];
		await Promise.all(
			workers.flatMap((lanes) => {
				const shared = redisRates(redis.url);
				const job = async () => void starts.push(performance.now());
				return Array.from({ length: 5 }, () => attempt(lanes, 'list', job, { shared }));
			}),
		);
		expect(starts).toHaveLength(15);
		starts.sort((a, b) => a - b);
		for (const [i, from] of starts.entries()) {
			for (const [n, to] of starts.slice(i).entries()) {
				// A start is seen here a little after Redis has counted it.
				expect(n + 1).toBeLessThanOrEqual(5 + (to - from + 60) / 100);
			}
		}
	});

	test('beyond a burst nobody starts before its first answer: only then it is known to be counted', async () => {
		const seen: string[] = [];
		await Promise.all(
			[1, 2, 3].flatMap(() => {
				const lanes = process_();
				const shared = redisRates(redis.url);
				const job = async () => {
					seen.push('start');
					await systemSleep(500);
					seen.push('answer');
				};
				return Array.from({ length: 2 }, () => attempt(lanes, 'list', job, { shared }));
			}),
		);
		expect(seen.indexOf('answer')).toBe(5);
		expect(seen).toHaveLength(12);
	});

	test('a slow request counts until five minutes after its answer, for the others too', async () => {
		const [slow, other] = [process_({ fiveMinutes: 1 }), process_({ fiveMinutes: 1 })];
		const shared = redisRates(redis.url);
		await attempt(slow, 'single', async () => await systemSleep(1_500), { shared });
		// Nobody waits for the message of the answer to Redis.
		await systemSleep(100);
		const cancel = new AbortController();
		const wait = new Promise<number>((resolve) => {
			const more = {
				shared,
				signal: cancel.signal,
				onWait: (_: string, ms: number) => resolve(ms),
			};
			attempt(other, 'single', async () => {}, more).catch(() => {});
		});
		expect(await wait).toBeGreaterThan(299_000);
		cancel.abort();
	});

	test('a Redis that is out of reach is asked once, said in words, and stops no request', async () => {
		const warned: string[] = [];
		const warn = (message: string) => void warned.push(message);
		const shared = redisRates(`redis://127.0.0.1:${await freePort()}`, warn);
		const lanes = process_();
		const attempts = Array.from({ length: 25 }, () =>
			attempt(lanes, 'single', async () => 'sent', { shared }),
		);
		expect(await Promise.all(attempts)).toEqual(Array(25).fill('sent'));
		expect(warned).toHaveLength(1);
		expect(warned[0]).toMatch(/the connection was refused.*kept by this process alone/);
		expect(warned[0]).not.toMatch(/ECONNREFUSED|Nothing was sent/);
	});
});
