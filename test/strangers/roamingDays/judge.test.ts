import { RULES } from './fleet';
import { fleetOf, optionsOf, rightPlayed } from './cases';
import { judged, type Count, type Played } from './judge';
import { DAY, HOUR } from '../incidents/world';

/* The judge finds each answer that is wrong on purpose, and nothing in one that is right. */

const fleet = fleetOf(200, 8, 1);
const options = optionsOf(fleet, 7);
const right = rightPlayed(fleet, options);
const NONE = { above: 0, below: 0, untold: 0, wrong: 0 };
const counts = (played: Played) => {
	const { above, below, untold, wrong } = judged(fleet, played, options);
	return {
		above: above.length,
		below: below.length,
		untold: untold.length,
		wrong: wrong.length,
	};
};
/** The right answer with one count changed. */
const withOne = (place: number, change: (count: Count) => Count): Played => ({
	...right,
	counted: right.counted.map((each, index) => (index === place ? change(each) : each)),
});
/** A count of somebody who has been there for weeks. */
const some = right.counted.findIndex(({ days_certain }) => days_certain === 40);

it('finds nothing in what is right', () => {
	expect(counts(right)).toEqual(NONE);
	const { knowable, warned, needless, datesOff, reached } = judged(fleet, right, options);
	expect(reached).toBeGreaterThan(15);
	expect(knowable).toBeGreaterThan(10);
	expect([warned, needless, datesOff]).toEqual([knowable, 0, 0]);
});

it('finds a certain day too many', () => {
	const played = withOne(some, (each) => ({ ...each, days_certain: 41, days_possible: 41 }));
	expect(counts(played)).toEqual({ ...NONE, above: 1 });
});

it('finds a possible day too few', () => {
	const played = withOne(some, (each) => ({ ...each, days_certain: 39, days_possible: 39 }));
	expect(counts(played)).toEqual({ ...NONE, below: 1 });
});

it('finds a day too many in a warning, too', () => {
	const [first, ...others] = right.told;
	const more = { ...first!, days_certain: first!.days_certain + 1 };
	const played = { ...right, told: [{ ...more, days_possible: more.days_certain }, ...others] };
	expect(counts(played)).toEqual({ ...NONE, above: 1 });
});

it('takes unknown days', () => {
	const played = withOne(some, (each) => ({ ...each, days_certain: 11, days_possible: 60 }));
	expect(counts(played)).toEqual(NONE);
});

it('finds somebody who is not counted', () => {
	const at = options.moments.at(-1)!;
	const turkey = RULES[0]!;
	const [key] = [...fleet.truth(turkey)].find(
		([, { seen }]) => seen.slice(-60).filter((each) => each === 1).length > 30,
	)!;
	const isThat = (each: Count): boolean =>
		each.at === at && each.rule === turkey.name && each.key === key;
	const played = { ...right, counted: right.counted.filter((each) => !isThat(each)) };
	expect(counts(played)).toEqual({ ...NONE, untold: 1 });
});

it('finds what cannot be: a device that does not exist, more certain than possible, one counted twice', () => {
	const at = options.moments[0]!;
	const count = { at, days_certain: 0, days_possible: 0, reaches_limit_on: null };
	const strange = { ...count, rule: 'Turkey', key: '12345678901234' };
	expect(counts({ ...right, counted: [...right.counted, strange] })).toMatchObject({ wrong: 1 });
	const turned = withOne(some, (each) => ({ ...each, days_certain: 40, days_possible: 39 }));
	expect(counts(turned)).toMatchObject({ wrong: 1, below: 1 });
	const twice = { ...right, counted: [...right.counted, right.counted[some]!] };
	expect(counts(twice)).toEqual({ ...NONE, wrong: 1 });
	expect(counts({ ...right, bytes: [] })).toEqual({ ...NONE, wrong: 1 });
});

it('finds warnings that are missing, late, or of nothing', () => {
	const all = judged(fleet, right, options).knowable;
	expect(judged(fleet, { ...right, told: [] }, options)).toMatchObject({ warned: 0 });
	const late = right.told.map((each) => ({ ...each, at: each.at + 2 * DAY }));
	const ofLate = judged(fleet, { ...right, told: late }, options);
	expect([ofLate.warned, ofLate.missed.length]).toEqual([0, all]);
	const early = right.told.map((each) => ({ ...each, at: each.at - 3 * HOUR }));
	expect(judged(fleet, { ...right, told: early }, options).warned).toBe(all);
	const poland = RULES[2]!;
	const [key] = [...fleet.truth(poland)].find(
		([, { truth }]) => truth.filter((each) => each > 0).length < 20,
	)!;
	const needless = {
		at: options.from + 40 * DAY,
		rule: poland.name,
		key,
		days_certain: 0,
		days_possible: poland.window,
		reaches_limit_on: new Date(options.from + 60 * DAY).toISOString().slice(0, 10),
	};
	expect(judged(fleet, { ...right, told: [...right.told, needless] }, options).needless).toBe(1);
});
