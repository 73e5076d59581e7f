import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../package.json';

import { start, type SimulatorHandle } from '../../simulator';
import { hasRedisServer, RedisServer } from '../support/redis/redis';

const ROOT = join(__dirname, '../..');
const DIST = join(ROOT, 'dist');

if (!existsSync(DIST)) throw new Error('There is no dist/: run "npm run build" first.');

/** All files of the build, relative to it. */
const files = (ending: string) =>
	readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));
const scripts = Object.fromEntries(
	files('.js').map((file) => [file.replaceAll('\\', '/'), readFileSync(join(DIST, file), 'utf8')]),
);

interface Loaded {
	/** Files that n8n loads at start, relative to the build. */
	atStart: string[];
	nodes: Array<Record<string, unknown> & { name: string; icons: object }>;
	credentials: Array<Record<string, unknown> & { name: string; icons: object }>;
	items: number;
	shared?: { created: number; error?: string };
	setBack: { created: number; error?: string };
	error?: string;
}

let sim: SimulatorHandle;
let loaded: Loaded;
beforeAll(async () => {
	sim = await start({ limits: false, seed: { endpoints: 3 } });
	const child = join(__dirname, 'child.ts');
	const lua = join(ROOT, 'scripts/lua.cjs');
	const redis = hasRedisServer() ? await RedisServer.start() : undefined;
	await redis?.vouchFor();
	const { stdout } = await promisify(execFile)(
		process.execPath,
		['--import', 'tsx', '--require', lua, child, sim.url, redis?.url ?? ''],
		// n8n-core loads classes differently in tests.
		{
			cwd: ROOT,
			env: { ...process.env, NODE_ENV: 'production', JEST_WORKER_ID: undefined },
			timeout: 100_000,
		},
	).finally(async () => await redis?.down());
	loaded = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Loaded;
}, 120_000);
afterAll(async () => await sim.close());

const named = (folder: string, ending: string) =>
	readdirSync(join(ROOT, folder)).filter((name) => name.endsWith(ending));

test('package.json lists every node and credential of the sources, and the build contains them', () => {
	const built = (folder: string, name: string) => `dist/${folder}/${name.replace(/\.ts$/, '.js')}`;
	expect([...packageJson.n8n.nodes].sort()).toEqual(
		named('nodes/CellularIot', '.node.ts').map((name) => built('nodes/CellularIot', name)),
	);
	expect([...packageJson.n8n.credentials].sort()).toEqual(
		named('credentials', '.credentials.ts').map((name) => built('credentials', name)),
	);
	for (const path of [...packageJson.n8n.nodes, ...packageJson.n8n.credentials]) {
		expect(existsSync(join(ROOT, path)) && path).toBe(path);
	}
});

test("n8n-core's package loader finds all nodes and credentials with light and dark icons", () => {
	expect(loaded.nodes.map(({ name }) => name)).toContain('cellularIot');
	// A node with versions that differ in more than fields is listed once for each.
	const names = new Set(loaded.nodes.map(({ name }) => name));
	expect(names.size).toBe(packageJson.n8n.nodes.length);
	expect(loaded.credentials.map(({ name }) => name)).toEqual(
		expect.arrayContaining(['cellularIotUserApi', 'cellularIotTokenApi']),
	);
	expect(loaded.credentials).toHaveLength(packageJson.n8n.credentials.length);
	for (const { name, icons } of [...loaded.nodes, ...loaded.credentials]) {
		expect({ name, found: Object.values(icons) }).toEqual({ name, found: [true, true] });
	}
});

test('the build contains the icons of the sources unchanged', () => {
	expect(readdirSync(join(DIST, 'icons')).sort()).toEqual(named('icons', '.svg'));
	const of = (folder: string, name: string) => readFileSync(join(folder, 'icons', name), 'utf8');
	for (const name of named('icons', '.svg')) expect(of(DIST, name)).toBe(of(ROOT, name));
});

