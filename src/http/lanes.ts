import Bottleneck from 'bottleneck';
import type { LaneName } from '../operations/define';

/** Milliseconds between two starts, and how many may be under way. */
export interface Rate {
	minTimeMs: number;
	maxConcurrent: number;
}

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

/**
 * The queues of one organisation at one service. `sequential` lets one job in flight and starts
 * the next only when it has ended, retries and waiting included. Rate lanes space the attempts of
 * all jobs, also of sequential ones.
 */
export class Lanes {
	// No `expiration` and no retry in `failed`: both let a second job in while one is under way.
	private readonly one = new Bottleneck({ maxConcurrent: 1 });
	private readonly rates = new Map<RateLane, Bottleneck>();

	/** Runs a job alone; a job whose signal is aborted while it waits is never started. */
	async sequentially<T>(job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		return await this.one.schedule(async () => {
			signal?.throwIfAborted();
			return await job();
		});
	}

	/** Runs one attempt when the lane's rate allows it. */
	async attempt<T>(lane: RateLane, job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		return await this.rateLane(lane).schedule(async () => {
			signal?.throwIfAborted();
			return await job();
		});
	}

	private rateLane(lane: RateLane): Bottleneck {
		let limiter = this.rates.get(lane);
		if (!limiter) {
			const { minTimeMs, maxConcurrent } = RATES[lane];
			this.rates.set(lane, (limiter = new Bottleneck({ minTime: minTimeMs, maxConcurrent })));
		}
		return limiter;
	}
}

const lanes = new Map<string, Lanes>();

/** The lanes of an organisation; the key is complete, so two credentials of one share them. */
export function lanesFor(baseUrl: string, organisation: string): Lanes {
	const key = `${baseUrl} ${organisation}`;
	let found = lanes.get(key);
	if (!found) lanes.set(key, (found = new Lanes()));
	return found;
}
