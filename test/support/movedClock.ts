import type { Clock, Sleep } from '../../src/ports';

/** A clock that stands still until all code waits, then jumps to the end of the next wait. */
export class MovedClock {
	private ms = 0;
	/**
	 * Milliseconds by which the time of day is shifted; the monotonic clock is not affected.
	 */
	setBackMs = 0;
	/** Jobs during which it stands still. */
	private stops = 0;
	private asleep: Array<{ until: number; wake: () => void }> = [];

	readonly clock: Clock = {
		now: () => Date.parse('2026-03-01T12:00:00Z') + this.ms - this.setBackMs,
		monotonic: () => this.ms,
	};

	readonly sleep: Sleep = async (ms, signal) =>
		await new Promise((wake, reject) => {
			signal?.throwIfAborted();
			const sleeper = { until: this.ms + Math.max(0, ms), wake };
			this.asleep.push(sleeper);
			signal?.addEventListener(
				'abort',
				() => {
					this.asleep = this.asleep.filter((other) => other !== sleeper);
					reject(signal.reason as Error);
				},
				{ once: true },
			);
		});

	/** Milliseconds since the start. */
	get now(): number {
		return this.ms;
	}

	/** Advances until the promise is settled. Throws if there is no wait that could end. */
	async until<T>(promise: Promise<T>): Promise<T> {
		let isSettled = false;
		const settled = () => void (isSettled = true);
		promise.then(settled, settled);
		let idle = 0;
		for (;;) {
			await new Promise((resolve) => setImmediate(resolve));
			if (isSettled) return await promise;
			if (this.stops > 0) continue;
			if (this.leap()) {
				idle = 0;
				continue;
			}
			// Bottleneck uses real timers.
			idle += 1;
			if (idle > 500) throw new Error(`everything waits for nothing at ${this.ms} ms`);
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
	}

	/** Advances by this time and ends the waits that are due by then. */
	async by(ms: number): Promise<void> {
		await this.until(this.sleep(ms));
		await new Promise((resolve) => setImmediate(resolve));
	}

	/** Stands still during a job that real programs take part in. */
	async standStill<T>(job: () => Promise<T>): Promise<T> {
		this.stops += 1;
		try {
			return await job();
		} finally {
			this.stops -= 1;
		}
	}

	/** Whether a wait has begun that has not ended. */
	get isAwaited(): boolean {
		return this.asleep.length > 0;
	}

	/** Jumps to the end of the next wait, and `lateMs` past it; false if there is none that could end. */
	leap(lateMs = 0): boolean {
		const next = Math.min(...this.asleep.map(({ until }) => until));
		if (next === Infinity) return false;
		this.to(next + lateMs);
		return true;
	}

	private to(ms: number): void {
		this.ms = Math.max(this.ms, ms);
		const due = this.asleep.filter(({ until }) => until <= this.ms);
		this.asleep = this.asleep.filter(({ until }) => until > this.ms);
		for (const { wake } of due) wake();
	}
}
