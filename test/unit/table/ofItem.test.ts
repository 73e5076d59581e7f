import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../../src/operations';
import { schemaOf } from '../../../src/table/checks';
import { takesItem } from '../../../src/table/pickers';
import { ofItem } from '../../../src/table/wholeEntity';

/* What a picker of an endpoint or a SIM takes of an item, for the items of every operation. */

const SCHEMAS = join(__dirname, '../../../nodes/CellularIot/__schema__/v1.0.0');

interface Shape {
	type?: string;
	properties?: Record<string, Shape>;
}

/** An item of the form of an output schema, in which every number is another one. */
function itemOf({ properties = {} }: Shape, next = { number: 100 }): Record<string, unknown> {
	const valueOf = (shape: Shape): unknown => {
		if (shape.type === 'number') return next.number++;
		if (shape.type === 'object') return itemOf(shape, next);
		return shape.type === 'string' ? 'text' : null;
	};
	return Object.fromEntries(
		Object.entries(properties).map(([name, shape]) => [name, valueOf(shape)]),
	);
}

const OUTPUTS = readdirSync(SCHEMAS).flatMap((resource) =>
	readdirSync(join(SCHEMAS, resource)).map((file) => {
		const shape = JSON.parse(readFileSync(join(SCHEMAS, resource, file), 'utf8')) as Shape;
		return [`${resource} ${file.replace('.json', '')}`, itemOf(shape)] as const;
	}),
);

/** Operations whose items are endpoints, or SIMs, under their own `id`. */
const ARE_THEMSELVES = {
	endpoint: ['endpoint create', 'endpoint createMany', 'endpoint get', 'endpoint getAll'],
	sim: ['sim get', 'sim getAll'],
};

test.each(['endpoint', 'sim'] as const)('the own ID of an item is taken of a %s alone', (kind) => {
	expect(OUTPUTS.length).toBeGreaterThan(100);
	const taken = OUTPUTS.flatMap(([key, item]) => {
		// Without the fields that name the thing, an item is it, or it is nothing.
		const own = Object.fromEntries(
			Object.entries(item).filter(([name]) => name !== kind && name !== `${kind}_id`),
		);
		const found = ofItem(kind, own);
		return found !== undefined && 'id' in found ? [key] : [];
	});
	expect(taken.filter((key) => !ARE_THEMSELVES[kind].includes(key))).toEqual([]);
	expect(taken).toEqual(expect.arrayContaining([`${kind} get`, `${kind} getAll`]));
});

const PICKERS = operations.flatMap(({ resource, name, fields }) =>
	Object.entries(fields)
		.filter(([, field]) => takesItem(field))
		.map(([key, field]) => [`${resource} ${name} ${key}`, field] as const),
);

const ENDPOINT = { id: 7, name: 'pump', service_profile_id: 101, tariff_profile_id: 201 };
const SIM = { id: 9, iccid: '8988303000000000017', status_id: 1 };

/** Items with the endpoint and the SIM that a picker takes of them; text is a part of the refusal. */
const ITEMS: Array<[item: object, endpoint: number | string, sim: number | string]> = [
	[{ ...ENDPOINT, sim_id: 9 }, 7, 9],
	[{ ...SIM, endpoint_id: 7 }, 7, 9],
	[{ id: 1, endpoint: { id: '7' }, sim: { id: 9 } }, 7, 9],
	[{ ...ENDPOINT, endpoint_id: 8, sim_id: 9 }, 'names two', 9],
	[{ ...SIM, endpoint_id: 7, sim_id: 8 }, 7, 'names two'],
	[{ ...ENDPOINT, endpoint_id: '', sim_id: null }, 'is empty', 'is empty'],
	[{ id: 7, name: 'pump' }, 'which is neither', 'which is neither'],
	[{}, 'which is neither', 'which is neither'],
];

test('there are pickers of both kinds', () => expect(PICKERS.length).toBeGreaterThan(40));

test.each(PICKERS)('%s takes items by the one rule', (_, field) => {
	const { control } = field;
	const isOfSim = control.kind === 'locator' && control.lookup === 'sim';
	for (const [item, endpoint, sim] of ITEMS) {
		const expected = isOfSim ? sim : endpoint;
		const { success, data, error } = schemaOf(field).safeParse(item);
		if (typeof expected === 'number') expect([item, data]).toEqual([item, expected]);
		else expect(success ? data : error.issues[0]!.message).toContain(expected);
	}
});
