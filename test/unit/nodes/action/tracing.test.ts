import { faultAt, forget, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rows';

/* The numbers that a run puts on its trace are those of the service's ledger. */

const sim = simulated({ seed: { endpoints: 40 } });

const endpointIds = (count: number) =>
	[...sim.store.endpoints.values()]
		.filter(({ organisationId, statusId }) => organisationId === 1001 && statusId !== 2)
		.slice(-count)
		.map(({ id }) => ({ id }));
const named = (values: Record<string, unknown>) =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [`cellular_iot.${name}`, value]),
	);
/** Requests that the service has counted, without logins. */
const counted = () =>
	sim.ledger().requests.filter(({ path }) => !path.endsWith('/authenticate')).length;

test('a run that sends for each item has its counts, and as many requests as the service', async () => {
	const items = endpointIds(5);
	faultAt(sim, `PATCH /endpoint/${items[1]!.id}$`, { kind: 'errorBefore', status: 422 });
	const { tracing } = await runAt(
		sim,
		'endpoint update',
		{ endpointId: rl('={{ $json.id }}'), updateFields: { name: '={{ "new-" + $json.id }}' } },
		{ items, onError: 'continueRegularOutput' },
	);
	expect(tracing).toMatchObject(
		named({
			resource: 'endpoint',
			operation: 'update',
			items: 5,
			done: 4,
			refused: 1,
			unknown: 0,
			not_sent: 0,
			requests: counted(),
			retries: 0,
			bulk_calls: 0,
		}),
	);
});

test('a retry is a request, and counts as a retry', async () => {
	const [item] = endpointIds(1);
	faultAt(sim, `GET /endpoint/${item!.id}$`, { kind: 'errorBefore', status: 500, times: 1 });
	const { tracing } = await runAt(
		sim,
		'endpoint get',
		{ endpointId: rl(item!.id), simplify: true },
		{ items: [{}] },
	);
	expect(tracing).toMatchObject(named({ done: 1, requests: 2, retries: 1 }));
	expect(counted()).toBe(2);
});

test('pages of a list and bulk calls are counted', async () => {
	const list = await runAt(sim, 'endpoint getAll', { returnAll: true, simplify: true });
	expect(list.tracing).toMatchObject(named({ requests: 1, pages: 1, items: 1, done: 1 }));
	await forget(sim);
	const { tracing } = await runAt(
		sim,
		'endpoint updateMany',
		{ endpointId: rl('={{ $json.id }}'), updateFields: { status: 1 } },
		{ items: endpointIds(30) },
	);
	expect(tracing).toMatchObject(
		named({ items: 30, done: 30, bulk_calls: 1, requests: counted(), lane: 'sequential' }),
	);
});

test('a run that is refused before anything is sent says so', async () => {
	const { tracing, error } = await runAt(
		sim,
		'endpoint get',
		{ endpointId: rl('={{ $json.none }}'), simplify: true },
		{ items: [{}, {}, {}] },
	);
	expect(error).toBeDefined();
	expect(tracing).toMatchObject(named({ items: 3, done: 0, not_sent: 3, requests: 0 }));
});

test('no id and no text of the fleet is on the trace', async () => {
	const [item] = endpointIds(1);
	const endpoint = sim.store.endpoints.get(item!.id)!;
	const { tracing } = await runAt(sim, 'endpoint get', { endpointId: rl(endpoint.name, 'name') });
	const text = JSON.stringify(tracing);
	expect(text).not.toContain(endpoint.name);
	expect(text).not.toContain(String(endpoint.id));
});
