/*
 * The state of triggers as short texts for n8n's store. A form is a schema; writing and reading both
 * follow from it. A stored text begins with its version. A text of another version, or a damaged one, is
 * refused with a message, and its state starts over.
 */

/** Bytes that are read up to a place; a RangeError behind their end. */
interface Cursor {
	bytes: Buffer;
	at: number;
}

/** How values are stored. */
export interface Form<T> {
	write(to: number[], value: T): void;
	/** `state`: of this part of a record, where it has states. */
	read(from: Cursor, state: number): T;
	/** The few states that a part of a record can be in: all of them take one number together. */
	states?: { count: number; of(value: T): number };
}

/** Whole numbers from 0 to 2^53 - 1: a byte for seven bits, the lowest first. */
export const ofNumber: Form<number> = {
	write: (to, value) => {
		let rest = value;
		for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) to.push((rest % 0x80) + 0x80);
		to.push(rest);
	},
	read: (from) => {
		let value = 0;
		for (let scale = 1; ; scale *= 0x80) {
			const byte = from.bytes.readUInt8(from.at++);
			value += (byte % 0x80) * scale;
			if (byte < 0x80) return value;
		}
	},
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

const ofBytes = (encoding: 'utf8' | 'base64url'): Form<string> => ({
	write: (to, value) => {
		const bytes = Buffer.from(value, encoding);
		ofNumber.write(to, bytes.length);
		for (const byte of bytes) to.push(byte);
	},
	read: (from) => {
		const length = ofNumber.read(from, 0);
		from.at += length;
		if (from.at > from.bytes.length) throw new RangeError('The text is too short');
		return from.bytes.toString(encoding, from.at - length, from.at);
	},
});
export const ofText = ofBytes('utf8');
/** Texts that are packed bytes themselves, in base64url. */
export const ofPacked = ofBytes('base64url');

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
			if (hasStates) ofNumber.write(to, head);
			for (const [name, form] of all) form.write(to, value[name]);
		},
		read: (from) => {
			let head = hasStates ? ofNumber.read(from, 0) : 0;
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
		ofNumber.write(to, list.length);
		for (const value of list) form.write(to, value);
	},
	read: (from) => Array.from({ length: ofNumber.read(from, 0) }, () => form.read(from, 0)),
});

/** Maps by whole numbers: each as the distance to the one before. */
export const ofMapByNumber = <T>(form: Form<T>): Form<Map<number, T>> => ({
	write: (to, map) => {
		ofNumber.write(to, map.size);
		let last = 0;
		for (const [id, value] of [...map].sort(([a], [b]) => a - b)) {
			ofNumber.write(to, id - last);
			last = id;
			form.write(to, value);
		}
	},
	read: (from) => {
		const map = new Map<number, T>();
		for (let left = ofNumber.read(from, 0), id = 0; left > 0; left--) {
			id += ofNumber.read(from, 0);
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
		ofNumber.write(to, ids.length);
		let last = 0n;
		for (const id of ids.sort((a, b) => (a < b ? -1 : 1))) {
			const gap = id - last;
			last = id;
			ofNumber.write(to, Number(gap % CHUNK) * 2 + (gap < CHUNK ? 0 : 1));
			if (gap >= CHUNK) ofNumber.write(to, Number(gap / CHUNK));
			form.write(to, map.get(String(id))!);
		}
		ofNumber.write(to, map.size - ids.length);
		for (const [id, value] of map) {
			if (isDigits(id)) continue;
			ofText.write(to, id);
			form.write(to, value);
		}
	},
	read: (from) => {
		const map = new Map<string, T>();
		let last = 0n;
		for (let left = ofNumber.read(from, 0); left > 0; left--) {
			const low = ofNumber.read(from, 0);
			last +=
				BigInt(Math.floor(low / 2)) + (low % 2 === 0 ? 0n : BigInt(ofNumber.read(from, 0)) * CHUNK);
			map.set(String(last), form.read(from, 0));
		}
		for (let left = ofNumber.read(from, 0); left > 0; left--) {
			map.set(ofText.read(from, 0), form.read(from, 0));
		}
		return map;
	},
});

/** The state of a trigger as text. */
export interface StoredForm<T> {
	pack(value: T): string;
	/** Undefined where nothing is stored, and for a value that is refused: the log says why. */
	unpack(stored: unknown, log?: (message: string) => void): T | undefined;
}

/** `what`: named by a refusal. A change of the form takes the next version. */
export const asStored = <T>(what: string, version: number, form: Form<T>): StoredForm<T> => ({
	pack: (value) => {
		const bytes: number[] = [];
		form.write(bytes, value);
		return `${version}.${Buffer.from(bytes).toString('base64url')}`;
	},
	unpack: (stored, log) => {
		if (stored === undefined) return undefined;
		const refuse = (why: string) =>
			void log?.(`the memory of ${what} cannot be read, and begins anew: ${why}.`);
		const [own, packed = ''] = String(stored).split('.');
		if (own !== String(version)) return refuse('another version of this package has written it');
		const from = { bytes: Buffer.from(packed, 'base64url'), at: 0 };
		try {
			const value = form.read(from, 0);
			if (from.at === from.bytes.length) return value;
		} catch (error) {
			if (!(error instanceof RangeError)) throw error;
		}
		return refuse('it is damaged');
	},
});
