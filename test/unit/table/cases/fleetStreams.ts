import { type Case, caseOf, type Expected } from './case';

/* Data streams. */

const all = { returnAll: true, simplify: true };
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
const state = (id: unknown, description: string) => ({ ...STREAM, status: { id, description } });
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

export const fleetStreams: Case[] = [
	...[
		{ when: 'with a list as the answer', answer: [STREAM] },
		{ when: 'with one object as the answer', answer: STREAM },
	].map(({ when, answer }) =>
		caseOf('dataStream getAll', when, {
			values: all,
			requests: { request: `GET ${path}`, answer },
			gives: [SIMPLE],
			errors: [400, 403, 404],
		}),
	),
	caseOf('dataStream get', {
		values: { dataStreamId: ID, simplify: false },
		requests: [reads(STREAM)],
		gives: { ...STREAM, status: { id: 1, description: 'Running' } },
		errors: [403, 404],
	}),
	caseOf('dataStream create', {
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
	}),
	caseOf('dataStream create', 'without a Location, found as the new stream in the list', {
		values: newStream,
		requests: [
			{ request: `GET ${path}`, answer: [{ ...STREAM, id: 'old' }] },
			create,
			{ request: `GET ${path}`, answer: [{ ...STREAM, id: 'old' }, STREAM] },
		],
		gives: { ...SIMPLE, created: true },
	}),
	caseOf('dataStream create', 'with an S3 destination', {
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
	}),
	caseOf('dataStream update', {
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
	}),
	caseOf('dataStream update', 'with a new destination, which is sent as a whole', {
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
	}),
	caseOf('dataStream pause', {
		values: { dataStreamId: ID },
		requests: [
			patch({ status: { id: 2 } }),
			reads(state(1, 'Running')),
			reads('', 502),
			reads(state('2,', 'Paused')),
		],
		gives: { id: ID, name: 'north', status: 'Paused', status_id: 2, confirmed: true },
	}),
	caseOf('dataStream resume', {
		values: { dataStreamId: ID },
		requests: [
			patch({ status: { id: 1 } }),
			reads(state(2, 'Paused')),
			reads(state(4, 'Pending')),
			reads(STREAM),
		],
		gives: { id: ID, name: 'north', status: 'Running', status_id: 1, confirmed: true },
	}),
	caseOf('dataStream restart', {
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
	}),
	caseOf('dataStream delete', {
		values: { dataStreamId: ID },
		requests: [
			{ request: `DELETE ${path}/${ID}`, status: 202 },
			reads(STREAM),
			reads({ message: 'none' }, 404),
		],
		gives: { id: ID, deleted: true, confirmed: true },
	}),
	...(['update', 'pause', 'resume', 'restart', 'delete'] as const).map((name): Case => {
		const isUpdate = name === 'update' ? { destination: 'keep', name: 'south' } : {};
		const requests: Record<typeof name, Expected> = {
			update: patch({ name: 'south' }),
			pause: patch({ status: { id: 2 } }),
			resume: patch({ status: { id: 1 } }),
			restart: { request: `POST ${path}/${ID}/restart`, status: 202 },
			delete: { request: `DELETE ${path}/${ID}`, status: 202 },
		};
		const last = name === 'restart' || name === 'delete' ? 409 : 422;
		return caseOf(`dataStream ${name}`, 'accepted, but not confirmed by reading', {
			values: { dataStreamId: ID, ...isUpdate },
			requests: [requests[name]],
			gives: expect.objectContaining({ id: ID, confirmed: false }),
			errors: [403, 404, last],
		});
	}),
];
