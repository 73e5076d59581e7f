import { NotSentError } from '../../src/http/errors';
import { Patience } from '../../src/http/closing';
import type { Waiting } from '../../src/http/gate';
import { Host, Lanes } from '../../src/http/lanes';
import { MovedClock } from '../support/movedClock';
import { attempt } from '../support/attempt';

/** Starts a second and in a burst; a path has its own, what is in no list that of its lane here. */
const DOCUMENTED: Record<string, [number, number]> = {
	list: [10, 5],
	single: [50, 25],
	'GET /api/v1/sim': [10, 5],
	'GET /api/v1/endpoint': [10, 5],
	'GET /api/v1/endpoint/7': [50, 25],
	'GET /api/v1/sim/7': [100, 50],
	'GET /api/v1/endpoint/7/stats/daily': [100, 50],
	'POST /api/v1/endpoint/7/sms': [50, 25],
};

/**
 * The documented limits as a service may count them, written from the documents alone: a bucket of
 * `burst` per organisation and lane, and a window that slides, by the time of arrival.
 */
class Judge {
	readonly arrivals: Array<{ at: number; lane: string; refused: boolean }> = [];
	private readonly buckets = new Map<string, { level: number; at: number }>();

	constructor(
		private readonly time: MovedClock,
		private readonly perWindow = 2_000,
	) {}

	take(lane: string, organisation = ''): boolean {
		const at = this.time.now;
		const refused = !this.rate(lane, organisation, at) || !this.window(lane, at);
		this.arrivals.push({ at, lane, refused });
		return !refused;
	}

	get refusals(): number {
		return this.arrivals.filter(({ refused }) => refused).length;
	}

	private rate(lane: string, organisation: string, at: number): boolean {
		const [perSecond, burst] = DOCUMENTED[lane] ?? [Infinity, Infinity];
		if (perSecond === Infinity) return true;
		const bucket = this.buckets.get(lane + organisation) ?? { level: burst!, at };
		bucket.level = Math.min(burst!, bucket.level + ((at - bucket.at) / 1000) * perSecond!);
		bucket.at = at;
		this.buckets.set(lane + organisation, bucket);
		if (bucket.level < 0.999) return false;
		bucket.level -= 1;
		return true;
	}

	private window(lane: string, at: number): boolean {
		const recent = this.arrivals.filter((a) => !a.refused && a.at > at - 300_000);
		const most = lane === 'auth' ? 100 : this.perWindow;
		return (
			recent.length < this.perWindow &&
			(lane !== 'auth' || recent.filter((a) => a.lane === 'auth').length < most)
		);
	}
}

function setUp({ latencyMs = 30, perWindow = 2_000 } = {}) {
	const time = new MovedClock();
	const judge = new Judge(time, perWindow);
	const waiting: Waiting = { clock: time.clock, sleep: time.sleep };
	/** One request: half the latency on its way, half back. */
	const request =
		(lane: string, organisation = '') =>
		async () => {
			await time.sleep(latencyMs / 2);
			const ok = judge.take(lane, organisation);
			await time.sleep(latencyMs / 2);
			return ok ? 200 : 429;
		};
	/** Sends until it is no 429, as the loop above the lanes does. */
	const send = async (
		lanes: Lanes,
		lane: 'list' | 'single' | 'auth',
		more: Waiting = {},
		organisation = '',
		askedMs?: number,
	): Promise<number> => {
		for (;;) {
			const status = await attempt(lanes, lane, request(lane, organisation), {
				...waiting,
				...more,
			});
			if (status !== 429) return time.now;
			lanes.refused(lane, { ...waiting, ...more }, { askedMs });
		}
	};
	/** So many items, so many at a time. */
	const each = async (count: number, atATime: number, job: (i: number) => Promise<unknown>) => {
		let next = 0;
		const worker = async () => {
			while (next < count) await job(next++);
		};
		await Promise.all(Array.from({ length: atATime }, worker));
	};
	return { time, judge, waiting, request, send, each };
}

test('2,000 SMS use the burst: 39.5 s at the documented rate, none refused', async () => {
	const { time, judge, send, each } = setUp();
	const lanes = new Lanes();
	await time.until(each(2_000, 10, () => send(lanes, 'single')));
	expect(judge.refusals).toBe(0);
	expect(judge.arrivals.filter(({ at }) => at <= 100)).not.toHaveLength(0);
	const lastStart = judge.arrivals.at(-1)!.at - 15;
	expect((lastStart / 1000).toFixed(1)).toBe('39.5');
});

