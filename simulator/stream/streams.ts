import * as z from 'zod/v4';
import { type Simulation, isReference } from '../context';
import { first, jsonBody, readBody, reference } from '../http/body';
import { ApiError, conflict, notFound } from '../http/envelopes';
import { isObject, listRoute, ok, type Answer, type Call, type Route } from '../http/route';
import type { DataStream } from './entities';
import { settleStreams } from './pusher';

const TYPES = ['', 'Usage', 'Events'];
const STATUS = ['', 'Running', 'Paused', 'Error', 'Pending'];
const OTHERS = ['AwsKinesis', 'S3', 'KeenIO', 'Datadog', 'EventHubs', 'PubSub'] as const;
/** Milliseconds of the simulator's clock until what was accepted has happened. */
const WORK_MS = 100;
const ACCEPTED: Answer = { status: 202 };

const refused = (message: string) =>
	new ApiError(422, { error_code: 1400, error_token: 'InputValidationFailed', message });

const DESTINATION = 'destination needs connection_type and credentials';
const HEADERS = 'headers are texts of name:value';
const FILTERS = 'filters must be a list of objects';
const headers = z.array(z.string(HEADERS).regex(/^[^:]+:.+/, HEADERS), HEADERS).optional();
const form = z.string('format must be a string').optional().describe('Json');
/** An address of a public host, with TLS. */
const address = z
	.string('url must be https')
	.startsWith('https://', 'url must be https')
	.regex(/^(?!https:\/\/([\d.]+|\[[^\]]*\])(:\d+)?(\/|$))/, 'url must have a host name');
const target = z.discriminatedUnion(
	'connection_type',
	[
		z.looseObject({
			connection_type: z.literal('RestAPI'),
			format: form,
			credentials: z.looseObject(
				{
					url: address,
					method: z.enum(['POST', 'PUT', 'PATCH']).optional(),
					headers,
					size: z.int().min(1).max(10_000).optional(),
				},
				DESTINATION,
			),
		}),
		z.looseObject({
			connection_type: z.enum(OTHERS),
			format: form,
			credentials: z.looseObject({ headers }, DESTINATION),
		}),
	],
	DESTINATION,
);
const STREAM = {
	name: z.string('name must be a string').optional(),
	filters: z
		.array(z.looseObject({}, FILTERS), FILTERS)
		.nullish()
		.describe('{field, value} or {or: [...]}, for events'),
	relation_resolution: reference('relation_resolution.id must be an integer').optional(),
};
const CREATE = jsonBody({
	data_stream_type: reference('data_stream_type.id must be 1 or 2', { among: [1, 2] }),
	...STREAM,
	destination: target,
});
const UPDATE = jsonBody({
	...STREAM,
	destination: target.optional(),
	status: reference('status.id must be 1 or 2', { among: [1, 2] }).optional(),
});

const masked = (destination: Record<string, unknown>) => {
	const { credentials } = destination;
	const { headers, ...rest } = isObject(credentials) ? credentials : {};
	const hide = (header: unknown) => String(header).replace(/:.*/, ':****');
	return {
		...destination,
		credentials: { ...rest, ...(Array.isArray(headers) && { headers: headers.map(hide) }) },
	};
};

