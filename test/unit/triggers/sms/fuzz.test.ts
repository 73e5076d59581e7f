import { fuzzCallbacks, shuffledParts } from './fuzz';
import { expectNoFailure, SEED } from '../played';

/* A smaller version of what `npm run test:faults` runs at full size. */

test('2,000 random calls cause no crash, no 5xx and no run without a valid signature', async () => {
	const verdict = await fuzzCallbacks(2_000, SEED);
	expectNoFailure('callbacks', verdict);
	expect(verdict).toMatchObject({ runs: 2_000, crashes: 0, intruders: 0, lost: 0 });
	// The calls must include enough valid ones.
	expect(verdict.started).toBeGreaterThan(200);
	for (const status of [200, 400, 401]) expect(verdict.statuses[status]).toBeGreaterThan(100);
});

test('shuffled, repeated and lost parts give correct texts and never mix messages', async () => {
	const verdict = await shuffledParts(300, SEED);
	expectNoFailure('parts', verdict);
	expect(verdict).toMatchObject({ runs: 300, mixed: 0 });
	expect(verdict.complete).toBeGreaterThan(150);
});
