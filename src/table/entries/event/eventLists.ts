import {
	type RequestEntry,
	type Call,
	defineOperation,
	type Input,
	type Json,
	type Operation,
} from '../../define';
import * as f from '../../fields';
import { fileOutput } from '../../fileOutput';
import { BAD_FILTER, flatOption } from '../../filters';
import { at, defineLookup, inPages, ofKind } from '../../reading';
import { eventFields, eventKind, eventRules } from './eventFields';

/* The events feed, and those of one endpoint, SIM or user. Source: public reference. */

const eventUserId = f.id({
	label: 'User ID',
	hint: 'Another user than that of the login; for administrators and observers',
});

/** Ids of events are not always unique: two that differ in the rest are two events. */
const identity = ({ timestamp, description, event_type: type, endpoint, sim }: Json): string =>
	JSON.stringify([timestamp, description, at(type, 'id'), at(endpoint, 'id'), at(sim, 'id')]);

const events = { ...inPages(eventKind), identity };

/** Adds the id to events of one thing: recorded ones do not name it. */
const eventsOf = (field: string, key: string) => ({
	...events,
	each: ofKind(eventKind, (entity: Json, input: Input & { simplify: boolean }): Json => {
		const event = events.each(entity, input);
		return { ...event, [key]: event[key] ?? input[field] };
	}),
});

type About = 'all' | 'endpoint' | 'sim' | 'user';
type EventList = RequestEntry & Pick<Operation, 'pages'>;

/** The lists of events, by whose events they contain. */
const EVENT_LISTS: Record<About, Pick<EventList, 'request' | 'fields' | 'pages'>> = {
	all: { request: 'GET /api/v1/event', fields: eventFields, pages: events },
	endpoint: {
		request: 'GET /api/v1/endpoint/{endpointId}/event',
		fields: { endpointId: f.endpointId, ...eventFields },
		pages: eventsOf('endpointId', 'endpoint_id'),
	},
	sim: {
		request: 'GET /api/v1/sim/{simId}/event',
		fields: { simId: f.simId, ...eventFields },
		pages: eventsOf('simId', 'sim_id'),
	},
	user: {
		request: 'GET /api/v1/user/{userId}/event',
		fields: { userId: f.path(eventUserId, 'my'), ...eventFields },
		pages: events,
	},
};

const eventList = (of: About): EventList => ({ ...EVENT_LISTS[of], effect: 'read', lane: 'list' });

/** The events of the organisation. */
export const allEvents = eventList('all');

/** Events of the user of the login, as `my`. */
export const ownUserEvents = eventList('user');
/** The lists that Get Many reads in place of that of its request. */
export const eventsOfOne = [eventList('endpoint'), eventList('sim'), ownUserEvents];

export const getAllEvents = defineOperation({
	resource: 'event',
	name: 'getAll',
	action: 'Get many events',
	description:
		'List events of the last 30 days, the oldest first: of the organisation, or of one endpoint, SIM or user. A device that is not there gives none.',
	request: 'GET /api/v1/event',
	lane: 'list',
	explains: BAD_FILTER,
	errors: [400, 403, 422],
	rules: eventRules,
	fields: {
		about: f.choice<About>(
			{ label: 'About', hint: 'Whose events to list', default: 'all' },
			{ Endpoint: 'endpoint', Everything: 'all', SIM: 'sim', User: 'user' },
		),
		endpointId: { ...f.endpointId, in: undefined, showWhen: { about: ['endpoint'] } },
		simId: { ...f.simId, in: undefined, showWhen: { about: ['sim'] } },
		...eventFields,
		...f.inGroup('options', { userId: eventUserId }),
		...fileOutput,
		...flatOption,
	},
	listsOfOne: eventsOfOne,
	run: ofKind(
		eventKind,
		async (call: Call, input: { about?: About }) =>
			await call.list(eventList(input.about ?? 'all'), input),
	),
});

export const getEventTypes = defineLookup({
	name: 'eventTypes',
	action: 'Get event types',
	description: 'List the types of events the service knows; the list grows',
	request: 'GET /api/v1/event/type',
});
