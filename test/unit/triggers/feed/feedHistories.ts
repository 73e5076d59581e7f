import fc from 'fast-check';
import type { QuotaEvent } from '../../../../src/triggers/quota/changes';
import { PolledTrigger, pollOnce } from '../polls';
import { ModelFleet } from '../quota/fleet';
import { emptyTally, type Tally, type Verdict, verdictOf } from '../verdict';

/* Random histories of the event feed: every event is emitted once. */

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

const EVENTS: QuotaEvent[] = [
	'activeAgain',
	'blocked',
	'exhausted',
	'statusChanged',
	'thresholdReached',
];

type Step = typeof feedStep extends fc.Arbitrary<infer T> ? T : never;

/** Plays one history. @throws Error unless each event is emitted exactly once. */
async function playFeed(steps: Step[], key: string, tally: Tally): Promise<void> {
	const fleet = new ModelFleet();
	const trigger = new PolledTrigger(key, tally);
	const told: unknown[] = [];
	const poll = async (budgetMs = 1e12, times = 1, activation = false) => {
		const options = () =>
			fleet.pollOptions({
				source: 'eventFeed',
				events: new Set(EVENTS),
				budgetMs,
				overlapMs: OVERLAP_MS,
			});
		const once = async () => await pollOnce(key, trigger.store, fleet.client, options);
		const items = await trigger.poll(once, times);
		if (!items) return;
		told.push(...items.map((item) => item.event_id));
		trigger.save(items, activation);
	};
	await poll(1e12, 1, true);
	for (const step of steps) {
		fleet.now += 1000;
		if (step.do === 'wait') fleet.now += step.ms;
		if (step.do === 'event') {
			fleet.events.unshift({
				id: fleet.events.length + 1,
				timestamp: new Date(fleet.now + step.skew).toISOString(),
				event_type: { id: step.type },
				endpoint: { id: 1 },
			});
		}
		if (step.do === 'poll') await poll();
		if (step.do === 'twice') for (let turn = 0; turn < 2; turn++) await poll();
		if (step.do === 'overlap') await poll(1e12, 3);
		if (step.do === 'short') await poll(1);
		if (step.do === 'fail') {
			fleet.failAfter = 0;
			await poll();
			fleet.failAfter = undefined;
		}
		if (step.do === 'restart') {
			trigger.restart();
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
	const play = async (steps: Step[], name: string) => await playFeed(steps, `feed ${name}`, tally);
	return await verdictOf(fc.array(feedStep, { maxLength: 40 }), tally, play, runs, seed);
}
