import { eventFlood, eventHistories } from './eventHistories';
import { expectNoFailure, SEED } from '../played';

/* A smaller version of what `npm run test:faults` runs at full size. */

test('emits every event once and in order in 100 random histories of 30 types with three restarts each', async () => {
	const verdict = await eventHistories(100, SEED);
	expectNoFailure('event histories', verdict);
	expect(verdict.got).toBe(verdict.wanted);
	expect(verdict).toMatchObject({ runs: 100, restarts: 300 });
	// The histories must include enough events and failures.
	expect(verdict.wanted).toBeGreaterThan(333);
	expect(verdict.failed).toBeGreaterThan(16);
});

test('emits 30,000 events at 222 a second once each, about ten thousand a poll, with bounded memory', async () => {
	const flood = await eventFlood(30_000);
	console.log(`flood: ${JSON.stringify(flood)}`);
	expect(flood).toMatchObject({ told: 30_000, doubled: 0 });
	expect(flood.mostItems).toBeLessThan(25_000);
	expect(flood.stateBytes).toBeLessThan(400_000);
});
