import fc from 'fast-check';
import {
	asStored,
	mapById,
	mapByNumber,
	mapped,
	type StoredMap,
	storedMap,
} from '../../../../src/triggers/runtime/storedForm';
import { pack, unpack } from '../../../../src/triggers/runtime/storedText';

interface Sample {
	text: string;
	count?: number;
	byNumber: Map<number, string>;
	byId: Map<string, { isOn: boolean; parts: Map<number, number> }>;
}

const whole = fc.maxSafeNat();
const id = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 24n - 1n }).map(String), fc.string());
const parts = fc.array(fc.tuple(whole, whole)).map((all) => new Map(all));
const sample: fc.Arbitrary<Sample> = fc.record(
	{
		text: fc.string(),
		count: fc.integer(),
		byNumber: fc.array(fc.tuple(whole, fc.string())).map((all) => new Map(all)),
		byId: fc
			.array(fc.tuple(id, fc.record({ isOn: fc.boolean(), parts })))
			.map((all) => new Map(all)),
	},
	{ requiredKeys: ['text', 'byNumber', 'byId'] },
);
const samples = asStored(
	'A sample',
	2,
	({ byNumber, byId, ...more }: Sample) => ({
		...more,
		byNumber: storedMap(byNumber),
		byId: storedMap(mapped(byId, (part) => ({ ...part, parts: storedMap(part.parts) }))),
	}),
	({ byNumber, byId, ...more }): Sample => ({
		...more,
		byNumber: mapByNumber(byNumber),
		byId: mapped(mapById(byId), (part) => ({ ...part, parts: mapByNumber(part.parts) })),
	}),
);

test('unpacks every packed value to an equal value', () => {
	fc.assert(
		fc.property(sample, (value) => {
			expect(unpack(samples, pack(samples, value))).toEqual(value);
		}),
	);
});

const numbers = asStored<number[], number[]>(
	'numbers',
	2,
	(all) => all,
	(all) => all,
);
const refusalOf = (text: string) => {
	const said: string[] = [];
	expect(unpack(numbers, text, (message) => said.push(message))).toBeUndefined();
	return said.join();
};

test('refuses another version, an older form and damaged data with a message', () => {
	const stored = pack(numbers, [1, 200, 3]);
	expect(unpack(numbers, stored)).toEqual([1, 200, 3]);
	expect(refusalOf(stored.replace('2.', '1.'))).toMatch(
		/^the memory of numbers cannot be read.*another version/,
	);
	expect(refusalOf('t3k+5,1+1')).toMatch(/another version/);
	expect(refusalOf(stored.slice(0, -2))).toMatch(/damaged/);
	expect(refusalOf(`${stored}AAAA`)).toMatch(/damaged/);
	expect(refusalOf('2.')).toMatch(/damaged/);
});

test('reads a missing value as undefined, without a message', () => {
	expect(unpack(numbers, undefined, () => expect(false).toBe(true))).toBeUndefined();
});

test('ids are kept as they are: as text where a number would change them', () => {
	const ids = ['7', '007', '12345678901234567890', '', 'a', '3'];
	const written: StoredMap<string> = storedMap(new Map(ids.map((one) => [one, one])));
	expect(written.ids).toEqual([3, 4, '007', '12345678901234567890', '', 'a']);
	expect(mapById(written)).toEqual(new Map(ids.map((one) => [one, one])));
});
