import type { Client } from '../../run/client';
import type { Json } from '../../table/define';
import type { FormReader } from '../runtime/definition';
import type { Registrant } from '../runtime/registration';
import { optionsIn, streamForm } from './form';
import {
	STREAM_ERROR,
	streamId,
	isStreamOf,
	STREAM_RUNNING,
	streamStatus,
	Streams,
} from './registration';

/*
 * Streams in error. The service reports none, they do not recover by themselves, and their
 * undelivered data is lost after seven days. Source: public reference, data streams.
 */

/** The choice for a registered stream in error. @throws InputError */
export function inErrorChoice(read: FormReader) {
	const { inError = 'restart' } = optionsIn(read);
	const { registers } = streamForm(read);
	return {
		restarts: registers && ['restart', 'both'].includes(inError),
		tells: registers && ['tell', 'both'].includes(inError),
	};
}

/** A stream that was found in error. */
export interface FailedStream {
	id: string;
	name: string;
	/** Whether it was restarted; undefined where that was not wanted. */
	restarted?: boolean;
	problem?: string;
}

/** Looks at a trigger's own streams. */
export class Health {
	/** Streams whose error was reported. */
	private readonly reported = new Set<string>();

	constructor(
		private readonly mine: Registrant,
		private readonly restarts: boolean,
	) {}

	/** Returns the streams that are newly in error; restarts all that are. */
	async look(client: Client): Promise<FailedStream[]> {
		const streams = new Streams(client);
		const found: FailedStream[] = [];
		for (const stream of (await streams.list()).filter(isStreamOf(this.mine))) {
			const id = streamId(stream);
			const status = streamStatus(stream);
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

/** The item of a run about a stream in error. `now`: milliseconds since 1970. */
export const failedItem = ({ id, name, restarted = false }: FailedStream, now: number): Json => ({
	record: 'stream',
	event: 'streamInError',
	stream_id: id,
	stream_name: name,
	restarted,
	timestamp: new Date(now).toISOString(),
});
