import { type Call, type Json, defineOperation } from './define';
import {
	confirmed,
	dataStreamId,
	destinationFields,
	filterFields,
	filtersOf,
	hasStatus,
	pathOf,
	readStream,
	stream,
} from './dataStreamFields';
import * as f from './fields';
import { at, flatList, everyOf, listOrOne, many, one, oneOf } from './reading';
import { wirePart } from './request';
import { rule } from './rules';

/* Data streams. Source: public reference. */

const shared = { resource: 'dataStream', source: 'public reference' } as const;
const reads = { ...shared, effect: 'read' } as const;
const changes = { ...shared, effect: 'set', lane: 'single', errors: [403, 404, 422] } as const;

export const getAllDataStreams = defineOperation({
	...reads,
	name: 'getAll',
	action: 'Get many data streams',
	description: 'List the data streams with their destinations and states',
	request: 'GET /api/v2/data_stream',
	lane: 'list',
	errors: [400, 403, 404],
	fields: many,
	result: everyOf(stream),
});

export const getDataStream = defineOperation({
	...reads,
	name: 'get',
	action: 'Get a data stream',
	description: 'Read one data stream and its state; its headers come masked',
	request: 'GET /api/v2/data_stream/{dataStreamId}',
	lane: 'single',
	errors: [403, 404],
	fields: { dataStreamId, ...one },
	result: oneOf(stream),
});

const createFields = {
	name: f.body(
		'name',
		f.text(
			{ label: 'Name', hint: 'Name of the stream' },
			'must not be empty',
			(v) => v.trim() !== '',
		),
	),
	streamType: f.body(
		'data_stream_type.id',
		f.choice({ label: 'Type', hint: 'What it sends', default: 2 }, [
			{ name: 'Events', value: 2 },
			{ name: 'Usage', value: 1 },
		]),
	),
	...destinationFields(),
	...f.inGroup('additionalFields', {
		...filterFields,
		relation: f.body(
			'relation_resolution.id',
			f.choice({ label: 'Records Of', hint: 'Whose records it sends', default: 1 }, [
				{ name: 'Own Organisation', value: 1 },
				{ name: 'Own Organisation and Children', value: 3 },
			]),
		),
	}),
	...one,
};

const list = async (call: Call): Promise<Json[]> => {
	const request = { method: 'GET', path: '/api/v2/data_stream', effect: 'read' } as const;
	return listOrOne(await call.send({ ...request, lane: 'list' })).map(stream.read);
};

export const createDataStream = defineOperation({
	...shared,
	name: 'create',
	action: 'Create a data stream',
	description: 'Push usage records or events to a destination from now on; the past is not sent',
	request: 'POST /api/v2/data_stream',
	effect: 'act',
	done: 'the stream was created',
	success: [200, 201],
	lane: 'single',
	notice:
		'The receiver should be up: it may be tried at once. A second stream to it doubles every delivery.',
	errors: [403, 404, 422],
	fields: createFields,
	rules: [
		rule('filters are for streams of events', (input) =>
			input.streamType === 1 && filtersOf(input) !== undefined
				? {
						field: input.alertsOnly ? 'alertsOnly' : 'eventTypeIds',
						rule: 'is only for streams of events',
					}
				: undefined,
		),
	],
	run: async (call, input) =>
		await call.exclusively('data streams', async () => {
			const before = new Set((await list(call)).map(({ id }) => id));
			const wire = wirePart({ fields: createFields }, input, 'body');
			const destination = { format: 'Json', ...(wire.destination as Json) };
			const filters = filtersOf(input);
			const body = { ...wire, destination, ...(filters && { filters }) };
			/** Those of this name that were not there before. */
			const made = async () =>
				(await list(call)).filter(({ id, name }) => !before.has(id) && name === input.name);
			const id = await call.verified<string | undefined>({
				key: 'dataStream',
				send: async () => {
					const answer = await call.send({ method: 'POST', path: '/api/v2/data_stream', body });
					const own = at(answer.body, 'id');
					if (own !== undefined) return String(own);
					const last = /\/([\w-]+)\/?$/.exec(answer.headers.location ?? '')?.[1];
					return last === 'data_stream' ? undefined : last;
				},
				idsOf: () => [],
				readBack: async () => {
					const found = await made();
					if (found.length === 0) return 'notDone';
					return found.length === 1 ? { done: String(found[0]!.id) } : 'unclear';
				},
			});
			// The answer is empty and may name no id.
			const reading = id === undefined ? made().then((all) => all.at(-1)) : readStream(call, id);
			// It is created, whether or not it can be read.
			const own = await reading.catch(() => undefined);
			if (!own) return { ...(id !== undefined && { id }), name: input.name, created: true };
			return { ...(input.simplify ? stream.simple(own) : own), created: true };
		}),
});

