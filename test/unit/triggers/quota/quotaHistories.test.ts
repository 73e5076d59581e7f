import { feedHistories } from '../feed/feedHistories';
import { quotaHistories } from './quotaHistories';
import { expectNoFailure, SEED } from '../played';

test('source Status emits each observed change exactly once in 1,000 random histories', async () => {
	const verdict = await quotaHistories(1000, SEED);
	expectNoFailure('status histories', verdict);
	expect(verdict.got).toBe(verdict.wanted);
	expect(verdict).toMatchObject({ runs: 1000 });
	// The histories must include enough changes, failures and restarts.
	for (const count of [verdict.wanted, verdict.failed, verdict.restarts]) {
		expect(count).toBeGreaterThan(500);
	}
});

test('source Event Feed emits each event exactly once in 1,000 random histories', async () => {
	const verdict = await feedHistories(1000, SEED);
	expectNoFailure('feed histories', verdict);
	expect(verdict.got).toBe(verdict.wanted);
	expect(verdict.wanted).toBeGreaterThan(500);
});
