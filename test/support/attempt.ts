import type { Waiting } from '../../src/http/gate';
import type { Lanes } from '../../src/http/lanes';

/** Runs a job when a lane's limits allow it, as a request does. */
export async function attempt<T>(
	lanes: Lanes,
	lane: Parameters<Lanes['acquire']>[0],
	job: () => Promise<T>,
	waiting?: Waiting,
): Promise<T> {
	const permit = await lanes.acquire(lane, waiting);
	let isAnswered = false;
	try {
		const result = await job();
		isAnswered = true;
		return result;
	} finally {
		permit.release(isAnswered);
	}
}
