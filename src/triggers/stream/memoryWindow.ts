import { randomUUID } from 'node:crypto';
import { inTime } from '../inTime';
import { packKeys, unpackKeys } from './keys';
import { type Arrived, MOST, type RecordWindow, WindowBusyError } from './window';

/** Longest wait for another call with the same records, and life of one that never ends. */
const WAIT_MS = 10_000;
const LOST_MS = 120_000;

/** Tells what this process wrote from what another did. */
let ownName = randomUUID();

/** A window in this process; n8n's store holds its newest part for a restart. */
export class MemoryWindow implements RecordWindow {
	/** Keys of records that n8n took, oldest first. */
	private readonly taken = new Set<string>();
	/** Keys in calls that n8n has not answered yet. */
	private readonly starting = new Map<string, Promise<void>>();
	private adopted: unknown;

	async arrive(keys: string[]): Promise<Arrived> {
		for (let other; (other = this.undecided(keys)); ) await inTime(other, WAIT_MS, busy);
		// From here on nothing waits: calls side by side can't both take a record.
		const fresh = new Set(keys.filter((key) => !this.taken.has(key)));
		let decide = () => {};
		const decided = new Promise<void>((resolve) => (decide = resolve));
		for (const key of fresh) this.starting.set(key, decided);
		let open = true;
		const settle = (taken: boolean) => {
			if (!open) return;
			open = false;
			clearTimeout(lost);
			for (const key of fresh) this.starting.delete(key);
			if (taken) this.take(fresh);
			decide();
		};
		const lost = setTimeout(() => settle(false), LOST_MS);
		lost.unref();
		return { fresh, settle };
	}

	private undecided(keys: string[]): Promise<void> | undefined {
		if (this.starting.size === 0) return undefined;
		for (const key of keys) {
			const other = this.starting.get(key);
			if (other) return other;
		}
		return undefined;
	}

	private take(keys: Iterable<string>): void {
		for (const key of keys) this.taken.add(key);
		for (const key of this.taken) {
			if (this.taken.size <= MOST.memory) return;
			this.taken.delete(key);
		}
	}

	/** As n8n's store keeps it. `taking`: what n8n takes as this is stored. */
	pack(taking: Iterable<string> = []) {
		const keys = [...this.taken, ...taking].slice(-MOST.stored);
		return { by: ownName, keys: packKeys(keys) };
	}

	/** Takes in what {@link pack} wrote before a restart, or in another process. */
	adopt(stored: unknown): void {
		const { by, keys } = (stored ?? {}) as { by?: unknown; keys?: unknown };
		if (typeof keys !== 'string' || by === ownName || keys === this.adopted) return;
		this.adopted = keys;
		this.take(unpackKeys(keys));
	}
}

/** @throws WindowBusyError */
const busy = () => {
	throw new WindowBusyError();
};

const windows = new Map<string, MemoryWindow>();

/** The window of a trigger in this process; the key names workflow and node. */
export function windowFor(key: string): MemoryWindow {
	let found = windows.get(key);
	if (!found) windows.set(key, (found = new MemoryWindow()));
	return found;
}

/** Forgets what is in memory, as a restart does. */
export function forgetWindows(): void {
	windows.clear();
	ownName = randomUUID();
}
