import { systemSleep } from '../../ports';

/** The result of a job, or `late` when it takes longer than this many milliseconds. */
export async function inTime<T>(job: Promise<T>, ms: number, late: T): Promise<T> {
	const end = new AbortController();
	const over = systemSleep(ms, end.signal).then(() => late);
	return await Promise.race([job, over]).finally(() => end.abort());
}
