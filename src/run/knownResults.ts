import { ExpiringMap } from '../expiringMap';
import type { Id } from '../table/define';

/**
 * Fewest ids remembered of a service; at most twice as many are. Two sets take turns, since a set
 * deletes its oldest entry ever more slowly.
 */
const REMEMBERED = 50_000;

/**
 * The results of calls to a service that could be read back, so that a later reading does not take
 * another call's result for its own. `scope` is the key that equal calls share.
 */
class KnownResults {
	private ids = new Set<string>();
	private idsBefore = new Set<string>();
	private readonly nameless = new Map<string, number>();

	add(scope: string, id: Id): void {
		if (this.ids.size >= REMEMBERED) [this.ids, this.idsBefore] = [new Set(), this.ids];
		this.ids.add(`${scope} ${id}`);
	}

	has(scope: string, id: Id): boolean {
		return this.ids.has(`${scope} ${id}`) || this.idsBefore.has(`${scope} ${id}`);
	}

	/** Remembers the time of a result without an id, for as long as {@link NAMELESS_MS}. */
	addNameless(scope: string, at: number): void {
		for (const [other, then] of this.nameless) {
			if (Math.abs(at - then) <= NAMELESS_MS) break;
			this.nameless.delete(other);
		}
		this.nameless.delete(scope);
		this.nameless.set(scope, at);
	}

	/** The time of the latest result of a scope without an id. */
	namelessAt(scope: string): number | undefined {
		return this.nameless.get(scope);
	}
}

/** Longer than a call and its reading back take. */
const NAMELESS_MS = 10 * 60_000;

const services = new ExpiringMap(() => new KnownResults());

/** The known results of a service, one object a process. */
export const knownResults = (baseUrl: string): KnownResults => services.get(baseUrl);
