import { InputError } from '../../../src/errors';
import { operations } from '../../../src/operations';
import { goodValues } from '../../operations';
import { errorOf, outcomeOf, unexpected } from './support';

/* Each field that stands in a path, of whatever kind, refuses what would make it another path. */

const sent = unexpected();

const pathFields = operations.flatMap((operation) =>
	Object.entries(operation.fields)
		.filter(([, field]) => field.in === 'path')
		.map(([name, field]) => [`${operation.resource} ${operation.name}`, name, field] as const),
);

const OTHER_PATHS = [
	'../1',
	'a/b',
	'a?x=1',
	'1?x=2',
	'%2e%2e',
	'a b',
	'',
	'a\nb',
	'a#b',
	'.',
	'..',
	{},
	[1],
];

test('more than 40 fields stand in a path', () => expect(pathFields.length).toBeGreaterThan(40));

test.each(pathFields)('%s: %s refuses what would change the path', async (row, name, field) => {
	for (const value of OTHER_PATHS) {
		// An empty field is what stands in the path otherwise, such as the organisation of the login.
		if (value === '' && field.otherwise !== undefined) continue;
		const outcome = await outcomeOf(row, { ...goodValues(row, name), [name]: value });
		expect(errorOf(outcome)).toBeInstanceOf(InputError);
		expect(errorOf(outcome)).toMatchObject({ field: name, outcome: 'notSent' });
	}
	expect(sent).toEqual([]);
});
