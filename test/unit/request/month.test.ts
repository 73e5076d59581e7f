import { setImmediate as turnOfEvents } from 'node:timers/promises';
import { Lanes } from '../../../src/request/limits/lanes';
import { Month } from '../../../src/request/limits/month';
import { Host } from '../../../src/request/limits/host';
import { redisRates, type SharedRates } from '../../../src/request/limits/sharedRates';
import { attempt } from '../../support/attempt';
import { bench } from '../../support/http';
import { MovedClock } from '../../support/movedClock';
import { describeWithRedis, useRedis } from '../../support/redis/useRedis';
import { until } from '../../support/until';
import { reporting } from '../../support/reporting';

/* The monthly allowance of an organisation: 10,000,000 requests, reset on the 1st. */

const DAY = 24 * 3_600_000;

/** Counts in a month of 1,000 requests. */
function counting(shared?: SharedRates) {
	const time = new MovedClock();
	const warned: string[] = [];
	const underWay: Array<Promise<unknown>> = [];
	const watched = shared && {
		...shared,
		count: async (...given: Parameters<SharedRates['count']>) => {
			const counted = shared.count(...given);
			underWay.push(counted);
			return await counted;
		},
	};
	const report = reporting({ warn: (message) => void warned.push(message) });
	const with_ = { clock: time.clock, shared: watched, most: 1_000, report };
	const add = (month: Month, count: number) => {
		for (let i = 0; i < count; i++) month.add(with_);
	};
	/** Waits for the messages to Redis, which the code under test does not. */
	const settled = async () => {
		await Promise.all(underWay);
		await turnOfEvents();
	};
	return { time, warned, with_, add, settled };
}

test('warns once at 70 % of the monthly allowance and counts from zero in the next month', async () => {
	const { time, warned, add } = counting();
	const month = new Month('a');
	add(month, 699);
	expect(warned).toEqual([]);
	add(month, 301);
	expect(warned).toEqual([
		expect.stringMatching(/made 700 requests .* of 1,000 that the service allows.*until the 1st/),
	]);
	expect(warned[0]).toMatch(/Poll less often/);
	await time.by(31 * DAY);
	add(month, 1);
	// Setting the clock back into the previous month does not start a new month: its count goes on.
	time.setBackMs = 5 * DAY;
	add(month, 1);
	time.setBackMs = 0;
	add(month, 698);
	expect(warned).toHaveLength(1);
	add(month, 1);
	expect(warned).toHaveLength(2);
});

test('leaves a month that lies in the future when the clock is set right', async () => {
	const { time, with_, warned, add } = counting();
	const month = new Month('a');
	add(month, 100);
	// The clock is half a year ahead, for long enough to use up that month.
	time.setBackMs = -180 * DAY;
	add(month, 1_000);
	time.setBackMs = 0;
	// 900 requests are left of this month of 744 hours, of which polls take a half each hour.
	expect(month.perHour(1, { ...with_, most: 1_000_000 })).toBe(1_344);
	add(month, 599);
	expect(warned).toHaveLength(1);
	add(month, 1);
	expect(warned).toHaveLength(2);
	await time.by(31 * DAY);
	add(month, 699);
	expect(warned).toHaveLength(2);
	add(month, 1);
	expect(warned).toHaveLength(3);
});

test('counts every attempt in any lane, failed ones included, except logins', async () => {
	const time = new MovedClock();
	const month = new Month('a');
	const lanes = new Lanes('a', new Host(), month);
	const add = jest.spyOn(month, 'add');
	const waiting = { clock: time.clock, sleep: time.sleep };
	for (const lane of ['list', 'single', 'auth'] as const) {
		await time.until(attempt(lanes, lane, async () => {}, waiting));
		const failing = attempt(lanes, lane, () => Promise.reject(new Error('no answer')), waiting);
		await expect(time.until(failing)).rejects.toThrow('no answer');
	}
	expect(add).toHaveBeenCalledTimes(4);
});

