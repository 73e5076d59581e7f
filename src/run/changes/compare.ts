import { CellularIotError } from '../../errors';
import type { Json, ComparedParts } from '../../table/define';
import { describeValue, toId } from '../../table/values';
import { isMissing, missed, packPrints, type Print, Printer, unpackPrints } from './marker';

/* The changes of a list since it was last read. */

export interface EntryChange {
	change: 'added' | 'changed' | 'removed';
	/** Names of the parts that differ; empty for `added` and `removed`. */
	changed_parts: string[];
}

export const REMOVED: EntryChange = { change: 'removed', changed_parts: [] };

/** The marker was written by another version, or is damaged. It must not count as empty. */
export class UnreadableMarker extends CellularIotError {
	constructor() {
		super(
			'What the last run has seen cannot be read',
			'It was kept by another version of this node. Choose "Reset" once: everything is returned, and followed from then on.',
			'notSent',
		);
	}
}

const noId = (id: unknown) =>
	new CellularIotError(
		`The list has an entry with the ID ${describeValue(id)}, which no later list can be compared with`,
		'Run the operation "Account: Check" of the node Cellular IoT Account, or read the list without "Only What Changed".',
		'refused',
	);

/** Compares the entries of a list, as they come, with the marker of the one before. */
export class Comparison {
	private readonly printer: Printer;
	private readonly old: Map<number, Print>;
	private readonly prints = new Map<number, Print>();
	private readonly deleted = new Set<number>();

	/** @throws UnreadableMarker */
	constructor(
		private readonly parts: ComparedParts,
		before: string | undefined,
	) {
		this.printer = new Printer(parts);
		const old = before === undefined ? new Map() : unpackPrints(before, this.printer.size);
		if (!old) throw new UnreadableMarker();
		this.old = old;
	}

	/**
	 * The change of an entry of the list; undefined where there is none.
	 * @throws a CellularIotError for an entry without an ID of its own.
	 */
	take(entry: Json): EntryChange | undefined {
		const id = toId(entry.id);
		if (id === undefined) throw noId(entry.id);
		const before = this.old.get(id);
		if (this.parts.isDeleted(entry)) {
			this.deleted.add(id);
			return before === undefined ? undefined : REMOVED;
		}
		const print = this.printer.of(entry);
		this.prints.set(id, print);
		if (before === undefined) return { change: 'added', changed_parts: [] };
		const same = isMissing(before) ? missed(print) : print;
		if (same === before) return undefined;
		return { change: 'changed', changed_parts: this.printer.changed(before, same) };
	}

	/**
	 * The IDs of entries that two lists in a row lack, if this one is complete, and of one that it has. An
	 * incomplete or empty list shows nothing. They are asked for one by one before they count as removed.
	 */
	absent(isComplete: boolean): { ids: number[]; present: number | undefined } {
		const isProof = isComplete && this.prints.size + this.deleted.size > 0;
		const ids = [...this.old].flatMap(([id, print]) =>
			isProof && isMissing(print) && !this.isListed(id) ? [id] : [],
		);
		const [present] = this.prints.keys();
		return { ids, present };
	}

	private isListed(id: number): boolean {
		return this.prints.has(id) || this.deleted.has(id);
	}

	/**
	 * The IDs of removed entries, and the marker of this list. Removed is what is {@link absent}, unless it has
	 * been taken since, or it is `unknown` whether it is there.
	 */
	end(
		isComplete: boolean,
		unknown: ReadonlySet<number> = new Set(),
	): { removed: number[]; marker: string } {
		const isProof = isComplete && this.prints.size + this.deleted.size > 0;
		const removed = this.absent(isComplete).ids.filter((id) => !unknown.has(id));
		const gone = new Set(removed);
		for (const [id, print] of this.old) {
			if (this.isListed(id) || gone.has(id)) continue;
			this.prints.set(id, isProof ? missed(print) : print);
		}
		return { removed, marker: packPrints(this.prints, this.printer.size) };
	}
}
