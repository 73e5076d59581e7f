import { randomUUID } from 'node:crypto';
import { systemClock } from '../../ports';
import type { Json } from '../../table/define';
import { MINUTE_MS } from '../../times';
import {
	BY_NUMBER,
	type Cell,
	type CellChange,
	type DeliveryStore,
	type LedgerKind,
	type KeyRetention,
	type Known,
	LONGEST_LEASE_MS,
} from './store';

const minuteNow = () => Math.floor(systemClock.now() / MINUTE_MS);

/**
 * The memory of a trigger in this process. n8n gives every call its own copy of the stored data, so
 * two calls at a time would each lose the other's changes: the memory is authoritative, the store
 * is for restarts.
 */
export class MemoryStore<C extends Cell> implements DeliveryStore<C> {
	/** Longer than n8n's database may take for a statement. */
	readonly leaseMs = LONGEST_LEASE_MS;
	/** Distinguishes data stored by this memory from data stored by another. */
	private readonly name = randomUUID();
	/** Delivered keys, the newest last, and the runs that deliver them. */
	private readonly known = new Map<string, { minute: number; run?: string | undefined }>();
	private readonly cells = new Map<string, C>();
	private adopted: string | undefined;
	/** Since when every delivery is known; milliseconds since 1970. */
	private begun = systemClock.now();
	/** The same for this process alone: the minute of older deliveries may be unknown. */
	private readonly born = systemClock.now();
	/** The call whose run n8n stores with this memory, and what it brings. */
	private starting: { call: string; keys: string[]; cells: Map<string, C> } | undefined;

	constructor(
		private readonly kind: LedgerKind<C>,
		public window: KeyRetention = BY_NUMBER,
	) {}

	async claim(keys: string[], run: string): Promise<boolean[]> {
		const mine = keys.map(
			(key) => !this.isDelivered(key) || [undefined, run].includes(this.known.get(key)?.run),
		);
		const own = new Set(keys.filter((_, index) => mine[index]));
		// Even if their call is answered with an error.
		this.noteDelivered(own, run);
		for (const [name, cell] of this.cells) {
			cell.entries = cell.entries.filter((entry) => !entry.keys.some((key) => own.has(key)));
			this.put(name, cell);
		}
		return mine;
	}

	// This never awaits, so that concurrent calls can't both take a key.
	async change<T>(name: string, keys: string[], job: CellChange<C, T>): Promise<T> {
		const cell = this.cells.get(name) ?? this.kind.read([]);
		const delivered: string[] = [];
		const deliver = (all: Iterable<string>) => void delivered.push(...all);
		// Claimed deliveries are in no cell, and a process that was killed takes its claims with it.
		const retract = () => true;
		const result = job(cell, {
			fresh: this.freshOf(keys),
			now: systemClock.now(),
			deliver,
			retract,
		});
		this.noteDelivered(delivered);
		this.put(name, cell);
		return result;
	}

	async due(by: number): Promise<string[]> {
		const isDue = (cell: C) => (this.kind.due?.(cell) ?? Infinity) <= by;
		return [...this.cells].flatMap(([name, cell]) => (isDue(cell) ? name : []));
	}

	overfull(): string | undefined {
		const { kind } = this;
		const sizes = [...this.cells].map(([name, cell]) => ({ name, size: kind.size?.(cell) ?? 0 }));
		const all = sizes.reduce((sum, { size }) => sum + size, 0);
		if (all <= (kind.mostSize ?? Infinity)) return undefined;
		return sizes.reduce((a, b) => (b.size > a.size ? b : a)).name;
	}

	async rememberedMs(): Promise<number> {
		return Math.min(Math.max(0, systemClock.now() - this.begun), this.window.knownMs);
	}

	async rememberFromNow(): Promise<void> {
		this.begun = systemClock.now();
	}

	/** Since when every delivery is known, after those up to one of this minute were forgotten. */
	private knownAfter(minute = 0): number {
		return Math.max(this.begun, minute > 0 ? (minute + 1) * MINUTE_MS : this.born);
	}

	private put(name: string, cell: C): void {
		if (this.kind.isEmpty(cell)) this.cells.delete(name);
		else this.cells.set(name, cell);
	}

	private isDelivered(key: string): boolean {
		const known = this.known.get(key);
		return known !== undefined && known.minute > minuteNow() - this.window.knownMs / MINUTE_MS;
	}

	private freshOf(keys: string[]): Set<string> {
		const oldest = minuteNow() - this.window.keepMs / MINUTE_MS;
		for (const [key, { minute }] of this.known) {
			if (minute > oldest) break;
			this.known.delete(key);
		}
		return new Set(keys.filter((key) => !this.isDelivered(key)));
	}

