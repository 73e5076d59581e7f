import { type Call, type Json, operationsWith } from '../../define';
import * as f from '../../fields';
import { creation, textIdIn } from '../../made';
import { changesSomething, rule } from '../../rules';
import {
	dataStreamId,
	destinationFields,
	filterFields,
	filtersOf,
	stream,
} from './dataStreamFields';
import { confirmed, hasStatus, readStream, readStreams } from './dataStreamRead';

/* Data streams. Source: public reference. */

const define = operationsWith({ resource: 'dataStream', lane: 'single', errors: [403, 404, 422] });

/** The request body of a stream; its destination is always written in full. */
function streamBody(fields: Json, input: Parameters<typeof filtersOf>[0]): Json {
	const { destination } = fields;
	const filters = filtersOf(input);
	return {
		...fields,
		...(destination !== undefined && { destination: { format: 'Json', ...(destination as Json) } }),
		...(filters && { filters }),
	};
}

const streams = creation<{ name: string }>({
	things: 'data streams',
	entries: readStreams,
	isLike: ({ name }, wanted) => name === wanted.name,
	idOf: textIdIn('data_stream'),
});

export const createDataStream = define({
	name: 'create',
	action: 'Create data stream',
	stakes: 'access',
	description: 'Push usage records or events to a destination from now on; the past is not sent',
	request: 'POST /api/v2/data_stream',
	effect: 'act',
	done: 'the stream was created',
	success: [200, 201],
	notice:
		'The receiver should be running: the service may call it at once. A second stream to it doubles every delivery.',
	fields: {
		name: f.nameOf('Name of the stream'),
		streamType: f.body.choice(
			'data_stream_type.id',
			{ label: 'Type', hint: 'What it sends', default: 2 },
			{ Events: 2, Usage: 1 },
		),
		...destinationFields(),
		...f.inGroup('options', {
			...filterFields,
			relation: f.narrowing(
				f.body.choice(
					'relation_resolution.id',
					{ label: 'Records Of', hint: 'Whose records it sends', default: 1 },
					{ 'Own Organisation': 1, 'Own Organisation and Children': 3 },
				),
			),
		}),
		...f.single,
	},
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
	body: streamBody,
	readBack: streams.readBack,
	run: async (call, input) => {
		const { id, entry } = await streams.make(call, input);
		const isToRead = entry === undefined && id !== undefined;
		// The stream is created, whether or not it can be read.
		const own = isToRead ? await readStream(call, String(id)).catch(() => undefined) : entry;
		if (!own) return { ...(id !== undefined && { id }), name: input.name, created: true };
		return { ...(input.simplify ? stream.simple(own) : own), created: true };
	},
});

export const updateDataStream = define({
	name: 'update',
	action: 'Update data stream',
	stakes: 'access',
	description: 'Change the name, the filters or the destination of a data stream',
	request: 'PATCH /api/v2/data_stream/{dataStreamId}',
	effect: 'set',
	fields: {
		dataStreamId,
		destination: f.choice(
			{
				label: 'Destination Settings',
				hint: 'They are replaced as a whole: what the service shows of them is masked',
				default: 'keep',
			},
			{ Keep: 'keep', Replace: 'replace' },
		),
		...destinationFields({ destination: ['replace'] }),
		...f.inGroup('updateFields', {
			name: f.body.text('name', { label: 'Name', hint: 'Name of the stream' }),
			...filterFields,
			removeFilters: f.flag({
				label: 'Remove Filters',
				hint: 'Whether to remove all filters, so that every event is sent',
			}),
		}),
	},
	rules: [
		changesSomething(
			(input) =>
				input.destination !== 'keep' ||
				input.name !== undefined ||
				input.removeFilters === true ||
				filtersOf(input) !== undefined,
		),
	],
	body: ({ name, ...fields }, input) => ({
		...streamBody({ ...(name !== undefined && { name }), ...fields }, input),
		...(input.removeFilters && { filters: [] }),
	}),
	run: async (call, input) => {
		await call.own(input);
		const isSo = (found: Json | undefined) =>
			found !== undefined && (input.name === undefined || found.name === input.name);
		return { ...(await confirmed(call, input.dataStreamId, isSo)), updated: true };
	},
});

/** Sets the status and reads the stream until it has it. */
const toStatus = (status: number) => ({
	request: 'PATCH /api/v2/data_stream/{dataStreamId}',
	effect: 'set' as const,
	fields: { dataStreamId },
	body: () => ({ status: { id: status } }),
	run: async (call: Call, input: { dataStreamId: string }): Promise<Json> => {
		await call.own(input);
		return await confirmed(call, input.dataStreamId, hasStatus(status));
	},
});

export const pauseDataStream = define({
	name: 'pause',
	action: 'Pause data stream',
	stakes: 'access',
	description:
		'Pause a data stream; its records are kept for up to 7 days and sent when it resumes',
	...toStatus(2),
	notice: 'Records older than 7 days are lost while it is paused.',
});

export const resumeDataStream = define({
	name: 'resume',
	action: 'Resume data stream',
	description: 'Resume a paused data stream; the records it kept are sent first, in a burst',
	...toStatus(1),
});

export const restartDataStream = define({
	name: 'restart',
	action: 'Restart data stream',
	description: 'Restart a data stream that is in error; with a wrong configuration it fails again',
	request: 'POST /api/v2/data_stream/{dataStreamId}/restart',
	effect: 'act',
	done: 'the stream was restarted',
	success: [202],
	errors: [403, 404, 409],
	explains: {
		409: 'The state of the stream does not allow a restart: only one in error needs it.',
	},
	fields: { dataStreamId },
	run: async (call, input) => {
		await call.own(input);
		return { ...(await confirmed(call, input.dataStreamId, hasStatus(1))), restarted: true };
	},
});

export const deleteDataStream = define({
	name: 'delete',
	action: 'Delete data stream',
	stakes: 'final',
	description: 'Delete a data stream; records that were kept for it are not sent any more',
	request: 'DELETE /api/v2/data_stream/{dataStreamId}',
	notice: 'This cannot be undone, and a new stream does not send the past.',
	errors: [403, 404, 409],
	explains: { 409: 'The state of the stream does not allow it: pause it first.' },
	fields: { dataStreamId },
	run: async (call, input) => {
		const { dataStreamId: id } = input;
		await call.own(input);
		const { confirmed: gone } = await confirmed(call, id, (found) => found === undefined);
		return { id, deleted: true, confirmed: gone };
	},
});
