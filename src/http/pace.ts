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

interface Ports {
	clock: Clock;
	sleep: Sleep;
}

/** The rate of one lane: spaces starts, and slows down for everybody after a 429. */
export class Pace {
	private readonly limiter: Bottleneck;
	private slowness = 1;
	private calm = 0;
	private pausedUntil = 0;
	private resuming = false;
	private perSecond: number | undefined;

	constructor(private readonly rate: Rate) {
		this.limiter = new Bottleneck({ maxConcurrent: rate.maxConcurrent, minTime: rate.minTimeMs });
	}

	/** Runs a job in its turn. @throws NotSentError when that is too far away. */
	async run<T>(job: () => Promise<T>, ports: Ports): Promise<T> {
		this.checkPause(ports.clock.now());
		return await this.limiter.schedule(async () => {
			await this.pass(ports);
			const result = await job();
			this.ease();
			return result;
		});
	}

	/** A 429: a pause as long as the service asks (else 1 s and more), then half the rate. */
	refused(ports: Ports, askedMs?: number): void {
		const now = ports.clock.now();
		const pauseMs = askedMs ?? Math.min(BACKOFF.capMs, BACKOFF.baseMs * 2 * this.slowness);
		this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
		this.calm = 0;
		this.pace(Math.min(SLOWEST, this.slowness * 2));
		void this.pause(ports);
	}

	/** Starts per second instead of the documented rate; undefined goes back to it. */
	limit(perSecond: number | undefined): void {
		if (perSecond === this.perSecond) return;
		this.perSecond = perSecond;
		void this.limiter.updateSettings({
			// What one second starts may be under way, so that slow answers do not halve the rate.
			maxConcurrent: Math.max(this.rate.maxConcurrent, Math.ceil(perSecond ?? 0)),
		});
		this.pace(this.slowness);
	}

	/** Lets nothing start until the pause is over; an empty reservoir is how Bottleneck pauses. */
	private async pause(ports: Ports): Promise<void> {
		// In a pause too long to wait for, what is queued has to come and be told.
		if (this.resuming || this.pausedUntil - ports.clock.now() > TOTAL_WAIT_MS) return;
		this.resuming = true;
		try {
			await this.limiter.updateSettings({ reservoir: 0 });
			await this.pass(ports);
		} catch {
			// The pause has become too long meanwhile.
		} finally {
			this.resuming = false;
			await this.limiter.updateSettings({ reservoir: null });
		}
	}

	/** Waits out a pause, also one that begins meanwhile. */
	private async pass({ clock, sleep }: Ports): Promise<void> {
		for (let waitedFor = 0; this.pausedUntil > waitedFor; ) {
			waitedFor = this.pausedUntil;
			const left = waitedFor - clock.now();
			if (left <= 0) return;
			this.checkPause(clock.now());
			await sleep(left);
		}
	}

	private checkPause(now: number): void {
		const left = this.pausedUntil - now;
		if (left <= TOTAL_WAIT_MS) return;
		throw new NotSentError(
			`The service asked not to be called for another ${Math.ceil(left / 1000)} s`,
			'Run it again after that time; nothing was sent.',
			'notSent',
		);
	}

	private ease(): void {
		if (this.slowness === 1 || ++this.calm < EASE_AFTER) return;
		this.calm = 0;
		this.pace(Math.max(1, this.slowness / 2));
	}

	private pace(slowness: number): void {
		this.slowness = slowness;
		const normal = this.perSecond === undefined ? this.rate.minTimeMs : 1000 / this.perSecond;
		void this.limiter.updateSettings({ minTime: Math.round(normal * slowness) });
	}
}
