import Bottleneck from 'bottleneck';

/** Where Bottleneck 2.19.5 keeps the moment at which its next job is due, by the wall clock. */
interface Inside {
	_store: { _nextRequest: number };
}

/**
 * A queue that lets one in at a time, in the order they came. Bottleneck notes the wall clock's
 * time at each start, even when no time between two starts is set, and after that clock is set back
 * it waits until the same time comes again. Without that time a job is always due.
 */
export class OneAtATime {
	// No `expiration` and no retry in `failed`: both let a second job in while one is under way.
	private readonly limiter = new Bottleneck({ maxConcurrent: 1 });

	constructor() {
		// eslint-disable-next-line no-restricted-syntax -- the library's types lack this property
		const { _store: store } = this.limiter as unknown as Inside;
		Object.defineProperty(store, '_nextRequest', { get: () => -Infinity, set: () => {} });
	}

	/**
	 * Waits for a turn; returns what ends it. A wait that is aborted ends at once, and its place in the
	 * queue is skipped.
	 */
	async enter(signal?: AbortSignal): Promise<() => void> {
		signal?.throwIfAborted();
		return await new Promise((resolve, reject) => {
			const leave = () => reject(signal?.reason as Error);
			signal?.addEventListener('abort', leave, { once: true });
			const turn = async () => {
				if (signal?.aborted) return;
				signal?.removeEventListener('abort', leave);
				await new Promise<void>((end) => resolve(end));
			};
			this.limiter.schedule(turn).catch(reject);
		});
	}
}
