import type { Sleep } from '../ports';
import type { Answer } from '../wire';
import type { Exchange } from './exchange';
import type { Lease } from './lease';
import { SharedLaneError } from './redis';
import { MAX_ATTEMPTS } from './retry';
import type { SharedLane } from './sharedLane';
import { anyOf, unlessStopped } from './stopping';

interface TurnPorts {
	sleep: Sleep;
	signal?: AbortSignal;
	sharedLane?: SharedLane;
}

const isLost = (error: unknown): boolean =>
	error instanceof SharedLaneError && error.problem === 'lost';

/**
 * Makes the attempts of a sequential request in its turn, and once more when the shared lane was lost
 * and repeating does no harm. The caller is answered at once; the turn ends only when the service can
 * no longer be at work on it.
 */
export async function inTurn(
	exchange: Exchange,
	{ sleep, signal, sharedLane }: TurnPorts,
	attempts: () => Promise<Answer>,
): Promise<Answer> {
	const { lanes } = exchange;
	const answered = new Promise<Answer>((resolve, reject) => {
		const turn = async (lease?: Lease) => {
			exchange.lease = lease;
			try {
				await exchange.untilDone(sleep, anyOf(signal, lease?.lost));
				resolve(await attempts());
			} catch (error) {
				if (isLost(error)) throw error;
				reject(error as Error);
			}
			await exchange.untilDone(sleep, lease?.lost).catch(() => {});
		};
		const hold = async () => await (sharedLane ? sharedLane.hold(lanes.key, turn, signal) : turn());
		const take = async (): Promise<void> => {
			try {
				await lanes.sequentially(hold, signal);
			} catch (error) {
				if (!isLost(error) || exchange.tries++ >= MAX_ATTEMPTS) reject(error as Error);
				else await take();
			}
		};
		void take();
	});
	// The turn goes on without a caller whose run is cancelled.
	return await unlessStopped(answered, signal);
}
