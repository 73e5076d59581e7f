import { DataStreamStatus } from '../../../fleet/statuses';
import { type Call, type Json, operationsWith } from '../../define';
import { at, defineLookup, listOrOne, readsList, readsOne, unlessRefused } from '../../reading';
import { wholeAnswer } from '../../whole';
import { dataStreamId, stream } from './dataStreamFields';

/* Data streams as they are read. Source: public reference. */

const define = operationsWith({ resource: 'dataStream' });

export const getAllDataStreams = define({
	name: 'getAll',
	action: 'Get many data streams',
	description: 'List the data streams with their destinations and states',
	request: 'GET /api/v2/data_stream',
	...readsList(stream),
	errors: [400, 403, 404],
});

export const getDataStream = define({
	name: 'get',
	action: 'Get data stream',
	description: 'Read one data stream and its state; its headers are masked',
	request: 'GET /api/v2/data_stream/{dataStreamId}',
	...readsOne(stream, { dataStreamId }),
});

export const getDataStreamTypes = defineLookup({
	name: 'dataStreamTypes',
	action: 'Get data stream types',
	description: 'List what a data stream can send',
	request: 'GET /api/v2/data_stream/type',
});

export const getDataStreamStatuses = defineLookup({
	name: 'dataStreamStatuses',
	action: 'Get data stream statuses',
	description: 'List the statuses a data stream can have',
	request: 'GET /api/v2/data_stream/status',
});

export const getDataStreamFilterFields = defineLookup({
	name: 'dataStreamFilterFields',
	action: 'Get data stream filter fields',
	description: 'List what the events of a data stream can be filtered by',
	request: 'GET /api/v2/data_stream/filter_field_type',
});

/** All streams as they are now. @throws IncompleteListError */
export async function readStreams(call: Call): Promise<Json[]> {
	const answer = await call.other(getAllDataStreams, {});
	return wholeAnswer(answer, listOrOne(answer), 'data streams').map(stream.read);
}

/** Seconds between two reads while the service carries out what it accepted. */
const WAITS_S = [0.2, 1, 2, 3, 5, 5, 5, 5, 5];
const STREAM_STATUS_NAMES: Record<number, string> = {
	[DataStreamStatus.Running]: 'Running',
	[DataStreamStatus.Paused]: 'Paused',
	[DataStreamStatus.Error]: 'Error',
	[DataStreamStatus.Pending]: 'Pending',
};

/** The stream as it is now; undefined when it is not there. */
export async function readStream(call: Call, id: string): Promise<Json | undefined> {
	const answer = await unlessRefused(call.other(getDataStream, { dataStreamId: id }), 404);
	const [found] = answer ? listOrOne(answer) : [];
	return found && stream.read(found);
}

/**
 * Reads a stream until it is as wanted: 202 says that a change was accepted, not that it was made.
 * `confirmed` is false when it is not as wanted after half a minute, or when the stream fails.
 */
export async function confirmed(
	call: Call,
	id: string,
	isDone: (found: Json | undefined) => boolean,
): Promise<Json> {
	let found: Json | undefined;
	let isSo = false;
	for (const seconds of WAITS_S) {
		await call.wait(seconds * 1000);
		try {
			found = await readStream(call, id);
		} catch {
			// The change was accepted; a failed read only leaves it unconfirmed.
			continue;
		}
		isSo = isDone(found);
		if (isSo || at(found, 'status.id') === DataStreamStatus.Error) break;
	}
	const status = at(found, 'status.id');
	return {
		id,
		name: found?.name ?? null,
		status: STREAM_STATUS_NAMES[Number(status)] ?? at(found, 'status.description') ?? null,
		status_id: status ?? null,
		confirmed: isSo,
	};
}

export const hasStatus = (status: number) => (found: Json | undefined) =>
	at(found, 'status.id') === status;
