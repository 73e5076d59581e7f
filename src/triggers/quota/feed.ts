import type { Json } from '../../operations/define';
import { withNumbers } from '../../operations/values';
import { typeOf } from '../feed/feed';
import type { QuotaEvent } from './changes';
import type { FoundChange } from './status';

/* What events of the feed mean for quotas and blocks. Source: public reference, Events feed. */

interface FeedType {
	event: QuotaEvent;
	status: string | null;
	reason: string;
}

/** Event types. Source: public reference. */
const FEED_TYPES: Record<number, FeedType> = {
	11: { event: 'blocked', status: null, reason: 'Endpoint blocked' },
	20: { event: 'thresholdReached', status: null, reason: 'SMS quota threshold reached' },
	21: { event: 'exhausted', status: 'EXHAUSTED', reason: 'SMS quota used up' },
	58: { event: 'activeAgain', status: 'ACTIVE', reason: 'SMS quota assigned' },
	59: { event: 'statusChanged', status: null, reason: 'SMS quota deleted' },
};

/** The chosen name of a type; "any status change" is that of all that change the quota. */
function nameOf({ event, status }: FeedType, events: ReadonlySet<QuotaEvent>) {
	if (events.has(event)) return event;
	const isOfStatus = status !== null || event === 'statusChanged';
	return isOfStatus && events.has('statusChanged') ? 'statusChanged' : undefined;
}

/** Types that a choice of events needs. */
export const typesFor = (events: ReadonlySet<QuotaEvent>): number[] =>
	Object.entries(FEED_TYPES)
		.filter(([, type]) => nameOf(type, events) !== undefined)
		.map(([id]) => Number(id));

/** Quotas of details are snake_case, or camelCase where one was assigned. */
const snake = (quota: Json): Json =>
	Object.fromEntries(
		Object.entries(quota).map(([key, value]) => [
			key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			value,
		]),
	);

/** Volumes of a quota; that of one used up comes as text. */
const NUMBERS = ['volume', 'threshold_percentage', 'threshold_volume'];

/** The quota in an event's detail; null where there is none, or only a text. */
function quotaIn({ detail }: Json): Json | null {
	const quota = typeof detail === 'object' ? (detail as Json | null)?.quota : undefined;
	if (typeof quota !== 'object' || quota === null) return null;
	return withNumbers(snake(quota as Json), NUMBERS);
}

/** An event of the feed as a change; undefined for a type nobody asked for. */
export function changeOf(event: Json, events: ReadonlySet<QuotaEvent>): FoundChange | undefined {
	const type = FEED_TYPES[typeOf(event)];
	const name = type && nameOf(type, events);
	if (!name) return undefined;
	const endpoint = (event.endpoint ?? {}) as Json;
	const endpointId = Number(endpoint.id);
	return {
		event: name,
		endpointId,
		endpoint,
		previousStatus: null,
		status: type.status,
		reason: type.reason,
		quota: quotaIn(event),
	};
}
