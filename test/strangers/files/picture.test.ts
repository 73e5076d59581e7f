import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { IDataObject } from 'n8n-workflow';
import { runAt, simulated } from '../../support/simulator';
import { picked } from '../support/operation';
import { sim19, sim20 } from './digits';
import { pictureOf, type PictureRow } from './picture';
import { settle } from './world';

/*
 * The dry run of the dirty file that docs/files.md shows. PICTURES=write writes its picture again.
 */

const PICTURE = join(__dirname, '..', '..', '..', 'docs', 'images', 'files.svg');

const sim = simulated({ seed: { bulkDelayMs: 0 } }, 'kept');

const inGroups = (iccid: string) => iccid.replace(/(\d{4})(?=\d)/g, '$1 ');

/** A file as a spreadsheet with German settings saves it. */
const FILE = [
	'Name;ICCID;Status;Data Quota;Quota Expiry Date',
	`pump-01;"=""${sim19(1)}""";ENABLED;0,5;2027-12-31`,
	`pump-02\u00A0;${inGroups(sim20(12))};disabled;;`,
	`Cafe\u0301 Nord;${sim20(3)}F;;;`,
	`pump-11;'${sim19(11)};;;`,
	'pump\u201302;;Disabled;;',
	'tank-1;8,98830E+18;;;',
	'tank-2;;;1.000;2027-12-31',
	'tank-3;;;5;01/02/2027',
	'tank-4;;n/a;;',
	';;;;',
	'Total;;;6;2027-12-31',
].join('\r\n');

const device = (id: number, name: string, iccid: string | null = null) => {
	const about = { tags: [], imei: null, imei_lock: false };
	return { id, name, status: 'Enabled' as const, iccid, ...about };
};
const card = (id: number, status: 'Activated' | 'Issued') => ({
	id: 7000 + id,
	iccid: sim19(id),
	status,
});

test('each row of the dirty file says what it would do, or what to change', async () => {
	const names = ['tank-1', 'tank-2', 'tank-3', 'tank-4'];
	settle(sim, {
		endpoints: [
			device(10001, 'pump-01', sim19(1)),
			device(10002, 'pump-02'),
			device(10003, 'Caf\u00E9 Nord', sim19(3)),
			...names.map((name, i) => device(10004 + i, name)),
		],
		sims: [card(1, 'Activated'), card(3, 'Activated'), card(11, 'Issued'), card(12, 'Issued')],
		tags: [],
		service_profiles: [{ id: 201, name: 'Standard' }],
		tariff_profiles: [{ id: 301, name: 'Europe' }],
	});
	// As Extract from File reads it, with the Delimiter ";".
	const records = parse<Record<string, string>>(FILE, { columns: true, delimiter: ';' });
	const items = records.map(
		(record) =>
			Object.fromEntries(Object.entries(record).filter(([, cell]) => cell !== '')) as IDataObject,
	);
	const run = await runAt(
		sim,
		'endpoint applyTable',
		{
			valuesFrom: 'columns',
			columns: { mappingMode: 'autoMapInputData', value: null },
			namingColumn: 'name',
			dryRun: true,
			createMissing: true,
			newEndpoints: { newServiceProfileId: picked(201), newTariffProfileId: picked(301) },
		},
		{ items, onError: 'continueRegularOutput', timezone: 'Europe/Berlin' },
	);
	expect(run.error).toBeUndefined();
	const rows = records.map((record, row): PictureRow => {
		const about = { number: row + 2, cells: Object.values(record) };
		const item = run.items.find(({ pairedItem }) => (pairedItem as { item: number }).item === row);
		if (!item) return { ...about, outcome: 'left out', says: 'an empty row' };
		const { error, outcome, diff = [] } = item.json;
		if (error !== undefined) return { ...about, outcome: 'refused', says: String(error) };
		const changes = (diff as IDataObject[]).map(
			({ field, before, after, billed }) =>
				`${String(field)}: ${before === null ? 'none' : String(before)} \u2192 ${String(after)}${billed ? ' (billed)' : ''}`,
		);
		return { ...about, outcome: String(outcome), says: changes.join(', ') || 'as it is' };
	});
	expect(rows.map(({ outcome }) => outcome)).toEqual([
		'changed',
		'changed',
		'unchanged',
		'created',
		'refused',
		'refused',
		'refused',
		'refused',
		'refused',
		'left out',
		'refused',
	]);
	const picture = pictureOf(Object.keys(records[0]!), rows);
	if (process.env.PICTURES === 'write') writeFileSync(PICTURE, picture);
	// What the page shows is what the dry run says.
	expect(readFileSync(PICTURE, 'utf8')).toBe(picture);
});
