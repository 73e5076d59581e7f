import { inMemory } from './inMemory';

/*
 * What this process knows of a trigger's polls. n8n stores a poll's state only when the poll starts
 * a run; with durable cursors also after a silent poll, but not after the poll of a publication.
 * The newest state counts, wherever it is; after a run only n8n's, which says whether n8n took it.
 */

interface Kept {
	state: string;
	/** Its poll started no run, or was that of a publication: what n8n has may be older. */
	counts: boolean;
	startedAt: number;
}

/** By the key of a trigger. */
const memoryOf = inMemory((): { kept?: Kept; said: Set<string> } => ({ said: new Set() }));

const countIn = (state: string): number => Number((JSON.parse(state) as { n?: number }).n ?? 0);

/** The newest of what is stored, by its count; undefined for none. */
export const newest = (...states: unknown[]): string | undefined =>
	states
		.filter((state) => typeof state === 'string')
		.sort((a, b) => countIn(b) - countIn(a))
		.at(0);

/** The state to go on from; `isResumed`: this process has not polled before, another one has. */
export function stateFor(
	key: string,
	stored: string | undefined,
): { state: string | undefined; isResumed: boolean } {
	const { kept } = memoryOf(key);
	if (!kept) return { state: stored, isResumed: stored !== undefined };
	const isNewer = kept.counts || stored === undefined;
	return { state: isNewer ? newest(kept.state, stored) : stored, isResumed: false };
}

/** Remembers what a poll came to. */
export function keepState(key: string, kept: Kept): void {
	memoryOf(key).kept = kept;
}

/** The state as this process knows it, to be stored by whoever stores something. */
export const stateOf = (key: string): string | undefined => memoryOf(key).kept?.state;

/** Milliseconds since the poll before began; undefined for the first one. */
export const sinceLast = (key: string, now: number): number | undefined => {
	const { kept } = memoryOf(key);
	return kept && now - kept.startedAt;
};

/** Whether something is said for the first time in this process. */
export function isNews(key: string, what: string): boolean {
	const { said } = memoryOf(key);
	if (said.has(what)) return false;
	said.add(what);
	return true;
}

/** Forgets what is in memory of one trigger, as a restart does. */
export function forgetPolls(key: string): void {
	memoryOf(key).said.clear();
	delete memoryOf(key).kept;
}
