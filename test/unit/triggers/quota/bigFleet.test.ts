import { start } from '../../../../simulator';
import { Lanes } from '../../../../src/request/limits/lanes';
import { PollingWorkflow } from '../../../support/n8n/triggers';
import { credentialsFor } from '../support';
import { measureFleet, pollEvery } from './bigFleet';

test('polls 10,000 endpoints with bounded requests and memory, and static data below 300 kB', async () => {
	const figures = await measureFleet(10_000);
	console.log(`fleet: ${JSON.stringify(figures)}`);
	expect(figures).toMatchObject({ endpoints: 10_000, changes: 20_000 });
	// One quota per endpoint, two lists and the service's clock; the lane limits the concurrent requests.
	expect(figures.requests).toBe(10_003);
	expect(figures.maxInFlight).toBeLessThanOrEqual(25);
	expect(figures.stateBytes).toBeLessThan(300_000);
	expect(figures.heapMB).toBeLessThan(256);
});

test('warns once, with a suitable interval, when polls are more frequent than a pass takes', async () => {
	expect(await pollEvery(1, 1_200)).toEqual([
		"1200 quotas take 6 minutes a pass, since half of the service's limit of requests is left to others; polls come every 1 minutes. Poll every 6 minutes, watch fewer endpoints, or use the source Event Feed.",
	]);
	expect(await pollEvery(6, 1_200)).toEqual([]);
	expect(await pollEvery(1, 1_000)).toEqual([]);
});

test('leaves half of the rate limits to other callers with every request of a poll', async () => {
	const sim = await start({ port: 0, limits: false, seed: { endpoints: 3 } });
	const acquire = jest.spyOn(Lanes.prototype, 'acquire');
	try {
		const trigger = new PollingWorkflow(
			{ source: 'status', events: ['exhausted', 'blocked'] },
			credentialsFor(sim.url),
		);
		await trigger.activate();
		const shares = acquire.mock.calls
			.filter(([lane]) => lane !== 'auth')
			.map(([, waiting]) => waiting?.share);
		expect(shares.length).toBeGreaterThanOrEqual(5);
		expect(new Set(shares)).toEqual(new Set([0.5]));
	} finally {
		acquire.mockRestore();
		await sim.close();
	}
});

test('keeps to the documented rates, and continues where the previous poll ran out of time', async () => {
	const sim = await start({ port: 0, limits: true, seed: { endpoints: 150, quotaVolume: 100 } });
	try {
		const workflow = new PollingWorkflow(
			{ source: 'status', events: ['exhausted', 'blocked'], options: { budgetSeconds: 2 } },
			credentialsFor(sim.url),
		);
		const quotaReads = () =>
			sim.ledger().requests.filter(({ path }) => path.endsWith('/quota/sms'));
		await workflow.activate();
		const first = quotaReads().length;
		expect(first).toBeLessThan(150);
		const ids = () => new Set(quotaReads().map(({ path }) => path)).size;
		for (let polls = 0; polls < 5 && ids() < 150; polls++) {
			expect(await workflow.poll()).toEqual([]);
		}
		console.log(`rates: ${first} quotas in the first 2 s, ${quotaReads().length} in all`);
		// The next polls have read the endpoints that the first one did not reach.
		expect(ids()).toBe(150);
	} finally {
		await sim.close();
	}
});
