import { systemSleep } from '../../src/ports';
import { parseRedisUrl } from '../../src/http/redis';
import { checkSharedLane, forRun, redisLane } from '../../src/http/sharedLane';
import { freePort, hasRedisServer, RedisServer } from '../support/redis';

const SECRET = 'redis-Passw0rd';

describe('the Redis URL', () => {
	test.each(['redis://h', 'redis://:p@h:6380/2', 'rediss://u:p@h.example:6379'])('%s', (url) => {
		expect(parseRedisUrl(` ${url} `)).toContain('://');
	});

	test.each(['', 'localhost:6379', 'http://h', 'redis://', 'redis://h/a', undefined])(
		'%s is refused, and not repeated',
		(url) => {
			expect(() => parseRedisUrl(url)).toThrow(/Redis URL must be an address such as/);
		},
	);
});

const available = hasRedisServer();
if (!available) console.warn('sharedLane: skipped, because there is no redis-server to start');
const withServer = available ? describe : describe.skip;

withServer('over a Redis', () => {
	let redis: RedisServer;
	beforeAll(async () => {
		redis = await RedisServer.start();
	});
	afterAll(async () => await redis.down());
	const lane = (outageMs = 300) => redisLane(redis.url, { sleep: systemSleep, outageMs });

	test('two lanes of one key, as of two processes, never hold it together', async () => {
		let held = 0;
		let most = 0;
		const use = async (i: number) =>
			await lane().hold('k', async () => {
				most = Math.max(most, ++held);
				await systemSleep(5);
				held -= 1;
				return i;
			});
		const results = await Promise.all([1, 2, 3, 4].map(use));
		expect(results).toEqual([1, 2, 3, 4]);
		expect(most).toBe(1);
	});

	test('a cancelled run stops waiting for the lock, and never starts', async () => {
		const cancel = new AbortController();
		const started = jest.fn();
		await lane().hold('c', async () => {
			const waiting = lane().hold('c', async () => started(), cancel.signal);
			setTimeout(() => cancel.abort(), 20);
			await expect(waiting).rejects.toThrow(/aborted/);
		});
		expect(started).not.toHaveBeenCalled();
	});

	test('a frozen Redis: who waits is told that it is slow, who holds loses the lock', async () => {
		let waiting: Promise<unknown> | undefined;
		const held = lane().hold('f', async (signal) => {
			redis.freeze(true);
			waiting = lane().hold('g', async () => {});
			waiting.catch(() => {});
			await new Promise((resolve) => signal.addEventListener('abort', resolve));
			throw signal.reason as Error;
		});
		await expect(held).rejects.toMatchObject({ problem: 'lost' });
		await expect(waiting).rejects.toMatchObject({
			problem: 'slow',
			outcome: 'notSent',
			message: expect.stringContaining('did not answer within 1.5 s. Nothing was sent'),
		});
		redis.freeze(false);
	}, 15_000);

	test('a lock that Redis forgot is lost: the job is told why', async () => {
		const lost = lane().hold('l', async (signal) => {
			await redis.down();
			await redis.up();
			await new Promise((resolve) => signal.addEventListener('abort', resolve));
			throw signal.reason as Error;
		});
		await expect(lost).rejects.toMatchObject({
			problem: 'lost',
			message: expect.stringMatching(/was lost: another has it, or Redis forgot it/),
		});
	}, 15_000);

	test('an outage is waited out up to a cap, then named', async () => {
		await redis.down();
		const started = jest.fn();
		const failed = redisLane(`redis://:${SECRET}@127.0.0.1:${redis.port}`, {
			sleep: systemSleep,
			outageMs: 300,
		}).hold('o', async () => started());
		const error = (await failed.catch((e: unknown) => e)) as Error;
		expect(error).toMatchObject({ problem: 'unreachable', outcome: 'notSent' });
		expect(error.message).toContain(`127.0.0.1:${redis.port}`);
		expect(error.message).toContain('ECONNREFUSED');
		expect(JSON.stringify(error) + error.stack).not.toContain(SECRET);
		expect(started).not.toHaveBeenCalled();
		await redis.up();
	});

	test('the check of a credential names a wrong password, address and form', async () => {
		const guarded = await RedisServer.start(['--requirepass', 'other']);
		const check = async (redisUrl: string) =>
			await checkSharedLane({ shareLimits: true, redisUrl }).catch((e: Error) => e.message);
		expect(await check(`redis://:${SECRET}@127.0.0.1:${guarded.port}`)).toMatch(
			/refused: WRONGPASS/,
		);
		expect(await check(guarded.url)).toMatch(/refused: NOAUTH/);
		expect(await check(`redis://127.0.0.1:${await freePort()}`)).toMatch(/ECONNREFUSED/);
		expect(await check('127.0.0.1')).toMatch(/must be an address/);
		expect(await check(`redis://:other@127.0.0.1:${guarded.port}`)).toBeUndefined();
		await guarded.down();
	}, 15_000);

	test('values of a run are not checked: an outage of Redis stops no read', async () => {
		const redisUrl = `redis://127.0.0.1:${await freePort()}`;
		await expect(checkSharedLane(forRun({ shareLimits: true, redisUrl }))).resolves.toBeUndefined();
	});
});
