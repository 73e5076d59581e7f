import fc from 'fast-check';
import * as form from '../../../../src/triggers/runtime/codec';

const BEGIN = Date.UTC(2020, 0);
const whole = fc.maxSafeNat();
const id = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 24n - 1n }).map(String), fc.string());

/** A record with a field of every form. */
const sample = fc.record(
	{
		isOn: fc.boolean(),
		count: fc.integer({ min: 0, max: 3 }),
		kind: fc.constantFrom('a', 'b', 'c'),
		number: whole,
		text: fc.string(),
		signed: fc.integer(),
		bytes: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64url')),
		second: fc.nat(2 ** 32 - 1).map((seconds) => BEGIN + seconds * 1000),
		ms: fc.nat(2 ** 31).map((ms) => BEGIN + ms),
		list: fc.array(fc.string()),
		byNumber: fc.array(fc.tuple(whole, fc.string())).map((all) => new Map(all)),
		byId: fc.array(fc.tuple(id, fc.record({ isOn: fc.boolean() }))).map((all) => new Map(all)),
	},
	{ requiredKeys: ['isOn', 'count', 'kind', 'number', 'list', 'byNumber', 'byId', 'signed', 'ms'] },
);
type Sample = typeof sample extends fc.Arbitrary<infer T> ? T : never;
const samples = form.asStored(
	'A sample',
	2,
	form.ofRecord<Sample>({
		isOn: form.ofFlag,
		number: form.ofNumber,
		text: form.ofOptional(form.ofText),
		count: form.ofCount(3),
		signed: form.ofSigned,
		bytes: form.ofOptional(form.ofPacked),
		kind: form.ofChoice(['a', 'b', 'c']),
		second: form.ofOptional(form.ofSecond),
		ms: form.ofMoment,
		list: form.ofList(form.ofText),
		byNumber: form.ofMapByNumber(form.ofText),
		byId: form.ofMapById(form.ofRecord({ isOn: form.ofFlag })),
	}),
);

test('unpacks every packed value to an equal value', () => {
	fc.assert(
		fc.property(sample, (value) => {
			expect(samples.unpack(samples.pack(value))).toEqual(value);
		}),
	);
});

const numbers = form.asStored('numbers', 2, form.ofList(form.ofNumber));
const refusalOf = (text: string) => {
	const said: string[] = [];
	expect(numbers.unpack(text, (message) => said.push(message))).toBeUndefined();
	return said.join();
};

test('refuses another version, an older form and damaged data with a message', () => {
	const stored = numbers.pack([1, 200, 3]);
	expect(numbers.unpack(stored)).toEqual([1, 200, 3]);
	expect(refusalOf(stored.replace('2.', '1.'))).toMatch(
		/^the memory of numbers cannot be read.*another version/,
	);
	expect(refusalOf('t3k+5,1+1')).toMatch(/another version/);
	expect(refusalOf(stored.slice(0, -2))).toMatch(/damaged/);
	expect(refusalOf(`${stored}AAAA`)).toMatch(/damaged/);
});

test('reads a missing value as undefined, without a message', () => {
	expect(numbers.unpack(undefined, () => expect(false).toBe(true))).toBeUndefined();
});
