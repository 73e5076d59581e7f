import { WaitBudget } from '../../../src/request/limits/waitBudget';
import { Host } from '../../../src/request/limits/host';
import { Lanes } from '../../../src/request/limits/lanes';
import { attempt } from '../../support/attempt';
import { setUp } from './limitedService';

/* Rates and windows: requests use the documented limits in full, and none is refused. */

test('sends 2,000 SMS with the initial burst in 39.5 s, with no refusal', async () => {
	const { time, judge, send, each, lanes } = setUp();
	await time.until(each(2_000, 10, () => send(lanes, 'single')));
	expect(judge.refusals).toBe(0);
	expect(judge.arrivals.filter(({ at }) => at <= 100)).not.toHaveLength(0);
	const lastStart = judge.arrivals.at(-1)!.at - 15;
	expect((lastStart / 1000).toFixed(1)).toBe('39.5');
});

test('stays within the rate whatever the latency of the first requests of a burst', async () => {
	for (const [first, later] of [
		[200, 5],
		[80, 1],
		[5, 300],
	] as const) {
		const { time, judge, waiting, each, lanes } = setUp();
		for (const pause of [0, 60_000]) {
			await time.until(time.sleep(pause));
			let sent = 0;
			const request = async () => {
				const ms = sent++ < 25 ? first : later;
				await time.sleep(ms);
				judge.take('single');
				await time.sleep(ms);
			};
			await time.until(each(300, 40, () => attempt(lanes, 'single', request, waiting)));
		}
		expect(judge.refusals).toBe(0);
		expect(judge.arrivals).toHaveLength(600);
		// Two bursts of 25, two times 275 at 50 a second, and the latency of the first requests.
		expect(time.now).toBeLessThan(60_000 + 2 * (275 * 20 + 2 * Math.max(first, later) + 100));
	}
});

test('counts requests started before the first answer as if all arrived at once', async () => {
	const { time, judge, waiting, lanes } = setUp();
	const send = (ms: number) => {
		const job = async () => {
			await time.sleep(ms);
			judge.take('single');
		};
		return attempt(lanes, 'single', job, waiting);
	};
	const slow: Array<Promise<void>> = [];
	for (const ms of [900, 600, 300]) {
		slow.push(send(ms));
		await time.by(300);
	}
	await time.until(Promise.all([...slow, ...Array.from({ length: 40 }, () => send(1))]));
	expect(judge.arrivals).toHaveLength(43);
	expect(judge.refusals).toBe(0);
});

/** The start times of `count` simultaneous attempts, relative to now. */
async function startsOf(
	{ time, waiting }: ReturnType<typeof setUp>,
	lanes: Lanes,
	lane: 'single' | 'list',
	count: number,
): Promise<number[]> {
	const from = time.now;
	const starts: number[] = [];
	const job = async () => void starts.push(time.now - from);
	const attempts = Array.from({ length: count }, async () => attempt(lanes, lane, job, waiting));
	await time.until(Promise.all(attempts));
	return starts;
}

test('starts a burst of 25 single calls or 5 lists immediately', async () => {
	for (const [lane, burst] of [
		['single', 25],
		['list', 5],
	] as const) {
		const lanes = new Lanes();
		lanes.limit({ single: 1000 });
		lanes.limit({});
		const started = await startsOf(setUp(), lanes, lane, burst + 1);
		expect(started.filter((at) => at === 0)).toHaveLength(burst);
		expect(started.at(-1)).toBeGreaterThanOrEqual(lane === 'list' ? 100 : 20);
	}
});

test('a custom limit allows a burst of half a second of its rate', async () => {
	for (const single of [1000, 100, 10]) {
		const burst = single / 2;
		const lanes = new Lanes();
		lanes.limit({ single });
		const started = await startsOf(setUp(), lanes, 'single', burst + 1);
		expect(started.filter((at) => at === 0)).toHaveLength(burst);
	}
});

test('sends 10,000 requests in five windows under both documented limits, with no refusal', async () => {
	const { time, judge, send, each, lanes } = setUp();
	await time.until(send(lanes, 'auth'));
	await time.until(each(10_000, 10, () => send(lanes, 'single')));
	expect(judge.arrivals).toHaveLength(10_001);
	expect(judge.refusals).toBe(0);
	// With the login there are 10,001 requests; the last one needs a sixth window.
	expect(time.now).toBeGreaterThanOrEqual(5 * 300_000);
	expect(time.now).toBeLessThan(5 * 300_000 * 1.02);
	const before = judge.arrivals.at(-2)!.at;
	expect(before).toBeLessThan((4 * 300_000 + 39_500) * 1.02);
});

