import type { Json } from '../../operations/define';
import { inMemory } from '../inMemory';
import { UnderWay } from '../underWay';
import { packKeys, unpackKeys } from './keys';
import { type Arrived, MOST, type RecordWindow } from './window';

/** A window in this process; n8n's store holds its newest part for a restart. */
export class MemoryWindow implements RecordWindow {
	/** Keys of records that n8n took, oldest first. */
	private readonly taken = new Set<string>();
	/** Keys in calls that n8n has not answered yet. */
	private readonly starting = new UnderWay();
	private adopted: unknown;

	async arrive(keys: string[]): Promise<Arrived> {
		for (let other; (other = this.starting.among(keys)); ) await other;
		// From here on nothing waits: calls side by side can't both take a record.
		const fresh = new Set(keys.filter((key) => !this.taken.has(key)));
		const end = this.starting.begin(fresh);
		const settle = (taken: boolean) => {
			if (end() && taken) this.take(fresh);
		};
		return { fresh, settle };
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
		return { keys: packKeys(keys) };
	}

	/** Takes in what {@link pack} wrote before a restart, or in another process. */
	adopt({ keys }: Json): void {
		if (typeof keys !== 'string' || keys === this.adopted) return;
		this.adopted = keys;
		this.take(unpackKeys(keys));
	}
}

/** The window of a trigger in this process; the key names workflow and node. */
export const windowFor = inMemory(() => new MemoryWindow());
