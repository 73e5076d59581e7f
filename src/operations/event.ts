import { type Json, defineOperation } from './define';
import * as f from './fields';
import { BAD_FILTER, listOptions, queryOf } from './filters';
import { rule } from './rules';
import { withNumbers } from './schemas';

/* The events feed. Source: public reference. */

/** Types in one filter. */
const MOST_TYPES = 6;
const EVENT_TYPES = [
	{ name: 'Endpoint Blocked', value: 11 },
	{ name: 'SMS Quota Assigned', value: 58 },
	{ name: 'SMS Quota Deleted', value: 59 },
	{ name: 'SMS Quota Disabled', value: 55 },
	{ name: 'SMS Quota Enabled', value: 54 },
	{ name: 'SMS Quota Threshold Reached', value: 20 },
	{ name: 'SMS Quota Used Up', value: 21 },
];

const readEvent = (entity: Json): Json =>
	withNumbers(entity, ['id', 'event_type.id', 'event_severity.id', 'endpoint.id', 'sim.id']);

/** The few fields most workflows use, flat. */
export function simplifyEvent(entity: Json): Json {
	const of = (key: string) => (entity[key] ?? {}) as Json;
	return {
		id: entity.id,
		timestamp: entity.timestamp ?? null,
		type_id: of('event_type').id ?? null,
		type: of('event_type').description ?? null,
		severity: of('event_severity').description ?? null,
		alert: entity.alert ?? null,
		description: entity.description ?? null,
		endpoint_id: of('endpoint').id ?? null,
		endpoint_name: of('endpoint').name ?? null,
		sim_id: of('sim').id ?? null,
		iccid: of('sim').iccid ?? null,
		detail: entity.detail ?? null,
	};
}

/** A moment without fractions of a second, which the filter does not take. */
const moment = (label: string, hint: string) => {
	const field = f.dateTime({ label, hint });
	return { ...field, schema: field.schema.transform((v) => v.replace(/\.\d+Z$/, 'Z')) };
};

const types = f.choices(
	{ label: 'Types', hint: `Up to ${MOST_TYPES} types of events` },
	EVENT_TYPES,
);

const fields = {
	...f.listFields,
	simplify: f.simplify,
	...f.inGroup('filters', {
		types: f.filter('type', {
			...types,
			schema: types.schema.transform((list) => (list.length > 0 ? list.join('|') : undefined)),
		}),
		from: f.filter('from', moment('From', 'Events from this moment on; needs Until too')),
		until: f.filter('until', moment('Until', 'Events up to this moment; needs From too')),
	}),
	...listOptions([
		{ name: 'ID', value: 'id' },
		{ name: 'Timestamp', value: 'timestamp' },
	]),
};

export const getAllEvents = defineOperation({
	resource: 'event',
	name: 'getAll',
	action: 'Get many events',
	description: 'List events such as used-up SMS quotas and blocked endpoints',
	request: 'GET /api/v1/event',
	effect: 'read',
	lane: 'list',
	source: 'public reference',
	explains: BAD_FILTER,
	errors: [403, 422],
	fields,
	rules: [
		rule(`types holds at most ${MOST_TYPES}`, (input) =>
			(input.types?.split('|').length ?? 0) > MOST_TYPES
				? { field: 'types', rule: `must hold at most ${MOST_TYPES} types` }
				: undefined,
		),
		rule('from and until go together', ({ from, until }) =>
			(from === undefined) !== (until === undefined)
				? {
						field: from === undefined ? 'from' : 'until',
						rule: 'must be given too: from and until go together',
					}
				: undefined,
		),
	],
	run: async (call, input) => {
		const query = { q: queryOf({ fields }, input), sort: input.sort };
		const limit = input.returnAll ? undefined : input.limit;
		const perPage = Math.min(100, limit ?? 100);
		const list = await call.list(
			{ method: 'GET', path: '/api/v1/event', query },
			{ perPage, limit },
		);
		return list.map(readEvent).map((e) => (input.simplify ? simplifyEvent(e) : e));
	},
});
