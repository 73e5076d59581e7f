/*
 * What triggers remember, as short texts for n8n's store. A form is a schema: from it follow both how
 * values are written and how they are read. A stored form has a version beside it; a text of another
 * version, and one that is damaged, is refused in words, and what it held starts over.
 */

/** Writes whole numbers from 0 to 2^53 - 1: small ones take a byte, and each seven bits more another. */
class ByteWriter {
	private readonly bytes: number[] = [];

	number(value: number): void {
		let rest = value;
		for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.bytes.push((rest % 0x80) + 0x80);
		this.bytes.push(rest);
	}

	block(bytes: Uint8Array): void {
		this.number(bytes.length);
		for (const byte of bytes) this.bytes.push(byte);
	}

	toString(): string {
		return Buffer.from(this.bytes).toString('base64url');
	}
}

/** Reads the result of a {@link ByteWriter}. @throws RangeError behind its end */
class ByteReader {
	private readonly bytes: Buffer;
	private place = 0;

	constructor(packed: string) {
		this.bytes = Buffer.from(packed, 'base64url');
	}

	get isOver(): boolean {
		return this.place === this.bytes.length;
	}

	number(): number {
		let value = 0;
		for (let scale = 1; ; scale *= 0x80) {
			const byte = this.bytes.readUInt8(this.place++);
			value += (byte % 0x80) * scale;
			if (byte < 0x80) return value;
		}
	}

	block(): Buffer {
		const length = this.number();
		this.place += length;
		if (this.place > this.bytes.length) throw new RangeError('The text is too short');
		return this.bytes.subarray(this.place - length, this.place);
	}
}

/** How values are stored. */
export interface Form<T> {
	write(to: ByteWriter, value: T): void;
	/** `state`: of this part of a record, where it has states. */
	read(from: ByteReader, state: number): T;
	/** The few states that a part of a record can be in: all of them take one number together. */
	states?: { count: number; of(value: T): number };
}

/** Whole numbers of 0 or more. */
export const ofNumber: Form<number> = {
	write: (to, value) => to.number(value),
	read: (from) => from.number(),
};

/** Values that are stored as others. */
export const ofConverted = <T, Stored>(
	form: Form<Stored>,
	into: (value: T) => Stored,
	back: (stored: Stored) => T,
): Form<T> => ({
	write: (to, value) => form.write(to, into(value)),
	read: (from, state) => back(form.read(from, state)),
	...(form.states && {
		states: { count: form.states.count, of: (value) => form.states!.of(into(value)) },
	}),
});

/** Whole numbers that may be negative. */
export const ofSigned = ofConverted<number, number>(
	ofNumber,
	(value) => (value < 0 ? -2 * value - 1 : 2 * value),
	(stored) => (stored % 2 === 0 ? stored / 2 : -(stored + 1) / 2),
);

const blockForm: Form<Uint8Array> = {
	write: (to, value) => to.block(value),
	read: (from) => from.block(),
};
const bufferForm = (encoding: 'utf8' | 'base64url') =>
	ofConverted<string, Uint8Array>(
		blockForm,
		(value) => Buffer.from(value, encoding),
		(stored) => Buffer.from(stored).toString(encoding),
	);
export const ofText = bufferForm('utf8');
/** Texts that are packed bytes themselves, in base64url. */
export const ofPacked = bufferForm('base64url');

/** Moments from here on are stored; those before it become this one. */
const BEGIN_MS = Date.UTC(2020, 0);
const momentOf = (unitMs: number) =>
	ofConverted<number, number>(
		ofNumber,
		(moment) => Math.max(0, Math.floor((moment - BEGIN_MS) / unitMs)),
		(units) => BEGIN_MS + units * unitMs,
	);
/** Milliseconds since 1970, kept whole, or to the second. */
export const ofMoment = momentOf(1);
export const ofSecond = momentOf(1_000);

/** One of a few values. */
export const ofChoice = <T>(values: readonly T[]): Form<T> => ({
	write: () => {},
	read: (_, state) => values[state]!,
	states: { count: values.length, of: (value) => values.indexOf(value) },
});
export const ofFlag = ofChoice([false, true]);
/** Whole numbers from 0 up to a small one. */
export const ofCount = (most: number) =>
	ofChoice(Array.from({ length: most + 1 }, (_, count) => count));

/** A part of a record that may be missing; it has no states of its own. */
export const ofOptional = <T>(form: Form<T>): Form<T | undefined> => ({
	write: (to, value) => {
		if (value !== undefined) form.write(to, value);
	},
	read: (from, state) => (state === 0 ? undefined : form.read(from, 0)),
	states: { count: 2, of: (value) => (value === undefined ? 0 : 1) },
});