/** Data streams (public reference). */
export function dataStreamRoutes(sim: Simulation): Route[] {
	const shared = { tag: 'data stream', source: 'public reference' } as const;
	const streams = () => sim.store.streams;
	const settle = () => settleStreams(sim);
	const find = (call: Call): DataStream => {
		settle();
		const stream = streams().get(call.params.streamId ?? '');
		if (stream?.organisationId !== call.caller.organisationId)
			throw notFound('No such data stream', 1201);
		return stream;
	};
	const later = (stream: DataStream, statusId: number) => {
		stream.next = { statusId, at: sim.clock.now() + WORK_MS };
	};
	const format = (stream: DataStream) => ({
		id: stream.id,
		name: stream.name,
		data_stream_type: { id: stream.typeId, description: TYPES[stream.typeId] },
		destination: masked(stream.destination),
		filters: stream.filters,
		relation_resolution: { id: 1, description: 'Own' },
		status: {
			// Samples hold ids with a comma at their end.
			id: isReference(sim) ? stream.statusId : `${stream.statusId},`,
			description: STATUS[stream.statusId],
		},
	});
	/** Clients must not store again what was masked. */
	const tellMask = ({ credentials }: z.output<typeof target>) => {
		if (credentials.headers?.some((one) => one.includes('****')))
			sim.ledger.effect('stream.masked');
	};
	const described = (names: string[]) =>
		names.flatMap((description, id) => (description ? [{ id, description }] : []));
	const url = '/api/v2/data_stream';
	const list = (more: string, summary: string, answer: (call: Call) => unknown) =>
		listRoute(shared.tag, `${url}${more}`, summary, answer);
	return [
		list('/type', 'List types', () => described(TYPES)),
		list('/status', 'List statuses', () => described(STATUS)),
		list('/filter_field_type', 'List fields of filters', () => [
			{ id: 'event_type_id', description: 'Event type' },
			{ id: 'alert', description: 'Alert' },
		]),
		list('', 'List data streams', ({ caller }) => {
			settle();
			const own = [...streams().values()].filter(
				({ organisationId }) => organisationId === caller.organisationId,
			);
			// The newest schema draws one object, samples are lists.
			return isReference(sim) && own.length === 1 ? format(own[0]!) : own.map(format);
		}),
		{
			...shared,
			...{ method: 'GET', url: `${url}/:streamId`, summary: 'Get a data stream' },
			handle: (call) => ok(format(find(call))),
		},
		{
			...shared,
			...{ method: 'POST', url, summary: 'Create a data stream', secret: true },
			body: CREATE,
			handle: async (call) => {
				const body = readBody(CREATE, call.body, first(refused));
				const { destination, name = '' } = body;
				const typeId = body.data_stream_type.id;
				const filters = body.filters ?? [];
				if (typeId === 1 && filters.length > 0) throw refused('filters are for events');
				const serial = sim.store.nextId('stream');
				const id = (0xa0000000 + serial).toString(16);
				const stream: DataStream = {
					...{ id, organisationId: call.caller.organisationId, typeId, filters, statusId: 4 },
					...{ name, destination, next: null },
				};
				tellMask(destination);
				later(stream, 1);
				streams().set(id, stream);
				await sim.pusher.tryAddress(stream);
				sim.ledger.effect('stream.created', {}, { id });
				const headers = isReference(sim) ? undefined : { Location: `${url}/${id}` };
				return { status: 201, ...(headers && { headers }) };
			},
		},
		{
			...shared,
			...{
				method: 'PATCH',
				url: `${url}/:streamId`,
				summary: 'Change a data stream',
				secret: true,
			},
			body: UPDATE,
			handle: (call) => {
				const stream = find(call);
				const { status, ...changes } = readBody(UPDATE, call.body, first(refused));
				if (changes.destination) tellMask(changes.destination);
				stream.destination = changes.destination ?? stream.destination;
				stream.name = changes.name ?? stream.name;
				stream.filters = changes.filters ?? stream.filters;
				if (status) later(stream, status.id);
				sim.ledger.effect('stream.updated', {}, { id: stream.id });
				return ACCEPTED;
			},
		},
		{
			...shared,
			...{ method: 'POST', url: `${url}/:streamId/restart`, summary: 'Restart a data stream' },
			handle: (call) => {
				const stream = find(call);
				if (stream.statusId !== 3) throw conflict('Only a stream in error can be restarted');
				later(stream, 1);
				sim.ledger.effect('stream.restarted', {}, { id: stream.id });
				return ACCEPTED;
			},
		},
		{
			...shared,
			...{ method: 'DELETE', url: `${url}/:streamId`, summary: 'Delete a data stream' },
			handle: (call) => {
				const stream = find(call);
				later(stream, 0);
				sim.ledger.effect('stream.deleted', {}, { id: stream.id });
				return ACCEPTED;
			},
		},
	];
}
