import { clockAhead } from '../../readers/clock';
import { readSlice } from '../../readers/eventSlice';
import type { Client } from '../../run/client';
import type { Json } from '../../table/define';
import { piecesOf } from '../../table/values';
import { isObject } from '../../wire';
import { beginningAt, type FeedOptions, pollFeed } from '../feed/feed';
import type { LookPorts, MissedCalls, Span } from '../runtime/catchUp';
import type { FormReader } from '../runtime/definition';
import type { Registrant } from '../runtime/registration';
import type { HostAddresses } from '../runtime/whose';
import { isUsageEvent, optionsIn, streamForm, wantedBy } from './form';
import { streamsAt } from './health';
import { readRecords, type StreamRecord } from './record';
import { Streams } from './registration';
import type { StreamContent } from './trigger';

/*
 * Events that a stream has sent and that no run received: the event feed has them, with the same IDs. The
 * service has no such list of usage records. Source: public reference, Events feed and data streams.
 */

/** Hours that are looked back if the form does not say. */
const DEFAULT_HOURS = 24;
/** Most events of a look; the oldest first. */
const MOST_EVENTS = 50_000;
/** How long a look may take. Milliseconds. */
const BUDGET_MS = 240_000;

/** The filters of the feed for the chosen events of a form. */
function feedQuery(read: FormReader) {
	const { eventTypeIds, alertsOnly } = optionsIn(read);
	const types = eventTypeIds?.length ? eventTypeIds : ('any' as const);
	return { types, filters: alertsOnly === true ? { alert: true } : {} };
}

/** Events of the feed in a stretch of time, the oldest first. */
async function eventsIn(
	client: Client,
	read: FormReader,
	{ from }: Span,
	{ now, log }: LookPorts,
): Promise<Json[]> {
	const query = feedQuery(read);
	const deadline = now() + BUDGET_MS;
	const options = {
		now,
		log,
		ahead: await clockAhead(client, now),
		overlapMs: 0,
		deadline,
		read: async (...slice) => await readSlice(client, query, ...slice),
	} satisfies FeedOptions;
	// A stream sends the events of its own organisation; the feed also has those of its sub-organisations.
	const { key } = await client.ports.lanes();
	const isOwn = ({ organisation }: Json) =>
		!isObject(organisation) || !/^\d+$/.test(key) || String(organisation.id) === key;
	const events: Json[] = [];
	let state = beginningAt(from);
	let isAll = false;
	while (!isAll && events.length < MOST_EVENTS && now() < deadline) {
		const feed = await pollFeed(state, options);
		events.push(...feed.events.filter(isOwn));
		state = feed.state;
		isAll = feed.behindMs === 0;
	}
	if (!isAll) {
		log(`looked at the first ${events.length} events after the start; later ones may be missing.`);
	}
	return events;
}

/** The events that a trigger's registered streams may have sent in vain. @throws InputError */
export function missedRecords(
	read: FormReader,
	{
		mine,
		addresses,
		address,
	}: { mine: Registrant; addresses: HostAddresses; address: () => Promise<string | undefined> },
): MissedCalls<StreamContent> {
	const { registers, kinds, event } = streamForm(read);
	const { catchUpHours = DEFAULT_HOURS, size = 500 } = optionsIn(read);
	const hasEvents = registers && kinds.includes('event') && !isUsageEvent(event);
	return {
		hours: hasEvents ? catchUpHours : 0,
		isCalled: async (client) => {
			const url = await address();
			if (url === undefined) return false;
			return (await streamsAt(new Streams(client, addresses), mine, url)).length > 0;
		},
		find: async (client, span, ports) => {
			const events = await eventsIn(client, read, span, ports);
			const { records } = readRecords(events);
			const isWanted = wantedBy(read);
			const isIn = ({ moment }: StreamRecord) => Date.parse(moment) <= span.to;
			const missed = [...records.values()].filter((record) => isIn(record) && isWanted(record));
			return piecesOf(missed, size).map((piece) => ({ records: piece, unreadable: {} }));
		},
	};
}
