/** A signal that is aborted with the first of these; undefined when there is none. */
export function anyOf(...signals: Array<AbortSignal | undefined>): AbortSignal | undefined {
	const given = signals.filter((s) => s !== undefined);
	return given.length > 1 ? AbortSignal.any(given) : given[0];
}

/**
 * A promise's result, or the signal's reason once it is aborted: for work that may not notice.
 * @param graceMs what the work has left, after that, to say how far it came.
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
		// Whatever it ends with is no news any more.
		work.catch(() => {});
	}
}