/** The parts of a record: an optional one takes `undefined`, too. */
type Parts<T> = { [K in keyof T]-?: Form<T[K]> | Form<T[K] | undefined> };

/** Records: the number of the states of their parts, where these have any, and the parts in order. */
export function ofRecord<T extends object>(parts: Parts<T>): Form<T> {
	const all = Object.entries(parts) as Array<[keyof T & string, Form<unknown>]>;
	const hasStates = all.some(([, { states }]) => states);
	return {
		write: (to, value) => {
			let [head, scale] = [0, 1];
			for (const [name, { states }] of all) {
				head += scale * (states?.of(value[name]) ?? 0);
				scale *= states?.count ?? 1;
			}
			if (hasStates) to.number(head);
			for (const [name, form] of all) form.write(to, value[name]);
		},
		read: (from) => {
			let head = hasStates ? from.number() : 0;
			const record: Record<string, unknown> = {};
			for (const [name, form] of all) {
				const count = form.states?.count ?? 1;
				const value = form.read(from, head % count);
				head = Math.floor(head / count);
				if (value !== undefined) record[name] = value;
			}
			return record as T;
		},
	};
}

export const ofList = <T>(form: Form<T>): Form<T[]> => ({
	write: (to, list) => {
		to.number(list.length);
		for (const one of list) form.write(to, one);
	},
	read: (from) => Array.from({ length: from.number() }, () => form.read(from, 0)),
});

/** Maps by whole numbers: each as the distance to the one before. */
export const ofMapByNumber = <T>(form: Form<T>): Form<Map<number, T>> => ({
	write: (to, map) => {
		to.number(map.size);
		let last = 0;
		for (const [id, value] of [...map].sort(([a], [b]) => a - b)) {
			to.number(id - last);
			last = id;
			form.write(to, value);
		}
	},
	read: (from) => {
		const map = new Map<number, T>();
		for (let left = from.number(), id = 0; left > 0; left--) {
			id += from.number();
			map.set(id, form.read(from, 0));
		}
		return map;
	},
});

const isDigits = (id: string): boolean => /^(0|[1-9]\d{0,23})$/.test(id);
/** More than a number can hold is written as two. */
const CHUNK = 1_000_000_000_000n;

/** Maps by IDs: those of digits as the distance to the one before, others as they are. */
export const ofMapById = <T>(form: Form<T>): Form<Map<string, T>> => ({
	write: (to, map) => {
		const ids = [...map.keys()].filter(isDigits).map(BigInt);
		to.number(ids.length);
		let last = 0n;
		for (const id of ids.sort((a, b) => (a < b ? -1 : 1))) {
			const gap = id - last;
			last = id;
			to.number(Number(gap % CHUNK) * 2 + (gap < CHUNK ? 0 : 1));
			if (gap >= CHUNK) to.number(Number(gap / CHUNK));
			form.write(to, map.get(String(id))!);
		}
		to.number(map.size - ids.length);
		for (const [id, value] of map) {
			if (isDigits(id)) continue;
			ofText.write(to, id);
			form.write(to, value);
		}
	},
	read: (from) => {
		const map = new Map<string, T>();
		let last = 0n;
		for (let left = from.number(); left > 0; left--) {
			const low = from.number();
			last += BigInt(Math.floor(low / 2)) + (low % 2 === 0 ? 0n : BigInt(from.number()) * CHUNK);
			map.set(String(last), form.read(from, 0));
		}
		for (let left = from.number(); left > 0; left--) {
			map.set(ofText.read(from, 0), form.read(from, 0));
		}
		return map;
	},
});

/** What a trigger remembers, as text. */
export interface StoredForm<T> {
	pack(value: T): string;
	/** Undefined for no text, and for one that is refused: the log says why. */
	unpack(text: string | undefined, log?: (message: string) => void): T | undefined;
}

/** `what`: named by a refusal. A change of the form takes the next version. */
export const asStored = <T>(what: string, version: number, form: Form<T>): StoredForm<T> => ({
	pack: (value) => {
		const to = new ByteWriter();
		form.write(to, value);
		return `${version}.${to.toString()}`;
	},
	unpack: (text, log) => {
		if (text === undefined) return undefined;
		const refuse = (why: string) =>
			void log?.(`the memory of ${what} cannot be read, and begins anew: ${why}.`);
		const [own, packed = ''] = text.split('.');
		if (own !== String(version)) return refuse('another version of this package has written it');
		const from = new ByteReader(packed);
		try {
			const value = form.read(from, 0);
			if (from.isOver) return value;
		} catch (error) {
			if (!(error instanceof RangeError)) throw error;
		}
		return refuse('it is damaged');
	},
});
