import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { operations } from '../src/operations';
import { outputSchemas, type Recorded } from './outputSchemas';

/* Writes nodes/CellularIot/__schema__ from the cases of test/operations. */

// The cases say some of what they expect in jest's words; here only what they send matters.
const anything = new Proxy((): unknown => anything, { get: (): unknown => anything }) as unknown;
Object.assign(globalThis, { expect: anything });

async function main(): Promise<void> {
	const { CASES } = (await import('../test/operations/cases')) as { CASES: Recorded[] };
	const folder = join(__dirname, '..', 'nodes/CellularIot/__schema__/v1.0.0');
	rmSync(folder, { recursive: true, force: true });
	const schemas = await outputSchemas(CASES);
	for (const [name, schema] of schemas) {
		const file = join(folder, `${name}.json`);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify({ ...schema, version: 1 }, null, '\t')}\n`);
	}
	console.log(`${schemas.size} output schemas of ${operations.length} operations`);
	const missing = operations.filter((o) => !schemas.has(`${o.resource}/${o.name}`));
	if (missing.length > 0) console.log(missing.map((o) => `${o.resource} ${o.name}`).join(', '));
}

void main();
