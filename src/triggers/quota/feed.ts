import { EventType, typeOf } from '../../fleet/events';
import type { Client } from '../../run/client';
import type { Json } from '../../table/define';
import { getSim } from '../../table/entries/sim/sim';
import { withNumbers } from '../../table/values';
import { readOrUnreadable, Unreadable } from '../runtime/unreadable';
import { type QuotaEvent, type QuotaKind, changeItem } from './changes';
import type { QuotaForm } from './form';
import { together } from '../../together';

/* Events of the feed as changes of quotas and blocks. Source: public reference, Events feed. */

type FeedType = { event: QuotaEvent; status: string | null; reason: string };

const BLOCKED: FeedType = { event: 'blocked', status: null, reason: 'Endpoint blocked' };
/** What types of events say of each kind of quota. */
const FEED_TYPES: Record<QuotaKind, Record<number, FeedType>> = {
	sms: {
		[EventType.EndpointBlocked]: BLOCKED,
		[EventType.SmsQuotaThreshold]: {
			event: 'thresholdReached',
			status: null,
			reason: 'SMS quota threshold reached',
		},
		[EventType.SmsQuotaUsedUp]: {
			event: 'exhausted',
			status: 'EXHAUSTED',
			reason: 'SMS quota used up',
		},
		[EventType.SmsQuotaAssigned]: {
			event: 'activeAgain',
			status: 'ACTIVE',
			reason: 'SMS quota assigned',
		},
		[EventType.SmsQuotaDeleted]: {
			event: 'statusChanged',
			status: null,
			reason: 'SMS quota deleted',
		},
	},
	data: {
		[EventType.EndpointBlocked]: BLOCKED,
		[EventType.DataQuotaThreshold]: {
			event: 'thresholdReached',
			status: null,
			reason: 'Data quota threshold reached',
		},
		[EventType.DataQuotaUsedUp]: {
			event: 'exhausted',
			status: 'EXHAUSTED',
			reason: 'Data quota used up',
		},
		[EventType.DataQuotaAssigned]: {
			event: 'activeAgain',
			status: 'ACTIVE',
			reason: 'Data quota assigned',
		},
		[EventType.DataQuotaDeleted]: {
			event: 'statusChanged',
			status: null,
			reason: 'Data quota deleted',
		},
		[EventType.DataQuotaExpired]: {
			event: 'expired',
			status: 'EXPIRED',
			reason: 'Data quota expired',
		},
	},
};

type ChosenEvents = Pick<QuotaForm, 'quota' | 'events'>;

/** The chosen name of a type; "Any Status Change" covers every type that changes the quota. */
function chosenEvent(type: number, { quota, events }: ChosenEvents): QuotaEvent | undefined {
	const found = FEED_TYPES[quota][type];
	if (!found || events.has(found.event)) return found?.event;
	const isOfStatus = found.status !== null || found.event === 'statusChanged';
	return isOfStatus && events.has('statusChanged') ? 'statusChanged' : undefined;
}

/** The part of the feed that a choice of events needs. */
export const queryFor = (chosen: ChosenEvents) => ({
	types: Object.keys(FEED_TYPES[chosen.quota])
		.map(Number)
		.filter((type) => chosenEvent(type, chosen) !== undefined),
});

const THRESHOLD_TYPES: Record<QuotaKind, number> = {
	data: EventType.DataQuotaThreshold,
	sms: EventType.SmsQuotaThreshold,
};

/** The types of events that say an endpoint was blocked again, or reached its threshold again. */
export const typesAgain = ({ quota, events }: ChosenEvents) => ({
	...(events.has('blocked') && { blocked: EventType.EndpointBlocked }),
	...(events.has('thresholdReached') && { reached: THRESHOLD_TYPES[quota] }),
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

/** An event of the feed as an item, with the time at which the service noted it; none if not chosen. */
export function feedItems(
	event: Json,
	{ scope, ...chosen }: ChosenEvents & Pick<QuotaForm, 'scope'>,
	observedAt: number,
): Json[] {
	const type = typeOf(event);
	const name = chosenEvent(type, chosen);
	if (!name) return [];
	const { status, reason } = FEED_TYPES[chosen.quota][type]!;
	const endpoint = (event.endpoint ?? {}) as Json;
	const endpointId = Number(endpoint.id);
	// An event is emitted even if its endpoint is not known.
	if ('ids' in scope && endpoint.id !== null && !scope.ids.includes(endpointId)) return [];
	const change = { event: name, endpoint, previousStatus: null, status, reason };
	return [
		{
			...changeItem({ ...change, quota: quotaIn(event) }, 'eventFeed', chosen.quota, observedAt),
			occurred_at: event.timestamp ?? null,
			event_id: event.id ?? null,
		},
	];
}

/** Stands for the endpoint of a SIM that could not be read. */
const UNKNOWN_ENDPOINT: Json = { id: null, name: null };

/** Adds the endpoint to events that name only their SIM; an unknown one if it cannot be read. */
export async function withEndpoints(
	client: Client,
	events: Json[],
	log: (message: string) => void,
): Promise<Json[]> {
	const all = events.map(async (event) => {
		const simId = Number((event.sim as Json | null | undefined)?.id);
		if (event.endpoint || !Number.isInteger(simId)) return event;
		const sim = await readOrUnreadable(client.perform(getSim, { simId, simplify: false }));
		if (sim instanceof Unreadable) {
			log(
				`The SIM ${simId} of event ${String(event.id)} could not be read (${sim.why}): the event is emitted without its endpoint.`,
			);
			return { ...event, endpoint: UNKNOWN_ENDPOINT };
		}
		const endpoint = sim?.endpoint as Json | null | undefined;
		return endpoint ? { ...event, endpoint: { id: endpoint.id, name: endpoint.name } } : event;
	});
	return await together(all);
}