const replaced = { destination: ['replace'] };
const updateFields = {
	dataStreamId,
	destination: f.choice(
		{
			label: 'Destination Settings',
			hint: 'They are replaced as a whole: what the service shows of them is masked',
			default: 'keep',
		},
		[
			{ name: 'Keep', value: 'keep' },
			{ name: 'Replace', value: 'replace' },
		],
	),
	...destinationFields(replaced),
	...f.inGroup('updateFields', {
		name: f.body('name', f.text({ label: 'Name', hint: 'Name of the stream' })),
		...filterFields,
		removeFilters: f.flag({
			label: 'Remove Filters',
			hint: 'Whether to remove all filters, so that every event is sent',
		}),
	}),
};

export const updateDataStream = defineOperation({
	...changes,
	name: 'update',
	action: 'Update a data stream',
	description: 'Change the name, the filters or the destination of a data stream',
	request: 'PATCH /api/v2/data_stream/{dataStreamId}',
	fields: updateFields,
	rules: [
		rule('at least one field is changed', (input) =>
			input.destination === 'keep' &&
			input.name === undefined &&
			!input.removeFilters &&
			filtersOf(input) === undefined
				? { field: 'updateFields', rule: 'must hold at least one field to change' }
				: undefined,
		),
	],
	run: async (call, input) => {
		const wire = wirePart({ fields: updateFields }, input, 'body');
		const destination = input.destination === 'replace' && {
			destination: { format: 'Json', ...(wire.destination as Json) },
		};
		const filters = input.removeFilters ? [] : filtersOf(input);
		const body = {
			...(input.name !== undefined && { name: input.name }),
			...destination,
			...(filters && { filters }),
		};
		await call.send({ method: 'PATCH', path: pathOf(input.dataStreamId), body });
		const isSo = (found: Json | undefined) =>
			found !== undefined && (input.name === undefined || found.name === input.name);
		return { ...(await confirmed(call, input.dataStreamId, isSo)), updated: true };
	},
});

/** Sets the status and reads it again until it is so. */
const setStatus = async (call: Call, id: string, status: number): Promise<Json> => {
	await call.send({ method: 'PATCH', path: pathOf(id), body: { status: { id: status } } });
	return await confirmed(call, id, hasStatus(status));
};

export const pauseDataStream = defineOperation({
	...changes,
	name: 'pause',
	action: 'Pause a data stream',
	description: 'Hold a data stream; its records are kept for up to 7 days and sent on resuming',
	request: 'PATCH /api/v2/data_stream/{dataStreamId}',
	notice: 'Records older than 7 days are lost while it is paused.',
	fields: { dataStreamId },
	run: async (call, { dataStreamId: id }) => await setStatus(call, id, 2),
});

export const resumeDataStream = defineOperation({
	...changes,
	name: 'resume',
	action: 'Resume a data stream',
	description: 'Let a paused data stream go on; what was kept comes first, in a burst',
	request: 'PATCH /api/v2/data_stream/{dataStreamId}',
	fields: { dataStreamId },
	run: async (call, { dataStreamId: id }) => await setStatus(call, id, 1),
});

export const restartDataStream = defineOperation({
	...shared,
	name: 'restart',
	action: 'Restart a data stream',
	description: 'Start a data stream in error again; with a wrong configuration it fails again',
	request: 'POST /api/v2/data_stream/{dataStreamId}/restart',
	effect: 'act',
	done: 'the stream was restarted',
	success: [202],
	lane: 'single',
	errors: [403, 404, 409],
	explains: {
		409: 'The state of the stream does not allow a restart: only one in error needs it.',
	},
	fields: { dataStreamId },
	run: async (call, { dataStreamId: id }) => {
		await call.send({ method: 'POST', path: pathOf(id, '/restart') });
		return { ...(await confirmed(call, id, hasStatus(1))), restarted: true };
	},
});

export const deleteDataStream = defineOperation({
	...shared,
	name: 'delete',
	action: 'Delete a data stream',
	description: 'Delete a data stream; records that were kept for it are not sent any more',
	request: 'DELETE /api/v2/data_stream/{dataStreamId}',
	effect: 'set',
	lane: 'single',
	notice: 'This cannot be undone, and a new stream does not send the past.',
	errors: [403, 404, 409],
	explains: { 409: 'The state of the stream does not allow it: pause it first.' },
	fields: { dataStreamId },
	run: async (call, { dataStreamId: id }) => {
		await call.send({ method: 'DELETE', path: pathOf(id) });
		const { confirmed: gone } = await confirmed(call, id, (found) => found === undefined);
		return { id, deleted: true, confirmed: gone };
	},
});

const lists = { ...reads, lane: 'list', errors: [403], ...flatList } as const;

export const getDataStreamTypes = defineOperation({
	...lists,
	name: 'getTypes',
	action: 'Get the types of data streams',
	description: 'List what a data stream can send',
	request: 'GET /api/v2/data_stream/type',
});

export const getDataStreamStatuses = defineOperation({
	...lists,
	name: 'getStatuses',
	action: 'Get the statuses of data streams',
	description: 'List the statuses a data stream can have',
	request: 'GET /api/v2/data_stream/status',
});

export const getDataStreamFilterFields = defineOperation({
	...lists,
	name: 'getFilterFields',
	action: 'Get the filter fields of data streams',
	description: 'List what the events of a data stream can be filtered by',
	request: 'GET /api/v2/data_stream/filter_field_type',
});
