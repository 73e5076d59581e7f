import { NotSentError } from '../../../src/request/attempt/errors';
import { WaitBudget } from '../../../src/request/limits/waitBudget';
import { Lanes } from '../../../src/request/limits/lanes';
import { attempt, refuse } from '../../support/attempt';
import { setUp } from './limitedService';
import { reporting } from '../../support/reporting';

/* Lanes closed by a 429: how long a run waits, and what it reports. */

test.each([
	['the year 9999', Date.parse('9999-12-31') - Date.now()],
	['400 digits', Infinity],
	['NaN', NaN],
	['a time in the past', -5_000],
])('a Retry-After of %s closes the lane for six minutes at most', async (_, askedMs) => {
	const { time, waiting, request, lanes } = setUp();
	await refuse(lanes, waiting, { askedMs });
	await time.until(attempt(lanes, 'single', request('single'), waiting));
	expect(time.now).toBeLessThanOrEqual(6 * 60_000 + 30);
});

test('a closed lane reopens on time when the wall clock is set back', async () => {
	const { time, waiting, request, lanes } = setUp();
	await refuse(lanes, waiting, { askedMs: 10_000 });
	time.setBackMs = 10 * 365 * 24 * 3_600_000;
	await time.until(attempt(lanes, 'single', request('single'), waiting));
	expect(time.now).toBe(10_030);
});

test('probes a closed lane with a single request', async () => {
	const { time, waiting, lanes } = setUp();
	let isOver = false;
	const started: number[] = [];
	const send = async () => {
		for (;;) {
			const status = await attempt(
				lanes,
				'single',
				async () => {
					started.push(time.now);
					await time.sleep(500);
					return isOver ? 200 : 429;
				},
				waiting,
				(answered) => (answered === 200 ? undefined : { askedMs: 10_000 }),
			);
			if (status === 200) return;
		}
	};
	await refuse(lanes, waiting, { askedMs: 10_000 });
	const all = Promise.all([1, 2, 3, 4, 5].map(send));
	await time.by(25_000);
	expect(started).toEqual([10_000, 20_500]);
	isOver = true;
	await time.until(all);
	expect(started.slice(2, 4)).toEqual([31_000, 31_500]);
	expect(started).toHaveLength(7);
});

test('a run of 2,000 items waits out 429s for six minutes in total, then sends no more', async () => {
	const { time, judge, send, each, lanes } = setUp({ latencyMs: 0, perWindow: 0 });
	const told: number[] = [];
	const run = {
		patience: new WaitBudget(),
		report: reporting({ wait: (_, ms) => void told.push(ms) }),
	};
	const results: unknown[] = [];
	const item = async () =>
		await send(lanes, 'single', run, '', 100_000).catch((error: unknown) => results.push(error));
	await time.until(each(2_000, 10, item));
	expect(time.now).toBeLessThanOrEqual(6 * 60_000);
	expect(time.now).toBeGreaterThan(3 * 60_000);
	expect(results).toHaveLength(2_000);
	expect(results.every((e) => e instanceof NotSentError && e.outcome === 'notSent')).toBe(true);
	expect(judge.arrivals.length).toBeLessThan(30);
	expect(told[0]).toBe(6 * 60_000);
});

test('stops within six minutes and 20 requests when every answer is a 429 without Retry-After', async () => {
	const { time, judge, send } = setUp({ latencyMs: 0, perWindow: 0 });
	const sent = send(new Lanes(), 'single', { patience: new WaitBudget() }, '', 0);
	await expect(time.until(sent)).rejects.toMatchObject({ outcome: 'notSent' });
	expect(time.now).toBeLessThanOrEqual(6 * 60_000);
	expect(time.now).toBeGreaterThan(5 * 60_000);
	expect(judge.arrivals.length).toBeLessThan(20);
});

test('a run that has used up its waiting time does not stop another run', async () => {
	const { time, waiting, request, lanes } = setUp();
	const patience = new WaitBudget();
	await refuse(lanes, waiting, { askedMs: 300_000 });
	await time.until(attempt(lanes, 'single', request('single'), { ...waiting, patience }));
	await refuse(lanes, waiting, { askedMs: 100_000 });
	const tired = attempt(lanes, 'single', request('single'), { ...waiting, patience });
	const fresh = attempt(lanes, 'single', request('single'), waiting);
	await expect(time.until(tired)).rejects.toMatchObject({ outcome: 'notSent' });
	expect(time.now).toBe(300_030);
	await time.until(fresh);
	expect(time.now).toBe(400_060);
});

test.each([
	['no Retry-After', undefined],
	['a Retry-After of two seconds', 2_000],
	['a Retry-After of four seconds', 4_000],
	['a Retry-After of two minutes', 120_000],
])('reports a wait for repeated 429s with %s within ten seconds', async (_, askedMs) => {
	const { time, judge, waiting, send } = setUp({ latencyMs: 0, perWindow: 0 });
	const told: Array<[at: number, what: string, ms: number]> = [];
	const wait = (what: string, ms: number) => void told.push([time.now, what, ms]);
	const run = { ...waiting, patience: new WaitBudget(), report: reporting({ wait }) };
	await expect(time.until(send(new Lanes(), 'auth', run, '', askedMs))).rejects.toThrow();
	expect(judge.refusals).toBeGreaterThan(1);
	const [at, what, atMostMs] = told[0]!;
	expect(at).toBeLessThan(10_000);
	expect(what).toContain('429');
	expect(at + atMostMs).toBeGreaterThanOrEqual(time.now);
	expect(at + atMostMs).toBeLessThanOrEqual(6 * 60_000 + 10_000);
});

test('does not report the short wait for a single 429', async () => {
	const { time, waiting, request, lanes } = setUp();
	const wait = jest.fn();
	const report = reporting({ wait });
	await refuse(lanes, waiting);
	await time.until(attempt(lanes, 'single', request('single'), { ...waiting, report }));
	expect(wait).not.toHaveBeenCalled();
});

test('reports the wait at once for a request that joins the queue for a window', async () => {
	const { time, waiting, lanes } = setUp();
	lanes.limit({ fiveMinutes: 1 });
	await attempt(lanes, 'single', async () => {}, waiting);
	const first = attempt(lanes, 'single', async () => {}, waiting);
	await time.by(100_000);
	const wait = jest.fn();
	const report = reporting({ wait });
	const later = attempt(lanes, 'single', async () => {}, { ...waiting, report });
	expect(wait.mock.calls).toEqual([[expect.any(String), 200_100]]);
	await time.until(Promise.all([first, later]));
});

test('reports the wait for a window once per request', async () => {
	const { time, waiting, lanes } = setUp();
	lanes.limit({ fiveMinutes: 1 });
	const told = jest.fn();
	const run = { ...waiting, report: reporting({ wait: told }) };
	const attempts = [1, 2, 3].map(() => attempt(lanes, 'single', async () => {}, run));
	await time.until(Promise.all(attempts));
	expect(told.mock.calls.map(([, ms]) => Math.round((ms as number) / 1000))).toEqual([300, 300]);
});
