import { systemSleep } from '../../../src/ports';
import { Host } from '../../../src/request/limits/host';
import { Lanes } from '../../../src/request/limits/lanes';
import type * as pace from '../../../src/request/limits/pace';
import { redisRates, type SharedRates } from '../../../src/request/limits/sharedRates';
import { attempt } from '../../support/attempt';
import { freePort } from '../../support/redis/redis';
import { describeWithRedis, useRedis } from '../../support/redis/useRedis';

/* Timed by the clock of Redis, so that the expectations hold on a busy machine too. */

// Long enough that the first answer comes in time even on a busy machine.
jest.mock('../../../src/request/limits/pace', () => ({
	...jest.requireActual<typeof pace>('../../../src/request/limits/pace'),
	FIRST_ANSWER_MS: 60_000,
}));

const WINDOW_MS = 300_000;

/** The lanes of one organisation in a separate process, which shares nothing but the Redis. */
const process_ = (limits = {}) => {
	const lanes = new Lanes('https://service.example 1001', new Host('service.example'));
	lanes.limit(limits);
	return lanes;
};

describeWithRedis('limits that workers share over a Redis', () => {
	const redis = useRedis();
	beforeEach(async () => await redis().empty());

	test('all workers together keep the five-minute limit of a host, logins included', async () => {
		const workers = [1, 2, 3, 4].map(() => process_({ fiveMinutes: 20 }));
		const cancel = new AbortController();
		let started = 0;
		const told: Array<{ at: number; ms: number }> = [];
		const begun = performance.now();
		const attempts = workers.flatMap((lanes, i) =>
			Array.from({ length: 10 }, async (_, n) => {
				const lane = n === 0 && i === 0 ? 'auth' : 'single';
				await attempt(lanes, lane, async () => void started++, {
					shared: redisRates(redis().url),
					signal: cancel.signal,
					onWait: (_, ms) => void told.push({ at: performance.now(), ms }),
				});
			}),
		);
		const all = Promise.allSettled(attempts);
		while (told.length < 20) await systemSleep(10);
		expect(started).toBe(20);
		// 20 have started; the other 20 have reported a wait until the first leaves the window.
		for (const { at, ms } of told) {
			expect(at + ms).toBeGreaterThan(begun + WINDOW_MS);
			expect(ms).toBeLessThanOrEqual(WINDOW_MS + 100);
		}
		cancel.abort(new Error('enough'));
		await all;
		expect(started).toBe(20);
	});

	test('all workers together keep the rate of an organisation and use its burst once', async () => {
		const workers = [1, 2, 3].map(() => process_());
		// Redis counts a start at some time between the question and its answer.
		const starts: Array<{ asked: number; answered: number }> = [];
		const watched = (shared: SharedRates): SharedRates => ({
			...shared,
			take: async (ask) => {
				const asked = performance.now();
				const turn = await shared.take(ask);
				if (turn?.waitMs === 0) starts.push({ asked, answered: performance.now() });
				return turn;
			},
		});
		await Promise.all(
			workers.flatMap((lanes) => {
				const shared = watched(redisRates(redis().url));
				return Array.from({ length: 5 }, () => attempt(lanes, 'list', async () => {}, { shared }));
			}),
		);
		expect(starts).toHaveLength(15);
		for (const [i] of starts.entries()) {
			for (const [n, { answered }] of starts.slice(i).entries()) {
				const first = Math.min(...starts.slice(i, i + n + 1).map(({ asked }) => asked));
				// Waits are rounded to whole milliseconds.
				expect(n + 1).toBeLessThanOrEqual(5 + (answered - first + 1) / 100);
			}
		}
	});

	test('starts nothing after a burst until its first answer shows that the service counted it', async () => {
		const seen: string[] = [];
		await Promise.all(
			[1, 2, 3].flatMap(() => {
				const lanes = process_();
				const shared = redisRates(redis().url);
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

	test('a slow request counts until five minutes after its answer for other workers too', async () => {
		const [slow, other] = [process_({ fiveMinutes: 1 }), process_({ fiveMinutes: 1 })];
		const shared = redisRates(redis().url);
		await attempt(slow, 'single', async () => await systemSleep(1_500), { shared });
		const answered = performance.now();
		const cancel = new AbortController();
		const until = new Promise<number>((resolve) => {
			const onWait = (_: string, ms: number) => resolve(performance.now() + ms);
			const more = { shared, signal: cancel.signal, onWait };
			attempt(other, 'single', async () => {}, more).catch(() => {});
		});
		expect(await until).toBeGreaterThanOrEqual(answered + WINDOW_MS);
		cancel.abort();
	});

	test('an unreachable Redis is asked once, causes one warning and stops no request', async () => {
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
