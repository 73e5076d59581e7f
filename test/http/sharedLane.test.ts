import { spawn } from 'node:child_process';
import { on } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemSleep } from '../../src/ports';
import { parseRedisUrl } from '../../src/http/redis';
import { checkSharedLane, redisLane } from '../../src/http/sharedLane';
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
		const held = lane().hold('f', async ({ lost }) => {
			redis.freeze(true);
			waiting = lane().hold('g', async () => {});
			waiting.catch(() => {});
			await new Promise((resolve) => lost.addEventListener('abort', resolve));
			throw lost.reason as Error;
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
		const lost = lane().hold('l', async (lease) => {
			await redis.down();
			await redis.up();
			await new Promise((resolve) => lease.lost.addEventListener('abort', resolve));
			throw lease.lost.reason as Error;
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
		expect(error.message).toContain('the connection was refused');
		// n8n would replace the message, and with it what is known of the outcome.
		expect(error.message).not.toMatch(/ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN/);
		expect(JSON.stringify(error) + error.stack).not.toContain(SECRET);
		expect(started).not.toHaveBeenCalled();
		await redis.up();
	});

	test('a failed Redis is waited for once a run: whatever else is queued is told at once', async () => {
		const asked: number[] = [];
		const sleep = async (ms: number) => {
			asked.push(ms);
			await systemSleep(20);
		};
		const run = redisLane(`redis://127.0.0.1:${await freePort()}`, { sleep, outageMs: 100 });
		const started = jest.fn();
		const turn = async () => await run.hold('q', async () => started()).catch((e: Error) => e);
		const first = await turn();
		const waits = asked.length;
		expect(waits).toBeGreaterThan(0);
		for (let i = 0; i < 20; i++) expect(await turn()).toBe(first);
		expect(asked).toHaveLength(waits);
		expect(started).not.toHaveBeenCalled();
	});

	test('a turn that is confirmed goes on; one whose process stood still is lost before it sends', async () => {
		const sent = jest.fn();
		const held = redisLane(redis.url, { sleep: systemSleep, lockMs: 400 }).hold(
			'z',
			async (lease) => {
				await lease.confirm();
				// Nothing of this process runs meanwhile, timers neither.
				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
				await lease.confirm();
				sent();
			},
		);
		await expect(held).rejects.toMatchObject({ problem: 'lost' });
		expect(sent).not.toHaveBeenCalled();
	});

	test('a worker that is frozen and woken after its lock has passed on sends nothing', async () => {
		const key = 'frozen';
		const child = spawn(
			process.execPath,
			['--import', 'tsx', join(__dirname, '../support/frozenWorker.ts'), redis.url, key],
			{ stdio: ['ignore', 'pipe', 'inherit'] },
		);
		const said = on(createInterface(child.stdout), 'line');
		const line = async () => String(((await said.next()).value as string[])[0]);
		expect(await line()).toBe('held');
		child.kill('SIGSTOP');
		await redisLane(redis.url, { sleep: systemSleep, lockMs: 1_000 }).hold(key, async () => {
			child.kill('SIGCONT');
			expect(await line()).toMatch(/^not sent: lost/);
		});
		child.kill();
	}, 20_000);

	test('a turn ends in time, whatever its job waits for, and others go on', async () => {
		const times = { sleep: systemSleep, lockMs: 300, turnMs: 200 };
		const stuck = redisLane(redis.url, times).hold('t', async () => await new Promise(() => {}));
		stuck.catch(() => {});
		expect(await lane().hold('t', async () => 'next')).toBe('next');
		await expect(stuck).rejects.toMatchObject({
			problem: 'lost',
			message: expect.stringContaining('this turn took too long'),
		});
	});

	test('the check of a credential names a wrong password, address and form', async () => {
		const guarded = await RedisServer.start(['--requirepass', 'other']);
		const check = async (redisUrl: string) =>
			await checkSharedLane({ shareLimits: true, redisUrl }).catch((e: Error) => e.message);
		expect(await check(`redis://:${SECRET}@127.0.0.1:${guarded.port}`)).toMatch(
			/refused: WRONGPASS/,
		);
		expect(await check(guarded.url)).toMatch(/refused: NOAUTH/);
		expect(await check(`redis://127.0.0.1:${await freePort()}`)).toMatch(
			/the connection was refused/,
		);
		expect(await check('127.0.0.1')).toMatch(/must be an address/);
		expect(await check(`redis://:other@127.0.0.1:${guarded.port}`)).toBeUndefined();
		await guarded.down();
	}, 15_000);
});
