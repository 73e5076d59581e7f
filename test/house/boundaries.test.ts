import { dirname, join } from 'node:path';
import { PACKAGE, sourcesIn, textOf } from './sources';

/* The allowed directions of imports. */

/** The folders beside the package. */
const PROGRAMS = ['simulator', 'test', 'bench', 'demo', 'scripts'];

/** The modules that a file names: in an import, in `import(…)`, in `require(…)` of any kind. */
const importsOf = (file: string) =>
	[
		...textOf(file).matchAll(
			/(?:from|import|(?:import|require|requireActual(?:<[^>]*>)?)\()\s*['"]([^'"]+)['"]/g,
		),
	].map(([, from]) => String(from));
const ownImportsOf = (file: string) =>
	importsOf(file)
		.filter((from) => from.startsWith('.'))
		.map((from) => join(dirname(file), from));
const offenders = (folder: string, forbidden: RegExp) =>
	sourcesIn(folder).flatMap((file) =>
		importsOf(file)
			.filter((from) => forbidden.test(from))
			.map((from) => `${file} imports ${from}`),
	);

test('src/ imports nothing of n8n', () => {
	expect(sourcesIn('src').length).toBeGreaterThan(50);
	expect(offenders('src', /n8n|\/nodes\/|\/credentials\//)).toEqual([]);
});

test("the package sends only with n8n's helpers, so that proxies and guards apply", () => {
	const senders = sourcesIn(...PACKAGE).filter((file) => {
		const text = textOf(file);
		// Type imports cannot send anything.
		const imports = /^import (?!type )[^;]*'(?:node:)?(?:https?|http2|net|tls|undici)'/m;
		return imports.test(text) || /axios\.request\b|\baxios\(|(?:await|return) fetch\(/.test(text);
	});
	expect(senders).toEqual([]);
});

/** Import cycles, each with the names on its way: `a.ts > b.ts > a.ts`. */
function circlesIn(next: ReadonlyMap<string, Iterable<string>>): string[] {
	const done = new Set<string>();
	const circles: string[] = [];
	const visit = (name: string, way: string[]): void => {
		if (way.includes(name)) circles.push([...way.slice(way.indexOf(name)), name].join(' > '));
		if (done.has(name) || way.includes(name)) return;
		for (const other of next.get(name) ?? []) visit(other, [...way, name]);
		done.add(name);
	};
	for (const name of next.keys()) visit(name, []);
	return circles;
}

/** The files that a file imports, also as types or when it runs (`await import(…)`). */
const fileImports = (files: string[]): Map<string, string[]> => {
	const known = new Set(files);
	return new Map(
		files.map((file) => {
			const found = ownImportsOf(file).flatMap((path) => [`${path}.ts`, join(path, 'index.ts')]);
			return [file, found.filter((path) => known.has(path))];
		}),
	);
};

test('no files import each other in a circle', () => {
	const next = fileImports(sourcesIn(...PACKAGE, ...PROGRAMS));
	expect([...next.values()].flat().length).toBeGreaterThan(1000);
	expect(circlesIn(next)).toEqual([]);
});

test('no folders of the package import each other in a circle', () => {
	const folders = new Map<string, Set<string>>();
	for (const [file, others] of fileImports(sourcesIn(...PACKAGE))) {
		// The list of operations is no part of the folder that it stands in.
		if (file === 'src/operations.ts') continue;
		const from = dirname(file);
		const to = others.map((other) => dirname(other)).filter((folder) => folder !== from);
		folders.set(from, new Set([...(folders.get(from) ?? []), ...to]));
	}
	expect(folders.size).toBeGreaterThan(10);
	expect(circlesIn(folders)).toEqual([]);
});

test('no two folders of src/ import each other', () => {
	const between = new Set(
		sourcesIn('src').flatMap((file) =>
			ownImportsOf(file)
				.map((path) => [dirname(file), dirname(path)])
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

test('the simulator imports nothing of the package', () => {
	expect(offenders('simulator', /\/(src|nodes|credentials)\//)).toEqual([]);
});

test('package.json has no dependencies and links to the sources', () => {
	const manifest = JSON.parse(textOf('package.json')) as {
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

test('every disabled lint rule states a reason', () => {
	const off = sourcesIn(...PACKAGE).flatMap((file) =>
		textOf(file)
			.split('\n')
			.filter((line) => line.includes('eslint-disable'))
			.map((line) => `${file}: ${line.trim()}`),
	);
	expect(off.length).toBeGreaterThan(0);
	for (const line of off) expect(line).toMatch(/ -- \w/);
});
