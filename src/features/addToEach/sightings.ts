import { EVENT_DAYS, EventType, meaningOf, Severity } from '../../fleet/events';
import { type EventQuery, eventsPage } from '../../readers/events';
import type { Call, Json } from '../../table/define';
import { networkOf } from '../../table/entries/event/eventFields';
import { timeOf } from '../../table/moments';
import { at } from '../../table/reading';
import { DAY_MS } from '../../times';
import type { ListedEndpoint, Steps } from './listed';

/*
 * When and where each endpoint was last seen, by the newest of its events that are no refusals. The feed is read backwards from
 * its end, as long as that takes fewer requests than asking for each endpoint that is still missing: at
 * most as many as the feed has pages, or one more than there are endpoints. Source: public reference,
 * Events.
 */

/** Location updates, and data sessions that begin and end. */
const SIGHTINGS: EventQuery = {
	types: [
		EventType.Registration,
		EventType.PacketRegistration,
		EventType.Session,
		EventType.SessionEnded,
	],
	severity: Severity.Info,
};
/** Events of one endpoint that are asked for: the end of a session may name no network. */
const EVENTS_OF_ENDPOINT = 10;

/** The signs of life of an endpoint in the events read so far. */
export interface EndpointSigns {
	/** Milliseconds since 1970; undefined when no event of the kept days is about it. */
	heardAt?: number;
	/** The newest event that names a network. */
	networkEvent?: Json;
}

/** The signs of life with those of an older event; who was refused is not heard. */
function withEvent(seen: EndpointSigns, event: Json): EndpointSigns {
	if (meaningOf(event).is === 'refusal') return seen;
	const time = timeOf(event.timestamp);
	const namesNetwork = seen.networkEvent === undefined && networkOf(event).country !== null;
	return {
		...seen,
		...(!Number.isNaN(time) && { heardAt: Math.max(seen.heardAt ?? time, time) }),
		...(namesNetwork && { networkEvent: event }),
	};
}

/** The newest sighting of each endpoint by its id, in as few requests as the counts allow. */
export class Sightings {
	readonly found = new Map<number, EndpointSigns>();
	private readonly bySim = new Map<number, number>();
	/** Endpoints for which the feed has not yet shown everything. */
	private readonly unseen = new Map<number, ListedEndpoint>();

	constructor(
		private readonly call: Call,
		private readonly needsPlace: boolean,
		private readonly steps: Steps,
	) {}

	/** Reads the feed; gives the endpoints for which single requests are cheaper. */
	async feed(endpoints: ListedEndpoint[]): Promise<ListedEndpoint[]> {
		for (const endpoint of endpoints) {
			this.found.set(endpoint.id, {});
			this.unseen.set(endpoint.id, endpoint);
			if (endpoint.simId !== undefined) this.bySim.set(endpoint.simId, endpoint.id);
		}
		if (endpoints.length <= 1) return endpoints;
		const fromMs = this.call.env.now - EVENT_DAYS * DAY_MS;
		for (let page = 1; this.unseen.size > 0; page++) {
			this.steps.plan(1);
			const { events, left } = await eventsPage(this.call, { ...SIGHTINGS, fromMs }, page);
			this.steps.made();
			for (const event of events) this.take(event);
			if (left === 0) return [];
			// A feed that gets longer while it is read is never the cheaper way.
			if (this.unseen.size <= left || page >= endpoints.length) break;
		}
		return [...this.unseen.values()];
	}

	/** Asks for the events of one endpoint. */
	async ofOne({ id }: ListedEndpoint): Promise<void> {
		const query = { ...SIGHTINGS, endpointId: id };
		const { events } = await eventsPage(this.call, query, 1, EVENTS_OF_ENDPOINT);
		this.found.set(id, events.reduce<EndpointSigns>(withEvent, {}));
	}

	private take(event: Json): void {
		const named = Number(at(event, 'endpoint.id') ?? NaN);
		const id = Number.isNaN(named) ? this.bySim.get(Number(at(event, 'sim.id'))) : named;
		if (id === undefined || !this.unseen.has(id)) return;
		const seen = withEvent(this.found.get(id)!, event);
		this.found.set(id, seen);
		if (seen.heardAt === undefined) return;
		if (!this.needsPlace || seen.networkEvent !== undefined) this.unseen.delete(id);
	}
}
