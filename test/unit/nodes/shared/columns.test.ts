import type { IDataObject, ResourceMapperField } from 'n8n-workflow';
import { CellularIot } from '../../../../nodes/CellularIot/CellularIot.node';
import { takesColumns } from '../../../../nodes/CellularIot/shared/columns';
import { operations } from '../../../../src/operations';
import { actionNode, storeFor } from '../../../support/n8n/n8n';
import { pickerContext } from '../../../support/n8n/pickers';
import { runAt, simulated } from '../../../support/simulator';
import { rl } from '../rows/rowTypes';

/* Bulk calls over the columns of a table: n8n's resource mapper, in n8n-core's own contexts. */

const sim = simulated({ seed: { endpoints: 5, recordBodies: true } });

const node = new CellularIot();

async function fieldsOf(
	operation: string,
	mapped: Record<string, string> = {},
): Promise<Map<string, ResourceMapperField>> {
	const columns = { ...automatic(), mappingMode: 'defineBelow', value: mapped };
	const parameters = { resource: 'endpoint', operation, valuesFrom: 'columns', columns };
	const context = pickerContext(node, storeFor(sim.url), parameters);
	const { fields } = await node.methods.resourceMapping!.columns!.call(context);
	return new Map(fields.map((field) => [field.id, field]));
}

const profiles = { serviceProfileId: rl(101), tariffProfileId: rl(201), status: 1 };
const automatic = (matching: string[] = []) => ({
	mappingMode: 'autoMapInputData',
	value: null,
	matchingColumns: matching,
	schema: [],
});

const run = async (operation: string, items: IDataObject[], columns: object, more = {}) =>
	await runAt(sim, `endpoint ${operation}`, { valuesFrom: 'columns', columns, ...more }, { items });

const succeeds = async (...given: Parameters<typeof run>) =>
	expect((await run(...given)).error).toBeUndefined();

const free = () => [...sim.store.sims.values()].filter((s) => s.endpointId === null);
const named = (name: string) => [...sim.store.endpoints.values()].find((e) => e.name === name);

test('the mapper has the fields of the form, the ICCID of the SIM, and columns to match an endpoint', async () => {
	const create = await fieldsOf('createMany');
	expect([...create.keys()]).toEqual(
		expect.arrayContaining(['name', 'iccid', 'sim_id', 'imei', 'tag_assignments', 'sim_activate']),
	);
	expect(create.has('service_profile_id')).toBe(false);
	expect([...create.values()].filter((field) => field.canBeUsedToMatch)).toEqual([]);
	const update = await fieldsOf('updateMany');
	expect([...update.values()].filter((f) => f.canBeUsedToMatch).map(({ id }) => id)).toEqual([
		'id',
		'iccid',
		'imei',
		'name',
	]);
	expect(update.get('id')?.defaultMatch).toBe(true);
	expect([...update.keys()]).toEqual(
		expect.arrayContaining(['status', 'service_profile_id', 'sim_iccid', 'unassign_sim']),
	);
	// An empty cell must not arrive as `false`.
	expect([...create.values(), ...update.values()].filter((f) => f.type === 'boolean')).toEqual([]);
});

test('a table is mapped by column name, with SIMs by ICCID; empty cells are ignored where they are allowed', async () => {
	const [sim1, sim2] = free();
	const items = [
		{ Name: 'pump-1', ICCID: sim1!.iccid, Tags: 'field', Site: 'north' },
		{ Name: 'pump-2', ICCID: sim2!.iccid, Tags: '', Site: 'south' },
		{ Name: 'pump-3', ICCID: '', Tags: '', Site: 'south' },
	];
	const more = { ...profiles, options: { allowEmptyCells: true } };
	const { items: made, error } = await run('createMany', items, automatic(), more);
	expect(error).toBeUndefined();
	expect(made).toHaveLength(3);
	expect(sim1!.endpointId).toBe(named('pump-1')!.id);
	expect(sim2!.endpointId).toBe(named('pump-2')!.id);
	expect(named('pump-3')).toBeDefined();
	const { body } = sim.ledger().requests.find(({ method }) => method === 'POST')!;
	expect(JSON.stringify(body)).not.toContain('north');
});

const posted = () => sim.ledger().requests.filter(({ method }) => method === 'POST');

