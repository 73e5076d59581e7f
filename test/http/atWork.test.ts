import { Redis } from 'ioredis';
import type { Lease } from '../../src/http/lease';
import { redisLane } from '../../src/http/sharedLane';
import { systemSleep } from '../../src/ports';
import { RedisServer } from '../support/redis';

/* What the service may still be at work on when its sender is gone. */

let redis: RedisServer;
beforeAll(async () => {
	redis = await RedisServer.start([]);
	// A Redis that has just started is waited for by itself.
	await systemSleep(2_000);
});
afterAll(async () => await redis.down());

/** Somebody else may have the lock: all that is left of the turn is what it has marked. */
async function takeLockAway(): Promise<void> {
	const client = new Redis(redis.url);
	await client.del(...(await client.keys('mutex:*')));
	client.disconnect();
}

/** What the next worker had to wait for, by the waits it was given. */
async function nextWaits(key: string): Promise<number> {
	let waited = 0;
	const sleep = async (ms: number, signal?: AbortSignal) => {
		waited += ms;
		await systemSleep(ms, signal);
	};
	await redisLane(redis.url, { sleep, lockMs: 1_000 }).hold(key, async () => {});
	return waited;
}

const worker = (key: string, job: (lease: Lease) => Promise<void>) =>
	redisLane(redis.url, { sleep: systemSleep, lockMs: 400, atWorkMs: 2_000 }).hold(key, job);

test('a turn that ended with its call leaves nothing to wait for', async () => {
	await worker('ended', async (lease) => await lease.confirm());
	expect(await nextWaits('ended')).toBe(0);
});

test('a worker that lost its turn under way: the next one waits until the service can be done', async () => {
	const lost = worker('lost', async (lease) => {
		await lease.confirm();
		await takeLockAway();
		await new Promise((resolve) => lease.lost.addEventListener('abort', resolve, { once: true }));
		throw lease.lost.reason;
	});
	await expect(lost).rejects.toMatchObject({ problem: 'lost' });
	expect(await nextWaits('lost')).toBeGreaterThan(0);
});

test('a turn that was lost before anything was sent is not waited for', async () => {
	const lost = worker('unsent', async (lease) => {
		await takeLockAway();
		await new Promise((resolve) => lease.lost.addEventListener('abort', resolve, { once: true }));
		throw lease.lost.reason;
	});
	await expect(lost).rejects.toMatchObject({ problem: 'lost' });
	expect(await nextWaits('unsent')).toBe(0);
});
