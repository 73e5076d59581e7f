/*
 * Requests at the same time.
 */

/**
 * The results of all, in order, once all have ended. Unlike `Promise.all` it leaves no request under way, or waiting for
 * its next attempt, behind an operation that has failed.
 * @throws the error of the first in order that failed
 */
export async function together<T>(all: ReadonlyArray<Promise<T>>): Promise<T[]> {
	await Promise.allSettled(all);
	return await Promise.all(all);
}
