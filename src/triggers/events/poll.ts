import type { Client } from '../../client/client';
import type { Json } from '../../operations/define';
import { simplifyEvent } from '../../operations/eventFields';
import { type Facts, toldItem } from '../alerts/alert';
import { signOfLife } from '../alerts/signOfLife';
import { type FeedPoll, HISTORY_MS, timeOf, typeOf } from '../feed/feed';
import { endpointsOf } from '../endpoints';
import { readNews, type ReadState, readStretch, type Watch } from '../feed/read';
import type { Polled, Resumed, Stored } from '../runtime/stored';
import type { EventForm } from './form';
import { kindOf } from './kinds';
import { isWanted, isWatched, serviceFilters, typesToRead } from './matching';

/* Polls of the event trigger: events of the feed, and the alerts that they make. */

/** What the trigger keeps between polls. */
export interface EventState extends Stored, ReadState {
	/** What each rule remembers, packed by itself. */
	alerts?: Record<string, string>;
}

/** An event of the feed as an item. */
const eventItem = (event: Json, { simplify }: EventForm): Json => ({
	event: kindOf(typeOf(event)),
	...(simplify ? simplifyEvent(event) : event),
});

/** What the alerts make of a poll: items with their times, and what they remember. */
async function readAlerts(
	client: Client,
	form: EventForm,
	before: Partial<EventState>,
	{ events, readTo }: FeedPoll,
	say: Facts['say'],
) {
	let listed: Promise<Json[]> | undefined;
	const { tags } = form.filters;
	const list = async () =>
		(await endpointsOf(client, tags === undefined ? {} : { tags })).filter((endpoint) =>
			isWatched(endpoint, form),
		);
	const facts: Facts = {
		events,
		readTo,
		say,
		endpoints: async () => await (listed ??= list()),
		signOfLife: async (endpointId, session) =>
			await signOfLife(client, endpointId, { session, now: readTo }),
	};
	const packed: Record<string, string> = {};
	const found: Array<{ at: number; json: Json }> = [];
	for (const { rule, name, chosen, input } of form.alerts) {
		const state = rule.unpack(before.alerts?.[name]);
		const told = await rule.read(state, facts, input, chosen);
		found.push(...told.map((one) => ({ at: one.at, json: toldItem(one) })));
		packed[name] = rule.pack(state);
	}
	return { packed, found };
}

/** One poll: the new state, and what is to be told since the old one. */
export async function pollEvents(
	client: Client,
	form: EventForm,
	watch: Watch,
	{ key, before }: Resumed<EventState>,
): Promise<Polled<EventState>> {
	const startedAt = watch.now();
	const query = { types: typesToRead(form), filters: serviceFilters(form) };
	const { choice, ...feed } = await readNews(client, query, before, { ...watch, ...form }, key);
	const told = feed.events
		.filter((event) => isWanted(event, form))
		.map((event) => ({ at: timeOf(event) || 0, json: eventItem(event, form) }));
	const alerts = await readAlerts(client, form, before, feed, watch.log);
	const all = [...told, ...alerts.found];
	// Events are in order already; alerts go between them.
	if (alerts.found.length > 0) all.sort((a, b) => a.at - b.at);
	return {
		state: {
			feed: feed.state,
			choice,
			...(form.alerts.length > 0 && { alerts: alerts.packed }),
		},
		items: all.map(({ json }) => json),
		startedAt,
	};
}

/** A sample looks at so many events. */
const MOST_LOOKED_AT = 100;

/** What a test in the editor shows: the newest event of the chosen ones, or one made up. */
export async function sampleEvents(client: Client, form: EventForm, now: number): Promise<Json[]> {
	const sample = (json: Json): Json[] => [{ sample: true, ...json }];
	const { types } = form;
	if (types.length > 0) {
		const query = { types, filters: serviceFilters(form) };
		const since = now - HISTORY_MS;
		const { events } = await readStretch(client, query, since, MOST_LOOKED_AT, 'newest');
		const found = events
			.filter((event) => isWanted(event, form))
			.reduce<
				Json | undefined
			>((best, event) => (best && timeOf(best) >= timeOf(event) ? best : event), undefined);
		if (found) return sample(eventItem(found, form));
	}
	const [alert] = form.alerts;
	if (alert) return sample(toldItem(alert.rule.sample([...alert.chosen][0] ?? alert.name, now)));
	return sample(eventItem(madeUp(types === 'any' ? 3 : (types[0] ?? 3), now), form));
}

/** Where there is no event of the chosen kinds. */
const madeUp = (type: number, now: number): Json => ({
	id: 1,
	timestamp: new Date(now).toISOString(),
	event_type: { id: type, description: 'Sample' },
	event_source: { id: 0, description: 'Network' },
	event_severity: { id: 0, description: 'Info' },
	alert: false,
	description: 'Sample: this is how the item would look; nothing has happened',
	endpoint: { id: 10001, name: 'sample-device', imei: null, tags: null },
	sim: { id: 20001, iccid: '8988303000000000017' },
});
