import { type Call, type Input, type Json, defineOperation } from './define';
import { eventFields, eventKind, eventRules } from './eventFields';
import * as f from './fields';
import { BAD_FILTER, queryOf } from './filters';
import { flatList, pagesOf } from './reading';

/* Events of one endpoint, SIM or user. Source: public reference. */

const shared = {
	effect: 'read',
	lane: 'list',
	source: 'public reference',
	explains: BAD_FILTER,
	rules: eventRules,
} as const;

type Listed = Input & { returnAll: boolean; limit: number; simplify: boolean };

/** The events at a path, the oldest first unless sorted otherwise. */
export async function eventsAt(call: Call, path: string, input: Listed): Promise<Json[]> {
	const query = { q: queryOf({ fields: eventFields }, input), sort: input.sort };
	return await pagesOf(call, { path, query }, eventKind, input);
}

export const getEndpointEvents = defineOperation({
	...shared,
	resource: 'endpoint',
	name: 'getEvents',
	action: 'Get the events of an endpoint',
	description:
		'List the events of one endpoint of the last 30 days, the oldest first. An endpoint that is not there gives none.',
	request: 'GET /api/v1/endpoint/{endpointId}/event',
	errors: [400, 403, 422],
	fields: { endpointId: f.endpointId, ...eventFields },
	run: async (call, input) => {
		const { endpointId } = input;
		const events = await eventsAt(call, `/api/v1/endpoint/${endpointId}/event`, input as Listed);
		// Recorded events of an endpoint do not name it.
		return events.map((event) => ({ ...event, endpoint_id: event.endpoint_id ?? endpointId }));
	},
});

export const getSimEvents = defineOperation({
	...shared,
	resource: 'sim',
	name: 'getEvents',
	action: 'Get the events of a SIM',
	description:
		'List the events of one SIM of the last 30 days, the oldest first. A SIM that is not there gives none.',
	request: 'GET /api/v1/sim/{simId}/event',
	errors: [400, 403, 422],
	fields: { simId: f.simId, ...eventFields },
	run: async (call, input) => {
		const { simId } = input;
		const events = await eventsAt(call, `/api/v1/sim/${simId}/event`, input as Listed);
		return events.map((event) => ({ ...event, sim_id: event.sim_id ?? simId }));
	},
});

export const getUserEvents = defineOperation({
	...shared,
	resource: 'event',
	name: 'getUserEvents',
	action: 'Get the events of a user',
	description: 'List logins and changes of one user of the last 30 days, the oldest first',
	request: 'GET /api/v1/user/{userId}/event',
	errors: [400, 403, 422],
	explains: {
		...BAD_FILTER,
		403: 'Other users than that of the login: only for administrators and observers.',
	},
	fields: {
		...eventFields,
		...f.inGroup('additionalFields', {
			userId: f.path(
				'userId',
				f.id({ label: 'User ID', hint: 'Another user than that of the login' }),
			),
		}),
	},
	run: async (call, input) =>
		await eventsAt(call, `/api/v1/user/${input.userId ?? 'my'}/event`, input as Listed),
});

export const getEventTypes = defineOperation({
	resource: 'event',
	name: 'getTypes',
	action: 'Get the types of events',
	description: 'List the types of events the service knows; the list grows',
	request: 'GET /api/v1/event/type',
	effect: 'read',
	lane: 'list',
	source: 'public reference',
	errors: [403],
	...flatList,
});
