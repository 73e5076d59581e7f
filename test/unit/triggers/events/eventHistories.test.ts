import { eventFlood, eventHistories } from './eventHistories';
import { expectNoFailure, SEED } from '../played';

/* A part of what `npm run test:faults` plays at full size. */

test('100 random histories of 30 types with three restarts each: every event once, in order', async () => {
	const verdict = await eventHistories(100, SEED);
	expectNoFailure('event histories', verdict);
	expect(verdict.got).toBe(verdict.wanted);
	expect(verdict).toMatchObject({ runs: 100, restarts: 300 });
	// The histories did hold what they are about.
	expect(verdict.wanted).toBeGreaterThan(333);
	expect(verdict.failed).toBeGreaterThan(16);
});

test('30,000 events at 222 a second: each once, some ten thousand a poll, bounded memory', async () => {
	const flood = await eventFlood(30_000);
	console.log(`flood: ${JSON.stringify(flood)}`);
	expect(flood).toMatchObject({ told: 30_000, doubled: 0 });
	expect(flood.mostItems).toBeLessThan(25_000);
	expect(flood.stateBytes).toBeLessThan(400_000);
});
