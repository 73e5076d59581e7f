import { feedHistories } from '../feed/feedHistories';
import { quotaHistories } from './quotaHistories';
import { expectNoFailure, SEED } from '../played';

test('status: 1,000 random histories, each observed change exactly once', async () => {
	const verdict = await quotaHistories(1000, SEED);
	expectNoFailure('status histories', verdict);
	expect(verdict.got).toBe(verdict.wanted);
	expect(verdict).toMatchObject({ runs: 1000 });
	// The histories did hold what they are about.
	for (const count of [verdict.wanted, verdict.failed, verdict.restarts]) {
		expect(count).toBeGreaterThan(500);
	}
});

test('event feed: 1,000 random histories, each event exactly once', async () => {
	const verdict = await feedHistories(1000, SEED);
	expectNoFailure('feed histories', verdict);
	expect(verdict.got).toBe(verdict.wanted);
	expect(verdict.wanted).toBeGreaterThan(500);
});
