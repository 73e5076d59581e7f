import Bottleneck from 'bottleneck';
import type { Clock, Sleep } from '../ports';
import { NotSentError } from './errors';
import { BACKOFF, TOTAL_WAIT_MS } from './retry';

/** Milliseconds between two starts, and how many may be under way. */
export interface Rate {
	minTimeMs: number;
	maxConcurrent: number;
}

/** After a 429 the lane runs at a part of its rate, down to this one. */
const SLOWEST = 8;
/** So many attempts in a row without a 429 give the lane a step of its rate back. */
const EASE_AFTER = 50;

/** The rate of one lane: spaces starts, and slows down for everybody after a 429. */
export class Pace {
	private readonly slots: Bottleneck;
	/** One at a time through here, so that after a pause the starts are spaced again. */
	private readonly gate: Bottleneck;
	private slowness = 1;
	private calm = 0;
	private pausedUntil = 0;
	private perSecond: number | undefined;

	constructor(private readonly rate: Rate) {
		this.slots = new Bottleneck({ maxConcurrent: rate.maxConcurrent });
		this.gate = new Bottleneck({ maxConcurrent: 1, minTime: rate.minTimeMs });
	}

	/** Runs a job in its turn. */
	async run<T>(job: () => Promise<T>, ports: { clock: Clock; sleep: Sleep }): Promise<T> {
		return await this.slots.schedule(async () => {
			await this.gate.schedule(async () => await this.pass(ports));
			const result = await job();
			this.ease();
			return result;
		});
	}

	/** A 429: a pause as long as the service asks (else 1 s and more), then half the rate. */
	refused(now: number, askedMs?: number): void {
		const pauseMs = askedMs ?? Math.min(BACKOFF.capMs, BACKOFF.baseMs * 2 * this.slowness);
		this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
		this.calm = 0;
		this.pace(Math.min(SLOWEST, this.slowness * 2));
	}

	/** Starts per second instead of the documented rate; undefined goes back to it. */
	limit(perSecond: number | undefined): void {
		if (perSecond === this.perSecond) return;
		this.perSecond = perSecond;
		this.slots.updateSettings({
			// What one second starts may be under way, so that slow answers do not halve the rate.
			maxConcurrent: Math.max(this.rate.maxConcurrent, Math.ceil(perSecond ?? 0)),
		});
		this.pace(this.slowness);
	}

	/** Waits out a pause, also one that begins meanwhile. */
	private async pass({ clock, sleep }: { clock: Clock; sleep: Sleep }): Promise<void> {
		for (let waitedFor = 0; this.pausedUntil > waitedFor; ) {
			waitedFor = this.pausedUntil;
			const left = waitedFor - clock.now();
			if (left <= 0) return;
			if (left > TOTAL_WAIT_MS) {
				throw new NotSentError(
					`The service asked not to be called for another ${Math.ceil(left / 1000)} s`,
					'Run it again after that time; nothing was sent.',
					'notSent',
				);
			}
			await sleep(left);
		}
	}

	private ease(): void {
		if (this.slowness === 1 || ++this.calm < EASE_AFTER) return;
		this.calm = 0;
		this.pace(Math.max(1, this.slowness / 2));
	}

	private pace(slowness: number): void {
		this.slowness = slowness;
		const normal = this.perSecond === undefined ? this.rate.minTimeMs : 1000 / this.perSecond;
		this.gate.updateSettings({ minTime: Math.round(normal * slowness) });
	}
}
