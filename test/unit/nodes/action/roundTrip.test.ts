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
