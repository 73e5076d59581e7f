import type { Json } from '../../table/define';
import { inMemory } from './inMemory';

/*
 * How a polling trigger continues from the stored state of the poll before. n8n stores a poll's
 * state only when the poll starts a run; with durable cursors also after a silent poll, but not
 * after the poll of a publication. The newest state counts, wherever it is; after a run only n8n's,
 * which shows whether n8n took it.
 */

/** The share of the service's limits that polls take; the rest is for others. */
export const POLL_SHARE = 0.5;

/** Where a host keeps the state between polls; `state` is text, replaced in one assignment. */
export interface StateStore {
	state?: unknown;
}

/** The fields of every state. */
export interface Stored {
	/** Counts the states, so that the newest is known. */
	n?: number;
	/** The moment that the state describes: milliseconds since 1970, by the service's clock. */
	at?: number;
}

interface StoreOptions {
	/** The same state, where other triggers of the workflow have stored it. */
	elsewhere?: unknown;
	/** This is the poll of a publication. */
	publication?: boolean;
}

/** The poll before, as the next one sees it. */
export interface Resumed<State> {
	/** Names workflow and node. */
	key: string;
	before: Partial<State>;
	/** Another process stored the state: changes that it did not store have to be looked up. */
	isResumed: boolean;
}

/** The result of a poll. */
export interface Polled<State> {
	state: State;
	items: Json[];
	/** Milliseconds since 1970, by this n8n's clock. */
	startedAt: number;
	/** The moment of the state, if it is not `startedAt`; called only for a new state. */
	at?: () => Promise<number>;
}

/** The memory that this process has of a trigger's polls. */
interface Memory {
	isPolling?: boolean;
	last?: {
		state: string;
		/** The poll started no run, or was that of a publication: n8n's state may be older. */
		counts: boolean;
		startedAt: number;
	};
	said: Set<string>;
}

const pollMemory = inMemory((): Memory => ({ said: new Set() }));

const versionOf = (state: string): number => Number((JSON.parse(state) as { n?: number }).n ?? 0);

/** The newest stored state, by its count; undefined for none. */
const newestState = (...states: unknown[]): string | undefined =>
	states
		.filter((state) => typeof state === 'string')
		.sort((a, b) => versionOf(b) - versionOf(a))
		.at(0);

/**
 * One poll against a store: nothing in it changes unless the poll succeeds. Two polls of one trigger
 * never work side by side: gives undefined when one with the same key is under way in this process.
 */
export async function pollStored<State extends Stored>(
	key: string,
	store: StateStore,
	{ elsewhere, publication = false }: StoreOptions,
	poll: (resumed: Resumed<State>) => Promise<Polled<State>>,
): Promise<Json[] | undefined> {
	const memory = pollMemory(key);
	if (memory.isPolling) return undefined;
	memory.isPolling = true;
	try {
		const stored = store.state;
		const saved = newestState(stored, elsewhere);
		const { last } = memory;
		const isNewer = last?.counts || saved === undefined;
		const text = isNewer ? newestState(last?.state, saved) : saved;
		const { n = 0, ...rest } = text === undefined ? {} : (JSON.parse(text) as State);
		const before = rest as Partial<State>;
		const isResumed = !last && saved !== undefined;
		const { state, items, startedAt, at } = await poll({ key, before, isResumed });
		// Another poll has stored a state meanwhile, and reports what this one saw.
		if (store.state !== stored) return [];
		const content = JSON.stringify({ ...before, at: undefined });
		const isSame = items.length === 0 && JSON.stringify(state) === content;
		const next = isSame
			? (text ?? JSON.stringify({ n, ...state }))
			: JSON.stringify({ n: n + 1, at: at ? await at() : startedAt, ...state });
		if (next !== stored) store.state = next;
		memory.last = { state: next, counts: items.length === 0 || publication, startedAt };
		return items;
	} finally {
		memory.isPolling = false;
	}
}

/** The state as this process knows it, for any trigger that stores something. */
export const storedState = (key: string): string | undefined => pollMemory(key).last?.state;

/** Milliseconds since the poll before began; undefined for the first one. */
export const sinceLast = (key: string, now: number): number | undefined => {
	const { last } = pollMemory(key);
	return last && now - last.startedAt;
};

/** Whether something is logged for the first time in this process. */
export function isFirstMention(key: string, what: string): boolean {
	const { said } = pollMemory(key);
	if (said.has(what)) return false;
	said.add(what);
	return true;
}

/** Forgets what is in memory of one trigger, as a restart does. */
export function forgetPolls(key: string): void {
	pollMemory(key).said.clear();
	delete pollMemory(key).last;
}
