import { InputError } from '../../../src/errors';
import { operations } from '../../../src/operations';
import type { Field, Json } from '../../../src/table/define';
import { checkFields } from '../../../src/table/checks';
import { givesNothing, narrows } from '../../../src/table/narrowing';
import { goodValues as good } from '../../operations';
import { clientFor, outcomesOf, unexpected } from './support';
import { allOf, optionalValuesOf, VALUES_OF_CREATED } from './valuesOfCreated';

/* Present and empty is not absent: see src/table/narrowing.ts. */

const sent = unexpected();

/** The forms in which an expression gives nothing, as a form hands them on. */
const EMPTY_FORMS: unknown[] = [
	'',
	' ',
	'\n',
	null,
	'undefined',
	'null',
	[],
	[''],
	[undefined],
	{ by: 'name', value: '' },
	{ by: 'name', value: undefined },
	{ by: 'name', value: 'undefined' },
	{ __rl: true, mode: 'list', value: '' },
];

test.each(EMPTY_FORMS)('%j gives nothing', (value) => expect(givesNothing(value)).toBe(true));

test.each([0, false, 'a', '0', 'undefined 1', {}, [0], ['', 'a'], { by: 'name', value: 'a' }])(
	'%j gives something',
	(value) => expect(givesNothing(value)).toBe(false),
);

test('each optional field that an empty value may leave out is a value that something gets', () => {
	const left = operations.flatMap(optionalValuesOf);
	const unlisted = [...new Set(left)].filter((name) => !VALUES_OF_CREATED.includes(name));
	const gone = VALUES_OF_CREATED.filter((name) => !left.includes(name));
	if (unlisted.length > 0 || gone.length > 0) {
		throw new Error(
			`VALUES_OF_CREATED in test/unit/table/valuesOfCreated.ts lacks ${unlisted.join(', ') || 'nothing'}, and holds ${gone.join(', ') || 'nothing'} in vain: ` +
				'a field that restricts what is acted on is f.narrowing, and any other is listed there',
		);
	}
});

test('no field of a filter, of the waves or of the query is such a value', () => {
	const wrong = operations.flatMap((operation) =>
		Object.entries(allOf(operation)).filter(([, { group, in: where, ...field }]) => {
			const restricts = where === 'query' || where === 'filter' || where === 'path';
			const isOfWhole = group === 'filters' || group === 'waves' || restricts;
			return isOfWhole && !narrows({ ...field, group, in: where } as Field);
		}),
	);
	expect(wrong.map(([name]) => name)).toEqual([]);
});

/** Values with which a field is shown. */
const shown = ({ showWhen = {} }: Field): Json =>
	Object.fromEntries(Object.entries(showWhen).map(([name, [first]]) => [name, first]));

const narrowing = operations.map((operation) => ({
	operation,
	row: `${operation.resource} ${operation.name}`,
	fields: Object.entries(allOf(operation)).filter(([, field]) => narrows(field)),
}));

test('each operation has fields that narrow', () =>
	expect(narrowing.filter(({ fields }) => fields.length === 0)).toEqual([]));

test.each(narrowing.map(({ row, fields }) => [row, fields] as const))(
	'%s is refused, and sends nothing, for each field that narrows and each empty form',
	async (row, fields) => {
		const client = clientFor();
		for (const [name, field] of fields) {
			for (const value of EMPTY_FORMS) {
				const values = {
					tagId: 401,
					confirmTag: 'field',
					...good(row, name),
					...shown(field),
					[name]: value,
				};
				const [outcome] = await outcomesOf(client, row, [values]);
				const { error } = outcome as { error?: unknown };
				expect([name, value, error]).toEqual([name, value, expect.any(InputError)]);
				expect(error).toMatchObject({ field: name, outcome: 'notSent' });
			}
		}
		expect(sent).toEqual([]);
	},
);

test('what changes something may be left out by an empty cell', () => {
	const { fields } = operations.find(
		({ resource, name }) => resource === 'endpoint' && name === 'update',
	)!;
	const values = { endpointId: 17, name: 'pump', imei: '', simId: null, status: undefined };
	expect(checkFields(fields, [], values, { now: 0 })).toEqual({ endpointId: 17, name: 'pump' });
});

test.each([
	['tags:', 'rawQuery'],
	['tags:undefined', 'rawQuery'],
	['status:0,tags: ', 'rawQuery'],
	['status:0,', 'rawQuery'],
	['name:*', 'rawQuery'],
	['tags:a|', 'rawQuery'],
	['*', 'nameFilter'],
	['north|', 'nameFilter'],
	['|', 'tags'],
])('a filter that is left open, %j in %s, is refused', async (value, name) => {
	const values = { returnAll: true, simplify: true, [name]: value };
	const [outcome] = await outcomesOf(clientFor(), 'endpoint getAll', [values]);
	expect((outcome as { error: unknown }).error).toMatchObject({ field: name, outcome: 'notSent' });
	expect(sent).toEqual([]);
});
