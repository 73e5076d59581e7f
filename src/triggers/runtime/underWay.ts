import { inTime } from './inTime';

/* What calls bring that n8n has not answered yet: whether it counts as delivered is still open. */

/** Longest wait for another call with the same. */
const WAIT_MS = 10_000;
/** Life of a call that n8n never answers: longer than its database may take for a statement. */
const LOST_MS = 600_000;

/** The same is under way in another call; whether n8n takes it is not known yet. */
export class BusyError extends Error {}

const busy = () => {
	throw new BusyError();
};

/** Names of what is under way in this process. */
export class UnderWay {
	private readonly names = new Map<string, Promise<void>>();

	has(name: string): boolean {
		return this.names.has(name);
	}

	/**
	 * What to wait for where another call has one of the names; then ask again, as somebody else may
	 * have come first. Rejects with a {@link BusyError} when it takes too long.
	 */
	among(names: readonly string[]): Promise<void> | undefined {
		if (this.names.size === 0) return undefined;
		for (const name of names) {
			const other = this.names.get(name);
			if (other) return inTime(other, WAIT_MS, busy);
		}
		return undefined;
	}

	/** Marks names until what this gives is called. */
	begin(names: Iterable<string>): () => void {
		let decide = () => {};
		const decided = new Promise<void>((resolve) => (decide = resolve));
		for (const name of names) this.names.set(name, decided);
		const end = () => {
			clearTimeout(lost);
			for (const name of names) {
				if (this.names.get(name) === decided) this.names.delete(name);
			}
			decide();
		};
		const lost = setTimeout(end, LOST_MS);
		lost.unref();
		return end;
	}
}
