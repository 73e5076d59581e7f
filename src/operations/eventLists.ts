import { type Json, defineOperation, operationsWith } from './define';
import { eventFields, eventKind, eventRules } from './eventFields';
import * as f from './fields';
import { BAD_FILTER } from './filters';
import { flatList, inPages } from './reading';

/* The events feed, and those of one endpoint, SIM or user. Source: public reference. */

const define = operationsWith({
	lane: 'list',
	source: 'public reference',
	explains: BAD_FILTER,
	errors: [400, 403, 422],
	rules: eventRules,
});

const events = inPages(eventKind);

export const getAllEvents = define({
	resource: 'event',
	name: 'getAll',
	action: 'Get many events',
	description:
		'List events of the organisation, such as used-up quotas, blocked endpoints and logins, of the last 30 days, the oldest first',
	request: 'GET /api/v1/event',
	fields: eventFields,
	pages: events,
});

/** Recorded events of one thing do not name it. */
const eventsOf = <K extends string>(field: K, key: string) => ({
	...events,
	each: (entity: Json, input: { simplify: boolean } & Record<K, number>): Json => {
		const event = events.each(entity, input);
		return { ...event, [key]: event[key] ?? input[field] };
	},
});

export const getEndpointEvents = define({
	resource: 'endpoint',
	name: 'getEvents',
	action: 'Get the events of an endpoint',
	description:
		'List the events of one endpoint of the last 30 days, the oldest first. An endpoint that is not there gives none.',
	request: 'GET /api/v1/endpoint/{endpointId}/event',
	fields: { endpointId: f.endpointId, ...eventFields },
	pages: eventsOf('endpointId', 'endpoint_id'),
});

export const getSimEvents = define({
	resource: 'sim',
	name: 'getEvents',
	action: 'Get the events of a SIM',
	description:
		'List the events of one SIM of the last 30 days, the oldest first. A SIM that is not there gives none.',
	request: 'GET /api/v1/sim/{simId}/event',
	fields: { simId: f.simId, ...eventFields },
	pages: eventsOf('simId', 'sim_id'),
});

export const getUserEvents = define({
	resource: 'event',
	name: 'getUserEvents',
	action: 'Get the events of a user',
	description: 'List logins and changes of one user of the last 30 days, the oldest first',
	request: 'GET /api/v1/user/{userId}/event',
	explains: {
		...BAD_FILTER,
		403: 'Other users than that of the login: only for administrators and observers.',
	},
	fields: {
		...eventFields,
		...f.inGroup('additionalFields', {
			userId: f.path(f.id({ label: 'User ID', hint: 'Another user than that of the login' }), 'my'),
		}),
	},
	pages: events,
});

export const getEventTypes = defineOperation({
	resource: 'event',
	name: 'getTypes',
	action: 'Get the types of events',
	description: 'List the types of events the service knows; the list grows',
	request: 'GET /api/v1/event/type',
	...flatList,
});
