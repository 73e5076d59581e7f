/** Milliseconds after its last use until an object is dropped: longer than any window. */
export const DROP_AFTER_MS = 10 * 60_000;

/**
 * One object per key, kept while it is in use and for ten minutes after its last use: credentials
 * that are no longer used take no memory, and one key never has two objects.
 */
export class ExpiringMap<T extends object, From extends unknown[] = []> {
	private readonly entries = new Map<string, { thing: WeakRef<T>; hold?: T; usedAt: number }>();
	private sweptAt = 0;

	constructor(
		private readonly make: (key: string, ...from: From) => T,
		private readonly now: () => number = () => performance.now(),
		private readonly idleMs = DROP_AFTER_MS,
	) {}

	/** The object of a key, created from the given arguments if there is none. */
	get(key: string, ...from: From): T {
		const now = this.now();
		this.sweep(now);
		const thing = this.entries.get(key)?.thing.deref() ?? this.make(key, ...from);
		this.entries.set(key, { thing: new WeakRef(thing), hold: thing, usedAt: now });
		return thing;
	}

	/** How many objects are kept or in use. */
	get size(): number {
		return this.entries.size;
	}

	clear(): void {
		this.entries.clear();
	}

	private sweep(now: number): void {
		if (now - this.sweptAt < this.idleMs / 10) return;
		this.sweptAt = now;
		for (const [key, entry] of this.entries) {
			if (now - entry.usedAt < this.idleMs) continue;
			delete entry.hold;
			if (entry.thing.deref() === undefined) this.entries.delete(key);
		}
	}
}
