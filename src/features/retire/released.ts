import { EventType, typeOf } from '../../fleet/events';
import { eventsPage } from '../../readers/events';
import type { Call } from '../../table/define';
import { timeOf } from '../../table/moments';
import { at } from '../../table/reading';
import { toId } from '../../table/values';
import { simInWords } from './endpoints';

/* Which SIM a call has taken off an endpoint, where somebody had put another one into it right before. */

/** Events have whole seconds, and the clock of the service may run a little apart. Milliseconds. */
const CLOCK_MARGIN_MS = 60_000;

/**
 * The SIMs beside `simId` that came off an endpoint since a moment, in words: the service logs that a SIM is released.
 * Source: public reference, Events.
 * @param since milliseconds since 1970, by our clock
 */
export async function otherSimsReleased(
	call: Call,
	{ endpointId, simId, since }: { endpointId: number; simId: number; since: number },
): Promise<string[]> {
	const query = { endpointId, types: [EventType.SimReleased] };
	const { events } = await eventsPage(call, query);
	const sims = new Map<number, string>();
	for (const event of events) {
		const id = toId(at(event, 'sim.id'));
		const isReleased = typeOf(event) === EventType.SimReleased;
		const isNew = timeOf(event.timestamp) >= since - CLOCK_MARGIN_MS;
		if (!isReleased || !isNew || id === undefined || id === simId) continue;
		const iccid = at(event, 'sim.iccid');
		sims.set(id, simInWords({ id, iccid: typeof iccid === 'string' ? iccid : null }));
	}
	return [...sims.values()];
}