test('however long the first of a burst travel, those behind them come within the rate', async () => {
	for (const [first, later] of [
		[200, 5],
		[80, 1],
		[5, 300],
	] as const) {
		const { time, judge, waiting, each } = setUp();
		const lanes = new Lanes();
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
		// Two bursts of 25, two times 275 at 50 a second, and the way of the first.
		expect(time.now).toBeLessThan(60_000 + 2 * (275 * 20 + 2 * Math.max(first, later) + 100));
	}
});

test('what starts before the first answer is counted with it: all may arrive in one instant', async () => {
	const { time, judge, waiting } = setUp();
	const lanes = new Lanes();
	const send = (ms: number) =>
		attempt(
			lanes,
			'single',
			async () => {
				await time.sleep(ms);
				judge.take('single');
			},
			waiting,
		);
	const slow: Array<Promise<void>> = [];
	for (const ms of [900, 600, 300]) {
		slow.push(send(ms));
		await time.by(300);
	}
	await time.until(Promise.all([...slow, ...Array.from({ length: 40 }, () => send(1))]));
	expect(judge.arrivals).toHaveLength(43);
	expect(judge.refusals).toBe(0);
});

test('a burst starts at once: 25 single calls, 5 lists', async () => {
	const { time, waiting } = setUp();
	for (const [lane, burst] of [
		['single', 25],
		['list', 5],
	] as const) {
		const lanes = new Lanes();
		lanes.limit({ single: 1000 });
		lanes.limit({});
		const started: number[] = [];
		const from = time.now;
		await time.until(
			Promise.all(
				Array.from({ length: burst + 1 }, async () =>
					attempt(lanes, lane, async () => void started.push(time.now - from), waiting),
				),
			),
		);
		expect(started.filter((at) => at === 0)).toHaveLength(burst);
		expect(started.at(-1)).toBeGreaterThanOrEqual(lane === 'list' ? 100 : 20);
	}
});

test("a limit of one's own has its burst in proportion, half a second of it", async () => {
	const { time, waiting } = setUp();
	for (const [single, burst] of [
		[1000, 500],
		[100, 50],
		[10, 5],
	] as const) {
		const lanes = new Lanes();
		lanes.limit({ single });
		const started: number[] = [];
		const from = time.now;
		await time.until(
			Promise.all(
				Array.from({ length: burst + 1 }, async () =>
					attempt(lanes, 'single', async () => void started.push(time.now - from), waiting),
				),
			),
		);
		expect(started.filter((at) => at === 0)).toHaveLength(burst);
	}
});

test('10,000 sends under both documented limits: all sent, none refused, five windows', async () => {
	const { time, judge, send, each } = setUp();
	const lanes = new Lanes();
	await time.until(send(lanes, 'auth'));
	await time.until(each(10_000, 10, () => send(lanes, 'single')));
	expect(judge.arrivals).toHaveLength(10_001);
	expect(judge.refusals).toBe(0);
	// The login makes it 10,001, whose last one needs a sixth window.
	expect(time.now).toBeGreaterThanOrEqual(5 * 300_000);
	expect(time.now).toBeLessThan(5 * 300_000 * 1.02);
	const before = judge.arrivals.at(-2)!.at;
	expect(before).toBeLessThan((4 * 300_000 + 39_500) * 1.02);
});

test('slow answers: a request counts until five minutes after its answer, not after its start', async () => {
	// Counted when it has travelled for 14.9 s; the next window's first travels for none.
	const { time, judge, waiting } = setUp();
	const lanes = new Lanes();
	lanes.limit({ single: 1000, fiveMinutes: 10 });
	const strict = new Map<number, boolean>();
	let n = 0;
	const sent = Array.from({ length: 20 }, async () =>
		attempt(
			lanes,
			'single',
			async () => {
				const i = n++;
				if (i < 10) await time.sleep(14_900);
				strict.set(i, judge.arrivals.filter(({ at }) => at > time.now - 300_000).length < 10);
				judge.take('other');
			},
			waiting,
		),
	);
	await time.until(Promise.all(sent));
	expect([...strict.values()]).toEqual(Array(20).fill(true));
});

