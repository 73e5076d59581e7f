import type { IDataObject } from 'n8n-workflow';
import { storeFor } from '../../../support/n8n/n8n';
import { ProductionWorkflow } from '../../../support/n8n/production';
import { faultAt, simulated } from '../../../support/simulator';
import { nights } from './nights';

jest.mock('../../../../src/ports', () => jest.requireActual<object>('../../../support/movedPorts'));

/* Only What Changed, in n8n-core's own execution with n8n's way of saving. */

const sim = simulated({ seed: { endpoints: 4, sims: 3 } });

const [A, B] = [10001, 10002];
const listOf = (resource: string, options: object = {}, filters: object = {}) => ({
	resource,
	operation: 'getAll',
	returnAll: true,
	filters,
	options: { onlyChanged: 'changes', ...options },
});
const followed = (more: object = {}, filters: object = {}) =>
	new ProductionWorkflow(storeFor(sim.url), listOf('endpoint', {}, filters), more);

/** Suspends the SIM of an endpoint, which leaves its `last_updated` as it is. */
function setSim(endpointId: number, statusId: number): void {
	const { simId } = sim.store.endpoints.get(endpointId)!;
	sim.store.sims.get(simId!)!.statusId = statusId;
	sim.store.touch();
}
const changeSummary = (items: Array<Record<string, unknown>>) =>
	items.map(({ id, change, changed_parts: parts }) => [id, change, parts]);
const suspended = [[A, 'changed', ['sim_status']]];

test('the first run returns all endpoints, later runs each change once, even after a restart', async () => {
	const workflow = followed();
	const all = await workflow.run();
	expect(all.length).toBe(sim.store.endpoints.size);
	expect(new Set(all.map(({ change }) => change))).toEqual(new Set(['added']));
	expect(await workflow.run()).toEqual([]);
	setSim(A, 2);
	workflow.restart();
	const [item] = await workflow.run();
	expect(item).toMatchObject({ id: A, name: 'device-000001', sim_status: 'Suspended' });
	expect(changeSummary([item!])).toEqual(suspended);
	expect(await workflow.run()).toEqual([]);
	workflow.restart();
	expect(await workflow.run()).toEqual([]);
});

test.each(['badly', 'waiting'] as const)(
	'changes of a run that ends "%s" are reported again',
	async (ending) => {
		const workflow = followed();
		await workflow.run();
		setSim(A, 2);
		expect(changeSummary(await workflow.run(ending))).toEqual(suspended);
		expect(changeSummary(await workflow.run(ending))).toEqual(suspended);
		workflow.restart();
		expect(changeSummary(await workflow.run(ending))).toEqual(suspended);
		expect(changeSummary(await workflow.run())).toEqual(suspended);
		expect(await workflow.run()).toEqual([]);
	},
);

test('a run in the editor returns the changes and leaves them for the next run', async () => {
	const workflow = followed();
	await workflow.run();
	setSim(A, 2);
	expect(changeSummary(await workflow.run('well', { mode: 'manual' }))).toEqual(suspended);
	expect(changeSummary(await workflow.run())).toEqual(suspended);
});

test('a change names each changed part', async () => {
	const workflow = followed();
	await workflow.run();
	const { endpoints, sims } = sim.store;
	const free = [...sims.values()].find(
		({ endpointId, statusId }) => !endpointId && statusId === 0,
	)!;
	Object.assign(endpoints.get(A)!, { name: 'pump', statusId: 1, imei: '3500000000000017' });
	const b = endpoints.get(B)!;
	Object.assign(b, { tagIds: [401], tagged: true, ip: b.ip + 1_000, tariffProfileId: 202 });
	Object.assign(endpoints.get(B + 1)!, { simId: free.id });
	sim.store.touch();
	expect(changeSummary(await workflow.run())).toEqual([
		[A, 'changed', ['status', 'name', 'imei']],
		[B, 'changed', ['tags', 'profiles', 'address']],
		[B + 1, 'changed', ['sim_status', 'sim']],
	]);
});

test('an endpoint listed as deleted is removed at once, a missing endpoint after two lists', async () => {
	const workflow = followed();
	await workflow.run();
	Object.assign(sim.store.endpoints.get(A)!, { statusId: 2, simId: null });
	sim.store.endpoints.delete(B);
	sim.store.touch();
	expect(changeSummary(await workflow.run())).toEqual([[A, 'removed', []]]);
	expect(changeSummary(await workflow.run())).toEqual([[B, 'removed', []]]);
	expect(await workflow.run()).toEqual([]);
});

test('an endpoint that is missing from one list is not reported when it is back', async () => {
	const workflow = followed();
	await workflow.run();
	const b = sim.store.endpoints.get(B)!;
	sim.store.endpoints.delete(B);
	sim.store.touch();
	expect(await workflow.run()).toEqual([]);
	sim.store.endpoints.set(B, b);
	sim.store.touch();
	expect(await workflow.run()).toEqual([]);
});

