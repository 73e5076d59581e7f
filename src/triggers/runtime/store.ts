import { monotonic, systemClock, systemSleep } from '../../ports';
import type { Json } from '../../table/define';
import * as f from '../../table/fields';
import { isAhead } from '../../times';

/*
 * The ledger of deliveries, under every trigger that is called. A call reserves its data as entries
 * of its own in a cell; it commits them once n8n has taken the run, or releases them; a run claims
 * its items as its first step. There are two ledgers: this process with n8n's store behind it
 * (memoryStore.ts), and a Redis that processes share (redisStore.ts). Their guarantees:
 * docs/triggers.md.
 */

/** Longest wait for another call with the same keys, and pause between two looks. */
const LEDGER_WAIT_MS = 10_000;
const LEDGER_POLL_MS = 50;

/** Another call with the same keys is under way; it is not known yet whether n8n takes it. */
export class BusyError extends Error {}

/** How long delivered keys are known, in milliseconds. */
export interface KeyRetention {
	/** A key delivered within this time is a repetition. */
	knownMs: number;
	/** Keys are remembered for this long: waiting entries must not outlast them. */
	keepMs: number;
	/**
	 * Whether a delivery counts as new if a run has claimed it but its call was never answered: the process
	 * of the call has died, and perhaps the run with it. By default it counts as delivered.
	 */
	emitsAgain?: boolean;
}

/** The handling of such a delivery. */
export type AfterCrash = 'again' | 'once';

/** The option of a trigger for it. */
export const afterCrashField = f.choice<AfterCrash>(
	{
		label: 'After a Crash',
		hint: 'How to handle a call that is repeated because n8n was killed before it answered, when its workflow had started',
		default: 'again',
	},
	[
		{
			name: 'Do Not Run Again',
			value: 'once',
			description: 'Start nothing: the execution that crashed can be retried in n8n',
		},
		{
			name: 'Run Again',
			value: 'again',
			description: 'Start the workflow again: it may have done its work before',
		},
	],
);

/** Stands for infinity, which the scripts on a Redis cannot express. */
const NEVER_EXPIRES = 1e15;

/** The newest keys are remembered, however old they are. */
export const BY_NUMBER: KeyRetention = { knownMs: NEVER_EXPIRES, keepMs: NEVER_EXPIRES };

/** A delivered key, and the minute since 1970 of its delivery. */
export type Known = [key: string, minute: number];

/** Data that calls have brought, and n8n has not taken yet. */
export interface CellEntry<V = unknown> {
	/** Keys that count as delivered once the entry is taken. */
	keys: string[];
	/** The waiting data; without it nothing is kept if n8n does not take the call. */
	value?: V | undefined;
	/** The call that holds the entry, and until when; milliseconds since 1970. */
	by?: string | undefined;
	until?: number | undefined;
}

/** Entries that wait together. One call at a time changes them. */
export interface Cell<V = unknown> {
	entries: Array<CellEntry<V>>;
}

/** The data that waits in a cell. */
export const waitingIn = <V>({ entries }: Cell<V>): V[] =>
	entries.flatMap(({ value }) => (value === undefined ? [] : [value]));

/** The memory of a trigger, and how it is written. */
export interface LedgerKind<C extends Cell> {
	/** Part of the names of Redis keys. */
	name: string;
	/** The subject of errors. */
	what: string;
	/** Most keys that are remembered: in this process, in n8n's store, on a Redis. */
	most: { memory: number; stored: number; redis: number };
	isEmpty(cell: C): boolean;
	/** How long a cell is kept on a Redis after its last change, in milliseconds; else as long as keys. */
	lifeMs?(name: string): number | undefined;
	/** A cell on a Redis: the fields of its hash, and their texts. */
	fields: readonly string[];
	write(cell: C): string[];
	read(texts: ReadonlyArray<string | null | undefined>): C;
	/** When a cell is to be looked at; milliseconds since 1970. */
	due?(cell: C): number | undefined;
	/** Size of a cell in letters; all cells in this process together have `mostSize` at most. */
	size?(cell: C): number;
	mostSize?: number;
	/** The content of n8n's store: texts, because n8n wraps each object there. */
	pack(known: Known[], cells: ReadonlyMap<string, C>): Record<string, string>;
	/** Reads the result of `pack`; undefined for anything else, and the log says why. */
	unpack(
		stored: Json,
		log?: (message: string) => void,
	): { known: Known[]; cells: Map<string, C> } | undefined;
	/** Merges the own cell with that of another process; `isDelivered`: whether either delivered a key. */
	merge(own: C | undefined, stored: C | undefined, isDelivered: (key: string) => boolean): C;
}

/** Cells of entries alone, in one field of a Redis; `into` and `back` convert their values. */
export const ofEntries = <V>(
	field: string,
	into: (value: V) => unknown = (value) => value,
	back: (stored: V) => V = (stored) => stored,
) => ({
	isEmpty: ({ entries }: Cell<V>) => entries.length === 0,
	fields: [field],
	write: ({ entries }: Cell<V>) => [
		entries.length === 0
			? ''
			: JSON.stringify(
					entries.map((entry) => ({ ...entry, value: entry.value && into(entry.value) })),
				),
	],
	read: ([text]: ReadonlyArray<string | null | undefined>): Cell<V> => {
		const entries = text ? (JSON.parse(text) as Array<CellEntry<V>>) : [];
		return {
			entries: entries.map((entry) => ({ ...entry, value: entry.value && back(entry.value) })),
		};
	},
});

