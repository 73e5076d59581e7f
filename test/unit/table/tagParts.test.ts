import { createManyEndpoints } from '../../../src/table/entries/endpoint/endpointBulk';
import { tagParts } from '../../../src/table/tagParts';
import { requestReader } from '../../../src/run/keyRequests';

/* Parts of a cell of tags, which a `;` may separate or belong to. */

const named = (...names: string[]) => names.map((value) => ({ by: 'name' as const, value }));
const [cell] = named('north ;south;');

test('a part is one tag where there is one of that name, else several', () => {
	expect(tagParts(cell!, (name) => name === 'north ;south;')).toEqual([cell]);
	expect(tagParts(cell!, () => false)).toEqual(named('north', 'south'));
	expect(tagParts(17, () => false)).toEqual([17]);
});

test('a part of separators alone is no empty list, which would take all tags off', () => {
	expect(tagParts(named(';')[0]!, () => false)).toEqual(named(';'));
});

test('an item asks for the same whichever it is: its idempotency key stays good', () => {
	const digest = (tagAssignments: object[]) =>
		requestReader(createManyEndpoints)({ index: 0, input: { name: 'pump', tagAssignments } });
	expect(digest([cell!])).toBe(digest(named('north', 'south')));
	expect(digest([cell!])).not.toBe(digest(named('north')));
});
