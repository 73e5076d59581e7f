import { findOperation, operations } from '../../../src/operations';
import { at } from '../../../src/table/reading';
import * as schemas from '../../../src/table/schemas';
import { toId } from '../../../src/table/values';
import type { Json } from '../../../src/wire';
import { CASES, type Case } from '../../operations';

/*
 * One name for the device in all items: `endpoint_id` for an endpoint, `sim_id` for a SIM. The items are those of the
 * cases of all operations; requests.test.ts compares them with what the operations give.
 */

const KINDS = [
	{ kind: 'endpoint', field: 'endpointId', name: 'endpoint_id' },
	{ kind: 'sim', field: 'simId', name: 'sim_id' },
] as const;

/** Operations whose one item is about many devices. */
const ABOUT_MANY = ['endpoint reportDrift with one report', 'sim transfer'];

/** The items of a case, also where it names some of their fields only. */
const itemsOf = ({ gives }: Case): Json[] =>
	[gives].flat().map((item) => {
		const { $$typeof: isPart, sample } = item as { $$typeof?: unknown; sample?: Json };
		return isPart !== undefined && sample !== undefined ? sample : (item as Json);
	});

const operationOf = ({ row }: Case) => {
	const [resource = '', name = ''] = row.split(' ');
	return findOperation(resource, name);
};

const titled = CASES.map((each) => ({
	...each,
	title: [each.row, each.when].filter(Boolean).join(' '),
})).filter(({ title }) => !ABOUT_MANY.some((many) => title.startsWith(many)));

/** Cases about an endpoint or a SIM, each with its item. */
const items = KINDS.flatMap(({ kind, field, name }) =>
	titled.flatMap((each) => {
		const { resource, fields } = operationOf(each);
		const given = field in fields ? toId(each.values[field]) : undefined;
		if (resource !== kind && given === undefined) return [];
		return itemsOf(each).map((item) => ({ title: each.title, name, item, given }));
	}),
);

test('there are cases of both kinds', () => {
	for (const { name } of KINDS) {
		expect(items.filter((each) => each.name === name).length).toBeGreaterThan(20);
	}
});

test.each(items)('an item of $title has $name, equal to what it is about', (each) => {
	const { item, name, given } = each;
	expect(item).toHaveProperty(name);
	if (given !== undefined) expect(item[name]).toBe(given);
});

test.each(titled)('items of $title name the endpoint and the SIM they hold', (each) => {
	for (const { kind, name } of KINDS) {
		const held = itemsOf(each).filter((item) => toId(at(item, `${kind}.id`)) !== undefined);
		expect(held.map((item) => item[name])).toEqual(
			held.map((item) => toId(at(item, `${kind}.id`))),
		);
	}
});

const WAITS_FOR_ENDPOINT = operations.filter(
	({ resource, fields }) => resource === 'await' && 'endpointId' in fields,
);

test.each(WAITS_FOR_ENDPOINT)('$name takes the endpoint of all of them by its default', (wait) => {
	const { schema } = wait.fields.endpointId!;
	const ofEndpoint = items.filter(({ name, given }) => name === 'endpoint_id' && given);
	const taken = ofEndpoint.map(({ item }) => schema(schemas).safeParse(item).data);
	expect(taken).toEqual(ofEndpoint.map(({ given }) => given));
});
