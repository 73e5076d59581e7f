import type { Client } from './client';
import type { CheckedItem, ItemResult } from './items';
import type { KeyedItems } from './keyed';
import { isNotAttempted } from './outcomes';
import { ownError, InputError } from '../errors';
import type { Failures } from './stopEarly';
import { durationInWords } from '../waits';

/*
 * Runs in waves: some items, a pause, more items. The wave of an item depends on its position among the items of the
 * run alone, so that a run which is started again after a kill finds the same waves: those that its keys show as
 * done pass without a pause, and it goes on in the wave in which it was killed.
 */

/** What waves without a condition prove. */
export const NOT_CHECKED = 'Between the waves only failures were judged, and no device was checked';

/** How a run is cut into waves. */
interface WaveForm {
	/** Items of a wave, or of the first one where they double. */
	size: number;
	/** Each wave has twice as many as the one before. */
	doubles: boolean;
	pauseMs: number;
}

/** Items of the first wave, where only the other fields are given. */
const USUAL_SIZE = 10;
/** How often a pause says how long it still is. Milliseconds. */
const TELL_EVERY_MS = 15_000;

/**
 * The waves that items ask for; undefined for none, and in a dry run. Where they differ, the most careful of each: the fewest
 * items, no doubling, the longest pause.
 */
export function waveFormOf(items: readonly CheckedItem[]): WaveForm | undefined {
	const asking = items.filter(
		({ input: { dryRun, waveSize, waveDoubles, wavePause } }) =>
			dryRun !== true &&
			(waveSize !== undefined || waveDoubles !== undefined || wavePause !== undefined),
	);
	if (asking.length === 0) return undefined;
	const sizes = asking.map(({ input }) => (input.waveSize as number | undefined) ?? USUAL_SIZE);
	const pauses = asking.map(({ input }) => (input.wavePause as number | undefined) ?? 0);
	return {
		size: sizes.reduce((least, size) => Math.min(least, size)),
		doubles: asking.every(({ input }) => input.waveDoubles === true),
		pauseMs: pauses.reduce((longest, seconds) => Math.max(longest, seconds)) * 1_000,
	};
}

/** The number of the wave, from 0, that an item is in by its position in the run. */
export function waveAt(position: number, { size, doubles }: WaveForm): number {
	const before = Math.floor(position / size);
	return doubles ? Math.floor(Math.log2(before + 1)) : before;
}

/** Items in their waves; all in one where there is no form. None of the waves is empty. */
export function inWavesOf<I extends { index: number }>(
	items: readonly I[],
	form: WaveForm | undefined,
): I[][] {
	if (!form) return items.length > 0 ? [[...items]] : [];
	const waves = new Map<number, I[]>();
	for (const item of items) {
		const number = waveAt(item.index, form);
		const wave = waves.get(number);
		if (wave) wave.push(item);
		else waves.set(number, [item]);
	}
	return [...waves].sort(([a], [b]) => a - b).map(([, wave]) => wave);
}

/** The pauses of a run, in milliseconds. */
export function pausesMs(items: readonly CheckedItem[]): number {
	const form = waveFormOf(items);
	const waves = inWavesOf(items, form).length;
	return form ? form.pauseMs * Math.max(0, waves - 1) : 0;
}

/** Whether this run has sent something for an item. */
function isSentNow(result: ItemResult | undefined): boolean {
	if (!result || result.isEarlier) return false;
	if (!('error' in result)) return true;
	return !isNotAttempted(result) && !(ownError(result.error) instanceof InputError);
}

/** Lets a pause pass, and says how long it still is. Ends with the reason of an abort. */
export async function pause(
	ms: number,
	{ sleep, signal }: Pick<Client['ports'], 'sleep' | 'signal'>,
	tell: (left: string) => void,
): Promise<void> {
	let left = ms;
	while (left > 0) {
		tell(durationInWords(left));
		const step = Math.min(left, TELL_EVERY_MS);
		await sleep(step, signal);
		left -= step;
	}
}

/** What a run in waves uses. */
interface WavesRun {
	client: Client;
	failures: Failures;
	keys?: KeyedItems | undefined;
	tell?: ((what: string) => void) | undefined;
	/** The result of an item that has ended. */
	resultOf: (item: CheckedItem) => ItemResult | undefined;
	/**
	 * Performs the items of a wave, or gives them their results where nothing more may be sent.
	 * @returns the reason why nothing more may be sent, where there is one
	 */
	perform: (wave: CheckedItem[], stopped: unknown) => Promise<unknown>;
}

/**
 * Performs items wave by wave, all at once where they ask for no waves. At the end of each wave the share of
 * failures is judged, however few its items are, and a pause follows where this run has sent something.
 */
export async function performInWaves(items: CheckedItem[], run: WavesRun): Promise<void> {
	const { client, failures, keys, tell, resultOf, perform } = run;
	const form = waveFormOf(items);
	const waves = inWavesOf(items, form);
	if (waves.length > 1) client.ports.report?.note(NOT_CHECKED);
	let stopped: unknown;
	let ended = 0;
	for (const [number, wave] of waves.entries()) {
		keys?.claimUpTo(wave.at(-1)!.index);
		stopped = (await perform(wave, stopped)) ?? stopped;
		ended += wave.length;
		const next = waves[number + 1];
		if (!next) break;
		stopped ??= failures.atEndOfWave();
		if (stopped !== undefined || !wave.some((item) => isSentNow(resultOf(item)))) continue;
		await keys?.writeVerdicts();
		const done = `wave ${number + 1} of ${waves.length} has ended, ${ended} of ${items.length} items`;
		try {
			await pause(form!.pauseMs, client.ports, (left) =>
				tell?.(`${done}; the next ${next.length} go in ${left}`),
			);
		} catch (error) {
			// The run was cancelled: the rest is not sent.
			stopped = error;
		}
	}
}