describe('items without name and SIM', () => {
	test.each(['createMany', 'create'])(
		'are refused by %s, and nothing is sent',
		async (operation) => {
			const items = Array.from({ length: 6 }, (_, i) => ({
				imei: `357762083012950${i}`,
				site: 'x',
			}));
			const { error } = await run(operation, items, automatic(), profiles);
			expect(error?.message).toContain('Name must be given, or "SIM"');
			expect(error?.message).toContain('"Allow Unnamed"');
			expect(error?.description).toMatch(/stopped at (row 2|item 0)/);
			expect(posted()).toEqual([]);
		},
	);

	test('with Allow Unnamed they are created', async () => {
		const more = { ...profiles, options: { allowUnnamed: true } };
		await succeeds('createMany', [{ imei: '3577620830129501' }], automatic(), more);
		expect([...sim.store.endpoints.values()].at(-1)).toMatchObject({ imei: '3577620830129501' });
	});

	test('a SIM alone is enough', async () => {
		const [own] = free();
		await succeeds('createMany', [{ iccid: own!.iccid }], automatic(), profiles);
		expect(own!.endpointId).not.toBeNull();
	});
});

test('a new Create Many takes the columns of its input', async () => {
	const [own] = free();
	const items = [{ name: 'as-it-opens', iccid: own!.iccid }];
	const { error } = await runAt(sim, 'endpoint createMany', profiles, { items });
	expect(error).toBeUndefined();
	expect(own!.endpointId).toBe(named('as-it-opens')!.id);
});

describe('an empty cell of a mapped column in Create Many', () => {
	test.each([
		['an empty name', { name: '', iccid: 'free' }, 'Name'],
		['a blank name', { name: '  ', iccid: 'free' }, 'Name'],
		['null for a name', { name: null, iccid: 'free' }, 'Name'],
		['no name at all', { iccid: 'free' }, 'Name'],
		['an empty ICCID', { name: 'pump-2', iccid: '' }, 'SIM (ICCID)'],
	])('%s is refused with its row, and nothing is sent', async (_, row, label) => {
		const [sim1, sim2] = free();
		const given = { ...row, ...(row.iccid === 'free' && { iccid: sim2!.iccid }) };
		const items = [{ name: 'pump-1', iccid: sim1!.iccid }, given as IDataObject];
		const { error } = await run('createMany', items, automatic(), profiles);
		expect(error?.message).toMatch(`${label} must not be empty`);
		expect(error?.message).toMatch('"Allow Empty Cells"');
		expect(error?.description).toContain('stopped at row 3');
		expect(error?.context?.itemIndex).toBeUndefined();
		expect(posted()).toEqual([]);
	});

	test.each([undefined, null, ''])('an expression that gives %j is refused', async (device) => {
		const columns = {
			mappingMode: 'defineBelow',
			value: { name: '={{ $json.device }}', imei: null },
			matchingColumns: [],
			schema: [],
		};
		const items = [{ device: 'meter-1' }, { device }] as IDataObject[];
		const { error } = await run('createMany', items, columns, profiles);
		expect(error?.message).toMatch('Name must not be empty');
		expect(posted()).toEqual([]);
	});

	test('a column that fills the same field counts', async () => {
		const [own] = free();
		const items = [{ name: 'pump-1', iccid: '', sim_id: own!.id }];
		await succeeds('createMany', items, automatic(), profiles);
		expect(own!.endpointId).toBe(named('pump-1')!.id);
	});
});

test('a new table starts with the usual columns', async () => {
	for (const operation of ['createMany', 'updateMany']) {
		const columns = [...(await fieldsOf(operation)).values()];
		const shown = columns.filter(({ removed }) => !removed).map(({ displayName }) => displayName);
		expect(shown).toContain('Tags');
	}
	const names = [...(await fieldsOf('createMany')).values()].map(({ displayName }) => displayName);
	expect(names.slice(0, 3)).toEqual(['Name', 'SIM (ICCID)', 'Tags']);
});

test.each([
	['tag', 'SIM', (iccid: string) => iccid],
	['Tags', 'ICCID', (iccid: string) => iccid],
	['tags', 'sim', (_: string, id: number) => id],
])(
	'the columns %s and %s are mapped automatically, and tags by name',
	async (tags, sim1, simOf) => {
		const [own] = free();
		const items = [{ name: 'by-itself', [sim1]: simOf(own!.iccid, own!.id), [tags]: 'lab, field' }];
		const { error, hints } = await run('createMany', items, automatic(), profiles);
		expect(error).toBeUndefined();
		expect(hints.join()).not.toContain('not used');
		expect(own!.endpointId).toBe(named('by-itself')!.id);
		const { body } = sim.ledger().requests.find(({ method }) => method === 'POST')!;
		expect(JSON.stringify(body)).toContain('"tag_assignments":[401,402]');
	},
);

