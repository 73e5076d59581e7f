import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { runAt, simulated } from '../../../support/simulator';

/* A table in n8n: its columns, its empty cells, and the items of rows that fail. */

const sim = simulated({ seed: { endpoints: 4, bulkDelayMs: 0 } });

const device = (id: number) => sim.store.endpoints.get(id)!;

async function apply(
	items: IDataObject[],
	options: INodeParameters = {},
	more: { by?: string; dryRun?: boolean; onError?: INode['onError'] } = {},
) {
	const { by = 'id', dryRun = false, onError } = more;
	const columns = { mappingMode: 'autoMapInputData', matchingColumns: [by], value: null };
	return await runAt(
		sim,
		'endpoint applyTable',
		{ dryRun, valuesFrom: 'columns', options, columns },
		{ items, ...(onError && { onError }) },
	);
}
const outcomes = ({ items }: Awaited<ReturnType<typeof apply>>) =>
	items.map(({ json }) => json.outcome);

test('what Get Many gives is a table that changes nothing; edited, it changes what was edited', async () => {
	device(10002).tagIds = [401];
	device(10002).tagged = true;
	const { items } = await runAt(sim, 'endpoint getAll', { returnAll: true, simplify: true });
	const rows = items.map(({ json }) => json);
	expect(outcomes(await apply(rows))).toEqual(rows.map(() => 'unchanged'));
	rows[1] = { ...rows[1], name: 'pump-2', tags: 'lab, field', status: 'Disabled' };
	const { items: done, error } = await apply(rows);
	expect(error).toBeUndefined();
	expect(done[1]!.json).toMatchObject({ endpoint_id: 10002, outcome: 'changed' });
	expect(device(10002)).toMatchObject({ name: 'pump-2', tagIds: [401, 402], statusId: 1 });
});

test('rows are found by the column that is chosen: an ICCID finds, or is the SIM', async () => {
	const card = [...sim.store.sims.values()].find(
		(s) => s.endpointId === null && s.organisationId === 1001,
	)!;
	await apply([{ id: 10001, iccid: card.iccid, service_profile: 'Metered SMS' }]);
	expect(device(10001)).toMatchObject({ simId: card.id, serviceProfileId: 102 });
	await apply([{ ICCID: card.iccid, Name: 'by its SIM' }], {}, { by: 'iccid' });
	expect(device(10001).name).toBe('by its SIM');
});

test('an empty cell leaves what there is, or clears it where that is chosen', async () => {
	await apply([{ id: 10001, tags: 'lab' }]);
	expect(outcomes(await apply([{ id: 10001, tags: '', name: null }]))).toEqual(['unchanged']);
	await apply([{ id: 10001, tags: '' }], { emptyCells: 'clear' });
	expect(device(10001).tagIds).toEqual([]);
	const { error } = await apply([{ id: 10001, status: '' }], { emptyCells: 'clear' });
	expect(error?.message).toMatch(/^Status must not be empty/);
});

test('a row that fails keeps its outcome and its changes, and goes to the error output where there is one', async () => {
	const rows = [{ id: 10001, status: 1 }, { id: 9 }, { id: 10003, service_profile: '9999' }];
	const stopped = await apply(rows);
	expect(stopped.error?.message).toMatch(
		/^Endpoint must be exactly one endpoint; none has the ID "9"/,
	);
	expect(device(10001).statusId).toBe(0);
	const gone = await apply(rows, {}, { onError: 'continueRegularOutput' });
	expect(outcomes(gone)).toEqual(['changed', 'failed', 'failed']);
	expect(gone.items[2]!.json).toMatchObject({
		diff: [{ field: 'service_profile', before: 101, after: 9999 }],
		details: { outcome: 'refused' },
	});
	const parted = await apply(rows, {}, { onError: 'continueErrorOutput' });
	expect(outcomes(parted)).toEqual(['unchanged']);
	expect(parted.errors).toHaveLength(2);
});

test('a table is a dry run at first', async () => {
	const { items, error } = await apply([{ id: 10001, status: 1 }], {}, { dryRun: true });
	expect(error).toBeUndefined();
	expect(items[0]!.json).toMatchObject({ outcome: 'changed', dry_run: true });
	expect(device(10001).statusId).toBe(0);
});
