import { stub } from '../../../support/stub';
import { faultAt, runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rows';

/* Lists that lack entries: noted where they are shown, and refused where their gaps would be acted on. */

describe('a list of endpoints of which the second page of three is empty', () => {
	const sim = simulated({ seed: { endpoints: 2_500, endpointSims: false, bulkDelayMs: 0 } });
	const withoutPageTwo = () =>
		faultAt(sim, 'GET /api/v1/endpoint', {
			kind: 'otherForm',
			changes: [{ at: '', set: [] }],
			skip: 1,
			times: 1,
		});
	const enabled = () => [...sim.store.endpoints.values()].filter(({ statusId }) => statusId === 0);

	test('is noted above the output, with how many are missing', async () => {
		withoutPageTwo();
		const { items, hints, error } = await runAt(sim, 'endpoint getAll', { returnAll: true });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1_500);
		expect(hints).toEqual([
			'The list is not complete: the service counts 2500 entries and gave 1500; 1000 are missing.',
		]);
	});

	test('stops a table, and disables none of the endpoints that it shows', async () => {
		withoutPageTwo();
		const before = enabled().length;
		const { error } = await runAt(
			sim,
			'endpoint applyTable',
			{
				dryRun: false,
				valuesFrom: 'columns',
				namingColumn: 'id',
				columns: { mappingMode: 'autoMapInputData', value: null },
				options: { notInTable: 'disable', mostChanges: '5000' },
			},
			{ items: [{ id: 10001 }] },
		);
		expect(error?.message).toBe('The list of endpoints is not complete');
		expect(enabled()).toHaveLength(before);
	});
});

describe('a part of a list', () => {
	const sim = simulated({ seed: { endpoints: 4, bulkDelayMs: 0 } });
	const counting = (path: string, count: number) =>
		faultAt(sim, `GET ${path}`, { kind: 'headers', headers: { 'x-total-count': String(count) } });

	test('that comes in one piece is noted above the output', async () => {
		counting('/api/v1/application_token', 99);
		const { hints, error } = await runAt(sim, 'applicationToken getAll', { returnAll: true });
		expect(error).toBeUndefined();
		expect(hints.join()).toMatch(
			/^The list is not complete: the service counts 99 entries and gave \d+\.$/,
		);
	});

	test('of tags creates no tag that may be in the rest', async () => {
		counting('/api/v2/tags', 99);
		const tags = sim.store.tags.size;
		const { error } = await runAt(sim, 'endpoint addTags', {
			endpointId: rl(10001),
			tagsBy: 'names',
			tagNames: 'new-one',
			options: { createMissing: true },
		});
		expect(error?.message).toBe('The list of tags is not complete');
		expect(sim.store.tags.size).toBe(tags);
	});

	test('of service profiles deletes no callback that one of the rest may use', async () => {
		sim.store.callbacks.set(
			7,
			stub({
				id: 7,
				url: 'https://crm.example/sms',
				purpose: 'CRM',
				organisationId: 1001,
			}),
		);
		counting('/api/v1/service_profile', 99);
		const { error } = await runAt(sim, 'callback delete', { callbackId: rl(7) });
		expect(error?.message).toBe('The list of service profiles is not complete');
		expect(sim.store.callbacks.has(7)).toBe(true);
	});

	test('of a search for several names says of none that it is absent: each is asked for', async () => {
		faultAt(sim, 'GET /api/v1/endpoint', { kind: 'clamped', items: 2, times: 1 });
		const names = [1, 2, 3, 4].map((n) => `device-00000${n}`);
		const { items, error } = await runAt(
			sim,
			'endpoint updateMany',
			{
				valuesFrom: 'columns',
				columns: { mappingMode: 'autoMapInputData', matchingColumns: ['name'], value: null },
			},
			{ items: names.map((name) => ({ name, status: 1 })) },
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(4);
		expect([...sim.store.endpoints.values()].map(({ statusId }) => statusId)).toEqual([1, 1, 1, 1]);
	});
});
