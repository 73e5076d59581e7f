import { operations } from '../../../../src/operations';
import type { Json } from '../../../../src/wire';
import { CASES } from '../../../operations';

/* What the type file of a node says of the items and the outputs of a wait, for who reads nothing else. */

const waiting = operations.filter(({ outputs }) => outputs !== undefined);

/** The fields that a sentence names: the words before its commas, without what stands in brackets. */
const fieldsIn = (gives: string): string[] =>
	gives
		.replace(/ \([^)]*\)/g, '')
		.split(', ')
		.map((field) => field.trim());

test('operations that wait are those with outputs, and each says what its items have', () => {
	expect(waiting.length).toBeGreaterThan(6);
	expect(waiting.filter(({ gives }) => gives === undefined)).toEqual([]);
});

test.each(waiting)('$resource $name: each field that is named is in an item', (operation) => {
	const { resource, name, gives = '' } = operation;
	const items = CASES.filter(({ row }) => row === `${resource} ${name}`).map(
		({ gives: item }) => item as Json,
	);
	const given = new Set(items.flatMap((item) => Object.keys(item)));
	// The reason is there once a wait has timed out, which no case of one look does.
	const named = fieldsIn(gives).filter((field) => field !== 'reason');
	expect(named.filter((field) => !given.has(field))).toEqual([]);
});
