import { DAY_MS, HOUR_MS } from '../../times';
import { aheadMs } from '../runtime/calendar';
import { asStored, mapById, mapByNumber, mapped, storedMap } from '../runtime/storedForm';
import { pack, unpack } from '../runtime/storedText';

/* Running sums of usage: per key (an endpoint, a SIM, a tag) one for each window with traffic. */

export type UsageSpan = 'hour' | 'day' | 'month';

/** The usage of one window, in bytes as the service counts them: millionths of a megabyte. */
interface Sum {
	bytes: number;
	/** An alert was made for it; a late record makes no other. */
	alerted: boolean;
}

export interface KeySums {
	/** The hour of the first record, since 1970; recorded only if a mean needs it. */
	first: number;
	/** By number of the window. */
	windows: Map<number, Sum>;
}

/** Everything a usage rule remembers. */
export interface UsageState {
	/** Names the counted quantity: sums with another label are not comparable. */
	label: string;
	/** The level that alerts were made by: with another one all windows can alert again. */
	level: string;
	/** Newest window of all keys; -1 before the first record. */
	newest: number;
	keys: Map<string, KeySums>;
	/** Records without room since the last look at this number. */
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
	// The zone's offset may have changed in between: the one at that moment counts.
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

const sumsForm = asStored(
	'the usage of devices',
	1,
	({ keys, ...more }: Omit<UsageState, 'left'>) => ({
		...more,
		keys: storedMap(mapped(keys, ({ first, windows }) => ({ first, ...storedMap(windows) }))),
	}),
	({ keys, ...more }) => ({
		...more,
		keys: mapped(
			mapById(keys),
			({ first, ...windows }): KeySums => ({
				first,
				windows: mapByNumber(windows),
			}),
		),
	}),
);

/** Packs a state for n8n's store. */
export const packSums = ({ label, level, newest, keys }: UsageState): string =>
	pack(sumsForm, { label, level, newest, keys });

/** Reads the result of {@link packSums} for the same label; without it, sums begin. */
export function unpackSums(
	packed: string | undefined,
	label: string,
	level: string,
	log?: (message: string) => void,
): UsageState {
	const stored = unpack(sumsForm, packed, log);
	if (stored?.label !== label) return { label, level, newest: -1, keys: new Map(), left: 0 };
	const { keys } = stored;
	if (stored.level !== level) {
		for (const { windows } of keys.values())
			for (const sum of windows.values()) sum.alerted = false;
	}
	return { label, level, newest: stored.newest, keys, left: 0 };
}
