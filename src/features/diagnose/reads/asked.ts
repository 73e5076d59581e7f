import { knownOf } from '../../../errors';
import { failsAlone } from '../../../run/failsAlone';
import type { NotRead } from '../facts/facts';
import { type Source, SOURCES } from '../facts/sources';

/* The requests that the diagnosis of one endpoint takes, and what came of them. */

/** Requests that a diagnosis of one endpoint may take. */
const MOST_REQUESTS = 12;

/** What was asked about one endpoint. A read that fails is named, and the others go on. */
export class Asked {
	/** What was read, whole. The list of endpoints is read before. */
	readonly read = new Set<Source>(['endpoint']);
	/** What was asked for and could not be read. */
	readonly notRead: NotRead[] = [];

	constructor(
		/** Those that were sent before: the list, which endpoints share, and the search for a name. */
		public requests: number,
	) {}

	/**
	 * The result of a read; undefined where it failed, or where it would take too many requests.
	 * @throws where the session or the service failed, and not the reading of one thing
	 */
	async for<T>(source: Source, ask: () => Promise<T>): Promise<T | undefined> {
		if (this.requests >= MOST_REQUESTS) {
			this.note(source, `${MOST_REQUESTS} requests were spent on it before`);
			return undefined;
		}
		this.requests += 1;
		try {
			const result = await ask();
			this.read.add(source);
			return result;
		} catch (error) {
			if (!failsAlone(error)) throw error;
			this.note(source, knownOf(error).message);
			return undefined;
		}
	}

	/** Names a thing that was not read, or not whole. */
	note(source: Source, why: string): void {
		this.read.delete(source);
		this.notRead.push({ source, what: SOURCES[source], why });
	}
}
