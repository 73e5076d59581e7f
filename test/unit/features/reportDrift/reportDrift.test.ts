import type { ItemResult } from '../../../../src/run/items';
import { fitsPattern } from '../../../../src/features/reportDrift/drift';
import { newQuota } from '../../../../simulator/traffic/entities';
import { Fleet, told } from './edits';

/* Report Drift names every hidden edit of a fleet, and nothing else. */

const itemsOf = (results: ItemResult[]) =>
	results.flatMap((result) => {
		if ('error' in result) throw result.error;
		return result.items;
	});

describe.each(['recorded', 'reference'] as const)('of the %s generation', (generation) => {
	let fleet: Fleet;
	beforeEach(async () => {
		fleet = await Fleet.open({ endpoints: 60, edits: 24, generation });
	});
	afterEach(async () => await fleet.sim.close());

	test('a fleet that is as its table says gives no item, by reads of the list alone', async () => {
		expect(itemsOf(await fleet.report())).toEqual([]);
		expect(new Set(fleet.sent)).toEqual(new Set(['GET /api/v1/endpoint']));
	});

	test('edits of all kinds are told, each with its author where an event names one', async () => {
		fleet.edit(24);
		expect(told(itemsOf(await fleet.report()))).toEqual(fleet.expected);
	});

	test('nothing is ever written', async () => {
		fleet.edit(24);
		await fleet.report();
		expect(fleet.sent.filter((request) => !request.startsWith('GET '))).toEqual([]);
	});
});

describe('over several runs', () => {
	let fleet: Fleet;
	beforeEach(async () => {
		fleet = await Fleet.open({ endpoints: 12, edits: 12, generation: 'recorded' });
	});
	afterEach(async () => await fleet.sim.close());

	test('a difference came about between the last run without it and the first one with it', async () => {
		await fleet.report();
		const first = new Date(Math.floor(fleet.sim.clock.now() / 1000) * 1000).toISOString();
		fleet.sim.clock.advance(3_600_000);
		fleet.edit(1);
		const found = itemsOf(await fleet.report())[0]!;
		expect(found).toMatchObject({ column: 'name', changed_after: first });
		fleet.sim.clock.advance(3_600_000);
		const again = itemsOf(await fleet.report())[0]!;
		expect(again).toEqual(found);
	});
});

describe('where rows cannot be compared', () => {
	let fleet: Fleet;
	beforeEach(async () => {
		fleet = await Fleet.open({ endpoints: 4, edits: 4, generation: 'recorded' });
	});
	afterEach(async () => await fleet.sim.close());

	test('a profile that does not exist is an error of its row, and nothing counts as unmanaged', async () => {
		const results = await fleet.report({ serviceProfileId: { by: 'name', value: 'No Such' } });
		expect(results.every((result) => 'error' in result)).toBe(true);
		expect(String((results[0] as { error: unknown }).error)).toContain('Service Profile');
	});

	test('a quota that has to be there is a difference, without a date too', async () => {
		const [item] = itemsOf(await fleet.report({ dataQuota: 50 }));
		expect(item).toMatchObject({ column: 'data_quota', wanted: 50, is: null });
	});

	test('a quota that does not tell what was given is the error of its row, and never equal', async () => {
		const { store, clock } = fleet.sim;
		for (const { id } of fleet.own) {
			const expiryDate = clock.now() + 90 * 24 * 3_600_000;
			const given = { expiryDate, thresholdPercentage: 20, statusId: 1 };
			const quota = { ...newQuota(id, 50, given), thresholdVolume: null };
			store.dataQuotas.set(id, { ...quota, actionId: 1, autoRefill: 0 });
		}
		expect(itemsOf(await fleet.report({ dataQuota: 50 }))).toEqual([]);
		const changes = [{ at: 'last_volume_added', set: null }];
		const match = { path: '/quota/data' };
		fleet.sim.setFaults({ rules: [{ match, kind: 'otherForm', changes }] });
		// What is left may be all that was given, or a part of it.
		for (const wanted of [50, 60, 40]) {
			const results = await fleet.report({ dataQuota: wanted });
			for (const result of results)
				expect(String((result as { error?: unknown }).error)).toContain(
					'cannot be compared: the service tells what is left, not what was given',
				);
		}
	});

	test('endpoints with other tags than the table claims are not told', async () => {
		const others = itemsOf(await fleet.report({ managedTags: 'nobody' }));
		expect(others).toEqual([]);
	});
});

test.each([
	['pump-17', 'pump-*', true],
	['Pump-17', 'pump-*', true],
	['valve-17', 'pump-*', false],
	['pump-17', 'pump-17', true],
	['pump-177', 'pump-17', false],
	['a-b-c', 'a*b*c', true],
	['ab', 'ab*b', false],
	['', '*', true],
])('the name "%s" and the pattern "%s": %s', (name, pattern, fits) => {
	expect(fitsPattern(name, pattern)).toBe(fits);
});
