import { systemSleep } from '../../../src/ports';
import type { Lease } from '../../../src/request/lease';
import { redisLane } from '../../../src/request/sharedLane';
import { hold } from '../../support/attempt';
import { isRedisHere, testWithRedis, useRedis } from '../../support/redis/useRedis';

/* Work that the service may still be doing when its sender is gone. */

const redis = useRedis();
// Of this Redis it is known that it has forgotten nothing.
beforeAll(async () => {
	if (isRedisHere) await redis().vouchFor();
});

const worker = async (key: string, job: (lease: Lease) => Promise<void>, times: object = {}) => {
	const all = { sleep: systemSleep, lockMs: 400, atWorkMs: 2_000, ...times };
	await hold(redisLane(redis().url, all), key, job);
};

/** Whether the next worker had to wait for what another had left. */
async function nextWaits(key: string): Promise<boolean> {
	const onWait = jest.fn();
	await worker(key, async () => {}, { onWait });
	return onWait.mock.calls.length > 0;
}

/** A turn that ends before its job is through, as when its process stands still. */
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

testWithRedis('a turn that ended with its call leaves nothing to wait for', async () => {
	await worker('ended', async (lease) => await lease.confirm());
	expect(await nextWaits('ended')).toBe(false);
});

testWithRedis(
	'a worker that lost its turn under way: the next one waits until the service can be done',
	async () => {
		await tooLong('lost', async (lease) => await lease.confirm());
		expect(await nextWaits('lost')).toBe(true);
	},
);

testWithRedis('a turn that was lost before anything was sent is not waited for', async () => {
	await tooLong('unsent', () => {});
	expect(await nextWaits('unsent')).toBe(false);
});

testWithRedis('nor is one whose call was answered while it waits to make another', async () => {
	await tooLong('answered', async (lease) => {
		await lease.confirm();
		lease.done();
		// One beat later Redis knows.
		await systemSleep(200);
	});
	expect(await nextWaits('answered')).toBe(false);
});
