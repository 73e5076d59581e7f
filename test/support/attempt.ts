import { systemClock, systemSleep } from '../../src/ports';
import type { Lease } from '../../src/request/lease';
import type { RateRefusal } from '../../src/request/limits/circuitBreaker';
import type { Waiting } from '../../src/request/limits/gate';
import type { Lanes } from '../../src/request/limits/lanes';
import type { SharedLane } from '../../src/request/sharedLane';

/**
 * Runs a job when a lane's limits allow it, as a request does.
 * @param refusalIn the reason if the service refused the request for its rate, else undefined
 */
export async function attempt<T>(
	lanes: Lanes,
	lane: Parameters<Lanes['acquire']>[0],
	job: () => Promise<T>,
	waiting?: Partial<Waiting>,
	refusalIn: (result: T) => RateRefusal | undefined = () => undefined,
): Promise<T> {
	const permit = await lanes.acquire(lane, { clock: systemClock, sleep: systemSleep, ...waiting });
	try {
		const result = await job();
		permit.release(refusalIn(result) ?? 'answered');
		return result;
	} catch (error) {
		permit.release('unanswered');
		throw error;
	}
}

/** Makes an attempt that the service refuses for its rate. */
export async function refuse(
	lanes: Lanes,
	waiting: Waiting,
	refusal: RateRefusal = {},
): Promise<void> {
	(await lanes.acquire('single', waiting)).release(refusal);
}

/** Runs a job in its turn of the sequential lane, as a request does. */
export async function inTurn<T>(
	{ sequential }: Lanes,
	job: () => Promise<T>,
	signal?: AbortSignal,
): Promise<T> {
	const end = await sequential.enter(signal);
	try {
		return await job();
	} finally {
		end();
	}
}

/** Runs a job while this process holds the shared lane, as a request does. */
export async function hold<T>(
	lane: SharedLane,
	key: string,
	job: (lease: Lease) => Promise<T>,
	signal?: AbortSignal,
): Promise<T> {
	const lease = await lane.acquire(key, signal);
	try {
		return await job(lease);
	} finally {
		await lease.release();
	}
}
