/**
 * Runs a job for each entry, at most `most` at a time. After the first failure no job begins; it is thrown
 * when those under way have ended.
 */
export async function inParallel<T>(
	entries: T[],
	most: number,
	job: (entry: T) => Promise<void>,
): Promise<void> {
	let next = 0;
	const work = async () => {
		while (next < entries.length) {
			await job(entries[next++]!).catch((error: unknown) => {
				next = entries.length;
				throw error;
			});
		}
	};
	const workers = Array.from({ length: Math.min(most, entries.length) }, work);
	const failure = (await Promise.allSettled(workers)).find(
		(result) => result.status === 'rejected',
	);
	if (failure) throw failure.reason;
}