interface CellTurn {
	/** The keys of the call that were not delivered before. */
	fresh: Set<string>;
	/** Milliseconds since 1970. */
	now: number;
	/** Makes keys count as delivered from then on. */
	deliver(keys: Iterable<string>): void;
	/**
	 * Makes claimed keys count as new again; false while a claim is so young that its call may still be
	 * answered.
	 */
	retract(keys: string[]): boolean;
}

/** Changes a cell in place. */
export type CellChange<C, T> = (cell: C, turn: CellTurn) => T;

export interface DeliveryStore<C extends Cell> {
	/** How long a call holds entries that it never settles. Milliseconds. */
	readonly leaseMs: number;
	readonly window: KeyRetention;
	/** Claims keys for a run; gives for each whether this run is to emit it. */
	claim(keys: string[], run: string): Promise<boolean[]>;
	/** Those of some keys that no run has claimed; absent where only this process can claim. */
	unclaimed?(keys: string[]): Promise<string[]>;
	/**
	 * Changes a cell, with no other change in between; the job may run again on a newer cell.
	 * @throws BusyError when other calls leave no room for it.
	 */
	change<T>(name: string, keys: string[], job: CellChange<C, T>): Promise<T>;
	/** Cells that are due by a moment, the first ones where there are more than `most`. */
	due(by: number, most?: number): Promise<string[]>;
	/** The name of the largest cell if all together are too large; absent where there is room for all. */
	overfull?(): string | undefined;
	/**
	 * How far back every delivery is remembered, in milliseconds: since {@link rememberFromNow}, or since
	 * this ledger began, and no further than its size and window reach.
	 */
	rememberedMs(): Promise<number>;
	/** What came before counts as not remembered. */
	rememberFromNow(): Promise<void>;
}

/** The longest time for which any ledger lets a call hold entries. Milliseconds. */
export const LONGEST_LEASE_MS = 600_000;

/**
 * Whether no call holds an entry. A lease that ends too far in the future was written by a wrong clock and
 * holds nothing.
 */
export const isFree = ({ until = 0 }: CellEntry, now: number): boolean =>
	until <= now || isAhead(until - LONGEST_LEASE_MS, now);

/** Makes a call hold entries, until it settles or its lease ends. */
export function hold(entries: CellEntry[], call: string, until: number): void {
	for (const entry of entries) Object.assign(entry, { by: call, until });
}

/** Whether a call held an entry until its lease ended, without settling it: its process has died. */
export const isInterrupted = (entry: CellEntry, now: number): boolean =>
	entry.by !== undefined && isFree(entry, now);

/**
 * Changes a cell once no other call holds one of this call's keys.
 * @throws BusyError when that takes too long.
 */
export async function reserve<C extends Cell, T>(
	store: DeliveryStore<C>,
	name: string,
	{ call, keys }: { call: string; keys: string[] },
	job: CellChange<C, T>,
): Promise<T> {
	const own = new Set(keys);
	const until = monotonic(systemClock) + LEDGER_WAIT_MS;
	for (;;) {
		const found = await store.change(name, keys, (cell, turn) => {
			const { now } = turn;
			const same = cell.entries.filter(
				(entry) => entry.by !== call && entry.keys.some((key) => own.has(key)),
			);
			if (same.some((entry) => !isFree(entry, now))) return undefined;
			if (store.window.emitsAgain) {
				const interrupted = same.filter((entry) => isInterrupted(entry, now));
				if (!turn.retract(interrupted.flatMap((entry) => entry.keys))) return undefined;
			}
			// Drops entries of a killed process.
			cell.entries = cell.entries.filter(
				(entry) => entry.value !== undefined || !isFree(entry, now),
			);
			return { value: job(cell, turn) };
		});
		if (found) return found.value;
		if (monotonic(systemClock) > until) throw new BusyError();
		await systemSleep(LEDGER_POLL_MS);
	}
}

/**
 * Commits a call's entries in some cells if n8n took the call, else releases them. Entries whose
 * `keys` a run has claimed all the same count as delivered.
 */
export const settle =
	<C extends Cell>(
		store: DeliveryStore<C>,
		cells: Iterable<string>,
		{ call, keys = [] }: { call: string; keys?: string[] },
	) =>
	async (isTaken: boolean): Promise<void> => {
		for (const name of cells) {
			await store.change(name, keys, (cell, { fresh, deliver }) => {
				const own = cell.entries.filter(({ by }) => by === call);
				const isNew = (entry: CellEntry) =>
					entry.value !== undefined && entry.keys.every((k) => fresh.has(k));
				cell.entries = cell.entries.filter(
					(entry) => entry.by !== call || (!isTaken && isNew(entry)),
				);
				for (const entry of own) Object.assign(entry, { by: undefined, until: undefined });
				if (isTaken) deliver(own.flatMap((entry) => entry.keys));
			});
		}
	};
