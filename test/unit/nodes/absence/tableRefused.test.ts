import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { faultAt, runAt, simulated } from '../../../support/simulator';

/* Apply a Table under Continue: rows that are refused before the table is planned, and incomplete lists. */

const sim = simulated({ seed: { endpoints: 4, bulkDelayMs: 0 } });

const device = (id: number) => sim.store.endpoints.get(id)!;
const simOf = (id: number) => sim.store.sims.get(device(id).simId!)!;
const iccidOf = (id: number) => simOf(id).iccid;
/** The statuses of all four devices and of their SIMs. */
const states = () =>
	[10001, 10002, 10003, 10004].map((id) => [device(id).statusId, simOf(id).statusId]);

async function apply(
	items: IDataObject[],
	options: INodeParameters,
	{ by = 'id', dryRun = false, credential = 'cellularIotTokenApi' } = {},
) {
	const columns = { mappingMode: 'autoMapInputData', value: null };
	return await runAt(
		sim,
		'endpoint applyTable',
		{ dryRun, valuesFrom: 'columns', namingColumn: by, options, columns },
		{ items, credential, onError: 'continueRegularOutput' },
	);
}

/** An expression of an option that fails for an item with `broken`. */
const TAG_CHANGE = `={{ $json.broken ? $('Nobody').first().json.x : 'exact' }}`;

describe('a row that is refused before the table is planned', () => {
	const kinds: Array<[string, IDataObject, string, RegExp]> = [
		['an IMEI of five digits', { id: 10002, imei: '12345' }, 'id', /^IMEI /],
		['an unknown status', { id: 10002, status: 'Enabld' }, 'id', /^Status /],
		['an ICCID as a spreadsheet rounds it', { iccid: '8.9883E+18' }, 'iccid', /^Endpoint /],
		['an empty key cell', { id: '', name: 'pump-2' }, 'id', /^Endpoint /],
		['an expression that throws', { id: 10002, broken: true }, 'id', /^Referenced node/],
	];
	describe.each([
		['disable', [1, 1]],
		['suspend', [0, 2]],
	])('with Endpoints Not in the Table: %s', (notInTable) => {
		test.each(kinds)('%s leaves every device as it was', async (_, refused, by, message) => {
			const before = states();
			const row = (id: number): IDataObject => (by === 'iccid' ? { iccid: iccidOf(id) } : { id });
			const rows = [row(10001), refused, row(10003)];
			const options = { notInTable, mostChanges: '100%', tagChange: TAG_CHANGE };
			const { items, hints, error } = await apply(rows, options, { by });
			expect(error).toBeUndefined();
			expect(items).toHaveLength(3);
			expect(items[1]!.json.error).toMatch(message);
			expect(states()).toEqual(before);
			expect(hints.join('\n')).toMatch(/not in the table were left as they are.* row 3:/);
		});
	});

	test('is named by a dry run, which shows no endpoint as not in the table', async () => {
		const rows = [{ id: 10001 }, { id: 10002, imei: '1' }, { id: 10003, status: 'x' }];
		const options = { notInTable: 'disable', mostChanges: '10' };
		const { items, hints } = await apply(rows, options, { dryRun: true });
		expect(items.map(({ json }) => json.in_table)).toEqual([undefined, undefined, undefined]);
		expect(hints.join('\n')).toMatch(/left as they are, because of the errors of rows 3, 4:/);
	});

	test('counts among the rows of which a share may change', async () => {
		const rows = [
			{ id: 10001, status: 'Disabled' },
			{ id: 10002, imei: '1' },
			{ id: 10003, imei: '1' },
			{ id: 10004, imei: '1' },
		];
		const { items } = await apply(rows, { mostChanges: '25%' });
		expect(items[0]!.json.outcome).toBe('changed');
		expect(device(10001).statusId).toBe(1);
	});
});

test('without a refused row the others are disabled, so that the checks above can fail', async () => {
	await apply([{ id: 10001 }, { id: 10003 }], { notInTable: 'disable', mostChanges: '100%' });
	expect(states().map(([status]) => status)).toEqual([0, 1, 0, 1]);
});

test('a list of endpoints that is not complete changes nothing', async () => {
	const before = states();
	faultAt(sim, 'GET /api/v1/endpoint', { kind: 'headers', headers: { 'x-total-count': '9' } });
	const { items } = await apply([{ id: 10001 }], { notInTable: 'disable', mostChanges: '10' });
	expect(items[0]!.json.error).toMatch(/list of endpoints is not complete/);
	expect(states()).toEqual(before);
});

describe('a table of rows in two workspaces, of which one sees the endpoints of the other', () => {
	let child: number[];
	beforeEach(() => {
		sim.seed({ endpoints: 2, organisationId: 1002 });
		child = [...sim.store.endpoints.values()]
			.filter(({ organisationId }) => organisationId === 1002)
			.map(({ id }) => id);
	});
	const options = {
		notInTable: 'disable',
		mostChanges: '10',
		workspaceId: '={{ $json.workspace }}',
	};
	const applyIn = async (rows: IDataObject[]) =>
		await apply(rows, options, { credential: 'cellularIotUserApi' });
	const enabled = (ids: number[]) => ids.map((id) => device(id).statusId === 0);

	test('disables no endpoint that a row of either names, and all others', async () => {
		const rows = [
			{ id: 10001, workspace: 1001 },
			{ id: child[0]!, workspace: 1002 },
		];
		const { items } = await applyIn(rows);
		expect(items.flatMap(({ json }) => json.error ?? [])).toEqual([]);
		expect(enabled([10001, ...child])).toEqual([true, true, false]);
		expect(enabled([10002, 10003, 10004])).toEqual([false, false, false]);
	});

	test('disables none where a row of either was refused', async () => {
		const rows = [
			{ id: 10001, workspace: 1001 },
			{ id: child[0]!, workspace: 1002 },
			{ id: 99_999, workspace: 1002 },
		];
		const { items, hints } = await applyIn(rows);
		expect(items[2]!.json.error).toMatch(/^Endpoint must be exactly one endpoint/);
		expect(enabled([10001, 10002, 10003, 10004, ...child])).not.toContain(false);
		expect(hints.join('\n')).toMatch(/left as they are, because of the errors of row 4:/);
	});
});