test.each([
	['an incomplete list', { 'x-total-count': '99' }],
	['an empty list', { 'x-total-count': '0' }],
])('%s removes nothing', async (_, headers) => {
	const workflow = followed();
	await workflow.run();
	const all = new Map(sim.store.endpoints);
	if (headers['x-total-count'] === '0') sim.store.endpoints.clear();
	else sim.store.endpoints.delete(B);
	sim.store.touch();
	faultAt(sim, '/api/v1/endpoint$', { kind: 'headers', headers });
	for (let night = 0; night < 3; night++) expect(await workflow.run()).toEqual([]);
	sim.clearFaults();
	for (const [id, endpoint] of all) sim.store.endpoints.set(id, endpoint);
	sim.store.touch();
	expect(await workflow.run()).toEqual([]);
});

test('Reset returns all endpoints again, and the next run only later changes', async () => {
	const workflow = followed();
	await workflow.run();
	const reset = new ProductionWorkflow(
		storeFor(sim.url),
		listOf('endpoint', { onlyChanged: '={{ $json.how }}' }),
	);
	const how = (word: string) => ({ items: [{ how: word }] });
	const size = sim.store.endpoints.size;
	expect(await reset.run('well', how('changes'))).toHaveLength(size);
	expect(await reset.run('well', how('changes'))).toEqual([]);
	expect(await reset.run('well', how('reset'))).toHaveLength(size);
	expect(await reset.run('well', how('changes'))).toEqual([]);
});

test('lists with different filters are tracked separately', async () => {
	const workflow = followed({}, { nameFilter: '={{ $json.name }}' });
	const named = (...names: string[]) => ({ items: names.map((name) => ({ name })) });
	const [first, second] = ['device-000001', 'device-000002'] as const;
	expect(await workflow.run('well', named(first))).toHaveLength(1);
	expect(changeSummary(await workflow.run('well', named(first, second)))).toEqual([
		[B, 'added', []],
	]);
	setSim(A, 2);
	setSim(B, 2);
	expect(changeSummary(await workflow.run('well', named(second)))).toEqual([
		[B, 'changed', ['sim_status']],
	]);
	expect(changeSummary(await workflow.run('well', named(first)))).toEqual(suspended);
});

test('two nodes of a workflow track their changes separately, and only save them if the run succeeds', async () => {
	const workflow = followed({ copies: 2 });
	await workflow.run();
	expect(await workflow.run()).toEqual([]);
	setSim(A, 2);
	expect(changeSummary(await workflow.run('badly'))).toEqual(suspended);
	workflow.restart();
	expect(changeSummary(await workflow.run())).toEqual(suspended);
	workflow.restart();
	expect(await workflow.run()).toEqual([]);
});

test('a failed try under Retry On Fail loses no items', async () => {
	const workflow = followed({ retryOnFail: true }, { nameFilter: '={{ $json.name }}' });
	const items = ['device-000001', 'device-000002'].map((name) => ({ name }));
	faultAt(sim, '/api/v1/endpoint$', { kind: 'errorBefore', status: 422, skip: 1, times: 1 });
	const told = await workflow.run('well', { items });
	expect(told.map(({ id }) => id)).toEqual([A, B]);
});

test('a try that n8n repeats for its failed first item loses no items', async () => {
	const more = { retryOnFail: true, onError: 'continueRegularOutput' as const };
	const workflow = followed(more, { nameFilter: '={{ $json.name }}' });
	const items = [{ name: 'no: name' }, { name: 'device-000001' }];
	const ids = async () => (await workflow.run('well', { items })).map(({ id }) => id);
	expect(await ids()).toEqual([undefined, A]);
	expect(await ids()).toEqual([undefined]);
});

test('a list of SIMs reports a changed status', async () => {
	const workflow = new ProductionWorkflow(storeFor(sim.url), listOf('sim'));
	expect((await workflow.run()).length).toBeGreaterThan(sim.store.endpoints.size);
	setSim(A, 2);
	const { simId } = sim.store.endpoints.get(A)!;
	expect(changeSummary(await workflow.run())).toEqual([[simId, 'changed', ['status']]]);
	expect(await workflow.run()).toEqual([]);
});

test.each([
	[{ returnAll: false, limit: 50 }, /needs "Return All"/],
	[{ filters: { status: 2 } }, /must not be "Deleted"/],
	[{ options: { onlyChanged: 'changes', output: 'csv' } }, /must be Items/],
])('a list with %j is refused before anything is sent', async (more, words) => {
	const workflow = new ProductionWorkflow(storeFor(sim.url), {
		...(listOf('endpoint') as object),
		...more,
	});
	await expect(workflow.run()).rejects.toThrow(words);
	expect(sim.ledger().requests.filter(({ path }) => path.includes('/endpoint'))).toEqual([]);
});

test('saved data that cannot be read gives an error', async () => {
	const workflow = followed();
	await workflow.run();
	workflow.restart();
	workflow.saved = JSON.parse(
		JSON.stringify(workflow.saved).replace(/("lists":\{"[^"]+":")AQ/, '$1_Q'),
	) as IDataObject;
	await expect(workflow.run()).rejects.toThrow(/cannot be read/);
});

describe('nightly copies (200 nights of 20,000 endpoints: `npm run test:faults -- changed`)', () => {
	test.each(['recorded', 'reference'] as const)(
		'report every change with %s answers',
		async (generation) => {
			const { wanted, got, wrong, bytes } = await nights(200, 25, { generation });
			expect(wrong).toEqual([]);
			expect(got).toBe(wanted);
			expect(wanted).toBeGreaterThan(220);
			expect(bytes).toBeLessThan(24);
		},
	);
});
