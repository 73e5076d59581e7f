import { createHash } from 'node:crypto';
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { CellularIotError } from '../errors';
import { doesNotFit, heldByAnother, type KeptText } from './keptText';
import type { Marks } from './markedKeys';

/*
 * A text as marks, since n8n's database can say of a mark whether it was recorded, and no more
 * (nodes/CellularIot/n8n/processedItems.ts). Each bit of the text that is set is a mark.
 *
 * Asking records what was not there, which is then removed again: a kill in between spoils what was asked for.
 * Therefore there are two copies, which are asked for and changed one after the other. A checksum shows which is
 * spoiled, and the other one is then whole. A copy is empty only where no text is kept:
 *
 *   write   for each copy: record the new marks, remove the old ones; in between it is spoiled
 *   read    ask for both; the first that is whole counts, and the other is made like it
 *   drop    remove both in one step
 */

const COPIES = [0, 1] as const;
type Copy = (typeof COPIES)[number];

/** Most bytes of a packed text: with both copies it takes at most 48,000 marks, and mostly half of them. */
const MOST_BYTES = 3_000;
/** Before the packed text: its length, and the beginning of its SHA-256. */
const LENGTH_BYTES = 2;
const CHECK_BYTES = 6;
const HEAD_BYTES = LENGTH_BYTES + CHECK_BYTES;
/** What a copy has where no text is kept. */
const NOTHING = new Uint8Array();
/** More marks than a node ever has: a text makes n8n forget none of its keys. */
const MOST_MARKS = 150_000;

const checkOf = (packed: Uint8Array): Uint8Array =>
	createHash('sha256').update(packed).digest().subarray(0, CHECK_BYTES);

/** A packed text with its head. */
function framed(packed: Uint8Array): Uint8Array {
	const frame = new Uint8Array(HEAD_BYTES + packed.length);
	new DataView(frame.buffer).setUint16(0, packed.length);
	frame.set(checkOf(packed), LENGTH_BYTES);
	frame.set(packed, HEAD_BYTES);
	return frame;
}

const areSame = (a: Uint8Array | undefined, b: Uint8Array): boolean =>
	a?.length === b.length && a.every((byte, i) => byte === b[i]);

/** The marks of some bytes of a copy, those of bits that are not set included. */
const marksOf = (copy: Copy, from: number, bytes: number): string[] =>
	Array.from({ length: bytes * 8 }, (_, bit) => `text ${copy} ${from * 8 + bit}`);

/** The marks of the bits that are set. */
const setMarks = (copy: Copy, bytes: Uint8Array): string[] =>
	marksOf(copy, 0, bytes.length).filter(
		(_, bit) => ((bytes[bit >> 3]! >> (7 - (bit & 7))) & 1) === 1,
	);

/** Places that runs of this process hold. */
const held = new Set<string>();

const lost = () =>
	new CellularIotError(
		'What an earlier run had under judgement cannot be read any more: n8n was killed twice while it was written or asked for. Nothing was sent',
		'Look at the endpoints that the earlier run has changed. The next run begins anew.',
		'notSent',
	);

/** A text in the database of n8n: for one node, and for one process at a time. */
export class MarkedText implements KeptText {
	readonly mostBytes = MOST_BYTES;
	/** All marks that each copy may have. */
	private readonly there: Record<Copy, string[]> = { 0: [], 1: [] };
	private isHeld = false;

	constructor(private readonly marks: Marks) {}

	async hold(): Promise<void> {
		if (held.has(this.marks.row)) throw heldByAnother();
		held.add(this.marks.row);
		this.isHeld = true;
	}

	async confirm(): Promise<void> {
		// Runs of one process know of each other, and none loses its place.
	}

	async release(): Promise<void> {
		if (this.isHeld) held.delete(this.marks.row);
		this.isHeld = false;
	}

	async read(): Promise<string | undefined> {
		return await this.marks.alone(async () => {
			const found = [await this.readCopy(0), await this.readCopy(1)];
			const whole = found.find((bytes) => bytes !== undefined && bytes.length > 0);
			const bytes = whole ?? NOTHING;
			const others = COPIES.filter((copy) => !areSame(found[copy], bytes));
			await this.mend(others, bytes);
			for (const copy of COPIES) this.there[copy] = setMarks(copy, bytes);
			if (found.every((copy) => copy === undefined)) throw lost();
			return whole && strFromU8(inflateSync(whole.subarray(HEAD_BYTES)));
		});
	}

	async write(text: string | undefined): Promise<void> {
		await this.marks.alone(async () => {
			if (text === undefined) {
				await this.remove([...this.there[0], ...this.there[1]]);
				for (const copy of COPIES) this.there[copy] = [];
				return;
			}
			const packed = deflateSync(strToU8(text), { level: 9 });
			if (packed.length > MOST_BYTES) throw doesNotFit(packed.length, MOST_BYTES);
			for (const copy of COPIES) await this.writeCopy(copy, framed(packed));
		});
	}

	private async writeCopy(copy: Copy, bytes: Uint8Array): Promise<void> {
		const before = this.there[copy];
		const after = setMarks(copy, bytes);
		// Where a step fails, it may have been done all the same.
		this.there[copy] = [...before, ...after];
		await this.marks.record(after, MOST_MARKS);
		const wanted = new Set(after);
		await this.remove(before.filter((mark) => !wanted.has(mark)));
		this.there[copy] = after;
	}

	/** A copy with its head; nothing where no text is kept, and undefined where it is spoiled. */
	private async readCopy(copy: Copy): Promise<Uint8Array | undefined> {
		const head = await this.ask(copy, 0, HEAD_BYTES);
		if (head.every((byte) => byte === 0)) return NOTHING;
		const length = new DataView(head.buffer).getUint16(0);
		if (length === 0 || length > MOST_BYTES) return undefined;
		const packed = await this.ask(copy, HEAD_BYTES, length);
		return areSame(checkOf(packed), head.subarray(LENGTH_BYTES)) ? framed(packed) : undefined;
	}

	/** Asks for bytes of a copy. */
	private async ask(copy: Copy, from: number, count: number): Promise<Uint8Array> {
		const marks = marksOf(copy, from, count);
		const added = new Set(await this.marks.record(marks, MOST_MARKS));
		await this.remove([...added]);
		const bytes = new Uint8Array(count);
		for (const [bit, mark] of marks.entries()) {
			if (!added.has(mark)) bytes[bit >> 3]! |= 1 << (7 - (bit & 7));
		}
		return bytes;
	}

	/** Gives copies these bytes, whatever marks they have. None is empty in between. */
	private async mend(copies: Copy[], bytes: Uint8Array): Promise<void> {
		if (copies.length === 0) return;
		const all = copies.flatMap((copy) => marksOf(copy, 0, HEAD_BYTES + MOST_BYTES));
		const wanted = new Set(copies.flatMap((copy) => setMarks(copy, bytes)));
		await this.marks.record(all, MOST_MARKS);
		await this.remove(all.filter((mark) => !wanted.has(mark)));
	}

	private async remove(marks: string[]): Promise<void> {
		if (marks.length > 0) await this.marks.remove(marks);
	}
}
