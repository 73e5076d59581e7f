import { Lanes, lanesFor } from '../../../src/request/limits/lanes';
import { WaitBudget } from '../../../src/request/limits/waitBudget';
import { attempt, inTurn, refuse } from '../../support/attempt';
import { MovedClock } from '../../support/movedClock';

/** A job that runs until `end` is called. */
function job() {
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	const state = { started: false };
	const run = async () => {
		state.started = true;
		await ended;
	};
	return { run, end, state };
}

const turn = async () => await new Promise((resolve) => setImmediate(resolve));

afterEach(() => jest.restoreAllMocks());

test('runs sequential jobs one at a time and in order, even after a failure', async () => {
	const lanes = new Lanes();
	const order: string[] = [];
	let inFlight = 0;
	let most = 0;
	const run = (name: string, fails = false) =>
		inTurn(lanes, async () => {
			most = Math.max(most, ++inFlight);
			await turn();
			order.push(name);
			inFlight -= 1;
			if (fails) throw new Error(name);
		});
	const results = await Promise.allSettled([run('a'), run('b', true), run('c'), run('d')]);
	expect(order).toEqual(['a', 'b', 'c', 'd']);
	expect(most).toBe(1);
	expect(results.map(({ status }) => status)).toEqual([
		'fulfilled',
		'rejected',
		'fulfilled',
		'fulfilled',
	]);
});

describe('runs sequential jobs one at a time and in order, while the wall clock is set', () => {
	const HOUR = 3_600_000;
	let setBy = 0;

	beforeEach(() => {
		setBy = 0;
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + setBy);
	});

	test.each([
		['back before the first job', [-HOUR, -HOUR, -HOUR]],
		['back during each job', [0, -HOUR, -2 * HOUR, -3 * HOUR, -4 * HOUR]],
		['forward during each job', [0, HOUR, 2 * HOUR, 3 * HOUR]],
		['forward and back by turns', [0, 24 * HOUR, -24 * HOUR, 24 * HOUR, -24 * HOUR, 0]],
	])('%s', async (_, steps) => {
		const lanes = new Lanes();
		const done: number[] = [];
		let underWay = 0;
		setBy = steps[0]!;
		const jobs = steps.slice(1).map(async (to, i) => {
			await inTurn(lanes, async () => {
				underWay += 1;
				expect(underWay).toBe(1);
				await turn();
				setBy = to;
				await turn();
				underWay -= 1;
				done.push(i);
			});
		});
		await Promise.all(jobs);
		expect(done).toEqual([...jobs.keys()]);
		// A lane that was at rest while the clock was set.
		setBy -= 48 * HOUR;
		await inTurn(lanes, async () => void done.push(jobs.length));
		expect(done).toHaveLength(jobs.length + 1);
	});
});

test('shares a lane within one organisation, but not between organisations or hosts', () => {
	expect(lanesFor('https://a', '1')).toBe(lanesFor('https://a', '1'));
	expect(lanesFor('https://a', '1')).not.toBe(lanesFor('https://a', '2'));
	expect(lanesFor('https://a', '1')).not.toBe(lanesFor('https://b', '1'));
});

test('a job cancelled while it waits leaves the queue at once and never starts', async () => {
	const lanes = new Lanes();
	const first = job();
	const running = inTurn(lanes, first.run);
	const cancel = new AbortController();
	const second = job();
	const waiting = inTurn(lanes, second.run, cancel.signal);
	const third = job();
	third.end();
	const last = inTurn(lanes, third.run);
	cancel.abort();
	await expect(waiting).rejects.toThrow(/aborted/);
	expect(third.state.started).toBe(false);
	first.end();
	await running;
	await last;
	expect(second.state.started).toBe(false);
	expect(third.state.started).toBe(true);
});

test('a job that has started keeps the lane until it ends, even if its run is cancelled', async () => {
	const lanes = new Lanes();
	const first = job();
	const cancel = new AbortController();
	const running = inTurn(lanes, first.run, cancel.signal);
	const second = job();
	second.end();
	const next = inTurn(lanes, second.run);
	while (!first.state.started) await turn();
	cancel.abort();
	await turn();
	expect(second.state.started).toBe(false);
	first.end();
	await running;
	await next;
	expect(second.state.started).toBe(true);
});

test('a 429 pauses its own lane for as long as the service asked, and no other lane', async () => {
	const lanes = new Lanes();
	const time = new MovedClock();
	await refuse(lanes, time, { askedMs: 7_000 });
	await attempt(lanes, 'list', async () => {}, time);
	let started = 0;
	const all = [1, 2, 3].map(
		async () => await attempt(lanes, 'single', async () => void started++, time),
	);
	await time.by(6_999);
	expect(started).toBe(0);
	await time.until(Promise.all(all));
	expect(time.now).toBe(7_000);
	expect(started).toBe(3);
});

test('a second 429 during a pause extends the pause', async () => {
	const lanes = new Lanes();
	const time = new MovedClock();
	const [first, second] = [
		await lanes.acquire('single', time),
		await lanes.acquire('single', time),
	];
	first.release({ askedMs: 1_000 });
	const started = jest.fn();
	const waits = attempt(lanes, 'single', async () => started(), time);
	second.release({ askedMs: 5_000 });
	await time.by(4_999);
	expect(started).not.toHaveBeenCalled();
	await time.by(1);
	await waits;
	expect(started).toHaveBeenCalledTimes(1);
});

test('refuses at once, with the duration, when a lane is closed for longer than the run may wait', async () => {
	const lanes = new Lanes();
	const time = new MovedClock();
	const patience = new WaitBudget();
	patience.begin(0);
	patience.end(200_000);
	await refuse(lanes, time, { askedMs: 213_000 });
	const sent = jest.fn();
	const { clock, sleep } = time;
	const waits = attempt(lanes, 'single', async () => sent(), { clock, sleep, patience });
	await expect(waits).rejects.toMatchObject({
		outcome: 'notSent',
		message: expect.stringContaining('213 s'),
	});
	expect(sent).not.toHaveBeenCalled();
});

test('starts a few at a time: what is started leaves while the next are made', async () => {
	const lanes = new Lanes();
	lanes.limit({ single: 10_000, fiveMinutes: 1e6 });
	let inThisTurn = 0;
	let most = 0;
	const send = async () => {
		if (inThisTurn++ === 0) setImmediate(() => (inThisTurn = 0));
		most = Math.max(most, inThisTurn);
		await new Promise((resolve) => setImmediate(resolve));
	};
	const time = new MovedClock();
	await time.until(
		Promise.all(Array.from({ length: 300 }, () => attempt(lanes, 'single', send, time))),
	);
	// Three by a timer and three by the event loop, where both come round at once.
	expect(most).toBeLessThanOrEqual(6);
});
