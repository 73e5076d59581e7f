import { expect } from 'expect';
import * as eventsShapes from '../truth/shapes/events';
import * as z from 'zod/v4';
import { id, oneOf, some, text } from '../truth/requests/forms';
import { empty } from '../truth/shapes/forms';
import { each, readOnce, rl } from '../unit/nodes/rows/rowTypes';
import type { Expected, Facts } from './facts';
import { shown } from './shared/values';

/* Data streams. */

const path = '/api/v2/data_stream';
const ID = '0a1b2c3d';
const STREAM = {
	id: ID,
	name: 'north',
	data_stream_type: { id: 2, description: 'Events' },
	destination: {
		connection_type: 'RestAPI',
		credentials: { url: 'https://example.com/x', headers: ['Authorization:****'] },
	},
	filters: [{ field: 'alert', value: true }],
	status: { id: '1,', description: 'Running' },
};
const SIMPLE = {
	id: ID,
	name: 'north',
	type: 'Events',
	connection_type: 'RestAPI',
	url: 'https://example.com/x',
	status: 'Running',
	status_id: 1,
	filters: STREAM.filters,
};
const state = (statusId: unknown, description: string) => ({
	...STREAM,
	status: { id: statusId, description },
});
const reads = (answer: unknown, status = 200): Expected => ({
	request: `GET ${path}/${ID}`,
	answer,
	status,
});
const patch = (body: unknown): Expected => ({ request: `PATCH ${path}/${ID}`, body, status: 202 });
const rest = {
	connectionType: 'RestAPI',
	url: 'https://example.com/x',
	method: 'POST',
	headers: 'Authorization:Bearer example\nX-Stream:fleet',
	size: 100,
};
const destination = {
	connection_type: 'RestAPI',
	format: 'Json',
	credentials: {
		url: 'https://example.com/x',
		method: 'POST',
		headers: ['Authorization:Bearer example', 'X-Stream:fleet'],
		size: 100,
	},
};
const newStream = { name: 'north', streamType: 2, ...rest, simplify: true };
const create: Expected = {
	request: `POST ${path}`,
	body: { name: 'north', data_stream_type: { id: 2 }, destination },
	status: 201,
};
const UNCONFIRMED = 'accepted, but not confirmed by reading';
/** A change of a stream that is not read back. */
const unconfirmed = (request: Expected, last: number, change: object = {}) => ({
	values: { dataStreamId: ID, ...change },
	requests: request,
	gives: expect.objectContaining({ id: ID, confirmed: false }),
	errors: [403, 404, last],
});
const dataStreamId = rl('={{ (2684354560 + $json.sim).toString(16) }}');
const streamForm = {
	name: '={{ "stream " + $json.sim }}',
	streamType: 2,
	connectionType: 'RestAPI',
	url: 'https://example.com/x',
	method: 'POST',
	headers: 'Authorization:Bearer example',
	size: 100,
	simplify: true,
};
const after = ['dataStream create'];
const within = (from: number, to: number) => z.int().min(from).max(to).optional();
/** The credentials of each destination, with the formats seen with it. */
const destinationShape = z.discriminatedUnion('connection_type', [
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
const streamFilters = z.array(
	z.union([condition, z.strictObject({ or: z.array(condition).min(1) })]),
);
const streamShape = {
	name: text.optional(),
	relation_resolution: oneOf(1, 3).optional(),
};

export const dataStreamFacts: Facts = {
	operations: {
		'dataStream create': {
			documented: 'POST /api/v2/data_stream act single',
			stakes: 'access',
			cases: [
				{
					values: { ...newStream, eventTypeIds: [0, 18], alertsOnly: true },
					requests: [
						{ request: `GET ${path}`, answer: [] },
						{
							...create,
							body: {
								...(create.body as object),
								filters: [
									{ field: 'event_type_id', value: [0, 18] },
									{ field: 'alert', value: true },
								],
							},
							headers: { Location: `https://elsewhere.example${path}/${ID}` },
						},
						reads(STREAM),
					],
					gives: { ...SIMPLE, created: true },
				},
				{
					when: 'without a Location, found as the new stream in the list',
					values: newStream,
					requests: [
						{ request: `GET ${path}`, answer: [{ ...STREAM, id: 'old' }] },
						create,
						{ request: `GET ${path}`, answer: [{ ...STREAM, id: 'old' }, STREAM] },
					],
					gives: { ...SIMPLE, created: true },
				},
				{
					when: 'with an S3 destination',
					values: {
						name: 'north',
						streamType: 1,
						connectionType: 'S3',
						bucketRegion: 'eu-west-1',
						bucketName: 'b',
						bucketRole: 'arn',
						flushSize: 10,
						rotateInterval: 10000,
						format: 'Csv',
						simplify: true,
					},
					requests: [
						{ request: `GET ${path}`, answer: [] },
						{
							request: `POST ${path}`,
							body: {
								name: 'north',
								data_stream_type: { id: 1 },
								destination: {
									connection_type: 'S3',
									format: 'Csv',
									credentials: {
										region: 'eu-west-1',
										bucket_name: 'b',
										role_arn: 'arn',
										flush_size: 10,
										rotate_interval: 10000,
									},
								},
							},
							status: 201,
						},
					],
					gives: expect.anything(),
					errors: [403, 404, 422],
				},
			],
			row: each(streamForm, ['stream.created']),
		},
		'dataStream delete': {
			documented: 'DELETE /api/v2/data_stream/{dataStreamId} set single',
			cases: [
				{
					values: { dataStreamId: ID },
					requests: [
						{ request: `DELETE ${path}/${ID}`, status: 202 },
						reads(STREAM),
						reads({ message: 'none' }, 404),
					],
					gives: { id: ID, deleted: true, confirmed: true },
				},
				{
					when: UNCONFIRMED,
					...unconfirmed({ request: `DELETE ${path}/${ID}`, status: 202 }, 409),
				},
			],
			row: each({ dataStreamId }, ['stream.deleted'], { after }),
		},
		'dataStream get': {
			documented: 'GET /api/v2/data_stream/{dataStreamId} read single',
			cases: [
				{
					values: { dataStreamId: ID, simplify: false },
					requests: [reads(STREAM)],
					gives: { ...STREAM, status: { id: 1, description: 'Running' } },
					errors: [403, 404],
				},
			],
			row: each({ dataStreamId, simplify: true }, [], { after }),
		},
		'dataStream getAll': {
			documented: 'GET /api/v2/data_stream read list',
			cases: [
				...[
					{ when: 'with a list as the answer', answer: [STREAM] },
					{ when: 'with one object as the answer', answer: STREAM },
				].map(({ when, answer }) => ({
					when,
					values: shown,
					requests: { request: `GET ${path}`, answer },
					gives: [SIMPLE],
					errors: [400, 403, 404],
				})),
			],
			row: readOnce(shown, 2, { after }),
		},
		'dataStream pause': {
			documented: 'PATCH /api/v2/data_stream/{dataStreamId} set single',
			cases: [
				{
					values: { dataStreamId: ID },
					requests: [
						patch({ status: { id: 2 } }),
						reads(state(1, 'Running')),
						reads('', 502),
						reads(state('2,', 'Paused')),
					],
					gives: { id: ID, name: 'north', status: 'Paused', status_id: 2, confirmed: true },
				},
				{ when: UNCONFIRMED, ...unconfirmed(patch({ status: { id: 2 } }), 422) },
			],
			row: each({ dataStreamId }, ['stream.updated'], { after }),
		},
		'dataStream restart': {
			documented: 'POST /api/v2/data_stream/{dataStreamId}/restart act single',
			harmless: 'It sends on to the destination that a person has chosen.',
			cases: [
				{
					values: { dataStreamId: ID },
					requests: [
						{ request: `POST ${path}/${ID}/restart`, status: 202 },
						reads(state(4, 'Pending')),
						reads(STREAM),
					],
					gives: {
						id: ID,
						name: 'north',
						status: 'Running',
						status_id: 1,
						confirmed: true,
						restarted: true,
					},
				},
				{
					when: UNCONFIRMED,
					...unconfirmed({ request: `POST ${path}/${ID}/restart`, status: 202 }, 409),
				},
			],
			row: each(
				(sim) => {
					for (const stored of sim.store.streams.values()) {
						stored.next = null;
						stored.statusId = 3;
					}
					return { dataStreamId };
				},
				['stream.restarted'],
				{ after },
			),
		},
		'dataStream resume': {
			documented: 'PATCH /api/v2/data_stream/{dataStreamId} set single',
			harmless: 'It sends on to the destination that a person has chosen.',
			cases: [
				{
					values: { dataStreamId: ID },
					requests: [
						patch({ status: { id: 1 } }),
						reads(state(2, 'Paused')),
						reads(state(4, 'Pending')),
						reads(STREAM),
					],
					gives: { id: ID, name: 'north', status: 'Running', status_id: 1, confirmed: true },
				},
				{ when: UNCONFIRMED, ...unconfirmed(patch({ status: { id: 1 } }), 422) },
			],
			row: each({ dataStreamId }, ['stream.updated'], { after }),
		},
		'dataStream update': {
			documented: 'PATCH /api/v2/data_stream/{dataStreamId} set single',
			stakes: 'access',
			cases: [
				{
					values: { dataStreamId: ID, destination: 'keep', name: 'south', removeFilters: true },
					requests: [patch({ name: 'south', filters: [] }), reads({ ...STREAM, name: 'south' })],
					gives: {
						id: ID,
						name: 'south',
						status: 'Running',
						status_id: 1,
						confirmed: true,
						updated: true,
					},
				},
				{
					when: 'with a new destination, which is sent as a whole',
					values: { dataStreamId: ID, destination: 'replace', ...rest },
					requests: [patch({ destination }), reads(STREAM)],
					gives: {
						id: ID,
						name: 'north',
						status: 'Running',
						status_id: 1,
						confirmed: true,
						updated: true,
					},
				},
				{
					when: UNCONFIRMED,
					...unconfirmed(patch({ name: 'south' }), 422, { destination: 'keep', name: 'south' }),
				},
			],
			row: each(
				{ dataStreamId, destination: 'keep', updateFields: { name: 'other' } },
				['stream.updated'],
				{ after },
			),
		},
	},
	routes: {
		'GET /api/v2/data_stream': { asked: {}, answers: { 200: eventsShapes.streamList } },
		'POST /api/v2/data_stream': {
			asked: {
				body: z
					.strictObject({
						...streamShape,
						data_stream_type: oneOf(1, 2),
						destination: destinationShape,
						filters: streamFilters.optional(),
					})
					.refine(
						({ data_stream_type: type, filters: own }) => own === undefined || type.id === 2,
						{
							error: 'filters are for events only',
						},
					),
			},
			answers: { 201: empty },
		},
		'GET /api/v2/data_stream/{streamId}': { asked: {}, answers: { 200: eventsShapes.stream } },
		'PATCH /api/v2/data_stream/{streamId}': {
			asked: {
				body: some(
					z.strictObject({
						...streamShape,
						data_stream_type: oneOf(1, 2).optional(),
						destination: destinationShape.optional(),
						filters: streamFilters.optional(),
						status: oneOf(1, 2).optional(),
					}),
				),
			},
			answers: { 202: empty },
		},
		'DELETE /api/v2/data_stream/{streamId}': { asked: {}, answers: { 202: empty } },
		'POST /api/v2/data_stream/{streamId}/restart': { asked: {}, answers: { 202: empty } },
	},
};
