import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { ROOT, textOf } from './sources';

/* Each folder is listed in its README, and imports only what the README allows. */

const FOLDERS = ['src', 'nodes', 'credentials', 'simulator', 'test', 'scripts', 'bench'];
const files = FOLDERS.flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
);

/** Rows of a README's tables whose first cell is a folder: its name and the other cells. */
const rowsOf = (readme: string) =>
	[...textOf(readme).matchAll(/^\| `([\w-]+)\/`\s*\|(.*)\|$/gm)].map(
		([, room = '', rest = '']) => ({
			room,
			cells: rest.split('|').map((cell) => cell.trim()),
		}),
	);
const roomsIn = (folder: string) => [
	...new Set(
		files
			.filter((file) => file.startsWith(`${folder}/`) && dirname(file) !== folder)
			.map((file) => file.slice(folder.length + 1).split('/')[0]!)
			.filter((name) => !name.startsWith('__')),
	),
];

test.each([
	['src', 'src'],
	['nodes', 'nodes/CellularIot'],
	['test', 'test'],
	['simulator', 'simulator'],
])('the README of %s/ lists each subfolder', (readme, folder) => {
	const named = rowsOf(`${readme}/README.md`).map(({ room }) => room);
	expect(named.sort()).toEqual(roomsIn(folder).sort());
});

/** The project imports of each file, as paths from the root without extension. */
function importsOf(file: string): string[] {
	const specifier =
		/(?:from|import|import\(|require\(|requireActual(?:<\w+>)?\()\s*['"](\.[^'"]+)['"]/g;
	return [...textOf(file).matchAll(specifier)].map(([, path = '']) => join(dirname(file), path));
}
const roomOf = (path: string, folder: string) =>
	path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/') : [];

/** The one file beside the rooms that imports them. */
const LIST = 'src/operations.ts';

/** Imports from one subfolder into another that are not allowed. */
function offences(folder: string, allowed: (room: string) => readonly string[]): string[] {
	const rooms = new Set(roomsIn(folder));
	return files
		.filter((file) => file.startsWith(`${folder}/`) && file.endsWith('.ts'))
		.flatMap((file) => {
			const [room = '', inside] = roomOf(file, folder);
			const own = inside === undefined ? '' : room;
			if (own === '' && folder !== 'src') return [];
			// It lists the entries of the table and the features, and nothing in a room imports it.
			if (file === LIST) return [];
			const may = own === '' ? [] : allowed(own);
			return importsOf(file)
				.map((path) => roomOf(path, folder)[0] ?? '')
				.filter((other) => rooms.has(other) && other !== own && !may.includes(other))
				.map((other) => `${file} imports ${other}/`);
		});
}

test.each([
	['src', 'src'],
	['nodes', 'nodes/CellularIot'],
])('the subfolders of %s/ import only what its README allows', (readme, folder) => {
	const rows = rowsOf(`${readme}/README.md`);
	const names = ({ cells }: (typeof rows)[number]) =>
		[...(cells.at(-1) ?? '').matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);
	const allowed = new Map(rows.map((row) => [row.room, names(row)]));
	const others = [...allowed.values()].flat();
	expect(others.length).toBeGreaterThan(2);
	expect(others.filter((room) => !allowed.has(room))).toEqual([]);
	expect(offences(folder, (room) => allowed.get(room) ?? [])).toEqual([]);
});

test('nothing in src/ imports the list of operations, and no other room imports a feature', () => {
	const sources = files.filter((file) => file.startsWith('src/') && file.endsWith('.ts'));
	const importers = sources.flatMap((file) =>
		importsOf(file)
			.filter((path) => path === 'src/operations' || roomOf(path, 'src')[0] === 'features')
			.filter((path) => path === 'src/operations' || roomOf(file, 'src')[0] !== 'features')
			.map(() => file),
	);
	expect([...new Set(importers)]).toEqual([LIST]);
});

test('a feature imports another one only where the README of src/ says that it is built on it', () => {
	const rows = textOf('src/README.md').split('## Features that are built on another')[1] ?? '';
	const listed = [...rows.matchAll(/^\| `(\w+)`\s*\| `(\w+)`\s*\| \w/gm)].map(
		([, feature = '', base = '']) => `${feature} on ${base}`,
	);
	const featureOf = (path: string) => /^src\/features\/(\w+)\//.exec(path)?.[1];
	const found = files
		.filter((file) => file.endsWith('.ts') && featureOf(file) !== undefined)
		.flatMap((file) =>
			importsOf(file)
				.map(featureOf)
				.filter((base) => base !== undefined && base !== featureOf(file))
				.map((base) => `${featureOf(file)} on ${base}`),
		);
	expect([...new Set(found)].sort()).toEqual(listed.sort());
});

test('src/run names no single entry: it knows them by the lists of the table', () => {
	const lists = ['', '/pickerLists', '/searched'].map((list) => `src/table/entries${list}`);
	const named = files
		.filter((file) => file.startsWith('src/run/') && file.endsWith('.ts'))
		.flatMap((file) =>
			importsOf(file)
				.filter((path) => path.startsWith('src/table/entries') && !lists.includes(path))
				.map((path) => `${file} imports ${path}`),
		);
	expect(named).toEqual([]);
});

test('the nodes name no feature: they know them by the list of operations', () => {
	const named = files.filter(
		(file) =>
			/^(?:nodes|credentials)\//.test(file) &&
			file.endsWith('.ts') &&
			importsOf(file).some((path) => path.startsWith('src/features/')),
	);
	expect(named).toEqual([]);
});

test('unit tests import only support, house and operations, and support imports no test', () => {
	const may: Record<string, string[]> = { unit: ['support', 'house', 'operations'], support: [] };
	expect(offences('test', (room) => may[room] ?? roomsIn('test'))).toEqual([]);
});

test('every file named in CONTRIBUTING, the READMEs and the diagram exists', () => {
	const all = [...readdirSync(ROOT), ...files].map((file) => `/${file}`);
	const names = new Set(files.map((file) => basename(file)));
	const pages = ['CONTRIBUTING.md', 'src/README.md', 'nodes/README.md', 'test/README.md'];
	const isThere = (path: string) =>
		all.some((file) => file.endsWith(`/${path}`)) || existsSync(join(ROOT, path));
	const missing = pages.flatMap((page) =>
		[...textOf(page).matchAll(/`(\w[\w./-]*\.(?:ts|cjs|mjs)|(?:src|test|nodes)\/[\w./-]+)`/g)]
			.map(([, path = '']) => path)
			.filter((path) => !isThere(path))
			.map((path) => `${page}: ${path}`),
	);
	expect(missing).toEqual([]);
	const drawn = [...textOf('docs/images/journeys.svg').matchAll(/>([\w.]+\.ts)</g)];
	expect(drawn.length).toBeGreaterThan(20);
	expect(drawn.map(([, name = '']) => name).filter((name) => !names.has(name))).toEqual([]);
});
