import type { Client } from '../../client/client';
import type { Json } from '../../operations/define';
import { getSim } from '../../operations/sim';
import { withNumbers } from '../../operations/values';
import { eventType } from '../feed/feed';
import { readOne, Unreadable } from '../fleet';
import { type QuotaEvent, changeItem } from './changes';
import type { Scope } from './source';

/* Events of the feed as changes of quotas and blocks. Source: public reference, Events feed. */

/** Event types. Source: public reference. */
const FEED_TYPES: Record<number, { event: QuotaEvent; status: string | null; reason: string }> = {
	11: { event: 'blocked', status: null, reason: 'Endpoint blocked' },
	20: { event: 'thresholdReached', status: null, reason: 'SMS quota threshold reached' },
	21: { event: 'exhausted', status: 'EXHAUSTED', reason: 'SMS quota used up' },
	58: { event: 'activeAgain', status: 'ACTIVE', reason: 'SMS quota assigned' },
	59: { event: 'statusChanged', status: null, reason: 'SMS quota deleted' },
};

/** The chosen name of a type; "Any Status Change" covers every type that changes the quota. */
function chosenEvent(type: number, events: ReadonlySet<QuotaEvent>): QuotaEvent | undefined {
	const found = FEED_TYPES[type];
	if (!found || events.has(found.event)) return found?.event;
	const isOfStatus = found.status !== null || found.event === 'statusChanged';
	return isOfStatus && events.has('statusChanged') ? 'statusChanged' : undefined;
}

/** The part of the feed that a choice of events needs. */
export const queryFor = (events: ReadonlySet<QuotaEvent>) => ({
	types: Object.keys(FEED_TYPES)
		.map(Number)
		.filter((type) => chosenEvent(type, events) !== undefined),
});

/** Quotas in details are in snake_case, or in camelCase where one was assigned. */
const toSnakeCase = (quota: Json): Json =>
	Object.fromEntries(
		Object.entries(quota).map(([key, value]) => [
			key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			value,
		]),
	);

/** Volumes of a quota; a quota that is used up has text. */
const QUOTA_VOLUMES = ['volume', 'threshold_percentage', 'threshold_volume'];

/** The quota in an event's detail; null for none, and for a mere text. */
function quotaIn({ detail }: Json): Json | null {
	const quota = typeof detail === 'object' ? (detail as Json | null)?.quota : undefined;
	if (typeof quota !== 'object' || quota === null) return null;
	return withNumbers(toSnakeCase(quota as Json), QUOTA_VOLUMES);
}

interface Chosen {
	events: ReadonlySet<QuotaEvent>;
	scope: Scope;
}

/** An event of the feed as an item, with the time at which the service noted it; none if not chosen. */
export function feedItems(event: Json, { events, scope }: Chosen, observedAt: number): Json[] {
	const type = eventType(event);
	const name = chosenEvent(type, events);
	if (!name) return [];
	const { status, reason } = FEED_TYPES[type]!;
	const endpoint = (event.endpoint ?? {}) as Json;
	const endpointId = Number(endpoint.id);
	// An event is emitted even where its endpoint is not known.
	if ('ids' in scope && endpoint.id !== null && !scope.ids.includes(endpointId)) return [];
	const change = { event: name, endpointId, endpoint, previousStatus: null, status, reason };
	return [
		{
			...changeItem({ ...change, quota: quotaIn(event) }, 'eventFeed', observedAt),
			...{ occurred_at: event.timestamp ?? null, event_id: event.id ?? null },
		},
	];
}

/** Stands for the endpoint of a SIM that could not be read. */
const UNKNOWN_ENDPOINT: Json = { id: null, name: null };

/** Fills in the endpoint of events that name only their SIM; an unknown one where that cannot be read. */
export async function withEndpoints(
	client: Client,
	events: Json[],
	log: (message: string) => void,
): Promise<Json[]> {
	const all = events.map(async (event) => {
		const simId = Number((event.sim as Json | null | undefined)?.id);
		if (event.endpoint || !Number.isInteger(simId)) return event;
		const sim = await readOne(client.perform(getSim, { simId, simplify: false }));
		if (sim instanceof Unreadable) {
			log(
				`The SIM ${simId} of event ${String(event.id)} could not be read (${sim.why}): the event is emitted without its endpoint.`,
			);
			return { ...event, endpoint: UNKNOWN_ENDPOINT };
		}
		const endpoint = sim?.endpoint as Json | null | undefined;
		return endpoint ? { ...event, endpoint: { id: endpoint.id, name: endpoint.name } } : event;
	});
	return await Promise.all(all);
}
