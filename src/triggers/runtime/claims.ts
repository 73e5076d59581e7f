import { monotonic, systemClock, systemSleep } from '../../ports';
import { inMemory } from './inMemory';
import { inTime } from './inTime';

/*
 * Whether the run that a call has started goes on with its deliveries. n8n also answers 200 for runs
 * that it never starts: when its check of credentials meets an error of the database, it stores an
 * execution and replaces its data by the error (n8n 2.40.7, workflow-runner.js, `run` and
 * `failExecution`). A call therefore counts as taken once the first step of a run has claimed its
 * deliveries. A step in this process says so itself; one in another process writes its claim on the
 * Redis of the account.
 */

/** Longest wait for the first step of a run that n8n has stored. Milliseconds. */
const CLAIM_WAIT_MS = 5_000;
/** First and longest pause between two looks at the claims of other processes. */
const FIRST_LOOK_MS = 25;
const LONGEST_LOOK_MS = 500;

/**
 * Pauses before a further run is started with deliveries that no run has claimed: after the first, the
 * second and each further run. One unclaimed run has probably failed; several are probably waiting for
 * a busy worker, which more of them would keep busy longer.
 */
const PAUSES_MS = [0, 20_000, 80_000, 320_000, 600_000];
/** Deliveries whose unclaimed runs are counted; the oldest are forgotten first. */
const MOST_COUNTED = 1_000;

/** Gives those of some keys that no run has claimed. */
type FindUnclaimed = (keys: string[]) => Promise<string[]>;

/** A run that a call starts, until its first step has claimed the deliveries. */
class AwaitedRun {
	/** Deliveries that no run has claimed, as far as this process knows. */
	readonly left: Set<string>;
	private begin!: () => void;
	private readonly begun = new Promise<void>((resolve) => (this.begin = resolve));

	constructor(keys: string[]) {
		this.left = new Set(keys);
	}

	note(claimed: string[]): void {
		for (const key of claimed) this.left.delete(key);
		if (this.left.size === 0) this.begin();
	}

	/** Waits for claims in this process, and looks for those of others with `findUnclaimed`. */
	async hasBegun(findUnclaimed?: FindUnclaimed): Promise<boolean> {
		const end = monotonic(systemClock) + CLAIM_WAIT_MS;
		let pauseMs = findUnclaimed ? FIRST_LOOK_MS : CLAIM_WAIT_MS;
		while (this.left.size > 0) {
			const restMs = end - monotonic(systemClock);
			if (restMs <= 0) return false;
			await inTime(this.begun, Math.min(pauseMs, restMs), undefined);
			if (findUnclaimed && this.left.size > 0) {
				// A Redis that does not answer delays no run that has claimed in this process.
				await Promise.race([this.begun, this.look(findUnclaimed).catch(() => {})]);
			}
			pauseMs = Math.min(2 * pauseMs, LONGEST_LOOK_MS);
		}
		return true;
	}

	/** A run claims all of its deliveries at once, so one of them mostly stands for all. */
	private async look(findUnclaimed: FindUnclaimed): Promise<void> {
		const [first, ...others] = this.left;
		if (first === undefined || (await findUnclaimed([first])).length > 0) return;
		const unclaimed = new Set(others.length > 0 ? await findUnclaimed(others) : []);
		this.note([first, ...others.filter((key) => !unclaimed.has(key))]);
	}
}

/** The runs of a trigger that calls of this process have started, until they have begun. */
class Claims {
	/** By one of the deliveries that are not claimed yet. */
	private readonly awaited = new Map<string, Set<AwaitedRun>>();
	/** Runs that were not claimed in time, by the last delivery of their call. */
	private readonly unclaimed = new Map<string, { runs: number; until: number }>();

	/**
	 * To be called before n8n gets the items of a call, with the keys of their deliveries. The function
	 * it gives is to be called when n8n answers, with whether it has stored a run; it waits until a run
	 * has claimed all keys, and gives false if that takes too long.
	 */
	expect(keys: string[], findUnclaimed?: FindUnclaimed): (isStored: boolean) => Promise<boolean> {
		const run = new AwaitedRun(keys);
		this.add(run);
		return async (isStored) => {
			const hasBegun = isStored && (await run.hasBegun(findUnclaimed));
			this.remove(run);
			if (isStored) this.count(keys, hasBegun);
			return hasBegun;
		};
	}

	/** Tells the waiting calls of this process that a run has claimed these keys. */
	claimed(keys: string[]): void {
		for (const key of keys) {
			const runs = this.awaited.get(key) ?? [];
			this.awaited.delete(key);
			for (const run of runs) {
				run.note(keys);
				this.add(run);
			}
		}
	}

	/** Milliseconds until a further run may be started with these keys. */
	pauseMs(keys: string[]): number {
		const { until = 0 } = this.unclaimed.get(keys.at(-1)!) ?? {};
		return Math.max(0, until - monotonic(systemClock));
	}

	private add(run: AwaitedRun): void {
		const [key] = run.left;
		if (key === undefined) return;
		const others = this.awaited.get(key) ?? new Set();
		this.awaited.set(key, others.add(run));
	}

	private remove(run: AwaitedRun): void {
		const [key] = run.left;
		if (key === undefined) return;
		const others = this.awaited.get(key);
		others?.delete(run);
		if (others?.size === 0) this.awaited.delete(key);
	}

	private count(keys: string[], hasBegun: boolean): void {
		const key = keys.at(-1)!;
		const { runs = 0 } = this.unclaimed.get(key) ?? {};
		this.unclaimed.delete(key);
		if (hasBegun) return;
		const pauseMs = PAUSES_MS[Math.min(runs, PAUSES_MS.length - 1)]!;
		this.unclaimed.set(key, { runs: runs + 1, until: monotonic(systemClock) + pauseMs });
		const [oldest] = this.unclaimed.keys();
		if (this.unclaimed.size > MOST_COUNTED) this.unclaimed.delete(oldest!);
	}
}

/** Pauses before a run tries again to claim its deliveries. Milliseconds. */
const CLAIM_AGAIN_MS = [1_000, 3_000, 10_000];

/**
 * Has a run claim its deliveries, again where n8n's database or the Redis does not answer. A run that gave
 * up and emitted without a claim would emit what the run of a repetition has claimed.
 * @throws the error of the last try
 */
export async function untilClaimed<T>(claim: () => Promise<T>): Promise<T> {
	for (const pauseMs of CLAIM_AGAIN_MS) {
		try {
			return await claim();
		} catch {
			await systemSleep(pauseMs);
		}
	}
	return await claim();
}

/** The runs of a trigger, by workflow and node. */
export const runClaims = inMemory(() => new Claims());
