import { CellularIotError, InputError } from '../../../src/errors';
import { type ItemResult, NotAttemptedError } from '../../../src/run/items';
import { countsOf } from '../../../src/run/outcomes';

/* The summary of the items of a stopped run. */

const done: ItemResult = { items: [{}] };
const refused: ItemResult = { error: new CellularIotError('no', 'hint', 'refused') };
const unknown: ItemResult = { error: new CellularIotError('cut', 'hint', 'unknown') };
const partial: ItemResult = { error: new CellularIotError('half', 'hint', 'partial') };
const notSent: ItemResult = { error: new InputError('id', 'must be a number') };
const after: ItemResult = { error: new NotAttemptedError(undefined) };

test.each([
	[[done, done, refused, after], 'of 4 items 2 done, 1 refused, 1 not sent'],
	[[unknown, done], 'of 2 items 1 done, 1 unknown'],
	[[partial, notSent, after], 'of 3 items 1 done in part, 2 not sent'],
	[[{ error: new Error('not ours') }, done], 'of 2 items 1 done, 1 unknown'],
	[[refused], undefined],
] as Array<[ItemResult[], string | undefined]>)(
	'names only the outcomes that occur, case %#',
	(all, said) => {
		expect(countsOf(all)).toBe(said);
	},
);
