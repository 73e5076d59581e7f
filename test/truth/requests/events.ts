import * as z from 'zod/v4';
import { ANY, type Asked, filterBy, id, ID, oneOf, pages, ref, sortBy, some, text } from './forms';

/*
 * Events, data streams, automations. Sources: fleet operations 4 and 8, more operations 4.
 */

/** Up to six values. */
const several = (value: string) => new RegExp(`^${value}(\\|${value}){0,5}$`);
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const eventFilter = filterBy({
	from: MOMENT,
	until: MOMENT,
	timestamp: MOMENT,
	type: several('\\d+'),
	source: /^[0-2]$/,
	severity: /^[0-2]$/,
	alert: /^(true|false)$/,
	description: ANY,
	organisation: ANY,
	user: ANY,
	tags: ANY,
	endpoint: several('[^,|]+'),
	ip_address: ANY,
	imei: /^\d+$/,
	imsi: /^\d+$/,
	iccid: several('\\d+'),
	iccid_with_luhn: several('\\d{20}'),
	network: several('[^,|]+'),
	rat: several('\\d+'),
	country: several('[^,|]+'),
}).refine((q) => q === undefined || /from:/.test(q) === /until:/.test(q), {
	error: 'from and until are valid only together',
});
const EVENT_SORT = [
	'id',
	'timestamp',
	'source',
	'severity',
	'alert',
	'organisation',
	'user',
	'endpoint',
	'tags',
	'ip_address',
	'iccid',
	'imsi',
	'type',
];
const events: Asked = {
	// The maximum page size is not documented.
	query: { ...pages(Infinity), q: eventFilter, sort: sortBy(...EVENT_SORT) },
};

const within = (from: number, to: number) => z.int().min(from).max(to).optional();
/** The credentials of each destination, with the formats seen with it. */
const destination = z.discriminatedUnion('connection_type', [
	z.strictObject({
		connection_type: z.literal('RestAPI'),
		format: z.literal('Json'),
		credentials: z.strictObject({
			url: z.url({ protocol: /^https$/ }),
			method: z.enum(['POST', 'PUT', 'PATCH']).optional(),
			headers: z.array(z.string().regex(/^[^:\s]+:\S/)).optional(),
			size: within(1, 10_000),
		}),
	}),
	z.strictObject({
		connection_type: z.literal('AwsKinesis'),
		format: z.literal('Json'),
		credentials: z.strictObject({ region: text, stream_name: text, role_arn: text }),
	}),
	z.strictObject({
		connection_type: z.literal('S3'),
		format: z.enum(['Json', 'Csv']),
		credentials: z.strictObject({
			region: text,
			bucket_name: text,
			role_arn: text,
			flush_size: within(10, 100_000),
			rotate_interval: within(10_000, 900_000),
		}),
	}),
	z.strictObject({
		connection_type: z.literal('KeenIO'),
		format: z.literal('Json'),
		credentials: z.strictObject({
			project_id: text,
			write_key: text,
			collection_name: text,
			size: z.int().min(1).optional(),
		}),
	}),
	z.strictObject({
		connection_type: z.literal('Datadog'),
		format: z.literal('Json'),
		credentials: z.strictObject({
			api_key: text,
			region: z.enum(['US', 'US3', 'EU', 'US1FED']),
		}),
	}),
	z.strictObject({
		connection_type: z.literal('EventHubs'),
		format: z.literal('Json'),
		credentials: z.strictObject({ connection_string: text }),
	}),
	z.strictObject({
		connection_type: z.literal('PubSub'),
		format: z.literal('Json'),
		credentials: z.strictObject({ cps_topic: text, cps_project: text }),
	}),
]);
const condition = z.union([
	z.strictObject({ field: z.literal('event_type_id'), value: z.array(id).min(1) }),
	z.strictObject({
		field: z.literal('alert'),
		value: z.union([z.boolean(), z.array(z.boolean()).min(1)]),
	}),
]);
const filters = z.array(z.union([condition, z.strictObject({ or: z.array(condition).min(1) })]));
const stream = {
	name: text.optional(),
	relation_resolution: oneOf(1, 3).optional(),
};
const STREAM_PATH = '/api/v2/data_stream';

