/** A signal that aborts with the first of these; undefined when none is given. */
export function anyOf(...signals: Array<AbortSignal | undefined>): AbortSignal | undefined {
	const given = signals.filter((s) => s !== undefined);
	return given.length > 1 ? AbortSignal.any(given) : given[0];
}

/**
 * A promise's result, or the signal's reason once it aborts: for work that may ignore the signal.
 * @param graceMs time for the work, after the abort, to report how far it came.
 */
export async function unlessStopped<T>(
	work: Promise<T>,
	signal: AbortSignal | undefined,
	graceMs = 0,
): Promise<T> {
	if (!signal) return await work;
	let timer: NodeJS.Timeout | undefined;
	let stop = (): void => {};
	const stopped = new Promise<never>((_, reject) => {
		stop = () => {
			timer = setTimeout(() => reject(signal.reason as Error), graceMs);
		};
		if (signal.aborted) stop();
		else signal.addEventListener('abort', stop, { once: true });
	});
	try {
		return await Promise.race([work, stopped]);
	} finally {
		signal.removeEventListener('abort', stop);
		clearTimeout(timer);
		// The result no longer matters.
		work.catch(() => {});
	}
}
