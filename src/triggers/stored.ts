import type { Json } from '../operations/define';
import { keepState, newest, stateFor } from './pollMemory';

/* How a polling trigger goes on from what the poll before has stored. */

/** The share of the service's limits that polls take; the rest is for others. */
export const POLL_SHARE = 0.5;

/** Where a host keeps the state between polls; `state` is text, replaced in one assignment. */
export interface StateStore {
	state?: unknown;
}

/** What every state holds. */
export interface Stored {
	/** Counts the states, so that the newest is known. */
	n?: number;
	/** Milliseconds since 1970, by the service's clock, up to which this is what was. */
	at?: number;
}

/** How a host's store is used. */
interface StoreOptions {
	/** The same state, where other triggers of the workflow have stored it. */
	elsewhere?: unknown;
	/** This is the poll of a publication. */
	publication?: boolean;
}

/** What a poll has come to. */
export interface Polled<State> {
	state: State;
	items: Json[];
	/** Milliseconds since 1970, by this n8n's clock. */
	startedAt: number;
	/** The moment of the state, where it is another one than that; asked for when the state is. */
	at?: () => Promise<number>;
}

/** What a poll is told about the one before. */
export interface Resumed<State> {
	/** Names workflow and node. */
	key: string;
	before: Partial<State>;
	/** Another process has stored the state: what it did not store is to be asked for. */
	isResumed: boolean;
}

const running = new Set<string>();

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
	if (running.has(key)) return undefined;
	running.add(key);
	try {
		const stored = store.state;
		const { state: text, isResumed } = stateFor(key, newest(stored, elsewhere));
		const { n = 0, ...rest } = text === undefined ? {} : (JSON.parse(text) as State);
		const before = rest as Partial<State>;
		const { state, items, startedAt, at } = await poll({ key, before, isResumed });
		// Another poll has got on meanwhile: what this one saw is told by that one.
		if (store.state !== stored) return [];
		const content = JSON.stringify({ ...before, at: undefined });
		const isSame = items.length === 0 && JSON.stringify(state) === content;
		const next = isSame
			? (text ?? JSON.stringify({ n, ...state }))
			: JSON.stringify({ n: n + 1, at: at ? await at() : startedAt, ...state });
		if (next !== stored) store.state = next;
		keepState(key, { state: next, counts: items.length === 0 || publication, startedAt });
		return items;
	} finally {
		running.delete(key);
	}
}
