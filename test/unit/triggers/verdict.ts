import fc from 'fast-check';

/* How random histories of triggers are played and judged. */

/** Counts over all histories: what was to be told, and what was told. */
export interface Tally {
	wanted: number;
	got: number;
	polls: number;
	failed: number;
	restarts: number;
}

export const emptyTally = (): Tally => ({ wanted: 0, got: 0, polls: 0, failed: 0, restarts: 0 });

export type Verdict<Counts = Tally> = Counts & {
	runs: number;
	/** Plays the same histories again. */
	seed: number;
	/** The first fault, with the history that shows it; undefined when nothing did. */
	failure: string | undefined;
};

/**
 * Plays so many random plans, by chance where no seed is given. `counts`: what `play` counts, over
 * all plans; `name`: of this playing of a plan, unlike all others.
 */
export async function verdictOf<Plan, Counts extends object>(
	plans: fc.Arbitrary<Plan>,
	counts: Counts,
	play: (plan: Plan, name: string) => Promise<void>,
	runs: number,
	seed: number = Math.floor(Math.random() * 2 ** 31),
): Promise<Verdict<Counts>> {
	let count = 0;
	const property = fc.asyncProperty(plans, async (plan) => {
		await play(plan, `${seed} ${(count += 1)}`);
	});
	const result = await fc.check(property, { numRuns: runs, seed });
	const failure = result.failed
		? `${String(result.errorInstance)}\n${fc.defaultReportMessage(result)}`
		: undefined;
	return { ...counts, runs: result.numRuns, seed, failure };
}
