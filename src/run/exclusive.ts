const tails = new Map<string, Promise<unknown>>();

/** Runs jobs that share a key one after the other, in the order they came; one key a process. */
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
