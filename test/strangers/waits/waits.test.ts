jest.mock('../../../src/ports', () => jest.requireActual<object>('../support/ports'));

import type { Case, Condition } from './case';
import { conditions } from './cases';
import { judged, type Judged } from './judge';

/** Figures in one line, and each case that does not hold with what was said and what is right. */
function report(title: string, of: Case[], results: Judged[]): string {
	const count = (has: (result: Judged) => boolean): number => results.filter(has).length;
	const figures = [
		`${results.length} cases`,
		`${count(({ faults }) => faults.length === 0)} right`,
		`${count(({ isMet }) => isMet)} met`,
		`${count(({ isMetAndWrong }) => isMetAndWrong)} met and wrong`,
		`${count(({ isMissed }) => isMissed)} missed`,
	];
	const lines = results.flatMap(({ name, faults, said }) => {
		if (faults.length === 0) return [];
		const { right, fact } = of.find((each) => each.name === name)!;
		return [
			`- ${name}: ${faults.join('; ')}`,
			`  said: ${said}`,
			`  right: ${right.join(', ')}. ${fact}`,
		];
	});
	return [`${title}: ${figures.join(', ')}`, ...lines].join('\n');
}

const recordedForm = (condition: Condition): Condition => ({
	...condition,
	cases: [...condition.cases, ...condition.general],
});
/** The same facts in the forms of the reference, where a case is not about a form. */
const inReferenceForm = (condition: Condition): Condition => ({
	...condition,
	title: `${condition.title}, in the forms of the reference`,
	cases: condition.cases
		.filter(({ state }) => state.form === 'recorded')
		.map((each) => ({ ...each, state: { ...each.state, form: 'reference' } })),
});

const all: Judged[] = [];
const inBothForms = conditions.flatMap((condition) => [
	recordedForm(condition),
	inReferenceForm(condition),
]);

describe.each(inBothForms.map((condition) => [condition.title, condition] as const))(
	'%s',
	(title, condition: Condition) => {
		const results: Judged[] = [];

		it.each(condition.cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
			const result = await judged(condition, each);
			results.push(result);
			expect([...result.faults, result.faults.length > 0 && result.said]).toEqual([false]);
		});

		it('names of cases are not used twice', () => {
			expect(new Set(condition.cases.map(({ name }) => name)).size).toBe(condition.cases.length);
		});

		afterAll(() => {
			all.push(...results);
			console.log(report(title, condition.cases, results));
		});
	},
);

afterAll(() => {
	const cases = inBothForms.flatMap((condition) => condition.cases);
	const [figures] = report('waits, in both forms', cases, all).split('\n');
	console.log(figures);
});
