import { join } from 'node:path';
import { operations } from '../../src/operations';
import { requestEntriesOf } from '../../src/table/chosenList';
import type { Operation } from '../../src/table/define';
import { isObject } from '../../src/wire';
import { ROOT, sourcesIn, textOf } from './sources';

/*
 * The files of the table and the features are listed. An entry in a file that is not would be missing from the
 * nodes without a word: these tests name it.
 */

const isEntry = (value: unknown): value is Operation =>
	isObject(value) &&
	['resource', 'name', 'action', 'request'].every((part) => typeof value[part] === 'string');

/** The entries that a file exports, by themselves or in a list; each by the name of its export. */
async function entriesIn(file: string): Promise<Array<[exported: string, entry: Operation]>> {
	const exported = (await import(join(ROOT, file))) as Record<string, unknown>;
	return Object.entries(exported).flatMap(([name, value]) =>
		(Array.isArray(value) ? value : [value])
			.filter(isEntry)
			.map((entry): [string, Operation] => [name, entry]),
	);
}

/**
 * A feature may stand in the place of an entry that it adds to, and one operation may read whichever of several
 * entries is chosen.
 */
const isListed = ({ resource, name, request }: Operation, listed: readonly Operation[]): boolean =>
	listed
		.flatMap((operation) => [operation, ...requestEntriesOf(operation)])
		.some(
			(entry) => entry.resource === resource && entry.name === name && entry.request === request,
		);

/** The list of the table's entries. */
const INDEX = 'src/table/entries/index.ts';

/** Entries that are not listed: by file, export and operation. */
async function forgotten(listed: readonly Operation[]): Promise<string[]> {
	const missing: string[] = [];
	const files = sourcesIn('src/table/entries', 'src/features').filter((file) => file !== INDEX);
	for (const file of files.sort()) {
		for (const [exported, entry] of await entriesIn(file)) {
			if (isListed(entry, listed)) continue;
			missing.push(`${file}: ${exported} (${entry.resource} ${entry.name})`);
		}
	}
	return missing;
}

test('every entry that a file exports is an operation of the nodes', async () => {
	const missing = await forgotten(operations);
	const lists = `${INDEX}, src/operations.ts or src/features/waits/entries.ts`;
	expect(missing.map((entry) => `${entry}: list it in ${lists}`)).toEqual([]);
});

test('an entry that is not listed is named', async () => {
	const others = operations.filter(
		({ resource, name }) => !(resource === 'sim' && ['swap', 'get'].includes(name)),
	);
	expect(await forgotten(others)).toEqual([
		'src/features/simSwap/entry.ts: simSwap (sim swap)',
		'src/table/entries/sim/sim.ts: getSim (sim get)',
	]);
});

test('the list of operations names every feature', () => {
	const folders = sourcesIn('src/features').map((file) => file.split('/')[2]!);
	const list = textOf('src/operations.ts');
	expect(folders.length).toBeGreaterThan(10);
	expect([...new Set(folders)].filter((name) => !list.includes(`'./features/${name}/`))).toEqual(
		[],
	);
});
