import type { Failure } from './failure';
import { type Chunk, share } from './children';
import type { WorldKind } from './plan';
import { FAULTS, type Planted } from './planted/index';
import { faultsWithoutPlace } from './planted/places';

/*
 * Injects faults into the code that the worlds run, never into the tree, to show that the worlds find
 * them. A seed finds a fault only if its world has no violation without the fault.
 */

/** Maximum number of seeds per fault. */
const MOST_SEEDS = 1_000;
/** Number of faults that must be found. */
const SHARE = 0.95;
const CHUNK = 10;

/** Injects each (named) fault and searches for the first seed that finds it. */
export async function planted(root: string, names: string[]): Promise<boolean> {
	const faults = FAULTS.filter(({ name }) => names.length === 0 || names.includes(name));
	const gone = faultsWithoutPlace(root, faults);
	if (gone.length > 0) throw new Error(`no longer where they were planted: ${gone.join(', ')}`);
	let found = 0;
	for (const fault of faults) {
		const failure = await search(root, fault);
		if (failure) found += 1;
		const how = failure
			? `${failure.family} ${failure.seed} (${failure.violations[0]!.rule})`
			: `not found in ${MOST_SEEDS} seeds  <-- short`;
		console.log(`${fault.name}: ${fault.says}: ${how}`);
	}
	const needed = Math.ceil(faults.length * SHARE);
	const held = found >= needed;
	console.log(
		`figure 12 (planted faults): wanted ${needed} of ${faults.length} found within ${MOST_SEEDS} seeds; got ${found}${held ? '' : '  <-- short'}`,
	);
	return held;
}

async function search(root: string, fault: Planted): Promise<Failure | undefined> {
	const found: Failure[] = [];
	const chunks = chunksOf(fault.families);
	await share(
		{ root, replacements: fault.replacements },
		() => (found.length > 0 ? undefined : (chunks.next().value as Chunk | undefined)),
		(taken) => found.push(...taken.failures),
	);
	return found.sort((a, b) => a.seed - b.seed)[0];
}

/** Seeds of the families in the order of the search. */
function* chunksOf(families: WorldKind[]): Generator<Chunk> {
	for (let seed = 1; seed <= MOST_SEEDS; seed += CHUNK) {
		for (const family of families) yield { family, seed, count: CHUNK, isShort: true };
	}
}
