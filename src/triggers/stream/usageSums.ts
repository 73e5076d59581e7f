import { IANAZone } from 'luxon';
import { DAY_MS, HOUR_MS } from '../../times';
import { ByteReader, ByteWriter } from '../runtime/bytes';

/* Running sums of usage: per key (an endpoint, a SIM, a tag) one for each window with traffic. */

export type UsageSpan = 'hour' | 'day' | 'month';

/** The usage of one window, in bytes as the service counts them: millionths of a megabyte. */
interface Sum {
	bytes: number;
	/** An alert was made of it; no late record makes another. */
	alerted: boolean;
}

export interface KeySums {
	/** Hour of the first record, since 1970; counted where a mean needs to know. */
	first: number;
	/** By number of the window. */
	windows: Map<number, Sum>;
}

/** Everything a usage rule remembers. */
export interface UsageState {
	/** The level that alerts were made by: with another one all windows can alert again. */
	level: string;
	/** Newest window of all keys; -1 before the first record. */
	newest: number;
	keys: Map<string, KeySums>;
	/** Records that found no room since this was last asked for. */
	left: number;
}

/** Bounds of the memory: devices, SIMs or tags, and the letters of one. */
const MOST_KEYS = 200_000;
const MOST_LETTERS = 200;

/** The sums of a key, made where there are none yet; undefined where there is no room for more. */
export function sumsOf(state: UsageState, key: string, first: number): KeySums | undefined {
	const known = state.keys.get(key);
	if (known) return known;
	if (state.keys.size >= MOST_KEYS || key.length > MOST_LETTERS) return undefined;
	const made: KeySums = { first, windows: new Map() };
	state.keys.set(key, made);
	return made;
}

/** Before 2 no sum was below zero, and no window behind the newest. */
const SUMS_FORMATS = { unsigned: 1, signed: 2 };

const QUARTER = HOUR_MS / 4;
const offsets = new Map<string, number>();
const MOST_OFFSETS = 10_000;

/** Milliseconds by which a zone's clocks are ahead of UTC; they change at quarters of an hour only. */
function aheadMs(zone: string, at: number): number {
	if (zone === 'UTC') return 0;
	const quarter = Math.floor(at / QUARTER);
	const name = `${zone} ${quarter}`;
	let ahead = offsets.get(name);
	if (ahead === undefined) {
		// Asking takes long, and records of one moment come by the thousand.
		if (offsets.size >= MOST_OFFSETS) offsets.clear();
		ahead = IANAZone.create(zone).offset(quarter * QUARTER) * 60_000;
		offsets.set(name, ahead);
	}
	return ahead;
}

/** Number of the window that holds a moment; they count on by one. */
export function windowAt(at: number, span: UsageSpan, zone: string): number {
	const local = at + aheadMs(zone, at);
	if (span !== 'month') return Math.floor(local / (span === 'hour' ? HOUR_MS : DAY_MS));
	const date = new Date(local);
	return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** When a window begins, in milliseconds since 1970. */
export function startOf(window: number, span: UsageSpan, zone: string): number {
	const local =
		span === 'month'
			? Date.UTC(Math.floor(window / 12), window % 12)
			: window * (span === 'hour' ? HOUR_MS : DAY_MS);
	// The clocks may have been changed on the way: the offset there counts.
	const guess = local - aheadMs(zone, local);
	return local - aheadMs(zone, guess);
}

/** Forgets the windows before one, and keys without any. */
export function forgetBefore(state: UsageState, oldest: number): void {
	for (const [key, { windows }] of state.keys) {
		for (const window of windows.keys()) if (window < oldest) windows.delete(window);
		if (windows.size === 0) state.keys.delete(key);
	}
}

/** Digits are packed as the distance to the number before, so that ids and ICCIDs take few bytes. */
const isDigits = (key: string): boolean => /^[1-9]\d{0,23}$/.test(key);
const CHUNK = 1_000_000_000_000n;

/** Packs a state for n8n's store. `label` is what the sums are of: with another one they mean nothing. */
export function packSums({ level, newest, keys }: UsageState, label: string): string {
	const writer = new ByteWriter().number(SUMS_FORMATS.signed).text(label).text(level);
	let top = newest;
	for (const { windows } of keys.values()) top = Math.max(top, ...windows.keys());
	writer.number(newest + 1).number(top - newest);
	const numbers = [...keys].flatMap(([key, sums]) =>
		isDigits(key) ? [[BigInt(key), sums] as const] : [],
	);
	numbers.sort(([a], [b]) => (a < b ? -1 : 1));
	const write = ({ first, windows }: KeySums) => {
		let last = top;
		writer.number(first).number(windows.size);
		for (const [window, { bytes, alerted }] of [...windows].sort(([a], [b]) => b - a)) {
			writer
				.number((last - window) * 2 + (alerted ? 1 : 0))
				.number(bytes < 0 ? -2 * bytes - 1 : 2 * bytes);
			last = window;
		}
	};
	writer.number(numbers.length);
	let before = 0n;
	for (const [number, sums] of numbers) {
		const distance = number - before;
		before = number;
		writer.number(Number(distance % CHUNK) * 2 + (distance < CHUNK ? 0 : 1));
		if (distance >= CHUNK) writer.number(Number(distance / CHUNK));
		write(sums);
	}
	for (const [key, sums] of keys) {
		if (isDigits(key)) continue;
		writer.text(key);
		write(sums);
	}
	return writer.toString();
}

/** Reads what {@link packSums} wrote for the same label; without it, sums begin. */
export function unpackSums(packed: string | undefined, label: string, level: string): UsageState {
	const state: UsageState = { level, newest: -1, keys: new Map(), left: 0 };
	if (packed === undefined) return state;
	const reader = new ByteReader(packed);
	const format = reader.number();
	if (!Object.values(SUMS_FORMATS).includes(format) || reader.text() !== label) return state;
	const amount = (packed: number) =>
		format === SUMS_FORMATS.unsigned ? packed : packed % 2 === 0 ? packed / 2 : -(packed + 1) / 2;
	const isSame = reader.text() === level;
	state.newest = reader.number() - 1;
	const top = state.newest + (format === SUMS_FORMATS.unsigned ? 0 : reader.number());
	const read = (): KeySums => {
		const sums: KeySums = { first: reader.number(), windows: new Map() };
		const size = reader.number();
		let window = top;
		for (let i = 0; i < size; i++) {
			const head = reader.number();
			window -= Math.floor(head / 2);
			sums.windows.set(window, {
				bytes: amount(reader.number()),
				alerted: isSame && head % 2 === 1,
			});
		}
		return sums;
	};
	const count = reader.number();
	let before = 0n;
	for (let i = 0; i < count && !reader.isOver; i++) {
		const head = reader.number();
		const more = head % 2 === 1 ? BigInt(reader.number()) * CHUNK : 0n;
		before += BigInt(Math.floor(head / 2)) + more;
		state.keys.set(String(before), read());
	}
	while (!reader.isOver) state.keys.set(reader.text(), read());
	return state;
}