test('credentials and organisations of one host share its five minutes', async () => {
	const { time, judge, send, each } = setUp();
	const host = new Host('service.example');
	const [one, two] = [new Lanes('a', host), new Lanes('b', host)];
	await time.until(
		each(3_000, 20, (i) => send(i % 2 ? one : two, 'single', {}, i % 2 ? 'one' : 'two')),
	);
	expect(judge.refusals).toBe(0);
	expect(time.now).toBeGreaterThanOrEqual(300_000);
});

test('a 429 in between costs time only: 10,000 sends beside another program', async () => {
	const { time, judge, send, each } = setUp();
	const lanes = new Lanes();
	const patience = new Patience();
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

test('a login never queues behind traffic that waits for the rate', async () => {
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

test('a login goes first when it is what the requests under way wait for', async () => {
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

test('logins keep their own hundred in five minutes, and count in the window of all', async () => {
	const { time, judge, send } = setUp();
	const lanes = new Lanes();
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

test('polls leave half of the five minutes, and nobody waits behind them', async () => {
	const { time, judge, send, each } = setUp();
	const lanes = new Lanes();
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

test('polls that never rest use half of a month and no more', async () => {
	const { time, judge, send, each } = setUp();
	const lanes = new Lanes();
	await time.until(each(2 * 6_720, 10, () => send(lanes, 'single', { share: 0.5 })));
	const inHours = (n: number) => judge.arrivals.filter(({ at }) => at <= n * 3_600_000).length;
	expect(inHours(1) * 31 * 24).toBeLessThanOrEqual(5_000_000);
	expect(inHours(2)).toBe(2 * 6_720);
	expect(judge.refusals).toBe(0);
});

test('each path has its own rate, and none waits for another', async () => {
	const { time, judge, request, waiting, each } = setUp();
	const lanes = new Lanes();
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

test("a limit of one's own holds for each path of its lane, and ends with it", async () => {
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

test.each([
	['the year 9999', Date.parse('9999-12-31') - Date.now()],
	['400 digits', Infinity],
	['no number', NaN],
	['a time gone by', -5_000],
])('Retry-After of %s closes the lane for six minutes at most', async (_, askedMs) => {
	const { time, waiting, request } = setUp();
	const lanes = new Lanes();
	lanes.refused('single', waiting, { askedMs });
	await time.until(attempt(lanes, 'single', request('single'), waiting));
	expect(time.now).toBeLessThanOrEqual(6 * 60_000 + 30);
});

test('a clock that is stepped back makes no closed lane last longer', async () => {
	const { time, waiting, request } = setUp();
	const lanes = new Lanes();
	lanes.refused('single', waiting, { askedMs: 10_000 });
	time.setBackMs = 10 * 365 * 24 * 3_600_000;
	await time.until(attempt(lanes, 'single', request('single'), waiting));
	expect(time.now).toBe(10_030);
});

test('a closed lane is tried again by a single request', async () => {
	const { time, waiting } = setUp();
	const lanes = new Lanes();
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
			);
			if (status === 200) return;
			lanes.refused('single', waiting, { askedMs: 10_000 });
		}
	};
	lanes.refused('single', waiting, { askedMs: 10_000 });
	const all = Promise.all([1, 2, 3, 4, 5].map(send));
	await time.by(25_000);
	expect(started).toEqual([10_000, 20_500]);
	isOver = true;
	await time.until(all);
	expect(started.slice(2, 4)).toEqual([31_000, 31_500]);
	expect(started).toHaveLength(7);
});

test('429 for ever: a run of 2,000 items waits six minutes in all, then the rest is not sent', async () => {
	const { time, waiting } = setUp();
	const lanes = new Lanes();
	const patience = new Patience();
	let sent = 0;
	const told: number[] = [];
	const run = { ...waiting, patience, onWait: (_: string, ms: number) => void told.push(ms) };
	const send = async () => {
		for (;;) {
			await attempt(lanes, 'single', async () => void sent++, run);
			lanes.refused('single', run, { askedMs: 100_000 });
		}
	};
	const results: unknown[] = [];
	let next = 0;
	const worker = async () => {
		while (next++ < 2_000) await send().catch((error: unknown) => results.push(error));
	};
	await time.until(Promise.all(Array.from({ length: 10 }, worker)));
	expect(time.now).toBeLessThanOrEqual(6 * 60_000);
	expect(time.now).toBeGreaterThan(3 * 60_000);
	expect(results).toHaveLength(2_000);
	expect(results.every((e) => e instanceof NotSentError && e.outcome === 'notSent')).toBe(true);
	expect(sent).toBeLessThan(30);
	expect(told[0]).toBe(6 * 60_000);
});

test('429 without a Retry-After for ever ends within six minutes too, and asks seldom', async () => {
	const { time, waiting } = setUp();
	const lanes = new Lanes();
	let sent = 0;
	const patience = new Patience();
	const send = async () => {
		for (;;) {
			await attempt(lanes, 'single', async () => void sent++, { ...waiting, patience });
			lanes.refused('single', { ...waiting, patience }, { askedMs: 0 });
		}
	};
	await expect(time.until(send())).rejects.toMatchObject({ outcome: 'notSent' });
	expect(time.now).toBeLessThanOrEqual(6 * 60_000);
	expect(time.now).toBeGreaterThan(5 * 60_000);
	expect(sent).toBeLessThan(20);
});

test('a run that has waited its time out does not end another run', async () => {
	const { time, waiting, request } = setUp();
	const lanes = new Lanes();
	const patience = new Patience();
	lanes.refused('single', waiting, { askedMs: 300_000 });
	await time.until(attempt(lanes, 'single', request('single'), { ...waiting, patience }));
	// Whoever judges an answer does so before anything else happens.
	await new Promise((resolve) => setImmediate(resolve));
	lanes.refused('single', waiting, { askedMs: 100_000 });
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
])('429 again and again with %s: the run is told within ten seconds', async (_, askedMs) => {
	const { time, judge, waiting, send } = setUp({ latencyMs: 0, perWindow: 0 });
	const told: Array<[at: number, what: string, ms: number]> = [];
	const onWait = (what: string, ms: number) => void told.push([time.now, what, ms]);
	const run = { ...waiting, patience: new Patience(), onWait };
	await expect(time.until(send(new Lanes(), 'auth', run, '', askedMs))).rejects.toThrow();
	expect(judge.refusals).toBeGreaterThan(1);
	const [at, what, atMostMs] = told[0]!;
	expect(at).toBeLessThan(10_000);
	expect(what).toContain('429');
	expect(at + atMostMs).toBeGreaterThanOrEqual(time.now);
	expect(at + atMostMs).toBeLessThanOrEqual(6 * 60_000 + 10_000);
});

test('a single 429 that is over in a moment is not told', async () => {
	const { time, waiting, request } = setUp();
	const lanes = new Lanes();
	const onWait = jest.fn();
	lanes.refused('single', waiting);
	await time.until(attempt(lanes, 'single', request('single'), { ...waiting, onWait }));
	expect(onWait).not.toHaveBeenCalled();
});

test('who comes while others wait for a window is told at once too', async () => {
	const { time, waiting } = setUp();
	const lanes = new Lanes();
	lanes.limit({ fiveMinutes: 1 });
	await attempt(lanes, 'single', async () => {}, waiting);
	const first = attempt(lanes, 'single', async () => {}, waiting);
	await time.by(100_000);
	const onWait = jest.fn();
	const later = attempt(lanes, 'single', async () => {}, { ...waiting, onWait });
	expect(onWait.mock.calls).toEqual([[expect.any(String), 200_100]]);
	await time.until(Promise.all([first, later]));
});

test('who waits for a window is told how long, at once and not for each attempt', async () => {
	const { time, waiting } = setUp();
	const lanes = new Lanes();
	lanes.limit({ fiveMinutes: 1 });
	const told = jest.fn();
	const attempts = [1, 2, 3].map(() =>
		attempt(lanes, 'single', async () => {}, { ...waiting, onWait: told }),
	);
	await time.until(Promise.all(attempts));
	expect(told.mock.calls.map(([, ms]) => Math.round((ms as number) / 1000))).toEqual([300, 300]);
});

test('more requests are under way the slower the answers, up to fifty', async () => {
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

test('the expected time follows the rate, then the windows', () => {
	const lanes = new Lanes();
	expect(lanes.durationMs('single', 2_000)).toBeCloseTo(39_500, -2);
	expect(lanes.durationMs('single', 2_001)).toBeCloseTo(300_000, -3);
	expect(lanes.durationMs('single', 10_000) / 60_000).toBeCloseTo(20, 0);
	expect(lanes.durationMs('list', 105)).toBeCloseTo(10_000, -2);
});