	private noteDelivered(keys: Iterable<string>, run?: string): void {
		const minute = minuteNow();
		for (const key of keys) {
			const known = { minute, run: run ?? this.known.get(key)?.run };
			// The newest stand last.
			this.known.delete(key);
			this.known.set(key, known);
		}
		this.forgetOldest();
	}

	private forgetOldest(): void {
		for (const [key, { minute }] of this.known) {
			if (this.known.size <= this.kind.most.memory) return;
			this.known.delete(key);
			this.begun = this.knownAfter(minute);
		}
	}

	/** To be called before n8n gets the items of a call that makes it save this memory. */
	begin(call: string): void {
		const keys: string[] = [];
		const cells = new Map<string, C>();
		for (const [name, cell] of this.cells) {
			const own = cell.entries.filter(({ by }) => by === call);
			keys.push(...own.flatMap((entry) => entry.keys));
			const values = own.filter(({ value }) => value !== undefined);
			if (values.length > 0) cells.set(name, { ...this.kind.read([]), entries: values });
		}
		this.starting = { call, keys, cells };
	}

	/** The call that {@link begin} has named, if a run has deliveries of it. */
	startingCall(keys: string[]): string | undefined {
		const own = new Set(this.starting?.keys);
		return keys.some((key) => own.has(key)) ? this.starting?.call : undefined;
	}

	/**
	 * The memory for n8n's store, once the run of a call has gone on with its deliveries. Another call may
	 * have begun since: its run may still never begin.
	 */
	packBegun(call: string): Json {
		if (this.starting?.call === call) this.starting = undefined;
		return this.pack();
	}

	/**
	 * The memory for n8n's store; `starting`: the call whose run n8n stores together with it. Its deliveries
	 * count as delivered, and are stored a second time by themselves, because its run may never begin.
	 */
	pack(starting?: string): Json {
		const newest = [...this.known].slice(-this.kind.most.stored);
		const all = newest.map(([key, { minute }]): Known => [key, minute]);
		const cells = [...this.cells].map(([name, cell]) => {
			const entries = cell.entries.filter((entry) => {
				if (starting === undefined || entry.by !== starting) return entry.value !== undefined;
				all.push(...entry.keys.map((key): Known => [key, minuteNow()]));
				return false;
			});
			return [name, { ...cell, entries }] as const;
		});
		const isCut = newest.length < this.known.size;
		const begun = isCut ? this.knownAfter(newest[0]?.[1].minute) : this.begun;
		const packed = { by: this.name, begun, ...this.kind.pack(all, new Map(cells)) };
		if (starting === undefined || starting !== this.starting?.call) return packed;
		const unsure = this.starting.keys.map((key): Known => [key, minuteNow()]);
		return { ...packed, unsure: JSON.stringify(this.kind.pack(unsure, this.starting.cells)) };
	}

	/**
	 * The result of {@link pack}. If that is chosen, deliveries whose run may not have begun count as new.
	 */
	private unpack(stored: Json, log?: (message: string) => void) {
		const read = this.kind.unpack(stored, log);
		if (!read || typeof stored.unsure !== 'string' || !this.window.emitsAgain) return read;
		const unsure = this.kind.unpack(JSON.parse(stored.unsure) as Json, log);
		if (!unsure) return read;
		const again = new Set(unsure.known.map(([key]) => key));
		const known = read.known.filter(([key]) => !again.has(key));
		for (const [name, cell] of unsure.cells) {
			const waiting = read.cells.get(name);
			if (waiting) waiting.entries.push(...cell.entries);
			else read.cells.set(name, cell);
		}
		return { known, cells: read.cells };
	}

	/** Adopts what {@link pack} wrote before a restart, or in another process. */
	adopt(stored: Json, log?: (message: string) => void): void {
		// This process knows its own entries.
		if (stored.by === this.name) return;
		const text = JSON.stringify(stored);
		if (text === this.adopted) return;
		this.adopted = text;
		const read = this.unpack(stored, log);
		if (!read) return;
		const { begun } = stored;
		// A time in the future counts for nothing.
		if (typeof begun === 'number') this.begun = Math.min(begun, this.begun);
		const before = read.known.map(([key, minute]) => [key, { minute }] as const);
		const all = new Map([...before, ...this.known]);
		const inOrder = [...all].sort(([, a], [, b]) => a.minute - b.minute);
		this.known.clear();
		for (const [key, known] of inOrder) this.known.set(key, known);
		this.forgetOldest();
		const isDelivered = (key: string) => this.known.has(key);
		for (const name of new Set([...this.cells.keys(), ...read.cells.keys()])) {
			this.put(name, this.kind.merge(this.cells.get(name), read.cells.get(name), isDelivered));
		}
	}
}
