import { spawn } from 'node:child_process';
import { on } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { systemSleep } from '../../../src/ports';
import { joinRedis } from '../../../src/redis/client';
import type { SharedLaneError } from '../../../src/redis/errors';
import { SILENT } from '../../../src/reporter';
import { LANES_KEY } from '../../../src/redis/scripts/lane';
import { parseRedisUrl } from '../../../src/redis/url';
import type { LaneTimes } from '../../../src/request/lease';
import { checkSharedLane, redisLane } from '../../../src/request/sharedLane';
import { hold } from '../../support/attempt';
import { bundled } from '../../support/bundled';
import { freePort, RedisServer } from '../../support/redis/redis';
import { describeWithRedis, useRedis } from '../../support/redis/useRedis';
import { turns } from '../../support/turns';
import { until } from '../../support/until';

// A frozen Redis is given up as early as in n8n.
jest.unmock('../../../src/redis/errors');

const SECRET = 'redis-Passw0rd';

describe('the Redis URL', () => {
	test.each(['redis://h', 'redis://:p@h:6380/2', 'rediss://u:p@h.example:6379'])(
		'accepts %s',
		(url) => {
			expect(parseRedisUrl(` ${url} `)).toContain('://');
		},
	);

	test.each(['', 'localhost:6379', 'http://h', 'redis://', 'redis://h/a', undefined])(
		'rejects %s without repeating it',
		(url) => {
			expect(() => parseRedisUrl(url)).toThrow(/Redis URL must be an address such as/);
		},
	);
});

