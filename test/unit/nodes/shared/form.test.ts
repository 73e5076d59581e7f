import { stub } from '../../../support/stub';
import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';
import { CellularIot } from '../../../../nodes/CellularIot/CellularIot.node';
import { formReader, tableValue } from '../../../../nodes/CellularIot/shared/form';
import { findOperation } from '../../../../src/operations';
import { isObject, type Json } from '../../../../src/wire';
import { runNode, storeFor } from '../../../support/n8n/n8n';
import { rl } from '../rows/rows';

/* The form reader returns the same values for each item as n8n does. */

const operation = findOperation('sms', 'send');

/** The values of the reader and of n8n for each item, and how often n8n was asked for each field. */
async function read(parameters: IDataObject, items: IDataObject[]) {
	const results: Json[] = [];
	const said: Json[] = [];
	const asked: Record<string, number> = {};
	const type = Object.assign(new CellularIot(), {
		async execute(this: IExecuteFunctions) {
			const { getNodeParameter } = this;
			const valueOf = (...given: unknown[]): unknown => {
				try {
					return getNodeParameter.apply(this, stub(given));
				} catch (error) {
					return String(error);
				}
			};
			items.forEach((_, i) =>
				said.push({
					endpointId: tableValue(valueOf('endpointId', i)),
					payload: valueOf('payload', i),
					sourceAddress: addedValue(valueOf('options', i, {})),
				}),
			);
			this.getNodeParameter = stub((name: string, ...rest: unknown[]) => {
				asked[name] = (asked[name] ?? 0) + 1;
				return valueOf(name, ...rest);
			});
			const valuesOf = formReader(this, operation);
			items.forEach((_, i) => {
				const { endpointId, payload, sourceAddress } = valuesOf(i);
				results.push({ endpointId, payload, sourceAddress });
			});
			return [[]];
		},
	}) as INodeType;
	const sent = { resource: 'sms', operation: 'send', ...parameters };
	const { error } = await runNode({
		type,
		credentials: storeFor('http://127.0.0.1:1'),
		parameters: sent,
		items,
	});
	expect(error).toBeUndefined();
	return { read: results, said, asked };
}

/** The field in its collection, null where it is there and gives nothing; n8n may refuse the collection. */
const addedValue = (options: unknown) =>
	isObject(options) ? (options.sourceAddress ?? null) : undefined;

const ODD: IDataObject[] = [
	{ id: 1, text: 'one', device: { id: 11, 'my name': 'first' } },
	{ id: '2', text: 2.5, device: { id: '12' } },
	{ text: '', device: null },
	{ id: null, text: { a: 1 }, device: [7] },
	{ id: 5, text: '={{ 1 + 1 }}', device: { id: false, 'my name': '{{ 2 }}' } },
	{ id: [6], text: true, device: 'text' },
];

test.each([
	['{{ $json.id }}', '={{$json.text}}', '={{ $json.device.id }}'],
	['{{ $json.device["my name"] }}', '={{ $json.device.id }}', "={{ $json['text'] }}"],
	['{{ $json.device.id }}', '={{ $json.text }}!', 'constant'],
	['{{ $json.id }}', '=to {{ $json.id }}: {{ $json.text }}', '=fw-{{ $json.device["my name"] }} '],
	['{{ $json.id }}', '= {{ $json.text }}', '={{ $json.text }}{{ $json.text }}'],
	['{{ $json.id + 1 }}', '={{ $json.text.length }}', '={{ $json.device.length }}'],
	['{{ $json.constructor }}', '={{ $json.toString }}', '={{ $json.__proto__ }}'],
	['{{ $json }}', '={{ $json }}!', '={{ $json }} '],
	['{{ $itemIndex }}', '={{ $json.missing }}', '={{ $json?.id }}'],
])('the values of %s, %s and %s are those of n8n', async (id, payload, sourceAddress) => {
	const parameters = { endpointId: rl(`=${id}`), payload, options: { sourceAddress } };
	for (const items of [ODD, [...ODD].reverse()]) {
		const { read: values, said } = await read(parameters, items);
		expect(said).toHaveLength(ODD.length);
		expect(values).toEqual(said);
	}
});

test('n8n is asked at most twice for a constant or a simple path, whatever the number of items', async () => {
	const items = Array.from({ length: 100 }, (_, i) => ({ id: i + 1, text: `text ${i}` }));
	const { read: values, asked } = await read(
		{ endpointId: rl('={{ $json.id }}'), payload: '={{ $json.text }}' },
		items,
	);
	expect(values.map(({ payload }) => payload)).toEqual(items.map(({ text }) => text));
	expect(values.map(({ endpointId }) => endpointId)).toEqual(items.map(({ id }) => id));
	for (const [name, times] of Object.entries(asked)) {
		expect({ name, isFew: times <= 2 }).toEqual({ name, isFew: true });
	}
});

test('n8n is asked at most twice for the item whole', async () => {
	const items = Array.from({ length: 100 }, (_, i) => ({ id: i + 1, endpoint_id: i + 1 }));
	const { read: values, asked } = await read(
		{ endpointId: rl('={{ $json }}'), payload: 'text' },
		items,
	);
	expect(values.map(({ endpointId }) => endpointId)).toEqual(items);
	expect(asked.endpointId).toBeLessThanOrEqual(2);
});

describe('a number that has lost digits in a text of an expression', () => {
	// The number that JSON.parse gives for 8988303000000000017.
	const iccid = Number('8988303000000000017');
	const sentBy = async (text: string, items: IDataObject[]) => {
		const parameters = { resource: 'endpoint', operation: 'get', endpointId: rl(text, 'iccid') };
		return await runNode({
			type: new CellularIot(),
			credentials: storeFor('http://127.0.0.1:1'),
			parameters,
			items,
		});
	};

	test.each([
		['with a blank after it', '={{ $json.iccid }} '],
		['alone', '={{ $json.iccid }}'],
	])('is refused, and not looked up: %s', async (_, text) => {
		for (const items of [[{ iccid }], [{ iccid: '8988303000000000017' }, { iccid }]]) {
			const { error } = await sentBy(text, items);
			expect(error?.message).toMatch('must be text: a number of 19 digits loses digits');
		}
	});
});
