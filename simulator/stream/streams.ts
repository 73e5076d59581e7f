import { type Simulation, isReference } from '../context';
import { ApiError, conflict, notFound } from '../http/envelopes';
import { isObject, objectBody, ok, type Answer, type Call, type Route, idOf } from '../http/route';
import type { DataStream } from './entities';
import { settleStreams } from './pusher';

const TYPES = ['', 'Usage', 'Events'];
const STATUS = ['', 'Running', 'Paused', 'Error', 'Pending'];
const CONNECTIONS = ['RestAPI', 'AwsKinesis', 'S3', 'KeenIO', 'Datadog', 'EventHubs', 'PubSub'];
/** Milliseconds of the simulator's clock until what was accepted has happened. */
const WORK_MS = 100;
const ACCEPTED: Answer = { status: 202 };

const refused = (message: string) =>
	new ApiError(422, { error_code: 1400, error_token: 'InputValidationFailed', message });

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
	const destinationOf = (value: unknown): Record<string, unknown> => {
		const { connection_type: type, credentials } = isObject(value) ? value : {};
		if (!isObject(value) || !CONNECTIONS.includes(String(type)) || !isObject(credentials))
			throw refused('destination needs connection_type and credentials');
		const { url, headers = [] } = credentials;
		if (type === 'RestAPI' && !String(url).startsWith('https://'))
			throw refused('url must be https');
		if (type === 'RestAPI' && /^https:\/\/([\d.]+|\[[^\]]*\])(:\d+)?(\/|$)/.test(String(url)))
			throw refused('url must have a host name');
		if (!Array.isArray(headers) || !headers.every((one) => /^[^:]+:.+/.test(String(one))))
			throw refused('headers are texts of name:value');
		if (headers.some((one) => String(one).includes('****'))) sim.ledger.effect('stream.masked');
		return value;
	};
	const described = (names: string[]) =>
		names.flatMap((description, id) => (description ? [{ id, description }] : []));
	const url = '/api/v2/data_stream';
	const list = (more: string, summary: string, answer: () => unknown): Route => ({
		...shared,
		...{ method: 'GET', url: `${url}${more}`, summary, list: true },
		handle: () => ok(answer()),
	});
	return [
		list('/type', 'List types', () => described(TYPES)),
		list('/status', 'List statuses', () => described(STATUS)),
		list('/filter_field_type', 'List fields of filters', () => [
			{ id: 'event_type_id', description: 'Event type' },
			{ id: 'alert', description: 'Alert' },
		]),
		{
			...shared,
			...{ method: 'GET', url, summary: 'List data streams', list: true },
			handle: ({ caller }) => {
				settle();
				const own = [...streams().values()].filter(
					({ organisationId }) => organisationId === caller.organisationId,
				);
				// The newest schema draws one object, samples are lists.
				return ok(isReference(sim) && own.length === 1 ? format(own[0]!) : own.map(format));
			},
		},
		{
			...shared,
			...{ method: 'GET', url: `${url}/:streamId`, summary: 'Get a data stream' },
			handle: (call) => ok(format(find(call))),
		},
		{
			...shared,
			...{ method: 'POST', url, summary: 'Create a data stream', secret: true },
			handle: async (call) => {
				const body = objectBody(call);
				const typeId = idOf(body.data_stream_type) ?? 0;
				if (typeId !== 1 && typeId !== 2) throw refused('data_stream_type.id must be 1 or 2');
				const filters = (body.filters ?? []) as unknown[];
				if (typeId === 1 && filters.length > 0) throw refused('filters are for events');
				const serial = sim.store.nextId('stream');
				const id = (0xa0000000 + serial).toString(16);
				const stream: DataStream = {
					...{ id, organisationId: call.caller.organisationId, typeId, filters, statusId: 4 },
					...{ name: String(body.name ?? ''), destination: destinationOf(body.destination) },
					next: null,
				};
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
			handle: (call) => {
				const stream = find(call);
				const { name, filters, destination, status } = objectBody(call);
				if (destination !== undefined) stream.destination = destinationOf(destination);
				if (typeof name === 'string') stream.name = name;
				if (Array.isArray(filters)) stream.filters = filters;
				const statusId = idOf(status);
				if (status !== undefined && statusId !== 1 && statusId !== 2)
					throw refused('status.id must be 1 or 2');
				if (statusId !== undefined) later(stream, statusId);
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
