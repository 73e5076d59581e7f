import * as z from 'zod/v4';
import { type Simulation, isReferenceGeneration } from '../context';
import { firstProblem, jsonBody, readBody, reference } from '../http/body';
import { ApiError, conflict, notFound } from '../http/envelopes';
import {
	isObject,
	listRoute,
	ok,
	type ApiAnswer,
	type ApiCall,
	type Route,
	routesOf,
} from '../http/route';
import type { DataStream } from './entities';
import { settleStreams } from './pusher';

const STREAM_TYPES = ['', 'Usage', 'Events'];
const STREAM_STATUSES = ['', 'Running', 'Paused', 'Error', 'Pending'];
const OTHER_DESTINATIONS = [
	'AwsKinesis',
	'S3',
	'KeenIO',
	'Datadog',
	'EventHubs',
	'PubSub',
] as const;
/** Delay of an accepted change, in milliseconds of the simulator's clock. */
const CHANGE_DELAY_MS = 100;
const ACCEPTED: ApiAnswer = { status: 202 };

const invalidStream = (message: string) =>
	new ApiError(422, { error_code: 1400, error_token: 'InputValidationFailed', message });

const DESTINATION = 'destination needs connection_type and credentials';
const HEADERS = 'headers are texts of name:value';
const RELATIONS: Record<number, string> = { 1: 'Own', 3: 'Both' };
const FILTERS = 'filters must be a list of objects';
const headerLines = z.array(z.string(HEADERS).regex(/^[^:]+:.+/, HEADERS), HEADERS).optional();
const formatText = z.string('format must be a string').optional().describe('Json');
/** An `https` address of a public host. */
const pushUrl = z
	.string('url must be https')
	.startsWith('https://', 'url must be https')
	.regex(/^(?!https:\/\/([\d.]+|\[[^\]]*\])(:\d+)?(\/|$))/, 'url must have a host name');
const target = z.discriminatedUnion(
	'connection_type',
	[
		z.looseObject({
			connection_type: z.literal('RestAPI'),
			format: formatText,
			credentials: z.looseObject(
				{
					url: pushUrl,
					method: z.enum(['POST', 'PUT', 'PATCH']).optional(),
					headers: headerLines,
					size: z.int().min(1).max(10_000).optional(),
				},
				DESTINATION,
			),
		}),
		z.looseObject({
			connection_type: z.enum(OTHER_DESTINATIONS),
			format: formatText,
			credentials: z.looseObject({ headers: headerLines }, DESTINATION),
		}),
	],
	DESTINATION,
);
const STREAM_FIELDS = {
	name: z.string('name must be a string').optional(),
	filters: z
		.array(z.looseObject({}, FILTERS), FILTERS)
		.nullish()
		.describe('{field, value} or {or: [...]}, for events'),
	relation_resolution: reference('relation_resolution.id must be 1 or 3', {
		among: [1, 3],
	}).optional(),
};
const NEW_STREAM = jsonBody({
	data_stream_type: reference('data_stream_type.id must be 1 or 2', { among: [1, 2] }),
	...STREAM_FIELDS,
	destination: target,
});
const STREAM_CHANGE = jsonBody({
	...STREAM_FIELDS,
	destination: target.optional(),
	status: reference('status.id must be 1 or 2', { among: [1, 2] }).optional(),
});

/** Masks only the key of a connection string. */
const hideKey = (connection: unknown) =>
	String(connection).replace(/(SharedAccessKey=)[^;]*/g, '$1****');

const masked = (destination: Record<string, unknown>) => {
	const { credentials } = destination;
	const {
		headers,
		connection_string: connection,
		...rest
	} = isObject(credentials) ? credentials : {};
	const hide = (header: unknown) => String(header).replace(/:.*/, ':****');
	return {
		...destination,
		credentials: {
			...rest,
			...(Array.isArray(headers) && { headers: headers.map(hide) }),
			...(connection !== undefined && { connection_string: hideKey(connection) }),
		},
	};
};

/** A filter as the schema has it: a list of strings. */
function withTexts(filter: unknown): unknown {
	if (!isObject(filter)) return filter;
	if (Array.isArray(filter.or)) return { or: filter.or.map(withTexts) };
	const values: unknown[] = Array.isArray(filter.value) ? filter.value : [filter.value];
	return { ...filter, value: values.map(String) };
}

