import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/* The allowed directions of imports. */

const ROOT = join(__dirname, '../..');
const sources = (folder: string) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name));
const importsOf = (file: string) =>
	[
		...readFileSync(join(ROOT, file), 'utf8').matchAll(
			/(?:from|import|require\()\s*['"]([^'"]+)['"]/g,
		),
	].map(([, from]) => String(from));
const offenders = (folder: string, forbidden: RegExp) =>
	sources(folder).flatMap((file) =>
		importsOf(file)
			.filter((from) => forbidden.test(from))
			.map((from) => `${file} imports ${from}`),
	);

test('src/ is free of n8n', () => {
	expect(sources('src').length).toBeGreaterThan(50);
	expect(offenders('src', /n8n|\/nodes\/|\/credentials\//)).toEqual([]);
});

test("inside n8n only n8n's helpers send: its proxies and guards hold", () => {
	const senders = ['src', 'nodes', 'credentials'].flatMap(sources).filter((file) => {
		const text = readFileSync(join(ROOT, file), 'utf8');
		// Type imports cannot send anything.
		const imports = /^import (?!type )[^;]*'(?:node:)?(?:https?|http2|net|tls|undici)'/m;
		return imports.test(text) || /axios\.request\b|\baxios\(|(?:await|return) fetch\(/.test(text);
	});
	// For scripts and tests, which run without n8n.
	expect(senders).toEqual(['src/request/direct.ts']);
	const users = ['src', 'nodes', 'credentials'].flatMap((folder) => offenders(folder, /\/direct$/));
	expect(users).toEqual([]);
});

/** Import cycles. */
function circlesIn(next: ReadonlyMap<string, Iterable<string>>): string[] {
	const done = new Set<string>();
	const circles: string[] = [];
	const visit = (one: string, way: string[]): void => {
		if (way.includes(one)) circles.push([...way.slice(way.indexOf(one)), one].join(' > '));
		if (done.has(one) || way.includes(one)) return;
		for (const other of next.get(one) ?? []) visit(other, [...way, one]);
		done.add(one);
	};
	for (const one of next.keys()) visit(one, []);
	return circles;
}

test('neither a file nor a folder imports itself round a circle', () => {
	const files = ['src', 'nodes', 'credentials', 'simulator'].flatMap(sources);
	const known = new Set(files);
	const next = new Map(
		files.map((file) => {
			const own = importsOf(file).filter((from) => from.startsWith('.'));
			const paths = own.map((from) => join(dirname(file), from));
			const found = paths.flatMap((path) => [`${path}.ts`, join(path, 'index.ts')]);
			return [file, found.filter((path) => known.has(path))] as const;
		}),
	);
	expect([...next.values()].flat().length).toBeGreaterThan(300);
	expect(circlesIn(next)).toEqual([]);

	const folders = new Map<string, Set<string>>();
	for (const [file, others] of next) {
		if (file.startsWith('simulator')) continue;
		const from = dirname(file);
		const to = others.map((other) => dirname(other)).filter((folder) => folder !== from);
		folders.set(from, new Set([...(folders.get(from) ?? []), ...to]));
	}
	expect(folders.size).toBeGreaterThan(10);
	expect(circlesIn(folders)).toEqual([]);
});

test('no two folders of src/ import each other', () => {
	const between = new Set(
		sources('src').flatMap((file) =>
			importsOf(file)
				.filter((from) => from.startsWith('.'))
				.map((from) => [dirname(file), dirname(join(dirname(file), from))])
				// A folder includes its subfolders.
				.filter(([here = '', there = '']) => !`${here}/`.startsWith(`${there}/`))
				.filter(([here = '', there = '']) => !`${there}/`.startsWith(`${here}/`))
				.map(([here, there]) => `${here} ${there}`),
		),
	);
	const both = [...between].filter((pair) => between.has(pair.split(' ').reverse().join(' ')));
	expect(between.size).toBeGreaterThan(20);
	expect(both).toEqual([]);
});

test('the simulator shares nothing with what it judges', () => {
	expect(offenders('simulator', /\/(src|nodes|credentials)\//)).toEqual([]);
});

test('what is published has no dependencies of its own, and leads to the sources', () => {
	const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
		dependencies?: object;
		homepage: string;
		bugs: { url: string };
		repository: { url: string };
	};
	expect(manifest.dependencies ?? {}).toEqual({});
	expect(manifest.homepage).toMatch(/^https:/);
	expect(manifest.bugs.url).toMatch(/^https:/);
	expect(manifest.repository.url).toMatch(/^git\+https:/);
});

test('every action of the workflows is pinned by its digest', () => {
	const folder = join(ROOT, '.github/workflows');
	const used = readdirSync(folder).flatMap((name) =>
		[...readFileSync(join(folder, name), 'utf8').matchAll(/uses: (\S+)/g)].map(([, uses]) => uses),
	);
	expect(used.length).toBeGreaterThan(3);
	for (const uses of used) expect(uses).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40}$/);
});

test('a rule of n8n for community nodes is switched off with its reason only', () => {
	const off = ['nodes', 'credentials', 'src'].flatMap((folder) =>
		sources(folder).flatMap((file) =>
			readFileSync(join(ROOT, file), 'utf8')
				.split('\n')
				.filter((line) => line.includes('eslint-disable'))
				.map((line) => `${file}: ${line.trim()}`),
		),
	);
	expect(off.length).toBeGreaterThan(0);
	for (const line of off) expect(line).toMatch(/ -- \w/);
});
