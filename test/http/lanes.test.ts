import { Lanes, lanesFor } from '../../src/http/lanes';
import type { Clock, Sleep } from '../../src/ports';

/** A clock that only sleeping moves. */
function fakeTime() {
	let now = 1_000_000;
	const clock: Clock = { now: () => now };
	const sleeps: number[] = [];
	const sleep: Sleep = async (ms) => {
		sleeps.push(ms);
		now += ms;
	};
	return { clock, sleep, sleeps };
}

/** A job that ends when it is told to. */
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

test('one sequential job at a time, in order, also after a failure', async () => {
	const lanes = new Lanes();
	const order: string[] = [];
	let inFlight = 0;
	let most = 0;
	const run = (name: string, fails = false) =>
		lanes.sequentially(async () => {
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

test('two credentials of one organisation share a lane, two organisations do not', () => {
	expect(lanesFor('https://a', '1')).toBe(lanesFor('https://a', '1'));
	expect(lanesFor('https://a', '1')).not.toBe(lanesFor('https://a', '2'));
	expect(lanesFor('https://a', '1')).not.toBe(lanesFor('https://b', '1'));
});

test('a job cancelled while it waits leaves at once and never starts', async () => {
	const lanes = new Lanes();
	const first = job();
	const running = lanes.sequentially(first.run);
	const cancel = new AbortController();
	const second = job();
	const waiting = lanes.sequentially(second.run, cancel.signal);
	const third = job();
	third.end();
	const last = lanes.sequentially(third.run);
	cancel.abort();
	await expect(waiting).rejects.toThrow(/aborted/);
	expect(third.state.started).toBe(false);
	first.end();
	await running;
	await last;
	expect(second.state.started).toBe(false);
	expect(third.state.started).toBe(true);
});

test('a job that has started keeps its place until it ends, although its run is cancelled', async () => {
	const lanes = new Lanes();
	const first = job();
	const cancel = new AbortController();
	const running = lanes.sequentially(first.run, cancel.signal);
	const second = job();
	second.end();
	const next = lanes.sequentially(second.run);
	while (!first.state.started) await turn();
	cancel.abort();
	await turn();
	expect(second.state.started).toBe(false);
	first.end();
	await running;
	await next;
	expect(second.state.started).toBe(true);
});

test('a 429 makes the whole lane wait as long as the service asked, and no other lane', async () => {
	const lanes = new Lanes();
	const time = fakeTime();
	lanes.refused('single', time.clock.now(), 7_000);
	await lanes.attempt('list', async () => {}, time);
	expect(time.sleeps).toEqual([]);
	const starts: number[] = [];
	const before = time.clock.now();
	await Promise.all(
		[1, 2, 3].map(
			async () =>
				await lanes.attempt('single', async () => void starts.push(time.clock.now()), time),
		),
	);
	expect(Math.min(...starts)).toBe(before + 7_000);
});

test('after a wait too long for a run the lane refuses at once, and says until when', async () => {
	const lanes = new Lanes();
	const time = fakeTime();
	lanes.refused('single', time.clock.now(), 600_000);
	const sent = jest.fn();
	await expect(lanes.attempt('single', async () => sent(), time)).rejects.toMatchObject({
		outcome: 'notSent',
		message: expect.stringContaining('600 s'),
	});
	expect(sent).not.toHaveBeenCalled();
});
