import { faultAt, runAt, simulated } from '../../support/simulator';
import { rl } from '../nodes/rows/rowTypes';

/* Bulk calls that the service refuses: the errors of their items, and "Isolate Bad Items". */

const sim = simulated({ seed: { bulkDelayMs: 0 } }, 'kept');
beforeEach(async () => {
	await sim.reset();
	// Renews the session, so that no fault strikes the call that discovers its end.
	await runAt(sim, 'endpoint getAll', { limit: 1 });
});

const create = async (
	items: Array<{ sim: number }>,
	isolateBadItems: boolean,
	onError: 'continueErrorOutput' | 'stopWorkflow' = 'continueErrorOutput',
) =>
	await runAt(
		sim,
		'endpoint createMany',
		{
			serviceProfileId: rl(101),
			tariffProfileId: rl(201),
			status: 0,
			valuesFrom: 'fields',
			identity: { simId: rl('={{ $json.sim }}') },
			options: { isolateBadItems },
		},
		{ items, onError },
	);

/** SIMs 1 to 100 are free; the others belong to another organisation. */
const simsOf = (good: number, bad: number[]) =>
	Array.from({ length: good }, (_, i) => ({ sim: bad.includes(i) ? 500 + i : i + 1 }));
const created = () => sim.ledger().effects.filter((e) => e.kind === 'endpoint.created');
const bulkCalls = () => sim.ledger().requests.filter(({ path }) => path.endsWith('/multi'));
const places = (items: Array<{ pairedItem?: unknown }>) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

test('without isolation reports bad items with their reason and other items as not applied', async () => {
	const out = await create(simsOf(10, [3, 7]), false);
	expect(out.items).toEqual([]);
	expect(created()).toHaveLength(0);
	const said = out.errors.map(({ json }) => String(json.error));
	expect(said[3]).toMatch(/^Item 3, SIM 503: sim 503 does not belong/);
	expect(said[3]).toMatch(/the 8 other items of its call were not applied$/);
	expect(said[7]).toMatch(/^Item 7, SIM 507: /);
	expect(said[0]).toMatch(/refused the whole call for item 3, SIM 503: .* and 1 more$/);
	expect(
		out.errors.every(({ json }) => (json.details as { outcome: string }).outcome === 'refused'),
	).toBe(true);
});

test('a run that stops shows the error of the bad item, not that of another item of its call', async () => {
	const { error } = await create(simsOf(3, [1]), false, 'stopWorkflow');
	expect(error?.message).toMatch(/^Item 1, SIM 501: sim 501 .*; the 2 other items of its call/);
	expect(error?.description).toContain('of 3 items 1 refused, 2 not applied.');
	expect(error?.context).toMatchObject({ itemIndex: 1, outcome: 'refused', status: 422 });
	expect(created()).toHaveLength(0);
});

test('suggests "Isolate Bad Items" when the service does not name the bad item', async () => {
	faultAt(sim, '/multi$', { kind: 'errorBefore', status: 422, body: 'empty' });
	const { error } = await create(simsOf(3, []), false, 'stopWorkflow');
	expect(error?.message).toMatch(/does not say which of the 3 items of the call it means/);
	expect(error?.description).toContain('"Isolate Bad Items" finds out which it is.');
});

test('with isolation fails exactly the bad items and applies every good item once', async () => {
	const bad = [0, 13, 14, 39];
	const out = await create(simsOf(40, bad), true);
	expect(places(out.errors)).toEqual(bad);
	expect(places(out.items)).toEqual([...Array(40).keys()].filter((i) => !bad.includes(i)));
	const assigned = sim.ledger().effects.filter((e) => e.kind === 'sim.assigned');
	const sims = assigned.map(({ simId }) => simId);
	expect(created()).toHaveLength(36);
	expect(sims).toHaveLength(36);
	expect(new Set(sims).size).toBe(sims.length);
	expect(sim.ledger().counters.maxBulkInFlight).toBe(1);
});

test('splits the call in halves when the service names no item', async () => {
	// The first answers hide the bad item; later answers are those of the service.
	faultAt(sim, '/multi$', { kind: 'errorBefore', status: 422, body: 'empty', times: 3 });
	const out = await create(simsOf(16, [5]), true);
	expect(places(out.errors)).toEqual([5]);
	expect(created()).toHaveLength(15);
});

test('stops splitting early when the service refuses every call', async () => {
	faultAt(sim, '/multi$', { kind: 'errorBefore', status: 422, body: 'html' });
	const out = await create(simsOf(100, []), true);
	expect(out.errors).toHaveLength(100);
	expect(bulkCalls().length).toBeLessThan(60);
});

test('sends no further parts after a part with an unknown outcome', async () => {
	const refusal = { kind: 'errorBefore', status: 422, body: 'empty', times: 1 } as const;
	faultAt(sim, '/multi$', refusal, { kind: 'resetAfter', times: 1 });
	const out = await create(simsOf(8, []), true);
	const outcomes = out.errors.map(({ json }) => (json.details as { outcome: string }).outcome);
	expect(outcomes).toEqual([...Array(4).fill('unknown'), ...Array(4).fill('notSent')]);
	expect(created()).toHaveLength(4);
});
