import fc from 'fast-check';
import type { QuotaEvent } from '../../../../src/triggers/quota/changes';
import type { PollOptions } from '../../../../src/triggers/quota/poll';
import type { StateStore } from '../../../../src/triggers/runtime/stored';
import { pollOnce } from '../polls';
import { ModelFleet } from '../quota/fleet';
import { emptyTally, type Tally, type Verdict, verdictOf } from '../verdict';

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

type Step = typeof feedStep extends fc.Arbitrary<infer T> ? T : never;

/** Plays one history. @throws Error when anything is told but each event once. */
async function playFeed(steps: Step[], key: string, tally: Tally): Promise<void> {
	const fleet = new ModelFleet();
	let store: StateStore = {};
	let saved: StateStore = {};
	const told: unknown[] = [];
	const poll = async (budgetMs = 1e12, times = 1, activation = false) => {
		const options = (): PollOptions => ({
			quota: 'sms',
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
}

/** Figure 6, event feed. */
export async function feedHistories(runs: number, seed?: number): Promise<Verdict> {
	const tally = emptyTally();
	const one = async (steps: Step[], name: string) => await playFeed(steps, `feed ${name}`, tally);
	return await verdictOf(fc.array(feedStep, { maxLength: 40 }), tally, one, runs, seed);
}
