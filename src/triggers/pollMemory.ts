/*
 * What this process knows of a trigger's polls. n8n stores a poll's state only when the poll starts
 * a run; with durable cursors also after a silent poll, but not after the poll of a publication.
 * The newest state counts, wherever it is; after a run only n8n's, which says whether n8n took it.
 */

interface Kept {
	state: string;
	/** Counts the states of a trigger. */
	count: number;
	/** Its poll started no run, or was that of a publication: what n8n has may be older. */
	counts: boolean;
	startedAt: number;
}

const polls = new Map<string, Kept>();
const said = new Set<string>();

const countIn = (state: unknown): number =>
	typeof state === 'string' ? Number((JSON.parse(state) as { n?: number }).n ?? 0) : -1;

/** The newest of what is stored, by its count; undefined for none. */
export const newest = (...states: unknown[]): string | undefined =>
	states
		.filter((state) => typeof state === 'string')
		.reduce<
			string | undefined
		>((best, state) => (best === undefined || countIn(state) > countIn(best) ? state : best), undefined);

/** The state to go on from; `isResumed`: this process has not polled before, another one has. */
export function stateFor(
	key: string,
	stored: string | undefined,
): { state: string | undefined; isResumed: boolean } {
	const kept = polls.get(key);
	if (!kept) return { state: stored, isResumed: stored !== undefined };
	const isNewer = kept.counts || stored === undefined;
	return { state: isNewer ? newest(kept.state, stored) : stored, isResumed: false };
}

/** Remembers what a poll came to. */
export function keepState(key: string, state: string, counts: boolean, startedAt: number): void {
	polls.set(key, { state, count: countIn(state), counts, startedAt });
}

/** The state as this process knows it, to be stored by whoever stores something. */
export const stateOf = (key: string): string | undefined => polls.get(key)?.state;

/** Milliseconds since the poll before began; undefined for the first one. */
export const sinceLast = (key: string, now: number): number | undefined => {
	const kept = polls.get(key);
	return kept && now - kept.startedAt;
};

/** Whether something is said for the first time in this process. */
export function isNews(key: string, what: string): boolean {
	const name = `${key} ${what}`;
	if (said.has(name)) return false;
	said.add(name);
	return true;
}

/** Forgets what is in memory, as a restart does: of one trigger, or all. */
export function forgetPolls(key?: string): void {
	if (key === undefined) polls.clear();
	else polls.delete(key);
	said.clear();
}
