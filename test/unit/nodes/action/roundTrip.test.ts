import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { parse } from 'csv-parse/sync';
import { trimmedName } from '../../../../src/readings/name';
import { runAt, simulated } from '../../../support/simulator';

/* What the package writes, it reads: a file of the fleet, applied as it is, changes nothing. */

const sim = simulated({ seed: { endpoints: 6, bulkDelayMs: 0 } });

/** Rows of a CSV file as n8n's Extract from File gives them, by its parser. */
const rowsOf = (csv: string): IDataObject[] =>
	parse<IDataObject>(csv, { columns: true, skip_empty_lines: true });

const fileOf = async (simplify: boolean, output: 'csv' | 'ndjson', forExcel: boolean) => {
	const { items, error } = await runAt(sim, 'endpoint getAll', {
		returnAll: true,
		simplify,
		options: { output, forExcel },
	});
	expect(error).toBeUndefined();
	const text = Buffer.from(items[0]!.binary!.data!.data, 'base64').toString();
	expect(text.startsWith('\uFEFF')).toBe(forExcel);
	if (output === 'csv') return rowsOf(text);
	return text
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as IDataObject);
};

const table = async (operation: string, items: IDataObject[], namingColumn: string) =>
	await runAt(
		sim,
		`endpoint ${operation}`,
		{
			valuesFrom: 'columns',
			columns: { mappingMode: 'autoMapInputData', value: null },
			namingColumn,
			...(operation === 'applyTable' && { dryRun: false, createMissing: true }),
		} as object,
		{ items },
	);

/** Sets the names of the fleet's endpoints and of a tag that they have. */
function nameAll(names: string[], tagName: string): void {
	const own = [...sim.store.endpoints.values()].filter(({ statusId }) => statusId !== 2);
	const [tag] = [...sim.store.tags.values()].filter(
		({ organisationId }) => organisationId === own[0]!.organisationId,
	);
	tag!.name = tagName;
	for (const [i, endpoint] of own.entries()) {
		endpoint.name = names[i % names.length]!;
		endpoint.tagIds = [tag!.id];
		endpoint.tagged = true;
	}
	sim.store.touch();
}

const effects = () => sim.ledger().effects.length;

const HOSTILE = [
	'+49-pump',
	"'+49-pump",
	'=HYPERLINK("x")',
	'a"b,c;d',
	'a;=1',
	'Cafe\u0301',
	'Hall\u00a07',
	'two\r\nlines',
	'@x',
	'-5',
	'\tx',
	'pump-space ',
	'-',
	'n/a',
	'"quoted"',
	'Total',
	'Caf\uFFFD',
	'\u0440ump',
];

describe.each([
	[true, 'csv', false],
	[false, 'csv', false],
	[true, 'csv', true],
	[true, 'ndjson', false],
] as const)('simplified: %s, as %s, for Excel: %s', (simplify, output, forExcel) => {
	test('a file of the fleet, applied as it is, changes nothing', async () => {
		for (let i = 0; i < HOSTILE.length; i += 6) {
			nameAll(HOSTILE.slice(i, i + 6), ['+field', 'Zu\u0308rich', 'a;b'][i / 6]!);
			const before = effects();
			const rows = await fileOf(simplify, output, forExcel);
			expect(rows).toHaveLength(6);
			const applied = await table('applyTable', rows, 'id');
			expect(applied.error).toBeUndefined();
			expect(applied.items.map(({ json }) => json.outcome)).toEqual(rows.map(() => 'unchanged'));
			const drift = await table('reportDrift', rows, 'id');
			expect(drift.error).toBeUndefined();
			expect(drift.items.filter(({ json }) => json.drift === 'differing')).toEqual([]);
			expect(effects()).toBe(before);
		}
	});
});

const hostile = fc
	.string({
		unit: fc.constantFrom(...'=+-@\'";, \t\r\nab7é\u0301\u00a0\u200b\ufeff＝'.split('')),
		minLength: 1,
		maxLength: 10,
	})
	.filter((name) => trimmedName(name) !== '');
// A tag's name has no comma.
const tagNames = hostile.filter((name) => !/[,\r\n]/.test(name));

test('so it is with any name', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.uniqueArray(hostile, { minLength: 6, maxLength: 6 }),
			tagNames,
			async (names, tagName) => {
				nameAll(names, tagName);
				const before = effects();
				const rows = await fileOf(true, 'csv', false);
				const { error, items } = await table('applyTable', rows, 'id');
				expect(error).toBeUndefined();
				expect(items.map(({ json }) => json.outcome)).toEqual(rows.map(() => 'unchanged'));
				expect(effects()).toBe(before);
			},
		),
		{ numRuns: 20 },
	);
});

/** Gives every endpoint an IMEI and a SIM, by which its row is found. */
function equipAll(): void {
	const own = [...sim.store.endpoints.values()].filter(({ statusId }) => statusId !== 2);
	const free = [...sim.store.sims.values()].filter(
		({ endpointId, organisationId }) =>
			endpointId === null && organisationId === own[0]!.organisationId,
	);
	for (const [i, endpoint] of own.entries()) {
		endpoint.imei = `86012345678${String(i).padStart(3, '0')}07`;
		if (endpoint.simId !== null) continue;
		const card = free[i]!;
		card.endpointId = endpoint.id;
		card.statusId = 1;
		endpoint.simId = card.id;
	}
	sim.store.touch();
}

