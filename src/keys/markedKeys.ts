import { CellularIotError } from '../errors';
import { ExpiringMap } from '../expiringMap';
import type { Sleep } from '../ports';
import type { KeyedRequest, KeyLedger, KeyState, KeyVerdict, SharedKeys } from './ledger';

/*
 * Keys as marks. n8n's database can say of a text whether it was recorded, and records it in the same
 * step. A key is a mark; so is the request it stands for, and that the request was done. Each step reads
 * and writes all marks of a node, and the removal of a mark searches them from the first one on: therefore
 * one step serves many keys, and a key that was sent is never removed.
 *
 *   claim   records key and request, and the verdicts of claims before: free if neither was there
 *   done    records "done", with the next claims
 *   free    removes key and request
 *
 * A step of its own asks whether a used key is done: it records "asked" beside "done", and takes back what
 * was not there before. A process that is killed in between leaves "asked": too little is known of such a
 * key, but it counts neither as done nor as free.
 */

/** Texts that a host has recorded, in one place for each node. */
export interface Marks {
	/** Names the place, among all of this process. */
	row: string;
	/** Runs a job while no other in this process changes the place. */
	alone<T>(job: () => Promise<T>): Promise<T>;
	/** Records marks, and forgets the oldest beyond the most; gives those that were not there. */
	record(marks: string[], most: number): Promise<string[]>;
	remove(marks: string[]): Promise<void>;
}

/** Most items of a run: more would make the database forget the first of them. */
const MOST_ITEMS = 10_000;
/** Most marks of a node, which n8n reads and writes with each step. A key that is done has three. */
const MOST_MARKS = 33_000;
/** Most claims without a verdict at a time. */
const MOST_OPEN_MARKS = 200;
/**
 * Keys claimed in one step: those that are sent within `CLAIM_AHEAD_MS`, so that a kill leaves few in doubt where
 * the service's limits set the pace; fewer where the store is quick, so that a key costs about as much.
 */
const CLAIMS_IN_STEP = { least: 5, most: 190 };
const CLAIM_AHEAD_MS = 1_000;
const MS_A_KEY = 0.1;
/** Pauses before a removal is tried again. Milliseconds. */
const REMOVAL_PAUSES_MS = [200, 1_000];

const marksOf = ({ key, request }: KeyedRequest) => ({
	used: `key ${key}`,
	same: `request ${key} ${request}`,
	done: `done ${key} ${request}`,
	asked: `asked ${key}`,
});
type KeyMarks = ReturnType<typeof marksOf>;

/** Keys that runs of this process are working on in a place. */
interface OpenKeys {
	/** Keys that are claimed and not settled. */
	underWay: Set<string>;
	/** Those among them that another run has asked for. */
	asked: Set<string>;
	/** Verdicts that are still to be written, by key. */
	settled: Map<string, KeyVerdict>;
}
const openKeysByRow = new ExpiringMap<OpenKeys>(() => ({
	underWay: new Set(),
	asked: new Set(),
	settled: new Map(),
}));

/** Keys in the database of n8n: for one node, and for one process at a time. */
export class MarkedKeys implements KeyLedger, SharedKeys {
	readonly shared = this;
	readonly most = MOST_ITEMS;
	readonly mostOpen = MOST_OPEN_MARKS;
	/** Milliseconds of the latest step. */
	private tookMs = 0;
	/** The latest claims: when they were made, and how many. */
	private latest = { at: -Infinity, keys: 0 };
	/** Keys that were sent in a millisecond between the latest two claims. */
	private pace = 0;
	/** Held by each of its runs: runs of a place share it for as long as one is under way. */
	private readonly openKeys: OpenKeys;

	constructor(
		private readonly marks: Marks,
		private readonly sleep: Sleep,
	) {
		this.openKeys = openKeysByRow.get(marks.row);
	}

	get atOnce(): number {
		const cheap = Math.ceil(this.tookMs / MS_A_KEY);
		const soon = Math.ceil(this.pace * CLAIM_AHEAD_MS);
		// A burst is short: a step grows to at most twice the one before.
		const grown = 2 * this.latest.keys;
		return Math.max(CLAIMS_IN_STEP.least, Math.min(CLAIMS_IN_STEP.most, cheap, soon, grown));
	}

