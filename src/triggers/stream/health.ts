import type { Client } from '../../run/client';
import type { Json } from '../../table/define';
import type { FormReader } from '../runtime/definition';
import { bareAddress, type Registrant } from '../runtime/registration';
import type { HostAddresses } from '../runtime/whose';
import { optionsIn, streamForm } from './form';
import {
	STREAM_ERROR,
	streamId,
	isStreamOf,
	STREAM_PAUSED,
	STREAM_RUNNING,
	streamAddress,
	streamStatus,
	Streams,
} from './registration';

/*
 * Streams in error, and streams that push to another n8n than this one. The service reports neither, they
 * do not recover by themselves, and their undelivered data is lost after seven days. Source: public
 * reference, data streams.
 */

/** The choices for a registered stream in error, and while n8n is stopped. @throws InputError */
export function watchChoice(read: FormReader) {
	const { inError = 'restart', pauseWhileStopped = false } = optionsIn(read);
	const { registers } = streamForm(read);
	return {
		pausesAtStop: registers && pauseWhileStopped,
		restarts: registers && ['restart', 'both'].includes(inError),
		reports: registers && ['tell', 'both'].includes(inError),
	};
}

/** A stream that was found in error, or to push elsewhere. */
export interface FailedStream {
	id: string;
	name: string;
	/** The address of another n8n, perhaps a copy of this one. Such a stream is left alone. */
	elsewhere?: string;
	/** Whether it was restarted; undefined if that was not wanted. */
	restarted?: boolean;
	problem?: string;
}

/** A trigger's streams that push to this address, and not to a copy of this n8n. */
export async function streamsAt(
	streams: Streams,
	mine: Registrant,
	address: string,
): Promise<Json[]> {
	const isHere = (stream: Json) => streamAddress(stream) === bareAddress(address);
	return (await streams.list()).filter(isStreamOf(mine)).filter(isHere);
}

/** Pauses the running streams of a trigger: n8n stops. */
export async function pauseForStop(streams: Streams, mine: Registrant, address: string) {
	for (const stream of await streamsAt(streams, mine, address)) {
		if (streamStatus(stream) === STREAM_RUNNING) await streams.pause(streamId(stream));
	}
}

/** Resumes the paused streams of a trigger: n8n is ready. */
export async function resumeAfterStart(streams: Streams, mine: Registrant, address: string) {
	for (const stream of await streamsAt(streams, mine, address)) {
		if (streamStatus(stream) === STREAM_PAUSED) await streams.run(streamId(stream), STREAM_PAUSED);
	}
}

/** Looks at a trigger's own streams. */
export class Health {
	/** Streams whose error was reported, and those that were reported to push elsewhere. */
	private readonly reported = new Set<string>();
	private readonly reportedElsewhere = new Set<string>();

	constructor(
		private readonly mine: Registrant,
		private readonly restarts: boolean,
	) {}

	/**
	 * Returns the streams that are newly in error or elsewhere; restarts all in error that push to this
	 * n8n. `address`: that of the workflow, undefined while it is not known.
	 */
	async look(client: Client, addresses: HostAddresses, address?: string): Promise<FailedStream[]> {
		const streams = new Streams(client, addresses);
		const found: FailedStream[] = [];
		for (const stream of (await streams.list()).filter(isStreamOf(this.mine))) {
			const id = streamId(stream);
			const status = streamStatus(stream);
			const elsewhere = streamAddress(stream);
			if (address !== undefined && elsewhere !== bareAddress(address)) {
				const isReported = this.reportedElsewhere.has(id);
				this.reportedElsewhere.add(id);
				if (!isReported) found.push({ id, name: String(stream.name ?? ''), elsewhere });
				continue;
			}
			this.reportedElsewhere.delete(id);
			if (status === STREAM_RUNNING) this.reported.delete(id);
			if (status !== STREAM_ERROR) continue;
			const repair = this.restarts ? await this.restart(streams, id) : {};
			if (this.reported.has(id)) continue;
			this.reported.add(id);
			found.push({ id, name: String(stream.name ?? ''), ...repair });
		}
		return found;
	}

	private async restart(streams: Streams, id: string) {
		try {
			await streams.run(id, STREAM_ERROR);
			return { restarted: true };
		} catch (error) {
			return { restarted: false, problem: String(error) };
		}
	}
}

/** The item of a run about such a stream. `now`: milliseconds since 1970. */
export function failedItem({ id, name, restarted, elsewhere }: FailedStream, now: number): Json {
	const stream = { stream_id: id, stream_name: name };
	const timestamp = new Date(now).toISOString();
	if (elsewhere !== undefined) {
		const event = 'streamAtAnotherAddress';
		return { record: 'stream', event, ...stream, address: elsewhere, timestamp };
	}
	const event = 'streamInError';
	return { record: 'stream', event, ...stream, restarted: restarted ?? false, timestamp };
}
