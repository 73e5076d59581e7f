import { DataStreamStatus } from '../../fleet/statuses';
import type { Client } from '../../run/client';
import type { Json } from '../../table/define';
import type { FormReader } from '../runtime/definition';
import { bareAddress, type Registrant } from '../runtime/registration';
import type { HostAddresses } from '../runtime/whose';
import { optionsIn, streamForm } from './form';
import { ownName } from './pausedByN8n';
import {
	isPausedAt,
	isStreamAt,
	isStreamOf,
	streamAddress,
	streamId,
	Streams,
	streamStatus,
} from './registration';

/*
 * Streams in error, streams that push to another n8n than this one, and paused ones. The service reports
 * none of them, they do not recover by themselves, and their undelivered data is lost after seven days.
 * Source: public reference, data streams.
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

/** What a look has found about a stream. */
export interface StreamNews {
	id: string;
	name: string;
	/**
	 * - `error`: the service has stopped it
	 * - `elsewhere`: it pushes to the address of another n8n, perhaps a copy of this one, and is left alone
	 * - `paused`: a person has paused it, and it is left so
	 * - `stillPaused`: n8n has paused it, and could not resume it
	 * - `resumed`: n8n had paused it, and it runs again
	 */
	what: 'error' | 'elsewhere' | 'paused' | 'stillPaused' | 'resumed';
	/** The address of a stream that pushes elsewhere. */
	address?: string;
	/** Whether one in error was restarted; undefined if that was not wanted. */
	restarted?: boolean;
	/** Why it could not be restarted or resumed. */
	problem?: string;
}

/** A trigger's streams that push to this address, and not to a copy of this n8n. */
export async function streamsAt(
	streams: Streams,
	mine: Registrant,
	address: string,
): Promise<Json[]> {
	return (await streams.list()).filter(isStreamAt(mine, address));
}

/** How a trigger's streams are looked after. */
interface Care {
	/** Restarts streams in error. */
	restarts: boolean;
	/** Looks for streams in error, elsewhere, or paused by a person. */
	checks: boolean;
}

/** Looks at a trigger's own streams. */
export class Health {
	/** What was found last about a stream that does not run, by its id: it is news once. */
	private readonly known = new Map<string, StreamNews['what']>();

	constructor(
		private readonly mine: Registrant,
		private readonly care: Care,
	) {}

	/**
	 * Restarts streams in error and resumes those that n8n has paused, if they push to this address. Gives
	 * what is new: each state of a stream once, until it runs. Begins nothing after `signal`.
	 */
	async look(
		client: Client,
		addresses: HostAddresses,
		address: string,
		signal?: AbortSignal,
	): Promise<StreamNews[]> {
		const streams = new Streams(client, addresses);
		const own = (await streams.list()).filter(isStreamOf(this.mine));
		const found: StreamNews[] = [];
		for (const stream of own) {
			const news = this.care.checks && (await this.newsOf(streams, stream, address, signal));
			if (news) found.push(news);
		}
		if (own.some(isPausedAt(this.mine, address))) {
			found.push(...(await this.resume(streams, address, signal)));
		}
		return found;
	}

	/** Whether a state of a stream was not known from the look before. */
	private isNew(id: string, what: StreamNews['what']): boolean {
		const isKnown = this.known.get(id) === what;
		this.known.set(id, what);
		return !isKnown;
	}

	private async newsOf(
		streams: Streams,
		stream: Json,
		address: string,
		signal?: AbortSignal,
	): Promise<StreamNews | undefined> {
		const about = { id: streamId(stream), name: ownName(stream) };
		const status = streamStatus(stream);
		const pushesTo = streamAddress(stream);
		if (pushesTo !== bareAddress(address)) {
			const isNew = this.isNew(about.id, 'elsewhere');
			return isNew ? { ...about, what: 'elsewhere', address: pushesTo } : undefined;
		}
		if (status === DataStreamStatus.Running) this.known.delete(about.id);
		if (status === DataStreamStatus.Paused && !isPausedAt(this.mine, address)(stream)) {
			return this.isNew(about.id, 'paused') ? { ...about, what: 'paused' } : undefined;
		}
		if (status !== DataStreamStatus.Error || signal?.aborted) return undefined;
		const repair = this.care.restarts ? await this.restart(streams, stream) : {};
		return this.isNew(about.id, 'error') ? { ...about, what: 'error', ...repair } : undefined;
	}

	private async resume(
		streams: Streams,
		address: string,
		signal?: AbortSignal,
	): Promise<StreamNews[]> {
		const all = await streams.resumeOwn(this.mine, address, signal);
		return all.flatMap(({ stream, problem }): StreamNews[] => {
			const about = { id: streamId(stream), name: ownName(stream) };
			if (problem !== undefined) {
				const isNew = this.isNew(about.id, 'stillPaused');
				return isNew ? [{ ...about, what: 'stillPaused', problem }] : [];
			}
			this.known.delete(about.id);
			return [{ ...about, what: 'resumed' }];
		});
	}

	private async restart(streams: Streams, stream: Json) {
		try {
			await streams.run(stream, DataStreamStatus.Error);
			return { restarted: true };
		} catch (error) {
			return { restarted: false, problem: String(error) };
		}
	}
}

/** The item of a run about such a stream; undefined for one that runs again. `now`: ms since 1970. */
export function newsItem(news: StreamNews, now: number): Json | undefined {
	const stream = { stream_id: news.id, stream_name: news.name };
	const timestamp = new Date(now).toISOString();
	const item = (event: string, more: Json): Json => ({
		record: 'stream',
		event,
		...stream,
		...more,
		timestamp,
	});
	switch (news.what) {
		case 'elsewhere':
			return item('streamAtAnotherAddress', { address: news.address });
		case 'error':
			return item('streamInError', { restarted: news.restarted ?? false });
		case 'paused':
			return item('streamPaused', { paused_by_n8n: false });
		case 'stillPaused':
			return item('streamPaused', { paused_by_n8n: true });
		case 'resumed':
			return undefined;
	}
}