	async claim(keys: KeyedRequest[]): Promise<KeyState[]> {
		return await this.alone(async () => {
			const all = keys.map(marksOf);
			const began = performance.now();
			this.pace = this.latest.keys / (began - this.latest.at);
			this.latest = { at: began, keys: keys.length };
			const added = await this.write(all.flatMap(({ used, same }) => [used, same]));
			this.tookMs = performance.now() - began;
			const isUsed = ({ same }: KeyMarks) => !added.has(same);
			const others = all.filter(({ used, same }) => !added.has(used) && added.has(same));
			await this.remove(others.map(({ same }) => same));
			const done = await this.areDone(all.filter(isUsed));
			const { underWay, asked } = this.openKeys;
			return all.map((marks, i): KeyState => {
				const { key } = keys[i]!;
				if (done.has(marks)) return { is: 'done' };
				if (isUsed(marks)) {
					const mayLive = underWay.has(key);
					if (mayLive) asked.add(key);
					return { is: 'open', mayLive };
				}
				if (others.includes(marks)) return { is: 'other' };
				underWay.add(key);
				return { is: 'mine' };
			});
		});
	}

	/** n8n's database loses no claims while n8n runs, and tells no times of them. */
	async confirm(keys: KeyedRequest[]): Promise<KeyState[]> {
		return keys.map(() => ({ is: 'mine' }));
	}

	/** Those of used keys that are done. */
	private async areDone(all: KeyMarks[]): Promise<Set<KeyMarks>> {
		if (all.length === 0) return new Set();
		const marks = all.flatMap(({ asked, done }) => [asked, done]);
		const added = new Set(await this.marks.record(marks, MOST_MARKS));
		// An interrupted question has left its marks, so it is unknown which of them were there before.
		const known = all.filter(({ asked }) => added.has(asked));
		await this.remove(
			known.flatMap(({ asked, done }) => (added.has(done) ? [asked, done] : [asked])),
		);
		return new Set(known.filter(({ done }) => !added.has(done)));
	}

	async settle(verdicts: KeyVerdict[]): Promise<void> {
		const { underWay, settled } = this.openKeys;
		for (const verdict of verdicts) {
			if (verdict.is === 'open') underWay.delete(verdict.key);
			else settled.set(verdict.key, verdict);
		}
		if (settled.size >= MOST_OPEN_MARKS) await this.close();
	}

	/** What is not asked for is given back later: this process would know of another claim. */
	async release(verdicts: KeyVerdict[]): Promise<boolean[]> {
		const { asked } = this.openKeys;
		const wanted = verdicts.map(({ key }) => asked.delete(key));
		await this.settle(verdicts);
		if (wanted.includes(true)) await this.close();
		return wanted;
	}

	async look(keys: KeyedRequest[]): Promise<Array<KeyState | { is: 'free' }>> {
		return await this.alone(async () => {
			const all = keys.map(marksOf);
			const added = new Set(
				await this.marks.record(
					all.map(({ same }) => same),
					MOST_MARKS,
				),
			);
			await this.remove([...added]);
			const done = await this.areDone(all.filter(({ same }) => !added.has(same)));
			const { underWay } = this.openKeys;
			return all.map((marks, i): KeyState | { is: 'free' } => {
				if (done.has(marks)) return { is: 'done' };
				if (added.has(marks.same)) return { is: 'free' };
				return { is: 'open', mayLive: underWay.has(keys[i]!.key) };
			});
		});
	}

	async close(): Promise<void> {
		if (this.openKeys.settled.size > 0) await this.alone(async () => void (await this.write([])));
	}

	/** Records marks and the verdicts that were put off; gives the marks that were not there. */
	private async write(marks: string[]): Promise<Set<string>> {
		const { underWay, asked, settled } = this.openKeys;
		const own = [...settled.values()];
		settled.clear();
		try {
			const given = own.filter(({ is }) => is === 'free').map(marksOf);
			await this.remove(given.flatMap(({ used, same }) => [used, same]));
			const done = own.filter(({ is }) => is === 'done').map((verdict) => marksOf(verdict).done);
			const all = [...done, ...marks];
			const added = all.length > 0 ? await this.marks.record(all, MOST_MARKS) : [];
			for (const { key } of own) {
				underWay.delete(key);
				asked.delete(key);
			}
			return new Set(added);
		} catch (error) {
			for (const verdict of own) settled.set(verdict.key, verdict);
			throw error;
		}
	}

	/** Does a job alone. @throws CellularIotError when the store fails. */
	private async alone<T>(job: () => Promise<T>): Promise<T> {
		try {
			return await this.marks.alone(job);
		} catch (error) {
			throw markingError(error);
		}
	}

	private async remove(marks: string[]): Promise<void> {
		if (marks.length === 0) return;
		for (const ms of REMOVAL_PAUSES_MS) {
			try {
				return await this.marks.remove(marks);
			} catch {
				await this.sleep(ms);
			}
		}
		await this.marks.remove(marks);
	}
}

const markingError = (error: unknown) =>
	new CellularIotError(
		`The idempotency keys could not be stored in n8n's database (${error instanceof Error ? error.message : String(error)}). Nothing was sent`,
		'Save the workflow, and check that the database of n8n takes writes; or keep keys on a Redis, by "Share Limits Across Workers" in the credential.',
		'notSent',
		error,
	);
