/** The result of a job, or `late` when it takes longer than this many milliseconds. */
export async function inTime<T>(job: Promise<T>, ms: number, late: () => T): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const over = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, ms);
	}).then(late);
	return await Promise.race([job, over]).finally(() => clearTimeout(timer));
}
