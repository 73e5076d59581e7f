import { itemsOfCases } from '../../scripts/outputSchemas';
import fields from '../../nodes/CellularIot/__schema__/fields.json';
import { operations } from '../../src/operations';
import { hasToolOutput } from '../../src/table/toolOutput';
import { misfits, storedSchema } from '../support/outputSchema';
import { CASES } from '../operations';

/* Output schemas: the fields n8n offers before a node has run. */

test('every operation has a schema that fits its recorded answers (npm run docs)', async () => {
	const items = await itemsOfCases(CASES);
	for (const { resource, name } of operations) {
		const schema = storedSchema(resource, name);
		expect(schema).toMatchObject({ type: 'object', version: 1 });
		const found = (items.get(`${resource} ${name}`) ?? []).flatMap((item) => misfits(schema, item));
		expect({ operation: `${resource} ${name}`, found }).toEqual({
			operation: `${resource} ${name}`,
			found: [],
		});
	}
});

test('a tool offers the fields of the schema of each read that can be simplified', () => {
	const offered = operations
		.filter(hasToolOutput)
		.map(({ resource, name }) => [
			`${resource} ${name}`,
			Object.keys(storedSchema(resource, name).properties ?? {}),
		]);
	expect(fields).toEqual(Object.fromEntries(offered));
});

test('an unknown field or a field of another type does not fit', () => {
	const schema = storedSchema('endpoint', 'getAll');
	expect(misfits(schema, { id: 1, name: 'pump', imei: null })).toEqual([]);
	expect(misfits(schema, { id: 'one', colour: 'red' })).toEqual([
		'item.id is string, not number',
		'item.colour is not in the schema',
	]);
});
