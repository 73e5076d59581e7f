import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemsOf, merged, outputSchemas, type Schema, schemaOf } from '../../scripts/outputSchemas';
import { operations } from '../../src/operations';
import { CASES } from '../operations/cases';
import type { Case } from '../operations/cases/case';

/* Output schemas: the fields n8n offers before a node has run. */

const FOLDER = join(__dirname, '../../nodes/CellularIot/__schema__/v1.0.0');
const stored = (resource: string, name: string): Schema | undefined => {
	const file = join(FOLDER, resource, `${name}.json`);
	if (!existsSync(file)) return undefined;
	const { version, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as Schema & {
		version: number;
	};
	expect(version).toBe(1);
	return schema;
};

test('every operation has one, and they are current (npm run docs)', async () => {
	const schemas = await outputSchemas(CASES);
	for (const { resource, name } of operations) {
		const schema = stored(resource, name);
		expect(schema?.type).toBe('object');
		expect(schema).toEqual(schemas.get(`${resource}/${name}`));
	}
});

test.each(
	CASES.map((one) => [one.when ? `${one.row}: ${one.when}` : one.row, one] as [string, Case]),
)('%s: its answer fits', async (_, one) => {
	const [resource = '', name = ''] = one.row.split(' ');
	const operation = operations.find((o) => o.resource === resource && o.name === name)!;
	const schema = stored(resource, name)!;
	for (const item of await itemsOf(operation, one)) {
		expect(merged(schema, schemaOf(item))).toEqual(schema);
	}
});