test('slows polls to their share of the remaining allowance', async () => {
	const { time, with_ } = counting();
	const month = new Month('a');
	const perHour = () => month.perHour(0.5, { ...with_, most: 10_000_000 });
	expect(perHour()).toBe(6_720);
	// An unused allowance does not raise the rate at the end of the month.
	await time.by(29 * DAY);
	expect(perHour()).toBe(6_720);
	// Other workers have left 3,600 for the last 36 hours of March.
	const shared = { take: async () => undefined, count: async () => 10_000_000 - 36 * 100 };
	for (let i = 0; i < 25; i++) month.add({ ...with_, shared });
	await turnOfEvents();
	expect(perHour()).toBe(50);
});

describeWithRedis('the monthly count in a shared Redis', () => {
	const redis = useRedis();

	test('adds up the requests of all workers, and one worker warns', async () => {
		const { warned, add, settled } = counting(redisRates(redis().url));
		const workers = [1, 2, 3, 4].map(() => new Month('a'));
		for (let i = 0; i < 8; i++) {
			for (const month of workers) add(month, 25);
			await settled();
		}
		expect(warned).toHaveLength(1);
	});

	test('is restored by a worker after Redis loses its data', async () => {
		const rates = redisRates(redis().url);
		const { warned, add, settled } = counting(rates);
		const [known, fresh] = [new Month('b'), new Month('b')];
		add(known, 600);
		await settled();
		await redis().down();
		await redis().up();
		await until('it is found again', async () => (await rates.count('other', 1, 0)) !== undefined);
		add(known, 25);
		await settled();
		expect(warned).toEqual([]);
		for (let i = 0; i < 4; i++) {
			add(fresh, 25);
			await settled();
		}
		expect(warned).toHaveLength(1);
	});
});

test('adds requests to the shared count later when Redis was unavailable', async () => {
	const totals: number[] = [];
	let isDown = true;
	const shared: SharedRates = {
		take: async () => undefined,
		count: async (_, add, known) => {
			if (isDown) return undefined;
			totals.push(add + known);
			return add + known;
		},
	};
	const { add } = counting(shared);
	const month = new Month('a');
	add(month, 60);
	await turnOfEvents();
	isDown = false;
	add(month, 1);
	expect(totals).toEqual([61]);
});

describe('429 after the monthly allowance is used up', () => {
	const GATEWAY = { status: 429, body: { message: 'Limit Exceeded' } };

	test("stops waiting after the second 429 with the gateway's message", async () => {
		const { answers, send, slept, wire } = bench();
		answers(GATEWAY);
		await expect(send({ method: 'POST', effect: 'act' })).rejects.toMatchObject({
			outcome: 'notSent',
			message: expect.stringMatching(/allowance for this month.*10,000,000.*reset on the 1st/),
		});
		expect(wire).toHaveLength(2);
		const waited = () => slept.reduce((sum, ms) => sum + ms, 0);
		expect(waited()).toBeLessThan(5_000);
		// The next call fails at once without a request.
		await expect(send()).rejects.toMatchObject({ outcome: 'notSent' });
		expect(wire).toHaveLength(2);
		expect(waited()).toBeLessThan(5_000);
	});

	test.each([
		['a 429 for the rate', { message: 'Too Many Requests' }],
		['a 429 of the service itself', { error_code: 1105, message: 'Limit exceeded' }],
	])('waits after %s', async (_, body) => {
		const { answers, send, wire } = bench();
		const refused = { status: 429, body };
		answers(refused, refused, refused, { status: 200 });
		expect((await send()).status).toBe(200);
		expect(wire).toHaveLength(4);
	});

	test('names the monthly allowance when any 429 lasts longer than five minutes', async () => {
		const { answers, send, slept } = bench();
		answers({ status: 429, body: '' });
		await expect(send()).rejects.toMatchObject({
			message: expect.stringContaining('allowance for this month'),
		});
		expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(6 * 60_000);
	});

	test('retries with a single request after six minutes', async () => {
		const { answers, send, time, wire } = bench();
		answers(GATEWAY);
		await expect(send()).rejects.toThrow();
		time.now += 6 * 60_000;
		answers({ status: 200 });
		expect((await send()).status).toBe(200);
		expect(wire).toHaveLength(3);
		expect((await send()).status).toBe(200);
	});
});
