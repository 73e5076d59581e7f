import { defineOperation } from './define';
import { eventFields, eventRules } from './eventFields';
import { eventsAt } from './eventLists';
import { BAD_FILTER } from './filters';

/** The events feed. Source: public reference. */
export const getAllEvents = defineOperation({
	resource: 'event',
	name: 'getAll',
	action: 'Get many events',
	description:
		'List events of the organisation, such as used-up quotas, blocked endpoints and logins, of the last 30 days, the oldest first',
	request: 'GET /api/v1/event',
	effect: 'read',
	lane: 'list',
	source: 'public reference',
	explains: BAD_FILTER,
	errors: [400, 403, 422],
	fields: eventFields,
	rules: eventRules,
	run: async (call, input) => await eventsAt(call, '/api/v1/event', input),
});
