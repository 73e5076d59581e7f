/** A seed of the environment, to play a failure again. */
export const SEED = process.env.SEED === undefined ? undefined : Number(process.env.SEED);

/** Puts out what was counted, and expects no failure. */
export function expectNoFailure(
	name: string,
	{ failure, ...figures }: { failure?: unknown },
): void {
	console.log(`${name}: ${JSON.stringify(figures)}`);
	expect(failure).toBeUndefined();
}
