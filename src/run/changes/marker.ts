import type { Json, ComparedParts } from '../../table/define';

/*
 * A list as it was read, in few bytes: for each entry the distance of its ID to the previous one, a letter
 * with its statuses, two letters for each of its other parts, and two for all parts together. An endpoint
 * takes 16 to 18 bytes, which are 22 to 24 letters in base64.
 */

/** An entry as it was read: a letter of eight bits for each byte. */
export type Print = string;

const MARKER_FORMAT = 1;
/** A status in three bits. Source: specification and public reference, Status values. */
const STATE_BITS = 3;
const [OTHER_STATE, NO_STATE] = [6, 7];
/** Stands in the first letter of an entry that the last list did not have. */
const MISSING_BIT = 1 << (2 * STATE_BITS);

/** 32 bits of a text: FNV-1a with the final mix of MurmurHash3. */
function hash32(text: string, seed: number): number {
	let hash = 0x811c9dc5 ^ seed;
	for (let i = 0; i < text.length; i++) {
		hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
	}
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

function statusState(id: unknown): number {
	if (id === undefined || id === null) return NO_STATE;
	const number = Number(id);
	return number >= 0 && number < OTHER_STATE ? number : OTHER_STATE;
}

const pair = (bits: number) => String.fromCharCode((bits >>> 8) & 0xff, bits & 0xff);

/** Makes and compares the prints of one kind of entries. */
export class Printer {
	private readonly states: Array<[string, (entry: Json) => unknown]>;
	private readonly values: Array<[string, (entry: Json) => unknown[]]>;

	constructor({ states, values }: ComparedParts) {
		this.states = Object.entries(states);
		this.values = Object.entries(values);
	}

	/** Letters of a print. */
	get size(): number {
		return 3 + 2 * this.values.length;
	}

	/**
	 * The print of an entry. One half of each part's hash stands by itself; the other halves are combined
	 * into one for all parts. A change is missed once in four billion times, and the changed part is unknown
	 * once in 65,000.
	 */
	of(entry: Json): Print {
		let states = 0;
		for (const [, read] of this.states) states = (states << STATE_BITS) | statusState(read(entry));
		let all = 0;
		let own = '';
		for (let i = 0; i < this.values.length; i++) {
			const hash = hash32(this.values[i]![1](entry).join('\n'), i + 1);
			all ^= hash;
			own += pair(hash >>> 16);
		}
		return String.fromCharCode(states) + pair(all) + own;
	}

	/** Names of the parts in which two prints differ; none where that is not known. */
	changed(before: Print, after: Print): string[] {
		const states = before.charCodeAt(0) ^ after.charCodeAt(0);
		const last = this.states.length - 1;
		const bits = (index: number) => (states >> ((last - index) * STATE_BITS)) & NO_STATE;
		const part = (print: Print, index: number) => print.slice(3 + 2 * index, 5 + 2 * index);
		return [
			...this.states.filter((_, i) => bits(i) !== 0),
			...this.values.filter((_, i) => part(before, i) !== part(after, i)),
		].map(([name]) => name);
	}
}

export const isMissing = (print: Print): boolean => (print.charCodeAt(0) & MISSING_BIT) !== 0;

/** The same print, marked as that of an entry which the last list did not have. */
export const missed = (print: Print): Print =>
	String.fromCharCode(print.charCodeAt(0) | MISSING_BIT) + print.slice(1);

/** The prints of a list in base64, by their IDs. */
export function packPrints(prints: ReadonlyMap<number, Print>, size: number): string {
	const ids = [...prints.keys()].sort((a, b) => a - b);
	// An ID has 53 bits, seven in a byte.
	const bytes = Buffer.alloc(2 + ids.length * (8 + size));
	bytes[0] = MARKER_FORMAT;
	bytes[1] = size;
	let [end, last] = [2, 0];
	for (const id of ids) {
		let gap = id - last;
		last = id;
		for (; gap >= 0x80; gap = Math.floor(gap / 0x80)) bytes[end++] = gap % 0x80 | 0x80;
		bytes[end++] = gap;
		end += bytes.write(prints.get(id)!, end, 'latin1');
	}
	return bytes.toString('base64url', 0, end);
}

/** Reads the result of {@link packPrints}; undefined for any other text. */
export function unpackPrints(packed: string, size: number): Map<number, Print> | undefined {
	const bytes = Buffer.from(packed, 'base64url');
	if (bytes[0] !== MARKER_FORMAT || bytes[1] !== size) return undefined;
	const prints = new Map<number, Print>();
	for (let offset = 2, id = 0; offset < bytes.length; offset += size) {
		for (let scale = 1, byte = 0x80; byte >= 0x80; scale *= 0x80) {
			byte = bytes[offset++] ?? 0;
			id += (byte % 0x80) * scale;
		}
		if (offset + size > bytes.length) return undefined;
		prints.set(id, bytes.toString('latin1', offset, offset + size));
	}
	return prints;
}