describeWithRedis('over a Redis', () => {
	const redis = useRedis();
	// With `atWorkMs: 0` the lane does not wait for calls that an emptied Redis may have lost.
	const lane = (times: Partial<LaneTimes> = {}) =>
		redisLane(redis().url, { sleep: systemSleep, outageMs: 300, atWorkMs: 0, ...times });

	test('grants a key to one lane at a time, as between processes', async () => {
		let held = 0;
		let most = 0;
		const use = async (i: number) =>
			await hold(lane(), 'k', async () => {
				most = Math.max(most, ++held);
				await systemSleep(5);
				held -= 1;
				return i;
			});
		const results = await Promise.all([1, 2, 3, 4].map(use));
		expect(results).toEqual([1, 2, 3, 4]);
		expect(most).toBe(1);
	});

	test.each([
		['allkeys-lru', 1],
		['noeviction', 0],
	])('over a Redis with the policy %s, a run is told %s times', async (policy, times) => {
		const client = new Redis(redis().url);
		await client.config('SET', 'maxmemory-policy', policy);
		const notes: string[] = [];
		try {
			const own = lane({ report: { ...SILENT, note: (sentence) => void notes.push(sentence) } });
			for (let turn = 0; turn < 2; turn += 1) await hold(own, 'k', async () => {});
		} finally {
			await client.config('SET', 'maxmemory-policy', 'noeviction');
			client.disconnect();
		}
		expect(notes.filter((note) => note.includes(`maxmemory-policy ${policy}`))).toHaveLength(times);
	});

	test('a cancelled run stops waiting for the lock and never starts', async () => {
		const cancel = new AbortController();
		const started = jest.fn();
		await hold(lane(), 'c', async () => {
			const sleep: LaneTimes['sleep'] = async (ms, signal) => {
				cancel.abort();
				await systemSleep(ms, signal);
			};
			const waiting = hold(lane({ sleep }), 'c', async () => started(), cancel.signal);
			await expect(waiting).rejects.toThrow(/aborted/);
		});
		expect(started).not.toHaveBeenCalled();
	});

	test('a frozen Redis fails both a waiting job and a job about to send as slow', async () => {
		const slow = {
			problem: 'slow',
			outcome: 'notSent',
			message: expect.stringContaining('did not answer within 1.5 s. Nothing was sent'),
		};
		let waiting: Promise<unknown> | undefined;
		const held = hold(lane({ lockMs: 1_000 }), 'f', async (lease) => {
			redis().freeze(true);
			waiting = hold(lane(), 'g', async () => {});
			waiting.catch(() => {});
			await lease.confirm();
		});
		await expect(held).rejects.toMatchObject(slow);
		await expect(waiting).rejects.toMatchObject(slow);
		redis().freeze(false);
	});

	test('waits out an outage up to the limit, then reports it', async () => {
		await redis().down();
		const started = jest.fn();
		const address = `redis://:${SECRET}@127.0.0.1:${redis().port}`;
		const unreachable = redisLane(address, { sleep: systemSleep, outageMs: 300 });
		const failed = hold(unreachable, 'o', async () => started());
		const error = (await failed.catch((e: unknown) => e)) as Error;
		expect(error).toMatchObject({ problem: 'unreachable', outcome: 'notSent' });
		expect(error.message).toContain(`127.0.0.1:${redis().port}`);
		expect(error.message).toContain('the connection was refused');
		// n8n replaces messages with these codes, which would lose the outcome.
		expect(error.message).not.toMatch(/ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN/);
		expect(JSON.stringify(error) + error.stack).not.toContain(SECRET);
		expect(started).not.toHaveBeenCalled();
		await redis().up();
	});

	test('waits for a failed Redis once per run and fails the rest of the queue at once', async () => {
		const asked: number[] = [];
		let time = 0;
		const clock = { now: () => time };
		const sleep = async (ms: number) => {
			asked.push(ms);
			time += ms;
		};
		const url = `redis://127.0.0.1:${await freePort()}`;
		const run = redisLane(url, { sleep, clock, outageMs: 1_000 });
		const started = jest.fn();
		const turn = async () => await hold(run, 'q', async () => started()).catch((e: Error) => e);
		const first = await turn();
		const waits = asked.length;
		expect(waits).toBeGreaterThan(0);
		for (let i = 0; i < 20; i++) expect(await turn()).toBe(first);
		expect(asked).toHaveLength(waits);
		expect(started).not.toHaveBeenCalled();
	});

	test('a worker that is frozen until its lock has passed on sends nothing after it wakes', async () => {
		const key = 'frozen';
		await hold(lane(), key, async () => {});
		const child = spawn(
			process.execPath,
			[bundled(join(__dirname, '../../support/redis/frozenWorker.ts')), redis().url, key],
			{ stdio: ['pipe', 'pipe', 'inherit'] },
		);
		const said = on(createInterface(child.stdout), 'line');
		const line = async () => String(((await said.next()).value as string[])[0]);
		expect(await line()).toBe('held');
		child.kill('SIGSTOP');
		await hold(lane({ lockMs: 1_000 }), key, async () => {
			child.kill('SIGCONT');
			child.stdin.write('send\n');
			expect(await line()).toMatch(/^not sent: lost/);
		});
		child.kill();
	});

	test.each([
		['in time', 0, 'held'],
		['after its lock time', 10_000, 'lost'],
	])('a lane that Redis has forgotten, and says so %s (%s ms), is %s', async (_, late, is) => {
		const client = new Redis(redis().url);
		let now = 0;
		const clock = { now: () => now, monotonic: () => now };
		// Only `confirm` asks: the holder sends no beats by itself.
		const sleep: LaneTimes['sleep'] = async (_ms, signal) =>
			await new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));
		const held = hold(lane({ clock, sleep }), 'forgotten', async (lease) => {
			await client.flushall();
			const confirmed = lease.confirm();
			now += late;
			await confirmed;
			return 'held';
		});
		const end = await held.catch((error: SharedLaneError) => error.problem);
		client.disconnect();
		expect(end).toBe(is);
	});

	test('aborts a turn that takes too long, and the next one starts after it has ended', async () => {
		let isSending = true;
		const stuck = hold(lane({ lockMs: 2_000, turnMs: 200 }), 't', async ({ lost }) => {
			await new Promise((resolve) => lost.addEventListener('abort', resolve));
			isSending = false;
			throw lost.reason as Error;
		});
		stuck.catch(() => {});
		const next = hold(lane({ lockMs: 2_000 }), 't', async () => isSending);
		expect(await next).toBe(false);
		await expect(stuck).rejects.toMatchObject({
			problem: 'lost',
			message: expect.stringContaining('this turn took too long'),
		});
	});

	test('a turn that was lost to another sends no more beats', async () => {
		const { connection, leave } = await joinRedis(redis().url);
		const beats = jest.spyOn(connection.redis, 'beatLane').mockResolvedValue(0);
		try {
			await hold(lane({ sleep: async () => await turns(1) }), 'b', async (lease) => {
				await until('the loss of the turn', () => lease.lost.aborted);
				const sent = beats.mock.calls.length;
				await turns();
				expect(beats).toHaveBeenCalledTimes(sent);
			});
		} finally {
			beats.mockRestore();
			leave();
		}
	});

	test('reports a key of another program under the name of the lanes without waiting', async () => {
		const other = await RedisServer.start();
		const client = new Redis(other.url);
		await client.set(LANES_KEY, 'of another program');
		const started = jest.fn();
		const theirs = redisLane(other.url, { sleep: systemSleep });
		const failed = hold(theirs, 'k', async () => started());
		await expect(failed).rejects.toMatchObject({
			problem: 'foreign',
			outcome: 'notSent',
			message: expect.stringContaining(`under the key "${LANES_KEY}". Nothing was sent`),
			hint: expect.stringContaining('Delete that key'),
		});
		await client.del(LANES_KEY);
		await client.hset(LANES_KEY, 'theirs', '1');
		const again = hold(theirs, 'k', async () => started());
		await expect(again).rejects.toMatchObject({ problem: 'foreign' });
		expect(await client.hgetall(LANES_KEY)).toEqual({ theirs: '1' });
		expect(started).not.toHaveBeenCalled();
		client.disconnect();
		await other.down();
	});

	test('the check of a credential reports a wrong password, address or URL format', async () => {
		const guarded = await RedisServer.start(['--requirepass', 'other']);
		const check = async (redisUrl: string) =>
			await checkSharedLane({ shareLimits: true, redisUrl }, async () => {}).catch(
				(e: Error) => e.message,
			);
		expect(await check(`redis://:${SECRET}@127.0.0.1:${guarded.port}`)).toMatch(
			/cannot be used: it knows no such user name and password/,
		);
		expect(await check(guarded.url)).toMatch(/cannot be used: it wants a password/);
		expect(await check(`redis://127.0.0.1:${await freePort()}`)).toMatch(
			/the connection was refused/,
		);
		expect(await check('127.0.0.1')).toMatch(/must be an address/);
		expect(await check(`redis://:other@127.0.0.1:${guarded.port}`)).toBeUndefined();
		await guarded.down();
	});
});