test('every node has a codex with categories and documentation', () => {
	for (const node of loaded.nodes) {
		expect(node.categories).toEqual(expect.arrayContaining([expect.any(String)]));
		expect(node.documentation).toEqual([expect.stringMatching(/^https:\/\//)]);
	}
});

test('the action node is offered for the account credentials', () => {
	const of = (name: string) => loaded.credentials.find((c) => c.name === name)?.supportedNodes;
	expect(of('cellularIotTokenApi')).toContain('cellularIot');
	expect(of('cellularIotUserApi')).toContain('cellularIot');
});

test('the package has no dependencies, and n8n provides the peer dependency n8n-workflow', () => {
	expect(Object.keys((packageJson as { dependencies?: object }).dependencies ?? {})).toEqual([]);
	expect(packageJson.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	expect(packageJson.files).toEqual(['dist', 'CHANGELOG.md', 'THIRD-PARTY-NOTICES.md']);
});

test('npm packs only the build and the documents for users', async () => {
	const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json'], {
		cwd: ROOT,
	});
	const [{ files: packed, size }] = JSON.parse(stdout) as [
		{ files: Array<{ path: string }>; size: number },
	];
	expect(size).toBeLessThanOrEqual(750_000);
	const paths = packed.map(({ path }) => path);
	const read = ['CHANGELOG.md', 'LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.md', 'package.json'];
	expect(paths.filter((path) => !path.startsWith('dist/')).sort()).toEqual(read);
	const built = /^dist\/([\w.-]+\.js|(nodes|credentials)\/.+\.(js|json)|icons\/\w+(\.dark)?\.svg)$/;
	expect(paths.filter((path) => path.startsWith('dist/') && !built.test(path))).toEqual([]);
	const icons = named('icons', '.svg').map((name) => `dist/icons/${name}`);
	expect(paths).toEqual(expect.arrayContaining(icons));
	expect(paths.filter((path) => path.includes('__schema__')).length).toBeGreaterThan(100);
});

/** Whether a published file declares a function; the build keeps the names of the sources. */
const declares = (text: string, name: string) =>
	new RegExp(`^(async )?function ${name}\\(|^var ${name} = `, 'm').test(text);

test('the published code is not minified, and without the comments of the sources', () => {
	const sources = ['src', 'nodes', 'credentials'].flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
	);
	const comments = sources.flatMap((text) =>
		[...text.matchAll(/^\s*(?:\/\/|\/\*\*) (.{30,}?)(?: \*\/)?$/gm)].map((match) => match[1]!),
	);
	expect(comments.length).toBeGreaterThan(1_000);
	const published = Object.values(scripts).join('\n');
	expect(comments.filter((comment) => published.includes(comment))).toEqual([]);
	expect(Math.max(...published.split('\n').map((line) => line.length))).toBeLessThan(5_000);
});

test('the build requires only its own files, libraries of n8n and node:crypto', () => {
	const asked = Object.entries(scripts).flatMap(([file, text]) =>
		[...text.matchAll(/\b(?:require|import)\((["'`])([^"'`]+)\1\)/g)].map(
			(m) => [file, m[2] ?? ''] as const,
		),
	);
	expect(asked.length).toBeGreaterThan(10);
	const foreign = asked.map(([, name]) => name).filter((name) => !name.startsWith('.'));
	expect([...new Set(foreign)].sort()).toEqual([
		'crypto',
		'ioredis',
		'luxon',
		'n8n-workflow',
		'zod/v4',
	]);
});

/** A third of it are the forms as values: n8n reads them in a third of the time that making them takes. */
test('the build is smaller than 3.1 MB', () => {
	const bytes = Object.values(scripts).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
	expect(bytes).toBeLessThan(3_100_000);
});

/** An instance of the class that a file exports under its own name, as n8n makes it. */
function instanceOf(file: string): Record<string, unknown> {
	// eslint-disable-next-line @typescript-eslint/no-require-imports
	const exported = require(join(ROOT, file)) as Record<string, new () => Record<string, unknown>>;
	return new exported[basename(file).split('.')[0]!]!();
}

/** The members of an object, each function by its name alone. */
const withoutCode = (members: object): unknown =>
	JSON.parse(
		JSON.stringify(members, (_, value: unknown) =>
			typeof value === 'function' ? 'a function' : value,
		),
	);

test.each([...packageJson.n8n.nodes, ...packageJson.n8n.credentials])(
	'%s has the form and the methods of its source',
	(file) => {
		const source = file.replace(/^dist\//, '').replace(/\.js$/, '.ts');
		const [built, made] = [instanceOf(file), instanceOf(source)].map(withoutCode);
		expect(built).toEqual(made);
		// The order of fields is that of the editor.
		expect(JSON.stringify(built)).toBe(JSON.stringify(made));
	},
);

test('n8n loads only forms at start, without validation or execution code', () => {
	const atStart = loaded.atStart
		.map((file) => scripts[file.replaceAll('\\', '/')] ?? '')
		.join('\n');
	expect(atStart).toContain('cellularIotQuotaTrigger');
	expect(atStart).not.toContain('zod/v4');
	for (const name of ['checkInput', 'runItems', 'sessionFor', 'lanesFor', 'findOperation']) {
		expect({ name, isIn: declares(atStart, name) }).toEqual({ name, isIn: false });
		expect(Object.values(scripts).some((text) => declares(text, name))).toBe(true);
	}
});

test('no published file makes the form of a node', () => {
	for (const name of ['operationForm', 'personForm', 'triggerForm', 'actionHints']) {
		const makers = Object.keys(scripts).filter((file) => declares(scripts[file] ?? '', name));
		expect({ name, makers }).toEqual({ name, makers: [] });
	}
});

test('session and lane state are in one shared file', () => {
	// Functions with module-level state.
	for (const name of ['sessionFor', 'lanesFor', 'budgetFor']) {
		const holders = Object.keys(scripts).filter((file) => declares(scripts[file] ?? '', name));
		expect({ name, holders }).toEqual({ name, holders: [expect.stringMatching(/^chunk-/)] });
	}
});

test('the node file reuses the session of the credential file: one login', () => {
	expect({ error: loaded.error, items: loaded.items }).toEqual({ items: 3 });
	expect(sim.ledger().counters.authenticate).toBe(1);
	expect(
		sim
			.ledger()
			.requests.slice(0, 3)
			.map((r) => [r.path, r.status]),
	).toEqual([
		['/api/v1/authenticate', 200],
		['/api/v1/endpoint', 200],
		['/api/v1/endpoint', 200],
	]);
});

test('the build contains the code that shared limits load on demand', () => {
	if (!hasRedisServer()) return console.log('Not run: there is no redis-server here.');
	expect(loaded.shared).toEqual({ created: 1 });
});

test('the build runs a bulk call when the wall clock is set back by an hour', () => {
	expect(loaded.setBack).toEqual({ created: 1 });
});
