/**
 * The only place of the simulator that reads the machine's time. Everything else takes its time
 * from a {@link SimClock}, so that tests can let hours pass at once.
 */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The simulator's time: the machine's time plus an offset that tests move. Milliseconds, UTC. */
export class SimClock {
	private offset = 0;
	private readonly listeners = new Set<() => void>();

	/** Milliseconds since the epoch, by the simulator's clock. */
	now(): number {
		return Date.now() + this.offset;
	}

	/** The simulator's time as ISO 8601 with milliseconds and `Z`. */
	iso(): string {
		return toIso(this.now());
	}

	/** Lets `ms` milliseconds pass at once (negative goes back), then tells the listeners. */
	advance(ms: number): void {
		this.offset += ms;
		for (const listener of this.listeners) listener();
	}

	/** Sets the clock to a point in time (milliseconds since the epoch). It runs on from there. */
	set(ms: number): void {
		this.advance(ms - this.now());
	}

	/** Back to the machine's time. */
	reset(): void {
		this.offset = 0;
	}

	/** Calls `listener` after each {@link advance} and {@link set}. @returns what ends that */
	onMove(listener: () => void): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	/**
	 * Milliseconds that never go back by themselves: the machine's monotonic clock, moved with the
	 * simulated time. For rates.
	 */
	elapsed(): number {
		return performance.now() + this.offset;
	}

	/**
	 * Waits for `ms` milliseconds of the simulated time: they pass by themselves, or at once when a
	 * test advances the clock. The wait alone keeps no process alive.
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

/** Waits for real milliseconds: the time an operation takes on the service. */
export function pause(ms: number): Promise<void> {
	return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();
}
