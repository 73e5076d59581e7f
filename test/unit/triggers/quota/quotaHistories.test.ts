import { feedHistories } from '../feed/feedHistories';
import { quotaHistories } from './quotaHistories';

/** A seed of the environment, to play a failure again. */
const seed = process.env.SEED === undefined ? undefined : Number(process.env.SEED);

test('status: 1,000 random histories, each observed change exactly once', async () => {
	const verdict = await quotaHistories(1000, seed);
	const { failure, ...figures } = verdict;
	console.log(`status histories: ${JSON.stringify(figures)}`);
	expect(failure).toBeUndefined();
	expect(verdict.got).toBe(verdict.wanted);
	expect(verdict).toMatchObject({ runs: 1000 });
	// The histories did hold what they are about.
	for (const count of [verdict.wanted, verdict.failed, verdict.restarts]) {
		expect(count).toBeGreaterThan(500);
	}
});

test('event feed: 1,000 random histories, each event exactly once', async () => {
	const verdict = await feedHistories(1000, seed);
	const { failure, ...figures } = verdict;
	console.log(`feed histories: ${JSON.stringify(figures)}`);
	expect(failure).toBeUndefined();
	expect(verdict.got).toBe(verdict.wanted);
	expect(verdict.wanted).toBeGreaterThan(500);
});
