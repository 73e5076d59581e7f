import { PollingWorkflow } from '../support/triggers';
import { measureFleet } from './bigFleet';
import { credentialsFor } from './support';
import { start } from '../../simulator';

test('10,000 endpoints: requests bounded, static data below 300 kB, memory measured', async () => {
	const figures = await measureFleet(10_000);
	console.log(`fleet: ${JSON.stringify(figures)}`);
	expect(figures).toMatchObject({ endpoints: 10_000, changes: 20_000 });
	// One quota an endpoint, two lists and the service's clock; no more than the lane has room for at a time.
	expect(figures.requests).toBe(10_003);
	expect(figures.maxInFlight).toBeLessThanOrEqual(25);
	expect(figures.stateBytes).toBeLessThan(300_000);
	expect(figures.heapMB).toBeLessThan(256);
});

test('the documented rates hold, and a poll that runs out of time goes on where it stopped', async () => {
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
		// Every endpoint: the next polls have read those the first had not come to.
		expect(ids()).toBe(150);
	} finally {
		await sim.close();
	}
});
