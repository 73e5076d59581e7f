/** The seed from the environment, to reproduce a failure. */
export const SEED = process.env.SEED === undefined ? undefined : Number(process.env.SEED);

/** Logs the counts, and expects no failure. */
export function expectNoFailure(
	name: string,
	{ failure, ...figures }: { failure?: unknown },
): void {
	console.log(`${name}: ${JSON.stringify(figures)}`);
	expect(failure).toBeUndefined();
}
