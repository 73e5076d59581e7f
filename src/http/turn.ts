import type { Sleep } from '../ports';
import type { Answer } from '../wire';
import type { Exchange } from './exchange';
import type { Lease } from './lease';
import { SharedLaneError } from './redisErrors';
import { MAX_ATTEMPTS } from './retry';
import type { SharedLane } from './sharedLane';
import { unlessStopped } from './stopping';

interface TurnPorts {
	sleep: Sleep;
	signal?: AbortSignal;
	sharedLane?: SharedLane;
}

const isLost = (error: unknown): boolean =>
	error instanceof SharedLaneError && error.problem === 'lost';

/**
 * Makes the attempts of a sequential request in its turn, and continues in another turn when the
 * shared lane was lost and repeating does no harm. One loop of attempts runs at a time: the next
 * turn is requested when the last loop has ended. The caller is answered at once; the turn ends
 * only when the service can no longer be at work on it.
 */
export async function inTurn(
	exchange: Exchange,
	{ sleep, signal, sharedLane }: TurnPorts,
	attempts: () => Promise<Answer>,
): Promise<Answer> {
	const { lanes } = exchange;
	const answered = new Promise<Answer>((resolve, reject) => {
		let goesOn = true;
		const turn = async (lease?: Lease) => {
			exchange.lease = lease;
			goesOn = false;
			try {
				resolve(await attempts());
			} catch (error) {
				goesOn = isLost(error) && exchange.mayRepeat && exchange.tries++ < MAX_ATTEMPTS;
				if (!goesOn) reject(error as Error);
			}
			await exchange.untilDone(sleep);
		};
		const hold = async () => await (sharedLane ? sharedLane.hold(lanes.key, turn, signal) : turn());
		const turns = async () => {
			while (goesOn) await lanes.sequentially(hold, signal);
		};
		turns().catch(reject);
	});
	// A cancelled run's caller leaves; the turn goes on.
	return await unlessStopped(answered, signal);
}
