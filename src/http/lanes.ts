import Bottleneck from 'bottleneck';
import type { LaneName } from '../operations/define';
import { type Clock, type Sleep, systemClock, systemSleep } from '../ports';
import { Pace, type Rate } from './pace';

/**
 * Documented rates per organisation: lists 10/s, single endpoints 50/s; logins 100 in 5 minutes
 * per address. Starts are spaced evenly, so that no burst meets a limit other clients use too.
 * Source: public reference.
 */
export const RATES: Record<Exclude<LaneName, 'sequential'>, Rate> = {
	auth: { minTimeMs: 50, maxConcurrent: 4 },
	list: { minTimeMs: 100, maxConcurrent: 5 },
	single: { minTimeMs: 20, maxConcurrent: 25 },
};

type RateLane = keyof typeof RATES;

/** Starts per second that a node asks for instead of the documented ones. */
export type Limits = Partial<Record<'list' | 'single', number>>;

/** What an attempt needs while it waits for its start. */
export interface Waiting {
	signal?: AbortSignal;
	clock?: Clock;
	sleep?: Sleep;
}

/**
 * The queues of one organisation at one service. `sequential` lets one job in flight and starts
 * the next only when it has ended, retries and waiting included. Rate lanes space the attempts of
 * all jobs, also of sequential ones.
 */
export class Lanes {
	// No `expiration` and no retry in `failed`: both let a second job in while one is under way.
	private readonly one = new Bottleneck({ maxConcurrent: 1 });
	private readonly paces = new Map<RateLane, Pace>();

	/** `key` names the lane beyond this process: base URL and organisation. */
	constructor(readonly key = '') {}

	/** Runs a job alone. One whose signal is aborted while it waits leaves at once. */
	async sequentially<T>(job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		return await queued(
			signal,
			async (start) => await this.one.schedule(async () => await start(job)),
		);
	}

	/** Runs one attempt when the lane's rate allows it. */
	async attempt<T>(
		lane: RateLane,
		job: () => Promise<T>,
		{ signal, clock = systemClock, sleep = systemSleep }: Waiting = {},
	): Promise<T> {
		const pace = this.pace(lane);
		const ports = { clock, sleep };
		return await queued(
			signal,
			async (start) => await pace.run(async () => await start(job), ports),
		);
	}

	/** The service refused an attempt for its rate: everything in the lane waits and slows down. */
	refused(lane: RateLane, { clock = systemClock, sleep = systemSleep }: Waiting, askedMs?: number) {
		this.pace(lane).refused({ clock, sleep }, askedMs);
	}

	/** A node's own rates; the newest run's hold for all that share the lane. */
	limit(limits: Limits): void {
		for (const lane of ['list', 'single'] as const) this.pace(lane).limit(limits[lane]);
	}

	private pace(lane: RateLane): Pace {
		let pace = this.paces.get(lane);
		if (!pace) this.paces.set(lane, (pace = new Pace(RATES[lane])));
		return pace;
	}
}

type Start = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * Waits in a queue until `start` is called. Aborted before that, it rejects at once, and its place
 * passes by without a start; aborted later, the job itself decides.
 */
async function queued<T>(
	signal: AbortSignal | undefined,
	enqueue: (start: Start) => Promise<T>,
): Promise<T> {
	signal?.throwIfAborted();
	if (!signal) return await enqueue(async (job) => await job());
	let leave = (): void => {};
	const left = new Promise<never>((_, reject) => {
		leave = () => reject(signal.reason as Error);
		signal.addEventListener('abort', leave, { once: true });
	});
	const waiting = () => signal.removeEventListener('abort', leave);
	const turn = enqueue(async (job) => {
		signal.throwIfAborted();
		waiting();
		return await job();
	});
	// Its turn comes although it has left: that it does not start is no news then.
	turn.catch(() => {});
	try {
		return await Promise.race([turn, left]);
	} finally {
		waiting();
	}
}

const lanes = new Map<string, Lanes>();

/** The lanes of an organisation; the key is complete, so two credentials of one share them. */
export function lanesFor(baseUrl: string, organisation: string): Lanes {
	const key = `${baseUrl} ${organisation}`;
	let found = lanes.get(key);
	if (!found) lanes.set(key, (found = new Lanes(key)));
	return found;
}
