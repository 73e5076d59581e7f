import { createHash } from 'node:crypto';
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { CellularIotError } from '../errors';
import { doesNotFit, heldByAnother, type KeptText } from './keptText';
import type { Marks } from './markedKeys';

/*
 * A text as marks: n8n's database can say of a mark whether it was recorded, and no more. Each bit of the text that
 * is set is a mark. One step records all marks of a text, so that a kill leaves the text before or the text after.
 *
 * Asking records what was not there, which is then removed again. A kill in between spoils the copy that was asked
 * for: its checksum is wrong. Each text has two copies, and the second one is asked for only where the first is
 * spoiled. A new text is recorded in the other of two slots before the older one is removed; a number in it says
 * which is newer.
 *
 * It rests on n8n's table of processed items (nodes/CellularIot/n8n/processedItems.ts): n8n offers running nodes no
 * other store that a kill leaves, where the account has no Redis. What it costs, for a wave whose devices change
 * alike: 10 devices take 1,400 marks, 100 take 2,100 and 1,000 take 6,800, in one row of 35 bytes a mark; a text is
 * written in up to three steps, and read in six. 100 devices with a name of their own each take 9,800.
 */

const SLOTS = [0, 1] as const;
const COPIES = [0, 1] as const;
type Slot = (typeof SLOTS)[number];
type Copy = (typeof COPIES)[number];

/** Most bytes of a packed text: with both copies it takes at most 48,000 marks, and mostly half of them. */
const MOST_BYTES = 3_000;
/** Before the packed text: its length, and the beginning of its SHA-256. */
const LENGTH_BYTES = 2;
const CHECK_BYTES = 6;
const HEAD_BYTES = LENGTH_BYTES + CHECK_BYTES;
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

const markOf = (slot: Slot, copy: Copy, bit: number) => `text ${slot} ${copy} ${bit}`;

/** The marks of some bytes of a slot, those of bits that are not set included. */
const marksOf = (slot: Slot, copy: Copy, from: number, bytes: number): string[] =>
	Array.from({ length: bytes * 8 }, (_, bit) => markOf(slot, copy, from * 8 + bit));

/** The marks of the bits that are set. */
const setMarks = (slot: Slot, copy: Copy, bytes: Uint8Array): string[] =>
	marksOf(slot, copy, 0, bytes.length).filter(
		(_, bit) => ((bytes[bit >> 3]! >> (7 - (bit & 7))) & 1) === 1,
	);

const bothCopies = (slot: Slot, bytes: Uint8Array): string[] =>
	COPIES.flatMap((copy) => setMarks(slot, copy, bytes));

/** A text in a slot. */
interface Found {
	number: number;
	text: string;
}

/** Places that runs of this process hold. */
const held = new Set<string>();

const lost = () =>
	new CellularIotError(
		'What an earlier run had under judgement cannot be read any more: n8n was killed twice while it was asked for. Nothing was sent',
		'Look at the endpoints that the earlier run has changed. The next run begins anew.',
		'notSent',
	);

/** A text in the database of n8n: for one node, and for one process at a time. */
export class MarkedText implements KeptText {
	readonly mostBytes = MOST_BYTES;
	/** The newest text that was read or written, by its number. */
	private number = 0;
	/** The slot it is in, and the marks that each slot has. */
	private slot: Slot = 0;
	private readonly there = new Map<Slot, string[]>();
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
			const found: Array<Found & { slot: Slot }> = [];
			let isSpoiled = false;
			for (const slot of SLOTS) {
				const marked = await this.readSlot(slot);
				if (marked === 'spoiled') isSpoiled = true;
				else if (marked) found.push({ ...marked, slot });
			}
			if (isSpoiled) throw lost();
			const [newest] = found.sort((a, b) => b.number - a.number);
			if (!newest) return undefined;
			this.number = newest.number;
			this.slot = newest.slot;
			return newest.text;
		});
	}

	async write(text: string | undefined): Promise<void> {
		await this.marks.alone(async () => {
			const { slot: before } = this;
			if (text === undefined) {
				await this.empty(SLOTS);
				return;
			}
			const number = this.number + 1;
			const packed = deflateSync(strToU8(`${number}\n${text}`), { level: 9 });
			if (packed.length > MOST_BYTES) throw doesNotFit(packed.length, MOST_BYTES);
			const slot: Slot = before === 0 ? 1 : 0;
			await this.empty([slot]);
			const marks = bothCopies(slot, framed(packed));
			await this.marks.record(marks, MOST_MARKS);
			this.there.set(slot, marks);
			this.number = number;
			this.slot = slot;
			await this.empty([before]);
		});
	}

	/** The text of a slot; undefined where there is none. What a kill has spoiled is mended. */
	private async readSlot(slot: Slot): Promise<Found | 'spoiled' | undefined> {
		const first = await this.readCopy(slot, 0);
		if (first === 'empty') return undefined;
		const frame = first === 'spoiled' ? await this.readCopy(slot, 1) : first;
		if (frame === 'spoiled' || frame === 'empty') {
			await this.clear(slot, COPIES);
			// One step records both copies: where the second has nothing, there was no text.
			return frame === 'empty' ? undefined : 'spoiled';
		}
		this.there.set(slot, bothCopies(slot, frame));
		if (first === 'spoiled') {
			await this.clear(slot, [0]);
			await this.marks.record(setMarks(slot, 0, frame), MOST_MARKS);
		}
		const packed = frame.subarray(HEAD_BYTES);
		const [number = '', ...lines] = strFromU8(inflateSync(packed)).split('\n');
		return { number: Number(number), text: lines.join('\n') };
	}

	/** A copy with its head. */
	private async readCopy(slot: Slot, copy: Copy): Promise<Uint8Array | 'spoiled' | 'empty'> {
		const head = await this.ask(slot, copy, 0, HEAD_BYTES);
		if (head.every((byte) => byte === 0)) return 'empty';
		const length = new DataView(head.buffer).getUint16(0);
		if (length === 0 || length > MOST_BYTES) return 'spoiled';
		const packed = await this.ask(slot, copy, HEAD_BYTES, length);
		const check = head.subarray(LENGTH_BYTES);
		return checkOf(packed).every((byte, i) => byte === check[i]) ? framed(packed) : 'spoiled';
	}

	/** Asks for bytes of a slot. */
	private async ask(slot: Slot, copy: Copy, from: number, count: number): Promise<Uint8Array> {
		const marks = marksOf(slot, copy, from, count);
		const added = new Set(await this.marks.record(marks, MOST_MARKS));
		await this.marks.remove([...added]);
		const bytes = new Uint8Array(count);
		for (const [bit, mark] of marks.entries()) {
			if (!added.has(mark)) bytes[bit >> 3]! |= 1 << (7 - (bit & 7));
		}
		return bytes;
	}

	/** Removes the known marks of slots, in one step. */
	private async empty(slots: readonly Slot[]): Promise<void> {
		const marks = slots.flatMap((slot) => this.there.get(slot) ?? []);
		if (marks.length > 0) await this.marks.remove(marks);
		for (const slot of slots) this.there.delete(slot);
	}

	/** Removes all marks that copies of a slot may have. */
	private async clear(slot: Slot, copies: readonly Copy[]): Promise<void> {
		const all = copies.flatMap((copy) => marksOf(slot, copy, 0, HEAD_BYTES + MOST_BYTES));
		await this.marks.record(all, MOST_MARKS);
		await this.marks.remove(all);
	}
}
