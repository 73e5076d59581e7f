import type { Json } from '../wire';

/*
 * Where idempotency keys are written down: a claim before an item is sent, its verdict after it. The
 * ledger of deliveries (triggers/runtime/store.ts) knows no verdicts and no requests, so that it cannot
 * distinguish an interrupted claim from one that is done. There are two ledgers: a Redis that workers
 * share (redisKeys.ts), and n8n's own database (markedKeys.ts). Their guarantees: docs/jobs.md.
 */

/** A key with the request it stands for. Both are digests. */
export interface KeyedRequest {
	key: string;
	request: string;
}

/** The state of a key, as a claim finds it. */
export type KeyState =
	/** It was free, and is claimed now. */
	| { is: 'mine' }
	/** Its request was done; `result` as far as it is kept. */
	| { is: 'done'; result?: Json[] }
	/** It was used for another request. */
	| { is: 'other' }
	/**
	 * Claimed before, without a verdict: by a run that was killed or got no answer, or that is under way
	 * where `mayLive` says so. `agoMs` is the time since the claim where the store knows it.
	 */
	| { is: 'open'; mayLive: boolean; agoMs?: number };

/** How old a claim of a store that knows its time is at most when its item is sent. Milliseconds. */
export const SENT_WITHIN_MS = 1_000;

/** The verdict on a claimed key. */
export interface KeyVerdict extends KeyedRequest {
	/** `free`: nothing of the request can arrive. `open`: the outcome is unknown; the claim stays. */
	is: 'done' | 'free' | 'open';
	result?: Json[];
	/** The claim was made by another run. */
	isForeign?: boolean;
}

/** The keys of a run. */
export interface KeyLedger {
	/** Most items of a run that may have keys. */
	readonly most: number;
	/** Items claimed in one go: those that are about to be sent. */
	readonly atOnce: number;
	/** Most claims without a verdict at a time: those that are in doubt when the process is killed. */
	readonly mostOpen: number;
	/**
	 * Claims all that are free, and writes what {@link settle} has put off; gives the state of each.
	 * @throws CellularIotError when the store does not answer: nothing may be sent then.
	 */
	claim(keys: KeyedRequest[], signal?: AbortSignal): Promise<KeyState[]>;
	/**
	 * Makes sure, right before items are sent, that their claims stand and are younger than
	 * {@link SENT_WITHIN_MS}: asks again for those that are older, or that the store may have lost. Gives
	 * the state of each. @throws CellularIotError in the same case
	 */
	confirm(keys: KeyedRequest[], signal?: AbortSignal): Promise<KeyState[]>;
	/**
	 * Takes verdicts, and writes them with the next claims, or once there are as many as are claimed in
	 * one go. @throws CellularIotError when the store does not answer.
	 */
	settle(verdicts: KeyVerdict[]): Promise<void>;
	/** What runs need of a store that several of them use at a time. */
	readonly shared?: SharedKeys;
	/** Writes what {@link settle} has deferred. @throws CellularIotError in the same case */
	close(): Promise<void>;
}

/** The part of a ledger by which runs that want the same keys at a time learn of each other. */
export interface SharedKeys {
	/**
	 * Gives keys back whose items had no effect. Says of each whether another run has asked for it since it was
	 * claimed, or has claimed it: that run may be about to send. @throws CellularIotError when the store does not
	 * answer
	 */
	release(verdicts: KeyVerdict[], signal?: AbortSignal): Promise<boolean[]>;
	/** The states of keys, none of which is claimed. @throws CellularIotError in the same case */
	look(keys: KeyedRequest[], signal?: AbortSignal): Promise<Array<KeyState | { is: 'free' }>>;
}
