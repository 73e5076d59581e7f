import type { IDataObject } from 'n8n-workflow';
import { SET_BY_A_PERSON } from '../../../../nodes/CellularIot/n8n/personOnly';
import { actionNode } from '../../../support/n8n/n8n';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/* The form of Apply a Table, and what it refuses, as somebody with a table meets them. */

const sim = simulated({ seed: { endpoints: 4, bulkDelayMs: 0 } });

const IN_COLUMNS = {
	valuesFrom: 'columns',
	columns: { mappingMode: 'autoMapInputData', value: null },
};

const apply = async (items: IDataObject[], more: IDataObject = {}) =>
	await runAt(
		sim,
		'endpoint applyTable',
		{ ...IN_COLUMNS, namingColumn: 'name', dryRun: false, ...more } as object,
		{ items },
	);

const names = () => [...sim.store.endpoints.values()].map(({ name }) => name);

test('the form asks in turn for the column, what is missing, and the profiles of what is created', () => {
	const operation = { resource: 'endpoint', operation: 'applyTable' };
	const shown = actionNode(operation).description.properties.filter(
		({ name, type, displayOptions: { show = {} } = {} }) =>
			type !== 'notice' &&
			name !== SET_BY_A_PERSON &&
			show.resource?.includes('endpoint') &&
			show.operation?.includes('applyTable') &&
			!show.valuesFrom?.includes('fields'),
	);
	expect(shown.map(({ name }) => name)).toEqual([
		'valuesFrom',
		'namingColumn',
		'columns',
		'dryRun',
		'createMissing',
		'newEndpoints',
		'waves',
		'options',
	]);
	// Both profiles are there without being added.
	const profiles = ['newServiceProfileId', 'newTariffProfileId'];
	expect(Object.keys(shown.at(-3)!.default as object).sort()).toEqual(profiles);
	const [, naming] = shown;
	expect(naming).toMatchObject({
		default: '',
		required: true,
		options: ['iccid', 'id', 'imei', 'name', 'tag'].map((value) => ({ value })),
	});
	for (const column of ['tags', 'status', 'imei_lock', 'data_quota', 'service_profile_id'])
		expect(naming!.hint).toContain(column);
});

test('n8n does not start a table whose naming column is not chosen', async () => {
	await expect(apply([{ name: 'a' }], { namingColumn: '' })).rejects.toThrow(
		'Parameter "Column That Names the Endpoint" is required',
	);
});

describe('what is missing', () => {
	const row = { name: 'pump-new' };

	test('is created with the profiles that stand below the switch', async () => {
		const { error, items } = await apply([row], {
			createMissing: true,
			newEndpoints: {
				newServiceProfileId: rl('Standard', 'name'),
				newTariffProfileId: rl(201),
			},
		});
		expect(error).toBeUndefined();
		expect(items[0]!.json).toMatchObject({ outcome: 'created' });
		const made = [...sim.store.endpoints.values()].find(({ name }) => name === 'pump-new');
		expect(made).toMatchObject({ serviceProfileId: 101, tariffProfileId: 201 });
	});

	test('has the profiles of its row, where the row names them', async () => {
		const { error } = await apply([{ ...row, service_profile: 'Metered SMS' }], {
			createMissing: true,
			newEndpoints: { newServiceProfileId: rl(101), newTariffProfileId: rl(201) },
		});
		expect(error).toBeUndefined();
		const made = [...sim.store.endpoints.values()].find(({ name }) => name === 'pump-new');
		expect(made).toMatchObject({ serviceProfileId: 102 });
	});

	test('is refused for both profiles at once, and nothing is created', async () => {
		const before = names();
		const { error } = await apply([row], { createMissing: true });
		expect(error?.message).toBe(
			'Service Profile must be given for an endpoint that is created, and so must Tariff Profile: in a column, or below "Create What Is Missing"',
		);
		expect(names()).toEqual(before);
	});
});

describe('refusals', () => {
	test('of all rows come together, by the numbers of a spreadsheet', async () => {
		const { error } = await apply([
			{ name: 'device-000001', status: 'Enabld' },
			{ name: 'device-000002', status: 'Disabled' },
			{ name: 'device-000003', imei: '12345' },
		]);
		expect(error?.message).toBe('2 of 3 rows cannot be applied, and nothing was changed');
		expect(error?.description).toMatch(
			/^Row 2 \(item 0\): Status .*"Enabld".*\. Row 4 \(item 2\): IMEI .*"12345"/,
		);
		expect(error?.context).not.toHaveProperty('itemIndex');
		expect(sim.ledger().effects).toEqual([]);
	});

	test('of equal words are told once, with the rows from the first to the last', async () => {
		const wrong = { status: 'Enabld' };
		const { error } = await apply([
			...Array.from({ length: 6 }, (_, i) => ({ name: `device-00000${i + 1}`, ...wrong })),
			{ name: 'device-000007' },
			{ name: 'device-000008', ...wrong },
		]);
		expect(error?.message).toBe('7 of 8 rows cannot be applied, and nothing was changed');
		expect(error?.description).toMatch(/^Rows 2 to 7, 9 \(items 0 to 5, 7\): Status .*"Enabld"/);
		expect(error?.description?.match(/Enabld/g)).toHaveLength(1);
	});

	test('of rows that name no endpoint come together, too', async () => {
		const { error } = await apply([{ name: 'a' }, { name: 'device-000002' }, { name: 'b' }]);
		expect(error?.message).toBe('2 of 3 rows cannot be applied, and nothing was changed');
		expect(error?.description).toMatch(
			/Row 2 \(item 0\): .*the name "a".* Row 4 \(item 2\): .*the name "b"/,
		);
	});

	test('of a row without its name do not speak of expressions', async () => {
		const { error } = await apply([{ name: 'device-000001' }, { name: '', status: 1 }]);
		expect(error?.message).toMatch(
			/^Endpoint must be named: the row has nothing in its column "name"/,
		);
		expect(error?.message).not.toMatch(/expression/);
		expect(error?.description).toContain('stopped at row 3');
	});
});

describe('an unknown column', () => {
	const rows = [{ name: 'device-000001', statuss: 'Disabled', colour: 'red' }];

	test('is refused with the nearest name, and nothing is changed', async () => {
		const { error } = await apply(rows);
		expect(error?.message).toContain('"statuss" (did you mean "status"?), "colour"');
		expect(error?.message).toContain('Ignore Unknown Columns');
		expect(sim.ledger().effects).toEqual([]);
	});

	test('is left out where the option says so', async () => {
		const ignoring = await apply(rows, { options: { ignoreUnknownColumns: true } });
		expect(ignoring.error).toBeUndefined();
		expect(ignoring.hints.join()).toContain('Columns that were not used: statuss, colour');
	});

	test('is none that an expression of the node reads', async () => {
		const row = { name: 'device-000001', how: 'add' };
		const { error } = await apply([row], { options: { tagChange: '={{ $json.how }}' } });
		expect(error).toBeUndefined();
	});

	test('is none that Get Many gives', async () => {
		const { items } = await runAt(sim, 'endpoint getAll', { returnAll: true, simplify: true });
		const { error } = await apply(
			items.map(({ json }) => json),
			{ namingColumn: 'id' },
		);
		expect(error).toBeUndefined();
	});
});
