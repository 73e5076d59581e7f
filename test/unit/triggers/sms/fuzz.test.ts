import { fuzzCallbacks, shuffledParts } from './fuzz';
import { expectNoFailure, SEED } from '../played';

/* A part of what `npm run test:faults` plays at full size. */

test('2,000 calls: no crash, no 5xx, no run without a valid signature', async () => {
	const verdict = await fuzzCallbacks(2_000, SEED);
	expectNoFailure('callbacks', verdict);
	expect(verdict).toMatchObject({ runs: 2_000, crashes: 0, intruders: 0, lost: 0 });
	// Not for want of good calls.
	expect(verdict.started).toBeGreaterThan(200);
	for (const status of [200, 400, 401]) expect(verdict.statuses[status]).toBeGreaterThan(100);
});

test('parts shuffled, doubled and lost: right texts, never a mix', async () => {
	const verdict = await shuffledParts(300, SEED);
	expectNoFailure('parts', verdict);
	expect(verdict).toMatchObject({ runs: 300, mixed: 0 });
	expect(verdict.complete).toBeGreaterThan(150);
});