test('a slow request counts until five minutes after its answer, not after its start', async () => {
	// The first ten arrive after 14.9 s; the first of the next window arrive immediately.
	const { time, judge, waiting, lanes } = setUp();
	lanes.limit({ single: 1000, fiveMinutes: 10 });
	const strict = new Map<number, boolean>();
	let n = 0;
	const job = async () => {
		const i = n++;
		if (i < 10) await time.sleep(14_900);
		strict.set(i, judge.arrivals.filter(({ at }) => at > time.now - 300_000).length < 10);
		judge.take('other');
	};
	const sent = Array.from({ length: 20 }, async () => attempt(lanes, 'single', job, waiting));
	await time.until(Promise.all(sent));
	expect([...strict.values()]).toEqual(Array(20).fill(true));
});

test('credentials and organisations on one host share its five-minute limit', async () => {
	const { time, judge, send, each } = setUp();
	const host = new Host('service.example');
	const [first, second] = [new Lanes('a', host), new Lanes('b', host)];
	await time.until(
		each(3_000, 20, (i) => send(i % 2 ? first : second, 'single', {}, i % 2 ? 'one' : 'two')),
	);
	expect(judge.refusals).toBe(0);
	expect(time.now).toBeGreaterThanOrEqual(300_000);
});

test('a request goes on when those of another lane end that are the whole window', async () => {
	const { time, waiting } = setUp();
	const host = new Host();
	const [first, second] = [new Lanes('a', host), new Lanes('b', host)];
	first.limit({ fiveMinutes: 2 });
	const slow = async () => await time.sleep(1_000);
	const sent = [first, first].map(async (lanes) => attempt(lanes, 'list', slow, waiting));
	await time.by(1);
	const last = attempt(second, 'single', async () => time.now, waiting);
	await time.until(Promise.all(sent));
	expect(await time.until(last)).toBeGreaterThanOrEqual(301_000);
});

test('sends all 10,000 requests despite 429s caused by another program', async () => {
	const { time, judge, send, each, lanes } = setUp();
	const patience = new WaitBudget();
	const other = (async () => {
		for (let i = 0; i < 500; i++) {
			await time.sleep(300);
			judge.take('other');
		}
	})();
	await time.until(each(10_000, 10, () => send(lanes, 'single', { patience })));
	await time.until(other);
	expect(judge.refusals).toBeGreaterThan(0);
	expect(judge.arrivals.filter((a) => a.lane === 'single' && !a.refused)).toHaveLength(10_000);
});

test('a login does not queue behind requests that wait for the rate', async () => {
	const { time, waiting } = setUp();
	const host = new Host();
	const [lanes, logins] = [new Lanes('a', host), new Lanes('login', host)];
	const traffic = Array.from({ length: 100 }, () =>
		attempt(lanes, 'list', async () => await time.sleep(1), waiting),
	);
	await attempt(logins, 'auth', async () => {}, waiting);
	expect(time.now).toBe(0);
	await time.until(Promise.all(traffic));
});

test('a login goes first when the requests in flight wait for it', async () => {
	const { time, waiting } = setUp();
	const host = new Host();
	const lanes = new Lanes('a', host);
	lanes.limit({ fiveMinutes: 2 });
	const login = async () =>
		await attempt(new Lanes('login', host), 'auth', async () => {}, waiting);
	await time.until(
		Promise.all([attempt(lanes, 'single', login, waiting), attempt(lanes, 'list', login, waiting)]),
	);
});

test('logins keep to 100 in five minutes and count towards the shared window', async () => {
	const { time, judge, send, lanes } = setUp();
	await time.until(Promise.all(Array.from({ length: 101 }, () => send(lanes, 'auth'))));
	expect(judge.refusals).toBe(0);
	expect(time.now).toBeGreaterThanOrEqual(300_000);
	lanes.limit({ fiveMinutes: 101 });
	await time.by(299_000);
	const from = time.now;
	await time.until(Promise.all(Array.from({ length: 101 }, () => send(lanes, 'single'))));
	expect(time.now).toBeGreaterThan(from);
	expect(judge.refusals).toBe(0);
});

