const tails = new Map<string, Promise<unknown>>();

/** Runs jobs with the same key one after the other in this process, in the order they came. */
export async function exclusively<T>(key: string, job: () => Promise<T>): Promise<T> {
	const before = tails.get(key) ?? Promise.resolve();
	const mine = before.then(job, job);
	const tail = mine.catch(() => {});
	tails.set(key, tail);
	try {
		return await mine;
	} finally {
		if (tails.get(key) === tail) tails.delete(key);
	}
}
