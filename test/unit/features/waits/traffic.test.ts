import { judgeSigns } from '../../../../src/features/waits/conditions/seenAgain';

/* Traffic as a sign of life: the usage of the month, which starts anew on the first of the next. */

const baseline = { at: '2026-06-30T23:00:00.000Z', mb: 40 };
const judged = (mb: number, from: number | null = 40) =>
	judgeSigns({ ...baseline, mb: from }, { events: [], mb });

test('more than at the first look is a sign, as much as then is none', () => {
	expect(judged(40.001)).toMatchObject({ is: 'met', shows: { sign: 'traffic', seen_by: 'usage' } });
	expect(judged(40).is).toBe('open');
});

test('in the next month any traffic is a sign, and a counter at zero is none', () => {
	expect(judged(0).is).toBe('open');
	expect(judged(0.2)).toMatchObject({ is: 'met', shows: { sign: 'traffic', seen_at: null } });
});

test('without a first reading no traffic counts', () => {
	expect(judged(3, null).is).toBe('open');
});
