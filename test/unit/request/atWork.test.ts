import { type Sleep, systemSleep } from '../../../src/ports';
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

/** A worker on a clock that only its waits move, so that no busy machine makes it lose its turn. */
const worker = async (key: string, job: (lease: Lease) => Promise<void>, times: object = {}) => {
	let time = 0;
	const clock = { now: () => time };
	const sleep: Sleep = async (ms, signal) => {
		await systemSleep(1, signal);
		time += ms;
	};
	const all = { sleep, clock, lockMs: 400, atWorkMs: 2_000, ...times };
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
				await new Promise((resolve) => lease.lost.addEventListener('abort', resolve));
				throw lease.lost.reason;
			},
			// Some hundred heartbeats, each of which asks Redis.
			{ turnMs: 30_000 },
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
			// The next heartbeat tells Redis.
			lease.done();
		});
		expect(await nextWaits('answered')).toBe(false);
	},
);
