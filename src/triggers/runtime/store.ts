import type { Json } from '../../operations/define';
import { systemSleep } from '../../ports';

/*
 * The ledger of what was delivered, under every trigger that is called. A call reserves what it
 * brings, which then lies in a cell as its own; it commits that once n8n has taken the run, or
 * releases it; a run claims what it tells as its first step. Two keep it: this process with n8n's
 * store behind it (memoryStore.ts), and a Redis that processes share (redisStore.ts). What each
 * promises: docs/triggers.md.
 */

export const MINUTE = 60_000;
/** Longest wait for another call with the same, and between two looks. */
const WAIT_MS = 10_000;
const LOOK_MS = 50;

/** The same is under way in another call; whether n8n takes it is not known yet. */
export class BusyError extends Error {}

/** For how long what was told is known, in milliseconds; Infinity: by number alone. */
export interface Window {
	/** A key that was told in this time is no news. */
	knownMs: number;
	/** It is remembered for this long: what waits must not outlast it. */
	keepMs: number;
}

/** The newest keys are remembered, however old they are. */
export const BY_NUMBER: Window = { knownMs: Infinity, keepMs: Infinity };

/** A key that was told, and the minute since 1970 in which it was. */
export type Known = [key: string, minute: number];

/** Something that calls have brought, and n8n has not taken yet. */
export interface Entry<V = unknown> {
	/** They count as told once it is taken. */
	keys: string[];
	/** What waits; without it nothing is left of what n8n did not take. */
	value?: V | undefined;
	/** The call that tells it, and until when nobody else does; milliseconds since 1970. */
	by?: string | undefined;
	until?: number | undefined;
}

/** Entries that wait together: one call at a time changes them. */
export interface Cell<V = unknown> {
	entries: Array<Entry<V>>;
}

/** The memory of a trigger, and how it is written. */
export interface Kind<C extends Cell> {
	/** In the names of a Redis's keys. */
	name: string;
	/** In errors. */
	what: string;
	/** Most keys that are remembered: in this process, in n8n's store, on a Redis. */
	most: { memory: number; stored: number; redis: number };
	isEmpty(cell: C): boolean;
	/** A cell on a Redis: the fields of its hash, and their texts. */
	fields: readonly string[];
	write(cell: C): string[];
	read(texts: ReadonlyArray<string | null | undefined>): C;
	/** When a cell is to be looked at; milliseconds since 1970. */
	due?(cell: C): number | undefined;
	/** Letters of a cell; all together have `mostSize` of them at most in this process. */
	size?(cell: C): number;
	mostSize?: number;
	/** As n8n's store keeps it: texts, because n8n wraps each object there. */
	pack(known: Known[], cells: ReadonlyMap<string, C>): Record<string, string>;
	/** Reads that; undefined for anything else. */
	unpack(stored: Json): { known: Known[]; cells: Map<string, C> } | undefined;
	/** Own cell and that of another process; `isTold` says of a key whether it was told by either. */
	merge(own: C | undefined, stored: C | undefined, isTold: (key: string) => boolean): C;
}

/** The result of a change of a cell, and keys that count as delivered from then on. */
interface Changed<T> {
	result: T;
	told?: Iterable<string>;
}

/** Changes a cell in place. `fresh`: those of its keys that were not told before. */
export type Change<C, T> = (cell: C, fresh: Set<string>, now: number) => Changed<T>;

export interface DeliveryStore<C extends Cell> {
	/** For how long a call holds entries that it never settles. Milliseconds. */
	readonly leaseMs: number;
	/** For a run: whether it is the one to tell each of these. */
	claim(keys: string[], run: string): Promise<boolean[]>;
	/**
	 * Changes a cell, with nobody else's change in between; the job may be asked again for a newer
	 * cell. `now` is in milliseconds since 1970.
	 * @throws BusyError when others leave no room for it.
	 */
	change<T>(name: string, keys: string[], job: Change<C, T>): Promise<T>;
	/** Some of the cells that are due by then. */
	due(by: number): Promise<string[]>;
	/** The largest cell where all together are too large. */
	overfull(): string | undefined;
}

export const isFree = ({ until = 0 }: Entry, now: number): boolean => until <= now;

/** Has a call hold entries, until it is settled or a lease is over. */
export function hold(entries: Entry[], call: string, until: number): void {
	for (const entry of entries) Object.assign(entry, { by: call, until });
}

/**
 * Changes a cell once no other call holds one of the keys that this one brings.
 * @throws BusyError when that takes too long.
 */
export async function reserve<C extends Cell, T>(
	store: DeliveryStore<C>,
	name: string,
	{ call, keys }: { call: string; keys: string[] },
	job: Change<C, T>,
): Promise<T> {
	const own = new Set(keys);
	for (const until = Date.now() + WAIT_MS; ; ) {
		const found = await store.change<{ value: T } | undefined>(name, keys, (cell, fresh, now) => {
			// Of a process that was killed.
			cell.entries = cell.entries.filter((one) => one.value !== undefined || !isFree(one, now));
			const isHeld = cell.entries.some(
				(one) => one.by !== call && !isFree(one, now) && one.keys.some((key) => own.has(key)),
			);
			if (isHeld) return { result: undefined };
			const { result, told = [] } = job(cell, fresh, now);
			return { result: { value: result }, told };
		});
		if (found) return found.value;
		if (Date.now() > until) throw new BusyError();
		await systemSleep(LOOK_MS);
	}
}

/**
 * Commits what a call holds in some cells, or releases it, by what n8n made of the call. What a run
 * has claimed of the `keys` all the same is told.
 */
export const settle =
	<C extends Cell>(
		store: DeliveryStore<C>,
		cells: Iterable<string>,
		{ call, keys = [] }: { call: string; keys?: string[] },
	) =>
	async (isTaken: boolean): Promise<void> => {
		for (const name of cells) {
			await store.change(name, keys, (cell, fresh) => {
				const own = cell.entries.filter(({ by }) => by === call);
				const isNew = (one: Entry) =>
					one.value !== undefined && one.keys.every((k) => fresh.has(k));
				const rest = cell.entries.filter((one) => one.by !== call || (!isTaken && isNew(one)));
				cell.entries = rest;
				for (const entry of own) entry.by = entry.until = undefined;
				return { result: undefined, told: isTaken ? own.flatMap((entry) => entry.keys) : [] };
			});
		}
	};
