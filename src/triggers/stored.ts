import type { Json } from '../operations/define';
import { unlessRunning } from './once';
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
export interface StoreOptions {
	/** The same state, where other triggers of the workflow have stored it. */
	elsewhere?: unknown;
	/** This is the poll of a publication. */
	publication?: boolean;
}

/** What a poll has come to. */
interface Polled<State> {
	state: State;
	items: Json[];
	/** Milliseconds since 1970, by this n8n's clock. */
	startedAt: number;
	/** The moment of the state; asked for when it is another one. */
	at: () => Promise<number>;
}

/**
 * One poll against a store: nothing in it changes unless the poll succeeds. `poll` is told whether
 * another process has stored the state, so that what it did not store is to be asked for. Gives
 * undefined when a poll with the same key (workflow and node) is under way in this process.
 */
export async function pollStored<State extends Stored>(
	key: string,
	store: StateStore,
	{ elsewhere, publication = false }: StoreOptions,
	poll: (before: Partial<State>, isResumed: boolean) => Promise<Polled<State>>,
): Promise<Json[] | undefined> {
	return await unlessRunning(key, async () => {
		const stored = store.state;
		const { state: text, isResumed } = stateFor(key, newest(stored, elsewhere));
		const { n = 0, ...before } = text === undefined ? {} : (JSON.parse(text) as State);
		const { state, items, startedAt, at } = await poll(before as Partial<State>, isResumed);
		// Another poll has got on meanwhile: what this one saw is told by that one.
		if (store.state !== stored) return [];
		const content = JSON.stringify({ ...before, at: undefined });
		const isSame = items.length === 0 && JSON.stringify(state) === content;
		const next = isSame
			? (text ?? JSON.stringify({ n, ...state }))
			: JSON.stringify({ n: n + 1, at: await at(), ...state });
		if (next !== stored) store.state = next;
		keepState(key, next, items.length === 0 || publication, startedAt);
		return items;
	});
}