test('polls leave half of the five-minute limit free and do not delay other requests', async () => {
	const { time, judge, send, each, lanes } = setUp();
	const background = each(1_200, 10, () => send(lanes, 'single', { share: 0.5 }));
	await time.by(60_000);
	expect(judge.arrivals).toHaveLength(1_000);
	await time.until(each(1_000, 10, () => send(lanes, 'single')));
	expect(time.now).toBeLessThan(90_000);
	expect(judge.refusals).toBe(0);
	await time.until(background);
	expect(time.now).toBeGreaterThanOrEqual(300_000);
	expect(judge.refusals).toBe(0);
});

test('continuous polls use at most half of the monthly allowance', async () => {
	const { time, judge, send, each, lanes } = setUp();
	await time.until(each(2 * 6_720, 10, () => send(lanes, 'single', { share: 0.5 })));
	const inHours = (n: number) => judge.arrivals.filter(({ at }) => at <= n * 3_600_000).length;
	expect(inHours(1) * 31 * 24).toBeLessThanOrEqual(5_000_000);
	expect(inHours(2)).toBe(2 * 6_720);
	expect(judge.refusals).toBe(0);
});

test('each path has its own rate and does not wait for other paths', async () => {
	const { time, judge, request, waiting, each, lanes } = setUp();
	const send = (path: string, lane: 'list' | 'single' = 'single') =>
		attempt(lanes, lane, request(path), { ...waiting, request: path });
	await time.until(
		Promise.all([
			each(500, 20, () => send('GET /api/v1/sim/7')),
			each(500, 20, () => send('GET /api/v1/endpoint/7/stats/daily')),
			each(200, 20, () => send('GET /api/v1/endpoint/7')),
			each(200, 20, () => send('POST /api/v1/endpoint/7/sms')),
			each(40, 5, () => send('GET /api/v1/sim', 'list')),
			each(40, 5, () => send('GET /api/v1/endpoint', 'list')),
		]),
	);
	expect(judge.refusals).toBe(0);
	expect(judge.arrivals).toHaveLength(1_480);
	// 450 at 100 a second after a burst of 50; 175 at 50 after 25; 35 at 10 after 5.
	expect(time.now).toBeGreaterThanOrEqual(4_500);
	expect(time.now).toBeLessThan(4_700);
});

test('a custom limit applies to each path of its lane until it is removed', async () => {
	const lanes = new Lanes();
	const request = 'GET /api/v1/sim/7';
	expect(lanes.durationMs('single', 1_050, { request })).toBeCloseTo(10_000, -2);
	lanes.limit({ single: 10 });
	expect(lanes.durationMs('single', 105, { request })).toBeCloseTo(10_000, -2);
	expect(lanes.durationMs('single', 105, { request: 'GET /api/v1/endpoint/7' })).toBeCloseTo(
		10_000,
		-2,
	);
	expect(lanes.durationMs('list', 105, { request: 'GET /api/v1/sim' })).toBeCloseTo(10_000, -2);
	lanes.limit({});
	expect(lanes.durationMs('single', 1_050, { request })).toBeCloseTo(10_000, -2);
});

test('allows more requests in flight the slower the answers are, up to 50', async () => {
	const { time, waiting } = setUp();
	const most = async (latencyMs: number, limits: object) => {
		const lanes = new Lanes();
		lanes.limit({ fiveMinutes: 1e9, ...limits });
		let underWay = 0;
		let max = 0;
		const job = async () => {
			max = Math.max(max, ++underWay);
			await time.sleep(latencyMs);
			underWay -= 1;
		};
		const all = Array.from({ length: 500 }, () => attempt(lanes, 'single', job, waiting));
		await time.until(Promise.all(all));
		return max;
	};
	expect(await most(30, {})).toBe(10);
	expect(await most(300, {})).toBe(23);
	expect(await most(30_000, {})).toBe(50);
	expect(await most(30, { single: 1_000 })).toBe(45);
	expect(await most(30, { single: 10_000 })).toBe(50);
});

test('the expected duration follows the rate first, then the windows', () => {
	const lanes = new Lanes();
	expect(lanes.durationMs('single', 2_000)).toBeCloseTo(39_500, -2);
	expect(lanes.durationMs('single', 2_001)).toBeCloseTo(300_000, -3);
	expect(lanes.durationMs('single', 10_000) / 60_000).toBeCloseTo(20, 0);
	expect(lanes.durationMs('list', 105)).toBeCloseTo(10_000, -2);
});
