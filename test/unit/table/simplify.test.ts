import type { Answer, Json, Operation } from '../../../src/table/define';
import { operations } from '../../../src/operations';
import { CASES } from '../../operations';

/* Simplify changes the answer of every operation that offers it. */

const reads = operations.filter((o) => o.effect === 'read');
const nameOf = ({ resource, name }: Operation) => `${resource} ${name}`;

/** The result of an entry for the answer of each of its cases, in full and simplified. */
const both = (operation: Operation): Array<[Json[], Json[]]> =>
	CASES.filter(({ row }) => row === nameOf(operation)).flatMap(({ values, requests = [] }) => {
		const body = requests.at(-1)?.answer;
		if (body === undefined) return [];
		const answer: Answer = { status: 200, headers: {}, body };
		const made = (simplify: boolean) =>
			[operation.result!(answer, { returnAll: true, ...values, simplify })].flat();
		return [[made(false), made(true)]];
	});

const simplifying = reads
	.filter((o) => 'simplify' in o.fields && o.result)
	.map((o) => [nameOf(o), o] as const);

test('more than 30 reads can be simplified', () => expect(simplifying.length).toBeGreaterThan(30));

test.each(simplifying)('%s: the simplified result differs from the full result', (_, operation) => {
	const pairs = both(operation);
	expect(pairs.length).toBeGreaterThan(0);
	const full = pairs.flatMap(([complete]) => complete);
	const simple = pairs.flatMap(([, simplified]) => simplified);
	expect(simple).toHaveLength(full.length);
	expect(JSON.stringify(simple)).not.toBe(JSON.stringify(full));
});
