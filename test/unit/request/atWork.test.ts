import { systemSleep } from '../../../src/ports';
import type { Lease } from '../../../src/request/lease';
import { redisLane } from '../../../src/request/sharedLane';
import { hold } from '../../support/attempt';
import { isRedisHere, testWithRedis, useRedis } from '../../support/redis/useRedis';
import { reporting } from '../../support/reporting';

/* Calls that the service may still be processing after their worker has gone. */

const redis = useRedis();
// Marks the Redis as one that has lost no data.
beforeAll(async () => {
	if (isRedisHere) await redis().vouchFor();
});

const worker = async (key: string, job: (lease: Lease) => Promise<void>, times: object = {}) => {
	const all = { sleep: systemSleep, lockMs: 400, atWorkMs: 2_000, ...times };
	await hold(redisLane(redis().url, all), key, job);
};

/** Whether the next worker had to wait for the call of a previous one. */
async function nextWaits(key: string): Promise<boolean> {
	const wait = jest.fn();
	await worker(key, async () => {}, { report: reporting({ wait }) });
	return wait.mock.calls.length > 0;
}

/** A turn that ends before its job does, as when the process is frozen. */
const tooLong = async (key: string, before: (lease: Lease) => Promise<void> | void) =>
	await expect(
		worker(
			key,
			async (lease) => {
				await before(lease);
				await new Promise<void>((resolve) => {
					lease.lost.addEventListener('abort', () => resolve());
					// On a busy machine the turn may be over by now.
					if (lease.lost.aborted) resolve();
				});
				throw lease.lost.reason;
			},
			{ turnMs: 300 },
		),
	).rejects.toMatchObject({ problem: 'lost' });

testWithRedis('the next worker does not wait after a turn that ended with its call', async () => {
	await worker('ended', async (lease) => await lease.confirm());
	expect(await nextWaits('ended')).toBe(false);
});

testWithRedis('the next worker waits for a call whose worker lost its turn', async () => {
	await tooLong('lost', async (lease) => await lease.confirm());
	expect(await nextWaits('lost')).toBe(true);
});

testWithRedis(
	'the next worker does not wait for a turn lost before anything was sent',
	async () => {
		await tooLong('unsent', () => {});
		expect(await nextWaits('unsent')).toBe(false);
	},
);

testWithRedis(
	'the next worker does not wait for a turn lost after its call was answered',
	async () => {
		await tooLong('answered', async (lease) => {
			await lease.confirm();
			lease.done();
			// The next heartbeat tells Redis.
			await systemSleep(200);
		});
		expect(await nextWaits('answered')).toBe(false);
	},
);
