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
	 * The IDs of removed entries, and the marker of this list. An entry is removed when two lists in a row
	 * lack it: an entry that moves while pages are read can be missed once. A list that is incomplete or
	 * empty removes nothing.
	 */
	end(isComplete: boolean): { removed: number[]; marker: string } {
		const isProof = isComplete && this.prints.size + this.deleted.size > 0;
		const removed: number[] = [];
		for (const [id, print] of this.old) {
			if (this.prints.has(id) || this.deleted.has(id)) continue;
			if (isProof && isMissing(print)) removed.push(id);
			else this.prints.set(id, isProof ? missed(print) : print);
		}
		return { removed, marker: packPrints(this.prints, this.printer.size) };
	}
}