test('an unknown tag is refused by name before anything is sent', async () => {
	const { error } = await run('createMany', [{ name: 'x', tag: 'laab' }], automatic(), profiles);
	expect(error?.message).toMatch(/^Tags must match exactly one tag; none has the name "laab"/);
	expect(error?.message).toMatch(/"Create Missing Tags" in Options creates it$/);
	expect(sim.ledger().requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('Create Missing Tags creates each unknown tag once and uses the existing ones', async () => {
	const items = [
		{ name: 'first', tag: 'winter-24, field' },
		{ name: 'second', tag: 'winter-24' },
	];
	const more = { ...profiles, options: { createMissing: true } };
	await succeeds('createMany', items, automatic(), more);
	const made = [...sim.store.tags.values()].filter(({ name }) => name === 'winter-24');
	expect(made).toHaveLength(1);
	expect(new Set(named('first')!.tagIds)).toEqual(new Set([402, made[0]!.id]));
	expect(named('second')!.tagIds).toEqual([made[0]!.id]);
});

test('a new node maps columns automatically for createMany and manually for updateMany', () => {
	const columnsOf = (operation: string) =>
		node.description.properties.find(
			({ name, displayOptions }) =>
				name === 'columns' && displayOptions?.show?.operation?.includes(operation),
		)?.default;
	expect(columnsOf('createMany')).toMatchObject({ mappingMode: 'autoMapInputData' });
	expect(columnsOf('updateMany')).toMatchObject({ mappingMode: 'defineBelow' });
});

test('columns can be mapped manually', async () => {
	const columns = {
		mappingMode: 'defineBelow',
		value: { name: '={{ $json.device }}', imei: '={{ $json.modem }}', imei_lock: 'true' },
		matchingColumns: [],
		schema: [],
	};
	const items = [{ device: 'meter-1', modem: '3577620830129501' }];
	await succeeds('createMany', items, columns, profiles);
	expect(named('meter-1')).toMatchObject({ imei: '3577620830129501', imeiLock: true });
});

test('the matching column identifies the endpoint of a row, and the other columns are changes', async () => {
	const [first, second] = [...sim.store.endpoints.values()];
	const before = second!.name;
	const items = [
		{ id: String(first!.id), name: 'renamed', status: 'Disabled' },
		{ id: String(second!.id), name: '', status: 'Disabled' },
	];
	await succeeds('updateMany', items, automatic(['id']));
	expect([first!.name, second!.name]).toEqual(['renamed', before]);
	expect([first!.statusId, second!.statusId]).toEqual([1, 1]);

	await succeeds('updateMany', [{ name: 'renamed', status: 0 }], automatic(['name']));
	expect(first).toMatchObject({ name: 'renamed', statusId: 0 });
});

test('endpoint_id names the endpoint of a row, and an id beside it that differs is that of another thing', async () => {
	const [first, second] = [...sim.store.endpoints.values()];
	const { id } = first!;
	await succeeds('updateMany', [{ endpoint_id: id, name: 'by-its-name' }], automatic(['id']));
	expect(first!.name).toBe('by-its-name');
	await succeeds('updateMany', [{ id: '', endpoint_id: id, name: 'a' }], automatic(['id']));
	await succeeds('updateMany', [{ id, endpoint_id: String(id), name: 'b' }], automatic(['id']));
	expect(first!.name).toBe('b');

	const other = second!.name;
	const rows = [{ id: second!.id, endpoint_id: id, name: 'c' }];
	await succeeds('updateMany', rows, automatic(['id']));
	expect([first!.name, second!.name]).toEqual(['c', other]);
	// Found by its name, the endpoint does not depend on what the row has as IDs.
	await succeeds('updateMany', [{ ...rows[0], status: 1 }], automatic(['name']));
	expect(first!.statusId).toBe(1);
});

test('a SIM as Get Many gives it is the SIM of a new endpoint', async () => {
	const { items } = await runAt(
		sim,
		'sim getAll',
		{ returnAll: true, simplify: true, filters: { unassigned: true } },
		{ items: [{}] },
	);
	const [card] = items!.map(({ json }) => json);
	expect(card).toMatchObject({ sim_id: card!.id });
	await succeeds('createMany', [card!], automatic(), profiles);
	const made = [...sim.store.endpoints.values()].find(({ simId }) => simId === card!.id);
	expect(made).toBeDefined();
});

test.each([
	['by its name in the ID column', { 'Service Profile ID': 'Metered SMS' }],
	['by its name in the column of a simplified endpoint', { service_profile: 'Metered SMS' }],
	['by its name beside an empty ID', { service_profile: 'Metered SMS', service_profile_id: '' }],
	['by its ID beside a different name', { service_profile: 'Data only', service_profile_id: 102 }],
])('a profile is found %s', async (_, cells) => {
	const [first] = [...sim.store.endpoints.values()];
	const items = [{ id: first!.id, ...cells }];
	const { error, hints } = await run('updateMany', items, automatic(['id']));
	expect(error).toBeUndefined();
	expect(hints.join()).not.toContain('not used');
	expect(first!.serviceProfileId).toBe(102);
});

test('digits are the ID of a profile even if they are a name, and the name of a tag', async () => {
	sim.store.serviceProfiles.get(101)!.name = '102';
	sim.store.tags.get(401)!.name = '402';
	sim.store.touch();
	const [first, second] = [...sim.store.endpoints.values()];
	const items = [
		{ id: first!.id, service_profile: '102', tags: '402' },
		{ id: second!.id, service_profile_id: 102, tags: 'spare' },
	];
	await succeeds('updateMany', items, automatic(['id']));
	expect([first!.serviceProfileId, second!.serviceProfileId]).toEqual([102, 102]);
	expect(first!.tagIds).toEqual([401]);

	await succeeds('updateMany', [{ id: first!.id, tag_assignments: '402' }], automatic(['id']));
	expect(first!.tagIds).toEqual([402]);
});

test('an invalid cell is refused before anything is sent', async () => {
	const wrong = await run('createMany', [{ iccid: '123' }], automatic(), profiles);
	expect(wrong.error?.message).toMatch(/^SIM must be an ICCID/);
	const twice = [{ sim_id: 7, iccid: free()[0]!.iccid }];
	const both = await run('createMany', twice, automatic(), profiles);
	expect(both.error?.message).toBe('SIM must be given by one column');
	const none = await run('updateMany', [{ name: 'x' }], automatic(['id']));
	expect(none.error?.message).toMatch(
		/^Endpoint must be named: the row has nothing in its column "id"/,
	);
	expect(sim.ledger().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('the fields of the form are used unless columns are chosen', async () => {
	await succeeds('createMany', [{ name: 'not this' }], automatic(), {
		...profiles,
		valuesFrom: 'fields',
		identity: { name: 'this' },
	});
	expect(named('this')).toBeDefined();
});

test('fields below skip a name that exists, as columns do', async () => {
	const fields = { ...profiles, valuesFrom: 'fields', identity: { name: '={{ $json.device }}' } };
	await succeeds('createMany', [{ device: 'pump-1' }], automatic(), fields);
	const options = { ifNameExists: 'skip' };
	const items = [{ device: 'pump-1' }, { device: 'pump-2' }];
	const { items: made } = await run('createMany', items, automatic(), { ...fields, options });
	expect(made.map(({ json }) => [json.name, json.skipped])).toEqual([
		['pump-1', true],
		['pump-2', undefined],
	]);
});

test('an item without any of the columns is refused, since its endpoint would have no values', async () => {
	const items = [{ name: 'pump' }, { data: 'a file that nobody has read' }];
	const before = sim.store.endpoints.size;
	const { error } = await run('createMany', items, automatic(), profiles);
	expect(error?.message).toMatch(
		/^Columns must fit the input: it has data, and none of the columns name, /,
	);
	expect(error?.description).toContain('stopped at row 3');
	expect(error?.context?.itemIndex).toBeUndefined();
	expect(sim.store.endpoints.size).toBe(before);
});

test('a collection that no column fills is there with columns, too', () => {
	const tables = operations.filter(takesColumns);
	for (const { resource, name: operation } of tables) {
		const { properties } = actionNode({ resource, operation }).description;
		const ofColumns = properties.filter(
			({ type, name, displayOptions: { show = {} } = {} }) =>
				type === 'collection' &&
				name !== 'updateFields' &&
				name !== 'identity' &&
				show.resource?.includes(resource) &&
				show.operation?.includes(operation),
		);
		for (const { name, displayOptions } of ofColumns)
			expect([operation, name, displayOptions?.show?.valuesFrom]).toEqual([
				operation,
				name,
				undefined,
			]);
	}
	expect(tables.map(({ name }) => name)).toContain('reportDrift');
});