test.each(['iccid', 'imei', 'name'])(
	'so it is where the rows are found by %s',
	async (namingColumn) => {
		for (let i = 0; i < HOSTILE.length; i += 6) {
			nameAll(HOSTILE.slice(i, i + 6), ['-', 'n/a', 'a;b'][i / 6]!);
			equipAll();
			const before = effects();
			const rows = await fileOf(true, 'csv', false);
			for (const operation of ['applyTable', 'reportDrift']) {
				const { error, items } = await table(operation, rows, namingColumn);
				expect(error).toBeUndefined();
				const done = items.filter(({ json }) =>
					['changed', 'created'].includes(String(json.outcome)),
				);
				expect(done).toEqual([]);
				expect(items.filter(({ json }) => json.drift === 'differing')).toEqual([]);
			}
			expect(effects()).toBe(before);
		}
	},
);

test('a file of SIMs is no table of endpoints: nothing is done by it', async () => {
	equipAll();
	const { items } = await runAt(sim, 'sim getAll', {
		returnAll: true,
		simplify: true,
		options: { output: 'csv' },
	});
	const rows = rowsOf(Buffer.from(items[0]!.binary!.data!.data, 'base64').toString());
	expect(rows.length).toBeGreaterThan(6);
	const before = effects();
	const { error } = await table('applyTable', rows, 'iccid');
	expect(error).toBeDefined();
	expect(effects()).toBe(before);
});

/* Create Many and Update Many: they write what the rows say, and compare nothing. */

/** What a list can come as, with the form that gives it. */
const KINDS = {
	'CSV File': { simplify: true, options: { output: 'csv' } },
	'CSV File, not simplified': { simplify: false, options: { output: 'csv' } },
	'CSV File for Excel': { simplify: true, options: { output: 'csv', forExcel: true } },
	Flat: { simplify: true, options: { flat: true } },
	'Flat, not simplified': { simplify: false, options: { flat: true } },
	items: { simplify: true, options: {} },
};
type Kind = keyof typeof KINDS;
/** The kinds whose rows hold the tags and the profiles by the names of their columns. */
const SIMPLE: Kind[] = ['CSV File', 'CSV File for Excel', 'Flat', 'items'];

async function listAs(kind: Kind): Promise<IDataObject[]> {
	const form = { returnAll: true, ...KINDS[kind] };
	const { items, error } = await runAt(sim, 'endpoint getAll', form);
	expect(error).toBeUndefined();
	const file = items[0]!.binary?.data;
	if (!file) return items.map(({ json }) => json);
	return rowsOf(Buffer.from(file.data, 'base64').toString());
}

const writeMany = async (
	operation: 'createMany' | 'updateMany',
	items: IDataObject[],
	more: object = {},
) =>
	await runAt(
		sim,
		`endpoint ${operation}`,
		{
			valuesFrom: 'columns',
			columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['id'] },
			...more,
		} as object,
		{ items },
	);

const created = async (items: IDataObject[], options: object = {}) =>
	await writeMany('createMany', items, {
		serviceProfileId: '101',
		tariffProfileId: '201',
		options: { allowEmptyCells: true, ...options },
	});

const owned = () => [...sim.store.endpoints.values()].filter(({ statusId }) => statusId !== 2);

/** All that the service has of the endpoints and of their SIMs. */
const fleet = () =>
	owned().map((endpoint) => {
		const { id, name, statusId, serviceProfileId, tariffProfileId, tagIds, simId } = endpoint;
		const { imei, imeiLock, ip } = endpoint;
		const card = simId === null ? undefined : sim.store.sims.get(simId)?.statusId;
		const of = { name, statusId, serviceProfileId, tariffProfileId, tagIds, simId };
		return { id, ...of, imei, imeiLock, ip, card };
	});

/** Names that a cell of a table has where there is nothing. */
const SAYS_NOTHING = ['-', 'n/a'];

describe.each(Object.keys(KINDS) as Kind[])('a list as %s', (kind) => {
	test('given to Update Many as it is, changes nothing of the fleet', async () => {
		const names = HOSTILE.filter((name) => !SAYS_NOTHING.includes(name));
		for (let i = 0; i < names.length; i += 6) {
			nameAll(names.slice(i, i + 6), ['+field', 'Zu\u0308rich', 'a;b'][i / 6]!);
			equipAll();
			const before = fleet();
			const rows = await listAs(kind);
			const { error, items } = await writeMany('updateMany', rows);
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.id)).toEqual(before.map(({ id }) => id));
			expect(fleet()).toEqual(before);
		}
	});

	test('given to Create Many, makes endpoints of the same names', async () => {
		nameAll(['+49-pump', "'+49-pump", 'a"b,c;d', '=x', '-5', 'two\r\nlines'], 'a;b');
		const before = owned();
		for (const endpoint of before) endpoint.simId = null;
		sim.store.touch();
		const { error, items } = await created(await listAs(kind));
		expect(error).toBeUndefined();
		const made = items.map(({ json }) => sim.store.endpoints.get(Number(json.id))!);
		expect(made.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
		if (SIMPLE.includes(kind)) {
			expect(made.map(({ tagIds }) => tagIds)).toEqual(before.map(({ tagIds }) => tagIds));
		}
		for (const { id } of made) sim.store.endpoints.delete(id);
		sim.store.touch();
	});
});

