import { eventFlood, eventHistories } from '../unit/triggers/events/eventHistories';
import type { Figure } from './figures';

const HISTORIES = 1_000;
const FLOOD = 100_000;
/** Maximum bytes that n8n stores for a trigger, whatever the number of events. */
const MOST_BYTES = 200_000;

/** Events of 30 types, with restarts, late events, shifting pages, outages, wrong dates and clocks. */
export const events = async (given?: number): Promise<Figure[]> => {
	const { runs, wanted, got, restarts, polls, failed, seed, failure } = await eventHistories(
		HISTORIES,
		given,
	);
	const flood = await eventFlood(FLOOD);
	return [
		{
			name: 'events (histories)',
			wanted: `each of ${wanted} events of 30 types in ${HISTORIES} histories with ${3 * HISTORIES} restarts once, in order`,
			got: `${got} in ${runs} with ${restarts}; ${polls} polls, ${failed} of them failed, seed ${seed}${failure === undefined ? '' : `: ${failure}`}`,
			held:
				failure === undefined && got === wanted && runs === HISTORIES && restarts === 3 * HISTORIES,
		},
		{
			name: 'events (flood)',
			wanted: `${FLOOD} events at 222 a second once, at most ${MOST_BYTES} bytes stored`,
			got: `${flood.told} told, ${flood.doubled} twice, in ${flood.polls} polls of at most ${flood.mostItems}; ${flood.stateBytes} bytes stored`,
			held: flood.told === FLOOD && flood.doubled === 0 && flood.stateBytes <= MOST_BYTES,
		},
	];
};
