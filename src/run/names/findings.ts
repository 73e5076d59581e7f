import type { Json, LookupName, Operation } from '../../table/define';
import { type ListCache, LookupForbiddenError } from './lists';

/* The lists and entries that a run has looked up: each list and each value is asked for once. */

/** Kinds whose names change with things of another resource, such as the ICCID of an endpoint. */
const ALSO_CHANGED: Record<string, LookupName[]> = {
	customEvent: ['automationEvent'],
	endpoint: ['sim'],
	euicc: ['endpoint', 'sim'],
	organisation: ['workspace'],
	sim: ['endpoint'],
};

/** Entries of one kind by the values that were looked up. */
type FoundByValue = Map<string, Promise<Json[]>>;

/** Only the id of an entry is used, unless several have to be distinguished. */
const smallest = (entries: Json[]): Json[] =>
	entries.length === 1 ? [{ id: entries[0]!.id }] : entries;

/** The lists and entries that a run has found. */
export class RunFindings {
	readonly lists: ListCache = new Map();
	private readonly found = new Map<LookupName, Map<string, FoundByValue>>();
	/** What resolved things were called, by kind and ID: `sim 17` is `ICCID 8988…`. */
	readonly called = new Map<string, string>();
	/** Suggestions for names that nothing has. */
	readonly suggested = new Map<string, Promise<string | undefined>>();

	/** The entries found for the values of one filter of a kind. */
	private of(lookup: LookupName, filter: string): FoundByValue {
		const filters = this.found.get(lookup) ?? new Map<string, FoundByValue>();
		this.found.set(lookup, filters);
		const values: FoundByValue = filters.get(filter) ?? new Map();
		filters.set(filter, values);
		return values;
	}

	/** Values of one filter that were looked up. */
	count(lookup: LookupName, filter: string): number {
		return this.of(lookup, filter).size;
	}

	/** The values that were not looked up yet. */
	missing(lookup: LookupName, filter: string, values: string[]): string[] {
		return values.filter((value) => !this.of(lookup, filter).has(value));
	}

	/** Stores what was found for values. */
	add(lookup: LookupName, filter: string, found: ReadonlyMap<string, Json[]>): void {
		for (const [value, entries] of found) {
			this.of(lookup, filter).set(value, Promise.resolve(smallest(entries)));
		}
	}

	/**
	 * The entries of a value, looked up by `find` unless they are known. All callers that wait for a lookup
	 * share its error. The next caller looks again, unless the role may not read the list.
	 */
	async once(
		lookup: LookupName,
		filter: string,
		value: string,
		find: () => Promise<Json[]>,
	): Promise<Json[]> {
		const values = this.of(lookup, filter);
		const known = values.get(value);
		if (known) return await known;
		const finding = find().then(smallest);
		values.set(value, finding);
		finding.catch((error: unknown) => {
			if (error instanceof LookupForbiddenError) return;
			if (values.get(value) === finding) values.delete(value);
		});
		return await finding;
	}

	/** Forgets everything, so that things made in the meantime are found. */
	clear(): void {
		this.lists.clear();
		this.found.clear();
		this.suggested.clear();
	}

	/** Forgets the names that an operation may have changed. */
	changedBy({ resource, effect }: Pick<Operation, 'resource' | 'effect'>): void {
		if (effect === 'read') return;
		for (const lookup of [resource as LookupName, ...(ALSO_CHANGED[resource] ?? [])]) {
			this.lists.delete(lookup);
			this.found.delete(lookup);
		}
	}
}