/** Data streams (public reference). */
export function dataStreamRoutes(sim: Simulation): Route[] {
	const route = routesOf({ tag: 'data stream' });
	const streams = () => sim.store.streams;
	const settle = () => settleStreams(sim);
	const find = (call: ApiCall): DataStream => {
		settle();
		const stream = streams().get(call.params.streamId ?? '');
		if (stream?.organisationId !== call.caller.organisationId)
			throw notFound('No such data stream', 1201);
		return stream;
	};
	const later = (stream: DataStream, statusId: number) => {
		stream.next = { statusId, at: sim.clock.now() + CHANGE_DELAY_MS };
	};
	const format = (stream: DataStream) => ({
		id: stream.id,
		name: stream.name,
		data_stream_type: { id: stream.typeId, description: STREAM_TYPES[stream.typeId] },
		destination: masked(stream.destination),
		filters: isReferenceGeneration(sim) ? stream.filters.map(withTexts) : stream.filters,
		relation_resolution: { id: stream.relationId, description: RELATIONS[stream.relationId] },
		status: {
			// Samples contain ids with a trailing comma.
			id: isReferenceGeneration(sim) ? stream.statusId : `${stream.statusId},`,
			description: STREAM_STATUSES[stream.statusId],
		},
	});
	/** Clients must not send masked values back. */
	const tellMask = ({ credentials }: z.output<typeof target>) => {
		if (credentials.headers?.some((header) => header.includes('****')))
			sim.ledger.effect('stream.masked');
	};
	const described = (names: string[]) =>
		names.flatMap((description, id) => (description ? [{ id, description }] : []));
	const url = '/api/v2/data_stream';
	const list = (more: string, summary: string, answer: (call: ApiCall) => unknown) =>
		listRoute('data stream', `${url}${more}`, summary, answer);
	return [
		list('/type', 'List types', () => described(STREAM_TYPES)),
		list('/status', 'List statuses', () => described(STREAM_STATUSES)),
		list('/filter_field_type', 'List fields of filters', () => [
			{ id: 'event_type_id', description: 'Event type' },
			{ id: 'alert', description: 'Alert' },
		]),
		list('', 'List data streams', ({ caller }) => {
			settle();
			const own = [...streams().values()].filter(
				({ organisationId }) => organisationId === caller.organisationId,
			);
			// The newest schema shows one object; samples are lists.
			return isReferenceGeneration(sim) && own.length === 1 ? format(own[0]!) : own.map(format);
		}),
		route(`GET ${url}/:streamId`, 'Get a data stream', (call) => ok(format(find(call)))),
		route(
			`POST ${url}`,
			{ summary: 'Create a data stream', secret: true, body: NEW_STREAM },
			async (call) => {
				const body = readBody(NEW_STREAM, call.body, firstProblem(invalidStream));
				const { destination, name = '' } = body;
				const typeId = body.data_stream_type.id;
				const filters = body.filters ?? [];
				if (typeId === 1 && filters.length > 0) throw invalidStream('filters are for events');
				const serial = sim.store.nextId('stream');
				const id = (0xa0000000 + serial).toString(16);
				const stream: DataStream = {
					id,
					organisationId: call.caller.organisationId,
					typeId,
					filters,
					statusId: 4,
					name,
					destination,
					next: null,
					relationId: body.relation_resolution?.id ?? 1,
				};
				tellMask(destination);
				later(stream, 1);
				streams().set(id, stream);
				await sim.pusher.tryAddress(stream);
				sim.ledger.effect('stream.created', {}, { id });
				const location = isReferenceGeneration(sim) ? undefined : { Location: `${url}/${id}` };
				return { status: 201, ...(location && { headers: location }) };
			},
		),
		route(
			`PATCH ${url}/:streamId`,
			{ summary: 'Change a data stream', secret: true, body: STREAM_CHANGE },
			(call) => {
				const stream = find(call);
				const { status, ...changes } = readBody(
					STREAM_CHANGE,
					call.body,
					firstProblem(invalidStream),
				);
				if (changes.destination) tellMask(changes.destination);
				stream.destination = changes.destination ?? stream.destination;
				stream.name = changes.name ?? stream.name;
				stream.filters = changes.filters ?? stream.filters;
				stream.relationId = changes.relation_resolution?.id ?? stream.relationId;
				if (status) later(stream, status.id);
				sim.ledger.effect('stream.updated', {}, { id: stream.id });
				return ACCEPTED;
			},
		),
		route(`POST ${url}/:streamId/restart`, 'Restart a data stream', (call) => {
			const stream = find(call);
			if (stream.statusId !== 3) throw conflict('Only a stream in error can be restarted');
			later(stream, 1);
			sim.ledger.effect('stream.restarted', {}, { id: stream.id });
			return ACCEPTED;
		}),
		route(`DELETE ${url}/:streamId`, 'Delete a data stream', (call) => {
			const stream = find(call);
			later(stream, 0);
			sim.ledger.effect('stream.deleted', {}, { id: stream.id });
			return ACCEPTED;
		}),
	];
}
