import { EventSource, EventType, Severity, typeOf } from '../../fleet/events';
import { eventTime } from '../../readers/events';
import type { Client } from '../../run/client';
import { askForAbsent } from '../../run/changes/absent';
import { checkFilterNames, filterNames } from '../../run/names/filterNames';
import { asSample, SAMPLE_ENDPOINT, SAMPLE_ID } from '../../sample';
import type { Json } from '../../table/define';
import { getAllAutomations, getAutomationLog } from '../../table/entries/automation/automation';
import { getAllEndpoints } from '../../table/entries/endpoint/endpointRead';
import { getCloudConnect, isConnected } from '../../table/entries/network/cloudConnect';
import { EVENT_DEVICE, simplifyEvent } from '../../table/entries/event/eventFields';
import { withDevice } from '../../table/reading';
import { type Facts, alertItem } from '../alerts/alert';
import { signOfLife } from '../alerts/signOfLife';
import type { FeedPoll } from '../feed/feed';
import { newestOfFeed, readNewEvents, type ReadState, type PollPorts } from '../feed/read';
import type { Polled, Resumed, Stored } from '../runtime/stored';
import { pack, unpack } from '../runtime/storedText';
import { type EventForm, readingFields } from './form';
import { ANY_TYPE, groupOf } from './kinds';
import { deviceFilters, isChosen, isWatched, serviceFilters, typesToRead } from './matching';

/* Polls of the event trigger: events of the feed, and the alerts that they make. */

/** The state between polls. */
export interface EventState extends Stored, ReadState {
	/** The memory of each rule, packed by itself. */
	alerts?: Record<string, string>;
}

/** An event of the feed as an item. */
const eventItem = (event: Json, { simplify }: EventForm): Json => ({
	event: groupOf(typeOf(event)),
	...(simplify ? simplifyEvent(event) : withDevice(event, EVENT_DEVICE)),
});

/** A whole list as the service gives it. */
const WHOLE_LIST = { returnAll: true, simplify: false };

/** The alerts of a poll: items with their times, and the memory of the rules. */
async function readAlerts(
	client: Client,
	form: EventForm,
	before: Partial<EventState>,
	{ events, lostMs, state: { cursor: readTo } }: FeedPoll,
	log: Facts['log'],
) {
	let listed: ReturnType<Facts['list']> | undefined;
	const { tags } = form.filters;
	const readList: Facts['list'] = async () => {
		const input = { ...WHOLE_LIST, ...(tags !== undefined && { tags }) };
		let isComplete = true;
		const list = await client.callFor(getAllEndpoints).list(getAllEndpoints, input, undefined, {
			cut: () => (isComplete = false),
		});
		const { key: organisation } = await client.ports.lanes();
		return {
			isComplete,
			entries: list.filter((endpoint) => isWatched(endpoint, form)),
			of: JSON.stringify([organisation, deviceFilters(form)]),
			ask: async (absent) => {
				const call = client.callFor(getAllEndpoints);
				const { entries, unknown } = await askForAbsent(call, getAllEndpoints, input, absent);
				return { entries: entries.filter((endpoint) => isWatched(endpoint, form)), unknown };
			},
		};
	};
	const list = async () => await (listed ??= readList());
	const facts: Facts = {
		events,
		readTo,
		lostMs,
		zone: form.zone,
		checkCountries: async (names, [fieldName, field]) => {
			const kind = 'countryOrCode' as const;
			const called = names.map((name) => ({ name, fieldName, field, kind }));
			await checkFilterNames(client.callFor(getAllEndpoints), called);
		},
		log,
		list,
		automations: async () => (await client.perform(getAllAutomations, WHOLE_LIST)) as Json[],
		automationLog: async (automationId, execution) =>
			(await client.perform(getAutomationLog, {
				...WHOLE_LIST,
				automationId,
				execution,
			})) as Json[],
		isConnected: async (cloudConnectId) => {
			const input = { cloudConnectId, simplify: false };
			return isConnected((await client.perform(getCloudConnect, input)) as Json);
		},
		signOfLife: async (endpointId, session) =>
			await signOfLife(client, endpointId, { session, now: readTo }),
	};
	const packed: Record<string, string> = {};
	const found: Array<{ at: number; json: Json }> = [];
	for (const { rule, name, chosen, input } of form.alerts) {
		const state = unpack(rule.memory, before.alerts?.[name], log) ?? rule.begin();
		const alerts = await rule.read(state, facts, input, chosen);
		found.push(...alerts.map((alert) => ({ at: alert.at, json: alertItem(alert) })));
		packed[name] = pack(rule.memory, state);
	}
	return { packed, found };
}

/**
 * One poll: the new state, and the items since the old one.
 * @throws InputError when it finds nothing, and a filter names a thing that is not there.
 */
export async function pollEvents(
	client: Client,
	form: EventForm,
	ports: PollPorts,
	{ key, before }: Resumed<EventState>,
): Promise<Polled<EventState>> {
	const startedAt = ports.now();
	const query = { types: typesToRead(form), filters: serviceFilters(form) };
	const { feed, state } = await readNewEvents(client, query, before, { ...ports, ...form }, key);
	const chosen = feed.events
		.filter((event) => isChosen(event, form))
		.map((event) => ({ at: eventTime(event) || 0, json: eventItem(event, form) }));
	const alerts = await readAlerts(client, form, before, feed, ports.log);
	const all = [...chosen, ...alerts.found];
	if (all.length === 0) {
		const names = filterNames(readingFields, form.filters);
		await checkFilterNames(client.callFor(getAllEndpoints), names);
	}
	// Events are in order already; alerts go between them.
	if (alerts.found.length > 0) all.sort((a, b) => a.at - b.at);
	return {
		state: { ...state, ...(form.alerts.length > 0 && { alerts: alerts.packed }) },
		items: all.map(({ json }) => json),
		startedAt,
	};
}

/**
 * The item of a test in the editor: the newest of the chosen events. If there is none, and for alerts,
 * which no list shows, the item is made up and marked.
 */
export async function sampleEvents(client: Client, form: EventForm, now: number): Promise<Json[]> {
	const { types } = form;
	const query = { types, filters: serviceFilters(form) };
	const newest = types.length > 0 ? await newestOfFeed(client, query, now) : [];
	const found = newest.find((event) => isChosen(event, form));
	if (found) return [eventItem(found, form)];
	const [alert] = form.alerts;
	const madeUp = alert
		? alertItem(alert.rule.sample([...alert.chosen][0] ?? alert.name, now))
		: eventItem(madeUpEvent(sampleType(types), now), form);
	return [asSample(madeUp)];
}

/** The type of a sample: a session, where no type is chosen. */
const sampleType = (types: EventForm['types']): number =>
	(types === ANY_TYPE ? undefined : types[0]) ?? EventType.Session;

/** An event for a sample where the feed has none of the chosen kinds. */
function madeUpEvent(type: number, now: number): Json {
	const { id, name, sim } = SAMPLE_ENDPOINT;
	return {
		id: SAMPLE_ID,
		timestamp: new Date(now).toISOString(),
		event_type: { id: type, description: 'Sample' },
		event_source: { id: EventSource.Network, description: 'Network' },
		event_severity: { id: Severity.Info, description: 'Info' },
		alert: false,
		description: 'Sample: this is how the item would look; nothing has happened',
		endpoint: { id, name, imei: null, tags: null },
		sim,
	};
}
