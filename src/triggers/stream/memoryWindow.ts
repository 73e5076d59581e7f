import type { Json } from '../../operations/define';
import { inMemory } from '../runtime/inMemory';
import { UnderWay } from '../runtime/underWay';
import { packKeys, unpackKeys } from '../runtime/keys';
import { type Arrived, MOST, type RecordWindow } from './window';

/** Whether a key is that of a record; usage events are remembered by their runs alone. */
const isRecord = (key: string) => /^[ue]\d/.test(key);

function forgetOldest(kept: Set<string> | Map<string, string>): void {
	for (const key of kept.keys()) {
		if (kept.size <= MOST.memory) return;
		kept.delete(key);
	}
}

/** A window in this process; n8n's store holds its newest part for a restart. */
export class MemoryWindow implements RecordWindow {
	/** Keys of records that n8n took, oldest first. */
	private readonly taken = new Set<string>();
	/** The runs that tell them, and usage events; oldest first. */
	private readonly runs = new Map<string, string>();
	/** Keys in calls that n8n has not answered yet. */
	private readonly starting = new UnderWay();
	private adopted: unknown;

	async arrive(keys: string[]): Promise<Arrived> {
		for (let other; (other = this.starting.among(keys)); ) await other;
		// From here on nothing waits: calls side by side can't both take a record.
		const fresh = new Set(keys.filter((key) => !this.taken.has(key)));
		const end = this.starting.begin(fresh);
		const settle = (taken: boolean) => {
			end();
			if (taken) this.take(fresh);
		};
		return { fresh, settle };
	}

	/** For a run: whether it is the one to tell each of these. */
	claim(keys: string[], run: string): boolean[] {
		const mine = keys.map((key) => [undefined, run].includes(this.runs.get(key)));
		const own = keys.filter((_, index) => mine[index]);
		for (const key of own) this.runs.set(key, run);
		forgetOldest(this.runs);
		// Also where the answer to their call becomes an error.
		this.take(own.filter(isRecord));
		return mine;
	}

	private take(keys: Iterable<string>): void {
		for (const key of keys) this.taken.add(key);
		forgetOldest(this.taken);
	}

	/** As n8n's store keeps it. `taking`: what n8n takes as this is stored. */
	pack(taking: Iterable<string> = []) {
		const more = [...taking].filter((key) => !this.taken.has(key));
		return { keys: packKeys([...this.taken, ...more].slice(-MOST.stored)) };
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
