import './fixedClock';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { operations } from '../src/operations';
import { hasToolOutput } from '../src/table/toolOutput';
import type * as walk from '../test/unit/nodes/rows/runRow';
import { itemsOfCases, type Recorded, schemaOfAll } from './outputSchemas';

/*
 * Writes nodes/CellularIot/__schema__ from the output of every operation: on the answers of its cases
 * in test/operations, and in n8n on the simulator's answers in both generations. `fields.json` beside the
 * schemas has the fields of each read that a tool can select from.
 * With --check it writes nothing and fails when a schema is outdated, missing or of no operation.
 */

// A node's codex is beside its source: resolve `.node` to `.node.ts`, not to `.node.json`.
const extensions: Partial<NodeJS.RequireExtensions> = require.extensions;
const jsonExtension = extensions['.json'];
delete extensions['.json'];
extensions['.json'] = jsonExtension;

/** Items from running all operations. */
async function walked(): Promise<Map<string, unknown[]>> {
	const { runRow, serviceFor, WALKED } = (await import(
		'../test/unit/nodes/rows/runRow'
	)) as typeof walk;
	const found = new Map<string, unknown[]>();
	for (const generation of ['recorded', 'reference'] as const) {
		for (const key of WALKED) {
			const sim = await serviceFor(generation);
			const { items } = await runRow(sim, key).finally(async () => await sim.close());
			found.set(key, [...(found.get(key) ?? []), ...items.map(({ json }) => json)]);
		}
	}
	return found;
}

const root = dirname(__dirname);
const folder = join(root, 'nodes/CellularIot/__schema__');

/** The texts of all files in the folder of the schemas, by their paths. */
async function currentFiles(): Promise<Record<string, string>> {
	const { CASES } = (await import('../test/operations')) as { CASES: Recorded[] };
	const sources = [await itemsOfCases(CASES), await walked()];
	const files: Record<string, string> = {};
	const fields: Record<string, string[]> = {};
	for (const operation of operations) {
		const { resource, name } = operation;
		const key = `${resource} ${name}`;
		const schema = schemaOfAll(sources.flatMap((source) => source.get(key) ?? []));
		if (!schema) {
			throw new Error(
				`${key} has neither a case nor a row that gives an item: run "npm run missing -- ${resource}.${name}"`,
			);
		}
		if (hasToolOutput(operation)) fields[key] = Object.keys(schema.properties ?? {});
		const file = join(folder, 'v1.0.0', resource, `${name}.json`);
		files[file] = `${JSON.stringify({ ...schema, version: 1 }, null, '\t')}\n`;
	}
	const list = join(folder, 'fields.json');
	const style = await resolveConfig(list);
	files[list] = await format(JSON.stringify(fields), { ...style, parser: 'json' });
	return files;
}

function write(files: Record<string, string>): void {
	rmSync(folder, { recursive: true, force: true });
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text);
	}
	console.log(`${operations.length} output schemas`);
}

function check(files: Record<string, string>): void {
	const stored = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.json'))
		.map((name) => join(folder, name));
	const leftOver = stored.filter((path) => !(path in files));
	const outdated = Object.keys(files).filter(
		(path) => !existsSync(path) || readFileSync(path, 'utf8') !== files[path],
	);
	for (const path of [...outdated, ...leftOver]) {
		console.error(`${relative(root, path)} is not current: run "npm run docs"`);
		process.exitCode = 1;
	}
	const current = Object.keys(files).length - outdated.length;
	console.log(`${current} of ${Object.keys(files).length} files of output schemas are current`);
}

async function main(): Promise<void> {
	const files = await currentFiles();
	if (process.argv.includes('--check')) check(files);
	else write(files);
}

void main().then(() => process.exit());
