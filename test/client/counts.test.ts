import { NotAttemptedError, type Outcome } from '../../src/client/bulk';
import { countsOf } from '../../src/client/run';
import { CellularIotError, InputError } from '../../src/errors';

/* What a person reads about the other items of a run that stopped. */

const done: Outcome = { results: [{}] };
const refused: Outcome = { error: new CellularIotError('no', 'hint', 'refused') };
const unknown: Outcome = { error: new CellularIotError('cut', 'hint', 'unknown') };
const partial: Outcome = { error: new CellularIotError('half', 'hint', 'partial') };
const notSent: Outcome = { error: new InputError('id', 'must be a number') };
const after: Outcome = { error: new NotAttemptedError(undefined) };

test.each([
	[[done, done, refused, after], 'of 4 items 2 done, 1 refused, 1 not sent'],
	[[unknown, done], 'of 2 items 1 done, 1 unknown'],
	[[partial, notSent, after], 'of 3 items 1 done in part, 2 not sent'],
	[[{ error: new Error('not ours') }, done], 'of 2 items 1 done, 1 unknown'],
	[[refused], undefined],
] as Array<[Outcome[], string | undefined]>)('counts only what there is, case %#', (all, said) => {
	expect(countsOf(all)).toBe(said);
});
