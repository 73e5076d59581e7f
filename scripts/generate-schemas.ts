import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { operations } from '../src/operations';
import { hasToolOutput } from '../src/table/toolOutput';
import type * as walk from '../test/unit/nodes/rows/runRow';
import { itemsOfCases, type Recorded, schemaOfAll } from './outputSchemas';

/*
 * Writes nodes/CellularIot/__schema__ from the output of every operation: on the answers of its cases
 * in test/unit/table, and in n8n on the simulator's answers in both generations. `fields.json` beside the
 * schemas has the fields of each read that a tool can select from.
 */

// The cases use some of jest's matchers; only their requests and answers matter here.
const anything = new Proxy((): unknown => anything, { get: (): unknown => anything }) as unknown;
Object.assign(globalThis, { expect: anything });

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

async function main(): Promise<void> {
	const { CASES } = (await import('../test/operations')) as { CASES: Recorded[] };
	const sources = [await itemsOfCases(CASES), await walked()];
	const root = join(__dirname, '..', 'nodes/CellularIot/__schema__');
	const folder = join(root, 'v1.0.0');
	rmSync(folder, { recursive: true, force: true });
	const fields: Record<string, string[]> = {};
	for (const operation of operations) {
		const { resource, name } = operation;
		const key = `${resource} ${name}`;
		const schema = schemaOfAll(sources.flatMap((source) => source.get(key) ?? []));
		if (!schema) throw new Error(`${key} has neither a case nor a row that gives an item`);
		if (hasToolOutput(operation)) fields[key] = Object.keys(schema.properties ?? {});
		const file = join(folder, resource, `${name}.json`);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify({ ...schema, version: 1 }, null, '\t')}\n`);
	}
	const list = join(root, 'fields.json');
	const style = await resolveConfig(list);
	writeFileSync(list, await format(JSON.stringify(fields), { ...style, parser: 'json' }));
	console.log(`${operations.length} output schemas`);
}

void main().then(() => process.exit());