test('so it is for Update Many with any name', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.uniqueArray(hostile, { minLength: 6, maxLength: 6 }),
			tagNames,
			fc.constantFrom(...SIMPLE),
			async (names, tagName, kind) => {
				nameAll(names, tagName);
				const before = fleet();
				const { error } = await writeMany('updateMany', await listAs(kind));
				// What cannot be read is refused, and nothing is done then.
				if (error) expect(error.message).toMatch(/^(Name|Tags) must/);
				expect(fleet()).toEqual(before);
			},
		),
		{ numRuns: 30 },
	);
});

test.each(SAYS_NOTHING)(
	'a device that is called %s is not written again by its cell',
	async (name) => {
		nameAll([name], 'n/a');
		const before = fleet();
		const { error } = await writeMany('updateMany', await listAs('CSV File'));
		expect(error?.message).toMatch(/^Name must be a value/);
		expect(fleet()).toEqual(before);
	},
);

test('tags with a semicolon in their name stay whole, and others are separated by it', async () => {
	nameAll(['pump'], 'a;b');
	const [first, second] = owned();
	const [own, other] = [...sim.store.tags.values()].filter(
		({ organisationId }) => organisationId === first!.organisationId,
	);
	other!.name = 'c';
	sim.store.touch();
	const rows = [
		{ id: first!.id, tags: 'a;b;c' },
		{ id: second!.id, tags: 'a;b' },
	];
	const unknown = await writeMany('updateMany', rows);
	expect(unknown.error?.message).toMatch(/^Tags must match exactly one tag; none has the name "a"/);
	own!.name = 'a';
	sim.store.touch();
	const parted = await writeMany('updateMany', [{ id: first!.id, tags: 'a;c' }]);
	expect(parted.error).toBeUndefined();
	expect(first!.tagIds).toEqual([own!.id, other!.id]);
	own!.name = 'a;c';
	sim.store.touch();
	const whole = await created([{ name: 'new', tags: 'a;c' }], { createMissing: true });
	expect(whole.error).toBeUndefined();
	expect(sim.store.endpoints.get(Number(whole.items[0]!.json.id))!.tagIds).toEqual([own!.id]);
});

test('what is passed over of a list is said', async () => {
	nameAll(['pump'], 'x');
	equipAll();
	const [row] = await listAs('CSV File');
	const { hints } = await writeMany('updateMany', [{ ...row, service_profile: 'Another' }]);
	const said = hints.join('\n');
	expect(said).toMatch(/service_profile was passed over: service_profile_id says which/);
	expect(said).toMatch(/sim_id was passed over: what a list shows of a SIM is not written again/);
	expect(said).toMatch(/ip_address was passed over/);
	expect(said).toMatch(/Columns that were not used: .*created, last_updated/);
});

test('a list whose SIMs are in use makes nothing', async () => {
	nameAll(['pump'], 'x');
	equipAll();
	const before = fleet();
	const { error } = await created(await listAs('CSV File'), { allowRepeatedNames: true });
	expect(error).toBeDefined();
	expect(fleet()).toEqual(before);
});

test('a row of a Data Table names its endpoint by endpoint_id, whatever the id of the row is', async () => {
	nameAll(['pump'], 'x');
	const [first, second] = owned();
	const row = { id: second!.id, endpoint_id: first!.id, name: 'by endpoint_id' };
	const { error } = await writeMany('updateMany', [row]);
	expect(error).toBeUndefined();
	expect([first!.name, second!.name]).toEqual(['by endpoint_id', 'pump']);
	const applied = await table('applyTable', [{ ...row, name: 'again' }], 'id');
	expect(applied.error).toBeUndefined();
	expect([first!.name, second!.name]).toEqual(['again', 'pump']);
});

test.each(['createMany', 'updateMany'] as const)(
	'a report of drift is no table: %s',
	async (name) => {
		nameAll(['pump'], 'x');
		const rows = (await listAs('CSV File')).map((row) => ({ ...row, name: 'other' }));
		const drift = await table('reportDrift', rows, 'id');
		expect(drift.items.length).toBeGreaterThan(0);
		const before = fleet();
		const items = drift.items.map(({ json }) => json);
		const { error } = await (name === 'createMany' ? created(items) : writeMany(name, items));
		expect(error).toBeDefined();
		expect(fleet()).toEqual(before);
	},
);

test.each(['Total', 'Caf\uFFFD'])('no device is created that is called %s', async (name) => {
	const before = effects();
	const { error } = await created([{ name: 'pump' }, { name }]);
	expect(error?.message).toMatch(/Name must be the name of a device, and none is called/);
	expect(effects()).toBe(before);
});
