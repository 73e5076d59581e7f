import fc from 'fast-check';
import type { Json } from '../../src/operations/define';
import { QUOTA_EVENTS, type QuotaEvent } from '../../src/triggers/quota/changes';
import { type PollOptions, pollOnce } from '../../src/triggers/quota/poll';
import type { StateStore } from '../../src/triggers/stored';
import { forgetPolls } from '../../src/triggers/pollMemory';
import { FULL, type ModelEndpoint, ModelFleet, type Read, THRESHOLD } from './fleet';

/* Random histories of a fleet, judged by a second opinion on what the polls have read. */

type Step =
	| { do: 'volume'; endpoint: number; volume: number }
	| { do: 'expire' | 'delete' | 'unset' | 'block' | 'unblock'; endpoint: number }
	| { do: 'add' }
	| { do: 'poll' | 'twice' | 'overlap' | 'restart' }
	| { do: 'fail'; at: number }
	| { do: 'meanwhile'; at: number; endpoint: number; volume: number }
	| { do: 'short'; budgetMs: number }
	| { do: 'slip'; endpoint: number; looks: number }
	| { do: 'empty'; lists: number }
	| { do: 'spoil'; endpoint: number; status: number };

const endpoint = fc.nat(5);
const volume = fc.constantFrom(0, 0, 5, THRESHOLD, 50, FULL);
const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ do: fc.constant('volume' as const), endpoint, volume }) },
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constantFrom('expire' as const, 'delete', 'unset', 'block', 'unblock'),
			endpoint,
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('add' as const) }) },
	{
		weight: 5,
		arbitrary: fc.record({ do: fc.constantFrom('poll' as const, 'twice', 'overlap', 'restart') }),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), at: fc.nat(8) }) },
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('meanwhile' as const),
			at: fc.nat(6),
			endpoint,
			volume,
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('slip' as const),
			endpoint,
			looks: fc.integer({ min: 1, max: 2 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('empty' as const),
			lists: fc.integer({ min: 1, max: 8 }),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('spoil' as const),
			endpoint,
			status: fc.constantFrom(400, 403, 409, 422, 500),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('short' as const),
			budgetMs: fc.integer({ min: 1, max: 60 }),
		}),
	},
);

