import type { Waiting } from '../../../src/request/limits/gate';
import { Lanes } from '../../../src/request/limits/lanes';
import { attempt } from '../../support/attempt';
import { MovedClock } from '../../support/movedClock';

/** Starts per second and burst of a path, or of a lane for paths without limits of their own. */
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
 * Counts the documented limits as a service may, without the package's code: a bucket of `burst` per
 * organisation and lane, and a sliding window by time of arrival.
 */
class Judge {
	readonly arrivals: Array<{ at: number; lane: string; refused: boolean }> = [];
	/** Accepted requests of the last five minutes. */
	private readonly recent: Array<{ at: number; lane: string }> = [];
	private readonly buckets = new Map<string, { level: number; at: number }>();

	constructor(
		private readonly time: MovedClock,
		private readonly perWindow = 2_000,
	) {}

	take(lane: string, organisation = ''): boolean {
		const at = this.time.now;
		const refused = !this.rate(lane, organisation, at) || !this.window(lane, at);
		this.arrivals.push({ at, lane, refused });
		if (!refused) this.recent.push({ at, lane });
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
		while (this.recent[0] && this.recent[0].at <= at - 300_000) this.recent.shift();
		if (this.recent.length >= this.perWindow) return false;
		return lane !== 'auth' || this.recent.filter((arrival) => arrival.lane === lane).length < 100;
	}
}

/** A service with the documented limits on virtual time, and functions that send requests to it. */
export function setUp({ latencyMs = 30, perWindow = 2_000 } = {}) {
	const time = new MovedClock();
	const judge = new Judge(time, perWindow);
	const waiting: Waiting = { clock: time.clock, sleep: time.sleep };
	/** One request: half the latency each way. */
	const request =
		(lane: string, organisation = '') =>
		async () => {
			await time.sleep(latencyMs / 2);
			const ok = judge.take(lane, organisation);
			await time.sleep(latencyMs / 2);
			return ok ? 200 : 429;
		};
	/** Sends until the answer is not a 429, as the retry loop above the lanes does. */
	const send = async (
		lanes: Lanes,
		lane: 'list' | 'single' | 'auth',
		more: Partial<Waiting> = {},
		organisation = '',
		askedMs?: number,
	): Promise<number> => {
		for (;;) {
			const run = { ...waiting, ...more };
			const status = await attempt(lanes, lane, request(lane, organisation), run, (answered) =>
				answered === 429 ? { askedMs } : undefined,
			);
			if (status !== 429) return time.now;
		}
	};
	/** Runs `count` jobs, `atATime` in parallel. */
	const each = async (count: number, atATime: number, job: (i: number) => Promise<unknown>) => {
		let next = 0;
		const worker = async () => {
			while (next < count) await job(next++);
		};
		await Promise.all(Array.from({ length: atATime }, worker));
	};
	return { time, judge, waiting, lanes: new Lanes(), request, send, each };
}
