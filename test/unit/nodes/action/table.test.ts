import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { runAt, simulated } from '../../../support/simulator';

/* Apply a Table in n8n: columns, empty cells, and items of failed rows. */

const sim = simulated({ seed: { endpoints: 4, bulkDelayMs: 0 } });

const device = (id: number) => sim.store.endpoints.get(id)!;

async function apply(
	items: IDataObject[],
	options: INodeParameters = {},
	more: { by?: string; dryRun?: boolean; onError?: INode['onError'] } = {},
) {
	const { by = 'id', dryRun = false, onError } = more;
	const columns = { mappingMode: 'autoMapInputData', value: null };
	return await runAt(
		sim,
		'endpoint applyTable',
		{ dryRun, valuesFrom: 'columns', namingColumn: by, options, columns },
		{ items, ...(onError && { onError }) },
	);
}
const outcomes = ({ items }: Awaited<ReturnType<typeof apply>>) =>
	items.map(({ json }) => json.outcome);

test('the output of Get Many changes nothing; after edits, only the edited cells change', async () => {
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

test('the chosen column identifies the endpoint: an ICCID can do so, or assign a SIM', async () => {
	const card = [...sim.store.sims.values()].find(
		(s) => s.endpointId === null && s.organisationId === 1001,
	)!;
	await apply([{ id: 10001, iccid: card.iccid, service_profile: 'Metered SMS' }]);
	expect(device(10001)).toMatchObject({ simId: card.id, serviceProfileId: 102 });
	await apply([{ ICCID: card.iccid, Name: 'by its SIM' }], {}, { by: 'iccid' });
	expect(device(10001).name).toBe('by its SIM');
});

test('an empty cell leaves the value, or clears it if that option is set', async () => {
	await apply([{ id: 10001, tags: 'lab' }]);
	expect(outcomes(await apply([{ id: 10001, tags: '', name: null }]))).toEqual(['unchanged']);
	await apply([{ id: 10001, tags: '' }], { emptyCells: 'clear' });
	expect(device(10001).tagIds).toEqual([]);
	const { error } = await apply([{ id: 10001, status: '' }], { emptyCells: 'clear' });
	expect(error?.message).toMatch(/^Status must not be empty/);
});

test('a failed row has its outcome and changes, and goes to the error output if there is one', async () => {
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

test('a dry run changes nothing', async () => {
	const { items, error } = await apply([{ id: 10001, status: 1 }], {}, { dryRun: true });
	expect(error).toBeUndefined();
	expect(items[0]!.json).toMatchObject({ outcome: 'changed', dry_run: true });
	expect(device(10001).statusId).toBe(0);
});
