import fc from 'fast-check';
import { literals } from '../../../scripts/literals';

/** What a module of that text exports. */
function exportsOf(text: string): Record<string, unknown> {
	const names = [...text.matchAll(/^export const (\w+) = /gm)].map(([, name]) => name!);
	const body = text.replace(/^export /gm, '');
	return new Function(`${body}return { ${names.join(', ')} };`)() as Record<string, unknown>;
}

test('the module exports equal values, in the same order of properties', () => {
	const repeated = fc.constantFrom<fc.JsonValue>(
		{ show: { resource: ['endpoint'], operation: ['createMany'] } },
		[{ name: 'By ID', value: 'the same in several places' }],
	);
	// JSON has no -0: the way there and back leaves what a form can hold.
	const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)));
	const values = fc.array(fc.oneof(json, repeated), { maxLength: 8 });
	fc.assert(
		fc.property(values, (form) => {
			const back = exportsOf(literals({ form })).form;
			expect(back).toEqual(form);
			expect(JSON.stringify(back)).toBe(JSON.stringify(form));
		}),
	);
});

test('what repeats is written once, also over several exports', () => {
	const part = { show: { resource: ['endpoint'], operation: ['createMany'] } };
	const text = literals({ one: [{ ...part }], two: [{ ...part }] });
	expect(text.split('createMany')).toHaveLength(2);
	expect(exportsOf(text)).toEqual({ one: [part], two: [part] });
});

test('an exported value is an object of its own', () => {
	const form = [{ displayName: 'Endpoint', name: 'endpointId', type: 'resourceLocator' }];
	const { one, two } = exportsOf(literals({ one: form, two: form }));
	expect(one).toEqual(two);
	expect(one).not.toBe(two);
});

test('a long text stands in short lines', () => {
	const long = `"quoted" \\ and new\nlines, ${'😀 and more '.repeat(1_000)}`;
	const text = literals({ long });
	expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(500);
	expect(exportsOf(text)).toEqual({ long });
});

test('a property that is undefined is left out', () => {
	expect(exportsOf(literals({ form: { name: 'a', hint: undefined } })).form).toStrictEqual({
		name: 'a',
	});
});

test.each([
	['a function', () => 1, 'form[0].value is no constant'],
	['a date', new Date(0), 'form[0].value is no plain object'],
	['a number that JSON does not have', NaN, 'form[0].value is no constant: NaN'],
	['a place in a list that is undefined', [undefined], 'form[0].value[0] is no constant'],
])('%s is no constant, and the build fails', (_, value, message) => {
	expect(() => literals({ form: [{ value }] })).toThrow(message);
});