/** One value or a list; each entry has both names. */
const entry = z.strictObject({
	property: text,
	value: z.string(),
	value_array: z.array(z.string()),
});
const entries = z.array(entry);
const textId = z.strictObject({ id: text });
const AUTOMATION_PATH = '/api/v1/automation';
const X = '/api/v1/event';
const rule = {
	name: text,
	description: z.string(),
	status: text,
	configured_actions: z
		.array(
			z.strictObject({
				action: z.strictObject({ id: text, type: text.optional() }),
				properties: entries,
			}),
		)
		.min(1),
	targeting_properties: entries,
};

export const EVENTS: Record<string, Asked> = {
	[`GET ${X}`]: events,
	[`GET ${X}/type`]: {},
	'GET /api/v1/endpoint/{endpointId}/event': events,
	'GET /api/v1/sim/{simId}/event': events,
	'GET /api/v1/user/{userId}/event': events,

	[`GET ${STREAM_PATH}`]: {},
	[`POST ${STREAM_PATH}`]: {
		body: z
			.strictObject({
				...stream,
				data_stream_type: oneOf(1, 2),
				destination,
				filters: filters.optional(),
			})
			.refine(({ data_stream_type: type, filters: own }) => own === undefined || type.id === 2, {
				error: 'filters are for events only',
			}),
	},
	[`GET ${STREAM_PATH}/{streamId}`]: {},
	[`PATCH ${STREAM_PATH}/{streamId}`]: {
		body: some(
			z.strictObject({
				...stream,
				data_stream_type: oneOf(1, 2).optional(),
				destination: destination.optional(),
				filters: filters.optional(),
				status: oneOf(1, 2).optional(),
			}),
		),
	},
	[`DELETE ${STREAM_PATH}/{streamId}`]: {},
	[`POST ${STREAM_PATH}/{streamId}/restart`]: {},
	[`GET ${STREAM_PATH}/type`]: {},
	[`GET ${STREAM_PATH}/status`]: {},
	[`GET ${STREAM_PATH}/filter_field_type`]: {},

	[`GET ${AUTOMATION_PATH}`]: {},
	[`GET ${AUTOMATION_PATH}/{automationId}`]: {},
	[`POST ${AUTOMATION_PATH}`]: {
		body: z.strictObject({
			...rule,
			// The whole event or its id; the other kind is null or absent.
			actionable_event: z.union([
				z.strictObject({ system_event: textId, custom_event: z.null().optional() }),
				z.strictObject({ custom_event: textId, system_event: z.null().optional() }),
			]),
		}),
	},
	[`PATCH ${AUTOMATION_PATH}/{automationId}`]: { body: z.strictObject(rule) },
	[`DELETE ${AUTOMATION_PATH}/{automationId}`]: {},
	[`GET ${AUTOMATION_PATH}/action`]: {},
	[`GET ${AUTOMATION_PATH}/action/{actionId}`]: {},
	[`GET ${AUTOMATION_PATH}/log`]: {
		query: { automationId: text, automationExecutionNumber: z.string().regex(ID) },
	},
	[`GET ${X}/custom/configuration`]: {},
	[`GET ${X}/custom/configuration/{customEventId}`]: {},
	[`POST ${X}/custom/configuration`]: {
		body: z.strictObject({
			name: text,
			organisation: ref,
			// Text in its own list, a number inside a custom event.
			template: z.strictObject({ id: z.union([id, text]) }),
			configuration_properties: entries,
		}),
	},
	[`DELETE ${X}/custom/configuration/{customEventId}`]: {},
	[`GET ${X}/custom/template`]: {},
	[`GET ${X}/custom/template/{templateId}`]: {},
	[`GET ${X}/system/configuration`]: {},
	[`GET ${X}/system/configuration/{systemEventId}`]: {},
};
