/**
 * The only file of the simulator that reads the machine's time. Everything else uses a
 * {@link SimClock}, so that tests can let hours pass at once.
 */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The simulator's time: the machine's time plus an offset that tests move. Milliseconds, UTC. */
export class SimClock {
	private offset = 0;
	private held: number | undefined;
	private readonly listeners = new Set<() => void>();

	/** Milliseconds since the epoch, by the simulator's clock. */
	now(): number {
		return this.held ?? Date.now() + this.offset;
	}

	/** Runs `job` as if it were `ms` (milliseconds since the epoch): what it adds has that time. */
	during(ms: number, job: () => void): void {
		const former = this.held;
		this.held = ms;
		try {
			job();
		} finally {
			this.held = former;
		}
	}

	/** The simulator's time as ISO 8601 with milliseconds and `Z`. */
	iso(): string {
		return toIso(this.now());
	}

	/** Moves the clock by `ms` milliseconds (negative moves it back), then notifies the listeners. */
	advance(ms: number): void {
		this.offset += ms;
		for (const listener of this.listeners) listener();
	}

	/** Sets the clock to a point in time (milliseconds since the epoch). It keeps running from there. */
	set(ms: number): void {
		this.advance(ms - this.now());
	}

	/** Returns to the machine's time. */
	reset(): void {
		this.offset = 0;
	}

	/** Calls `listener` after each {@link advance} and {@link set}. @returns a function that ends this */
	onMove(listener: () => void): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	/**
	 * Milliseconds of the machine's monotonic clock, moved with the simulated time. Used for rate
	 * limits.
	 */
	elapsed(): number {
		return performance.now() + this.offset;
	}

	/**
	 * Waits for `ms` milliseconds of simulated time: they pass in real time, or at once when a test
	 * advances the clock. The wait does not keep the process alive.
	 */
	async wait(ms: number): Promise<void> {
		if (ms <= 0) return;
		const end = this.elapsed() + ms;
		await new Promise<void>((resolve) => {
			const done = () => {
				clearTimeout(timer);
				forget();
				resolve();
			};
			// Timers can fire a moment early by the monotonic clock.
			const look = () => {
				clearTimeout(timer);
				const left = end - this.elapsed();
				if (left <= 0) return done();
				timer = setTimeout(look, Math.ceil(left)).unref();
			};
			let timer = setTimeout(look, ms).unref();
			const forget = this.onMove(look);
		});
	}
}

/** Milliseconds since the epoch → ISO 8601 with milliseconds and `Z`. */
export function toIso(ms: number): string {
	return new Date(ms).toISOString();
}

/** Milliseconds since the epoch → the date form of HTTP headers. */
export function toHttpDate(ms: number): string {
	return new Date(ms).toUTCString();
}

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** ISO 8601 → milliseconds since the epoch (UTC when no zone is given), or undefined. */
export function parseIso(text: unknown): number | undefined {
	if (typeof text !== 'string' || !ISO.test(text)) return undefined;
	const zoned = !text.includes('T') || /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`;
	const ms = new Date(zoned).getTime();
	if (Number.isNaN(ms)) return undefined;
	// The engine rolls 31 February over to March: refuse it instead.
	const day = text.slice(0, 10);
	const rolled = new Date(`${day}T00:00:00Z`);
	return Number.isNaN(rolled.getTime()) || toIso(rolled.getTime()).slice(0, 10) !== day
		? undefined
		: ms;
}

/** Milliseconds since the epoch → the UTC day, `YYYY-MM-DD`. */
export function dayOf(ms: number): string {
	return toIso(ms).slice(0, 10);
}

/** Moves a UTC day by whole months, keeping the day of the month where the month has it. */
export function addMonths(day: string, months: number): string {
	const [year, month, date] = day.split('-').map(Number) as [number, number, number];
	const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
	return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** Waits for real milliseconds. */
export function pause(ms: number): Promise<void> {
	return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();
}
