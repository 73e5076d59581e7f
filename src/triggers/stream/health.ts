import type { Client } from '../../client/client';
import type { Json } from '../../operations/define';
import { type Sleep } from '../../ports';
import { idOf, isOf, Requests, statusOf, type WantedStreams } from './registration';

/*
 * Streams in error. Nothing at the service tells of one, it does not heal by itself, and what it has
 * to deliver is lost after seven days. Source: public reference, data streams.
 */

/** How often is looked; each look is one call. */
const EVERY_MS = 300_000;

const ERROR = 3;

/** A stream that was found in error. */
export interface Failed {
	id: string;
	name: string;
	/** Whether it was restarted, and why not; undefined where that was not wanted. */
	restarted?: boolean;
	problem?: string;
}

/** Looks at a trigger's own streams. */
export class Health {
	/** Streams whose error was told. */
	private readonly told = new Set<string>();

	constructor(
		private readonly mine: Pick<WantedStreams, 'owner' | 'kind'>,
		private readonly restarts: boolean,
	) {}

	/** Gives the streams that are in error since this look; restarts all that are. */
	async look(client: Client): Promise<Failed[]> {
		const requests = new Requests(client);
		const found: Failed[] = [];
		for (const stream of (await requests.list()).filter(isOf(this.mine))) {
			const id = idOf(stream);
			const status = statusOf(stream);
			if (status === 1) this.told.delete(id);
			if (status !== ERROR) continue;
			const repair = this.restarts ? await this.restart(requests, id) : {};
			if (this.told.has(id)) continue;
			this.told.add(id);
			found.push({ id, name: String(stream.name ?? ''), ...repair });
		}
		return found;
	}

	private async restart(requests: Requests, id: string) {
		try {
			await requests.run(id, ERROR);
			return { restarted: true };
		} catch (error) {
			return { restarted: false, problem: String(error) };
		}
	}
}

/** The item of a run that tells of a stream in error. `now`: milliseconds since 1970. */
export const failedItem = ({ id, name, restarted = false }: Failed, now: number): Json => ({
	record: 'stream',
	event: 'streamInError',
	stream_id: id,
	stream_name: name,
	restarted,
	timestamp: new Date(now).toISOString(),
});

/** Looks again and again until the signal ends it; what a look throws is told, and the next one comes. */
export async function keepLooking(
	look: () => Promise<void>,
	{ sleep, signal, warn }: { sleep: Sleep; signal: AbortSignal; warn: (error: unknown) => void },
): Promise<void> {
	while (!signal.aborted) {
		await sleep(EVERY_MS, signal).catch(() => {});
		if (signal.aborted) return;
		await look().catch(warn);
	}
}
