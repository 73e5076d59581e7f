import { Redis } from 'ioredis';
import { BEAT_MS } from '../../../src/keys/keptText';
import { RedisText } from '../../../src/keys/redisText';
import { systemClock } from '../../../src/ports';
import { hasRedisServer, RedisServer } from '../../support/redis/redis';
import { until } from '../../support/until';

/* Texts in a Redis that workers share. */

const available = hasRedisServer();
if (!available) console.warn('redisText: skipped, because there is no redis-server to start');

const LOST = 'This run has lost its place';

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
	const workers: RedisText[] = [];
	/** Ends the present pause of each worker's timer. */
	let ticks: Array<() => void> = [];
	beforeEach(() => void (ticks = []));
	afterEach(async () => {
		for (const worker of workers.splice(0)) await worker.release();
	});

	/** A pause of a timer: it lasts until the test lets it end. */
	const timer = async (signal?: AbortSignal) =>
		await new Promise<void>((resolve, reject) => {
			ticks.push(resolve);
			signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
		});
	/** The text as a worker has it; `meanwhile` happens while it waits for the place. */
	const worker = (place: string, meanwhile: () => Promise<void> = async () => {}) => {
		const sleep = async (ms: number, signal?: AbortSignal) =>
			await (ms === BEAT_MS ? timer(signal) : meanwhile());
		const text = new RedisText(redis.url, place, { sleep, clock: systemClock });
		workers.push(text);
		return text;
	};
	const told: string[] = [];
	const tell = (what: string) => void told.push(what);
	/** The place of a run has run out, or Redis has forgotten it. */
	const forgotten = async () => {
		for (const key of await client.keys('*:holder')) await client.del(key);
	};
	const holders = async () => {
		const keys = await client.keys('*:holder');
		return keys.length > 0 ? await client.mget(keys) : [];
	};

	test('is read by other workers of the node, and by no other node', async () => {
		const place = fresh();
		const writer = worker(place);
		await writer.hold(tell);
		await writer.write('under judgement');
		expect(await worker(place).read()).toBe('under judgement');
		expect(await worker(fresh()).read()).toBeUndefined();
		await writer.write(undefined);
		expect(await worker(place).read()).toBeUndefined();
	});

	test('is refused to a second run while the first one lives', async () => {
		const place = fresh();
		const first = worker(place);
		await first.hold(tell);
		const second = worker(place, async () => await first.confirm());
		await expect(second.hold(tell)).rejects.toThrow('Another run of this node is under way');
		await second.release();
		await first.confirm();
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

	test('a timer renews the place of a run whose request takes long', async () => {
		await worker(fresh()).hold(tell);
		const [before] = await holders();
		const [key = ''] = await client.keys('*:holder');
		// Two seconds are left of it when the timer comes.
		await client.pexpire(key, 2_000);
		ticks[0]!();
		await until('the place is renewed', async () => (await client.pttl(key)) > 100_000);
		expect(await holders()).not.toEqual([before]);
	});

	test('a place that Redis has forgotten is lost, and not taken back', async () => {
		const place = fresh();
		const run = worker(place);
		await run.hold(tell);
		await run.write('before');
		await forgotten();
		await expect(run.confirm()).rejects.toThrow(LOST);
		await expect(run.write('after')).rejects.toThrow(LOST);
		expect(await run.read()).toBe('before');
		expect(await holders()).toEqual([]);
		// Nor is it after another run has come and gone.
		const next = worker(place);
		await next.hold(tell);
		await next.release();
		await expect(run.confirm()).rejects.toThrow(LOST);
		expect(await holders()).toEqual([]);
	});

	test('a run that stood still writes nothing over that of the next one, and ends it not', async () => {
		const place = fresh();
		const frozen = worker(place);
		await frozen.hold(tell);
		await forgotten();
		const next = worker(place);
		await next.hold(tell);
		await next.write('of the next run');
		await expect(frozen.write('of the frozen one')).rejects.toThrow(LOST);
		expect(await next.read()).toBe('of the next run');
		await frozen.release();
		await next.confirm();
	});

	test('nobody is asked for a place that was never taken', async () => {
		await worker(fresh()).confirm();
		expect(await holders()).toEqual([]);
	});

	test.each(['allkeys-lru', 'volatile-ttl'])(
		'is refused by a Redis that drops keys (%s)',
		async (policy) => {
			await client.config('SET', 'maxmemory-policy', policy);
			try {
				const run = worker(fresh());
				const refused = run.hold(tell);
				await expect(refused).rejects.toThrow(`(maxmemory-policy ${policy}). Nothing was sent`);
				await expect(refused).rejects.toMatchObject({
					outcome: 'notSent',
					hint: expect.stringContaining('noeviction'),
				});
				expect(await holders()).toEqual([]);
			} finally {
				await client.config('SET', 'maxmemory-policy', 'noeviction');
			}
		},
	);
});
