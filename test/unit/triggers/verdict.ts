import fc from 'fast-check';

/* Runs random histories of triggers and checks the results. */

/** Counts over all histories: items expected and items emitted. */
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
	/** Reproduces the same histories. */
	seed: number;
	/** The first failure with the history that causes it; undefined if there is none. */
	failure: string | undefined;
};

/**
 * Plays `runs` random plans, with a random seed if none is given. `counts`: filled by `play` over
 * all plans; `name`: unique for each play of a plan.
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