const history = fc.record({
	events: fc.uniqueArray(fc.constantFrom(...QUOTA_EVENTS), { minLength: 1 }),
	emitCurrent: fc.boolean(),
	concurrency: fc.integer({ min: 1, max: 4 }),
	/** n8n keeps the state of every poll, but not that of a publication. */
	durable: fc.boolean(),
	/** How far n8n's clock is ahead of the service's, in minutes. */
	clock: fc.constantFrom(-15, 0, 0, 15),
	steps: fc.array(step, { minLength: 5, maxLength: 40 }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** Sets a volume as consumption or a new quota would; the status follows. */
function setVolume(fleet: ModelFleet, one: ModelEndpoint, volume: number): void {
	const status = volume === 0 ? 2 : 1;
	const changed = one.quota?.status === status ? one.quota.changed : fleet.now;
	const wasReached = one.quota !== null && one.quota.volume <= THRESHOLD;
	one.quota = { volume, status, changed };
	if (!wasReached && volume <= THRESHOLD) fleet.note(20, one.id);
}

function change(fleet: ModelFleet, step: Step): void {
	if (step.do === 'add') fleet.add();
	if (step.do === 'empty') fleet.emptyLists = step.lists;
	if (!('endpoint' in step)) return;
	const one = [...fleet.endpoints.values()][step.endpoint];
	if (!one) return;
	// Times of status changes have whole seconds on the wire of some services.
	fleet.now += 1000;
	if (step.do === 'volume' || step.do === 'meanwhile') setVolume(fleet, one, step.volume);
	if (step.do === 'expire' && one.quota && one.quota.status !== 3) {
		one.quota = { ...one.quota, status: 3, changed: fleet.now };
	}
	if (step.do === 'unset') one.quota = null;
	if (step.do === 'block' && !one.blocked) {
		one.blocked = true;
		fleet.note(11, one.id);
	}
	if (step.do === 'spoil') fleet.spoilt.set(one.id, step.status);
	if (step.do === 'slip') fleet.slips = Array.from({ length: step.looks }, () => one.id);
	if (step.do === 'unblock') one.blocked = false;
	if (step.do === 'delete') fleet.endpoints.delete(one.id);
}

interface Known {
	status?: string;
	reached: boolean;
	blocked: boolean;
	changed: number | null;
	/** Polls that did not find the endpoint. */
	gone?: number;
}

const NAMES: Record<number, string> = { 1: 'ACTIVE', 2: 'EXHAUSTED', 3: 'EXPIRED' };

/** Judges by the documented meaning of the events, from what was read alone. */
class Judge {
	known = new Map<number, Known>();
	private begun = false;
	private seeded = false;
	/** As it was when n8n last saved. */
	private saved = this.copy();

	constructor(
		private readonly events: Set<QuotaEvent>,
		private readonly emitCurrent: boolean,
	) {}

	private copy() {
		const known = new Map([...this.known].map(([id, one]) => [id, { ...one }]));
		return { known, begun: this.begun, seeded: this.seeded };
	}
	save(): void {
		this.saved = this.copy();
	}
	/** n8n starts again with what it had saved; `again`: what the feed has noted since. */
	restart(again: { blocked: number[]; reached: number[] }): void {
		Object.assign(this, this.saved);
		this.save();
		for (const id of again.blocked) {
			const one = this.known.get(id);
			if (one && this.events.has('blocked')) one.blocked = false;
		}
		for (const id of again.reached) {
			const one = this.known.get(id);
			if (one && this.events.has('thresholdReached')) one.reached = false;
		}
	}

	/** What a successful poll has to tell. `whole`: it came to the end of the fleet. */
	expect(reads: Read[], whole: boolean): string[] {
		const told: string[] = [];
		const tell = (
			event: QuotaEvent,
			id: number,
			from: string | undefined,
			to: string | undefined,
		) => {
			const show = (name: string | undefined) =>
				name === undefined || name === 'none' ? '-' : name;
			if (this.events.has(event)) told.push(`${event} ${id} ${show(from)}>${show(to)}`);
		};
		const idsOf = (kind: 'list' | 'blocked') => {
			const lists = reads.flatMap((read) => (read.kind === kind ? [read.ids] : []));
			return lists.length > 0 ? new Set(lists.flat()) : undefined;
		};
		const listed = idsOf('list');
		const gone = new Set(
			reads.flatMap((read) => (read.kind === 'endpoint' && !read.exists ? [read.id] : [])),
		);
		const of = (id: number) => {
			let one = this.known.get(id);
			if (!one) this.known.set(id, (one = { reached: false, blocked: false, changed: null }));
			return one;
		};
		const now = idsOf('blocked');
		for (const id of now ?? []) {
			const one = of(id);
			if (!one.blocked && (this.begun || this.emitCurrent)) {
				tell('blocked', id, one.status, one.status);
			}
			one.blocked = true;
		}
		for (const [id, one] of now ? this.known : []) {
			if (!one.blocked || now!.has(id)) continue;
			if (gone.has(id)) {
				one.gone = (one.gone ?? 0) + 1;
				if (one.gone === 3) this.known.delete(id);
				continue;
			}
			if (listed && !listed.has(id)) continue;
			one.blocked = false;
			tell('unblocked', id, one.status, one.status);
		}
		for (const read of reads) {
			if (read.kind !== 'quota') continue;
			const { id, quota } = read;
			const before = of(id);
			if (quota === null && before.status !== undefined && gone.has(id)) continue;
			const status = quota === null ? 'none' : NAMES[quota.status]!;
			const reached =
				quota === null ? false : quota.status === 3 ? before.reached : quota.volume <= THRESHOLD;
			const changed = quota?.status === 1 ? null : (quota?.changed ?? null);
			const first = before.status === undefined;
			const current = first && !this.seeded && this.emitCurrent;
			if (reached && !before.reached && (!first || current)) {
				tell('thresholdReached', id, before.status, status);
			}
			const again =
				before.status === status &&
				before.changed !== null &&
				changed !== null &&
				Math.floor(changed / 1000) > Math.floor(before.changed / 1000);
			if (!first ? before.status !== status || again : current && status !== 'none') {
				const own =
					status === 'EXHAUSTED'
						? 'exhausted'
						: status === 'EXPIRED'
							? 'expired'
							: status === 'ACTIVE' && ['EXHAUSTED', 'EXPIRED'].includes(before.status ?? '')
								? 'activeAgain'
								: 'statusChanged';
				const name = this.events.has(own) ? own : 'statusChanged';
				tell(name, id, again ? undefined : before.status, status);
			}
			Object.assign(before, { status, reached, changed });
		}
		this.begun = true;
		if (whole) this.seeded = true;
		return told.sort();
	}
}

const toText = (item: Json) => {
	const { id } = item.endpoint as { id: number };
	return `${String(item.event)} ${id} ${String(item.previous_status ?? '-')}>${String(item.status ?? '-')}`;
};

/** Counts over all histories: what was to be told, and what was told. */
export interface Tally {
	wanted: number;
	got: number;
	polls: number;
	failed: number;
	restarts: number;
}

/** Plays one history. @throws Error at the first poll that tells anything but what it has to. */
async function play(plan: History, key: string, tally: Tally): Promise<void> {
	const fleet = new ModelFleet();
	for (let count = 0; count < 4; count++) fleet.add();
	const events = new Set(plan.events);
	const judge = new Judge(events, plan.emitCurrent);
	let store: StateStore = {};
	let saved: StateStore = {};

	const options = (budgetMs: number): PollOptions => ({
		source: 'status',
		events,
		scope: { filters: {} },
		emitCurrent: plan.emitCurrent,
		budgetMs,
		overlapMs: 0,
		concurrency: plan.concurrency,
		now: () => fleet.now + plan.clock * 60_000,
		log: () => {},
	});
	const poll = async (budgetMs = 1e9, times = 1, publication = false): Promise<void> => {
		fleet.reads = [];
		const before = store.state;
		const running = Array.from({ length: times }, () =>
			pollOnce(key, store, fleet.client, () => options(budgetMs), { publication }),
		);
		const ended = await Promise.allSettled(running);
		tally.polls += times;
		const failure = ended.find((result) => result.status === 'rejected');
		if (failure) {
			tally.failed += 1;
			if (store.state !== before) throw new Error('a failed poll has changed the state');
			return;
		}
		const items = ended.flatMap((result) =>
			result.status === 'fulfilled' ? (result.value ?? []) : [],
		);
		const { status } = JSON.parse(String(store.state)) as { status: { after?: number } };
		const wanted = judge.expect(fleet.reads, status.after === undefined);
		const got = items.map(toText).sort();
		tally.wanted += wanted.length;
		tally.got += got.length;
		if (JSON.stringify(got) !== JSON.stringify(wanted)) {
			throw new Error(`told ${JSON.stringify(got)}, had to tell ${JSON.stringify(wanted)}`);
		}
		// n8n saves what a poll has stored only when the poll starts a run.
		if (publication && plan.durable && (items.length === 0 || saved.state === undefined)) {
			// The next scheduled poll gets what was stored before the publication.
			store = { ...saved };
		} else if (items.length > 0 || plan.durable || publication) {
			saved = { ...store };
			judge.save();
		}
	};
	const activate = async () => await poll(1e9, 1, true);

	await activate();
	for (const step of plan.steps) {
		change(fleet, step.do === 'meanwhile' ? { do: 'poll' } : step);
		if (step.do === 'poll') await poll();
		if (step.do === 'twice') for (let turn = 0; turn < 2; turn++) await poll();
		if (step.do === 'overlap') await poll(1e9, 3);
		if (step.do === 'short') await poll(step.budgetMs);
		if (step.do === 'fail') {
			fleet.failAfter = step.at;
			await poll();
			fleet.failAfter = undefined;
		}
		if (step.do === 'slip' || step.do === 'empty' || step.do === 'spoil') {
			await poll();
			fleet.slips = [];
			fleet.emptyLists = 0;
			fleet.spoilt.clear();
		}
		if (step.do === 'meanwhile') {
			fleet.meanwhile = { at: step.at, act: () => change(fleet, step) };
			await poll();
			fleet.meanwhile = undefined;
		}
		if (step.do === 'restart') {
			tally.restarts += 1;
			store = { ...saved };
			const at = (JSON.parse(String(saved.state ?? '{}')) as { at?: number }).at ?? Infinity;
			const idsOf = (type: number) =>
				fleet.events
					.filter(({ event_type, timestamp }) => {
						const when = Date.parse(String(timestamp));
						return (event_type as { id: number }).id === type && when > at;
					})
					.map(({ endpoint: one }) => (one as { id: number }).id);
			judge.restart({ blocked: idsOf(11), reached: idsOf(20) });
			forgetPolls(key);
			await activate();
		}
	}
	await poll();
	await poll();
	await poll();
	const quiet = tally.got;
	await poll();
	if (tally.got !== quiet) throw new Error('a poll of an unchanged fleet told something');
}

export interface Verdict extends Tally {
	runs: number;
	seed: number;
	/** What went wrong first, with the history that shows it; undefined when nothing did. */
	failure: string | undefined;
}

const tallyOf = (): Tally => ({ wanted: 0, got: 0, polls: 0, failed: 0, restarts: 0 });

/** Figure 6: random histories of the status source; every observed change exactly once. */
export async function quotaHistories(
	runs: number,
	seed: number = Math.floor(Math.random() * 2 ** 31),
): Promise<Verdict> {
	const tally = tallyOf();
	let count = 0;
	const property = fc.asyncProperty(history, async (plan) => {
		await play(plan, `history ${seed} ${(count += 1)}`, tally);
	});
	const result = await fc.check(property, { numRuns: runs, seed });
	const failure = result.failed
		? `${String(result.errorInstance)}\n${fc.defaultReportMessage(result)}`
		: undefined;
	return { ...tally, runs: result.numRuns, seed, failure };
}

/* The event feed: every event that appears is told once, whatever happens between. */

const OVERLAP_MS = 600_000;
const feedStep = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({
			do: fc.constant('event' as const),
			type: fc.constantFrom(11, 20, 21, 58, 59),
			/** Milliseconds by which its time differs from the moment it appears. */
			skew: fc.integer({ min: -OVERLAP_MS + 5000, max: OVERLAP_MS - 5000 }),
		}),
	},
	{
		weight: 5,
		arbitrary: fc.record({
			do: fc.constantFrom('poll' as const, 'twice', 'overlap', 'restart', 'fail'),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant('wait' as const),
			ms: fc.constantFrom(1000, 60_000, OVERLAP_MS, 3_600_000, 80 * 3_600_000),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constant('short' as const) }),
	},
);

/** Figure 6, event feed. */
export async function feedHistories(
	runs: number,
	seed: number = Math.floor(Math.random() * 2 ** 31),
): Promise<Verdict> {
	const tally = tallyOf();
	let count = 0;
	const property = fc.asyncProperty(fc.array(feedStep, { maxLength: 40 }), async (steps) => {
		const fleet = new ModelFleet();
		const key = `feed ${seed} ${(count += 1)}`;
		let store: StateStore = {};
		let saved: StateStore = {};
		const told: unknown[] = [];
		const poll = async (budgetMs = 1e12, times = 1, activation = false) => {
			const options = (): PollOptions => ({
				source: 'eventFeed',
				events: new Set<QuotaEvent>([
					'activeAgain',
					'blocked',
					'exhausted',
					'statusChanged',
					'thresholdReached',
				]),
				scope: { filters: {} },
				emitCurrent: false,
				budgetMs,
				overlapMs: OVERLAP_MS,
				now: () => fleet.now,
				log: () => {},
			});
			const before = store.state;
			const ended = await Promise.allSettled(
				Array.from({ length: times }, () => pollOnce(key, store, fleet.client, options)),
			);
			tally.polls += times;
			if (ended.some(({ status }) => status === 'rejected')) {
				tally.failed += 1;
				if (store.state !== before) throw new Error('a failed poll has changed the state');
				return;
			}
			const items = ended.flatMap((end) => (end.status === 'fulfilled' ? (end.value ?? []) : []));
			told.push(...items.map((item) => item.event_id));
			if (items.length > 0 || activation) saved = { ...store };
		};
		await poll(1e12, 1, true);
		for (const one of steps) {
			fleet.now += 1000;
			if (one.do === 'wait') fleet.now += one.ms;
			if (one.do === 'event') {
				fleet.events.unshift({
					id: fleet.events.length + 1,
					timestamp: new Date(fleet.now + one.skew).toISOString(),
					event_type: { id: one.type },
					endpoint: { id: 1 },
				});
			}
			if (one.do === 'poll') await poll();
			if (one.do === 'twice') for (let turn = 0; turn < 2; turn++) await poll();
			if (one.do === 'overlap') await poll(1e12, 3);
			if (one.do === 'short') await poll(1);
			if (one.do === 'fail') {
				fleet.failAfter = 0;
				await poll();
				fleet.failAfter = undefined;
			}
			if (one.do === 'restart') {
				tally.restarts += 1;
				store = { ...saved };
				await poll(1e12, 1, true);
			}
		}
		fleet.now += 2 * OVERLAP_MS;
		await poll();
		await poll();
		const wanted = fleet.events.map(({ id }) => Number(id)).sort((a, b) => a - b);
		const got = told.map(Number).sort((a, b) => a - b);
		tally.wanted += wanted.length;
		tally.got += got.length;
		if (String(got) !== String(wanted))
			throw new Error(`told ${got.join()}, had to tell ${wanted.join()}`);
	});
	const result = await fc.check(property, { numRuns: runs, seed });
	const failure = result.failed
		? `${String(result.errorInstance)}\n${fc.defaultReportMessage(result)}`
		: undefined;
	return { ...tally, runs: result.numRuns, seed, failure };
}
