import Bottleneck from 'bottleneck';

/**
 * A queue that lets one in at a time, in the order they came.
 *
 * Bottleneck notes, by the wall clock, when its next job may start: `minTime` after the start of this one.
 * With 0, the next job waits when the clock is set back, until the same time comes again; with `-Infinity`
 * a job is always due. Before the first job that time is the moment of creation, so the queue is created
 * with its first job.
 */
export class OneAtATime {
	private limiter: Bottleneck | undefined;

	/**
	 * Waits for a turn; returns what ends it. A wait that is aborted ends at once, and its turn in the
	 * queue is skipped.
	 */
	async enter(signal?: AbortSignal): Promise<() => void> {
		signal?.throwIfAborted();
		// No `expiration` and no retry in `failed`: both let a second job in while one is under way.
		const limiter = (this.limiter ??= new Bottleneck({ maxConcurrent: 1, minTime: -Infinity }));
		return await new Promise((resolve, reject) => {
			const leave = () => reject(signal?.reason as Error);
			signal?.addEventListener('abort', leave, { once: true });
			const turn = async () => {
				if (signal?.aborted) return;
				signal?.removeEventListener('abort', leave);
				await new Promise<void>((end) => resolve(end));
			};
			limiter.schedule(turn).catch(reject);
		});
	}
}
