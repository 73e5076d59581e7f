import { answerList } from '../../table/answers';
import type { Call } from '../../table/define';
import { eventsOfOne } from '../../table/entries/event/eventLists';
import { timeOf } from '../../table/moments';
import { at } from '../../table/reading';
import { buildRequest } from '../../table/request';
import { toId } from '../../table/values';
import { simInWords } from './endpoints';

/* Which SIM a call has taken off an endpoint, where somebody had put another one into it right before. */

const SIM_RELEASED = 50;
/** Events have whole seconds, and the clock of the service may run a little apart. Milliseconds. */
const CLOCK_MARGIN_MS = 60_000;
const EVENTS_PER_PAGE = 100;
const [ofEndpoint] = eventsOfOne;

/**
 * The SIMs beside `simId` that came off an endpoint since a moment, in words: the service logs that a SIM is released.
 * Source: public reference, Events.
 * @param since milliseconds since 1970, by our clock
 */
export async function otherSimsReleased(
	call: Call,
	{ endpointId, simId, since }: { endpointId: number; simId: number; since: number },
): Promise<string[]> {
	const input = { endpointId, types: String(SIM_RELEASED), sort: '-timestamp,-id' };
	const { query } = buildRequest(ofEndpoint!, input);
	const paged = { ...query, page: 1, per_page: EVENTS_PER_PAGE };
	const events = answerList(await call.other(ofEndpoint!, input, { query: paged }));
	const sims = new Map<number, string>();
	for (const event of events) {
		const id = toId(at(event, 'sim.id'));
		const isReleased = Number(at(event, 'event_type.id')) === SIM_RELEASED;
		const isNew = timeOf(event.timestamp) >= since - CLOCK_MARGIN_MS;
		if (!isReleased || !isNew || id === undefined || id === simId) continue;
		const iccid = at(event, 'sim.iccid');
		sims.set(id, simInWords({ id, iccid: typeof iccid === 'string' ? iccid : null }));
	}
	return [...sims.values()];
}
