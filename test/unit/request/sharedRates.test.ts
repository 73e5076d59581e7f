import { Host } from '../../../src/request/limits/host';
import { Lanes } from '../../../src/request/limits/lanes';
import { WINDOW_MARGIN_MS, WINDOW_MS } from '../../../src/request/limits/pace';
import { redisRates, type SharedRates } from '../../../src/request/limits/sharedRates';
import { attempt } from '../../support/attempt';
import { MovedClock } from '../../support/movedClock';
import type * as moved from '../../support/redis/movedRedis';
import { movedRedis } from '../../support/redis/movedRedis';
import { freePort } from '../../support/redis/redis';
import { describeWithRedis, useRedis } from '../../support/redis/useRedis';
import { reporting } from '../../support/reporting';
import { turns } from '../../support/turns';

/* A real Redis, whose scripts go by the clock of the test. */

jest.mock('../../../src/redis/scripts/rates', () =>
	jest
		.requireActual<typeof moved>('../../support/redis/movedRedis')
		.byMovedTime(jest.requireActual('../../../src/redis/scripts/rates')),
);

/** How long a start counts: the documented window with its margin. */
const COUNTS_MS = WINDOW_MS + WINDOW_MARGIN_MS;

/** The lanes of one organisation in a separate process, which shares nothing but the Redis. */
const process_ = (limits = {}) => {
	const lanes = new Lanes('https://service.example 1001', new Host('service.example'));
	lanes.limit(limits);
	return lanes;
};

/** The number of starts up to a time. */
const startsUntil = (starts: number[], ms: number) => starts.filter((at) => at <= ms).length;

test('a start that workers count is given back where its attempt has left during the question', async () => {
	const ended = jest.fn();
	const job = jest.fn();
	let grant = () => {};
	const asked = new Promise<void>((resolve) => (grant = resolve));
	const shared: SharedRates = {
		take: async () => await asked.then(() => ({ waitMs: 0, end: ended })),
		count: async () => undefined,
	};
	const cancel = new AbortController();
	const left = attempt(process_(), 'single', job, { shared, signal: cancel.signal });
	await turns();
	cancel.abort();
	await expect(left).rejects.toThrow(/aborted/);
	grant();
	await turns();
	expect(ended).toHaveBeenCalledTimes(1);
	expect(job).not.toHaveBeenCalled();
});

describeWithRedis('limits that workers share over a Redis', () => {
	const redis = useRedis();
	let time: MovedClock;
	let there: Awaited<ReturnType<typeof movedRedis>>;
	beforeEach(async () => {
		await redis().empty();
		time = new MovedClock();
		there = await movedRedis(redis().url, time);
	});
	afterEach(() => there.end());

	/** The Redis and the clock, shared by the attempts of a worker. */
	const worker = () => ({
		clock: time.clock,
		sleep: time.sleep,
		shared: there.on(redisRates(redis().url)),
	});

	test('all workers together keep the five-minute limit of a host, logins included', async () => {
		const starts: number[] = [];
		const told: number[] = [];
		const attempts = [1, 2, 3, 4].flatMap((_, i) => {
			const [lanes, more] = [process_({ fiveMinutes: 20 }), worker()];
			return Array.from({ length: 10 }, async (__, n) => {
				const lane = n === 0 && i === 0 ? 'auth' : 'single';
				const report = reporting({ wait: (___, ms) => void told.push(time.now + ms) });
				await attempt(lanes, lane, async () => void starts.push(time.now), { ...more, report });
			});
		});
		await time.until(Promise.all(attempts));
		expect(starts).toHaveLength(40);
		// The first 20 start at once, and the others are told the time at which those leave the window.
		expect(startsUntil(starts, 1_000)).toBe(20);
		expect(startsUntil(starts, COUNTS_MS - 1)).toBe(20);
		expect(Math.max(...told)).toBeGreaterThanOrEqual(COUNTS_MS);
	});

	test('all workers together keep the rate of an organisation and use its burst once', async () => {
		const starts: number[] = [];
		const attempts = [1, 2, 3].flatMap(() => {
			const [lanes, more] = [process_(), worker()];
			const job = async () => void starts.push(time.now);
			return Array.from({ length: 5 }, () => attempt(lanes, 'list', job, more));
		});
		await time.until(Promise.all(attempts));
		expect(starts).toHaveLength(15);
		// Five at once, then ten a second.
		for (const [i, first] of starts.entries()) {
			for (const [n, at] of starts.slice(i).entries()) {
				expect(n + 1).toBeLessThanOrEqual(5 + (at - first + 1) / 100);
			}
		}
		expect(startsUntil(starts, 0)).toBe(5);
		expect(starts.at(-1)).toBeLessThanOrEqual(2_000);
	});

	test('starts nothing after a burst until its first answer shows that the service counted it', async () => {
		const seen: string[] = [];
		const attempts = [1, 2, 3].flatMap(() => {
			const [lanes, more] = [process_(), worker()];
			const job = async () => {
				seen.push('start');
				await time.sleep(500);
				seen.push('answer');
			};
			return Array.from({ length: 2 }, () => attempt(lanes, 'list', job, more));
		});
		await time.until(Promise.all(attempts));
		expect(seen.indexOf('answer')).toBe(5);
		expect(seen).toHaveLength(12);
	});

	test('a slow request counts until five minutes after its answer for other workers too', async () => {
		const [slow, other] = [process_({ fiveMinutes: 1 }), process_({ fiveMinutes: 1 })];
		const takesMs = 1_500;
		await time.until(attempt(slow, 'single', async () => await time.sleep(takesMs), worker()));
		let startedAt = 0;
		const job = async () => void (startedAt = time.now);
		await time.until(attempt(other, 'single', job, worker()));
		expect(startedAt).toBe(takesMs + COUNTS_MS);
	});

	test('an unreachable Redis is asked once, causes one warning and stops no request', async () => {
		const warned: string[] = [];
		const report = reporting({ warn: (message) => void warned.push(message) });
		const shared = redisRates(`redis://127.0.0.1:${await freePort()}`, report);
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
