/** Runs a job for each entry, at most `most` at a time; the first failure ends it. */
export async function inParallel<T>(
	entries: T[],
	most: number,
	job: (entry: T) => Promise<void>,
): Promise<void> {
	let next = 0;
	const work = async () => {
		while (next < entries.length) await job(entries[next++]!);
	};
	await Promise.all(Array.from({ length: Math.min(most, entries.length) }, work));
}
