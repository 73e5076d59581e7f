jest.mock('../../../src/ports', () => jest.requireActual<object>('../support/ports'));

import type { Case } from './case';
import { cases } from './cases';
import { judged, type Judged } from './judge';

/** The same facts in the forms of the reference, where a case is not about a form. */
const inReferenceForm: Case[] = cases
	.filter(({ state }) => state.form === 'recorded')
	.map((each) => ({ ...each, state: structuredClone({ ...each.state, form: 'reference' }) }));

/** Figures in one line, and each case that does not hold with what was said and what is right. */
function report(title: string, of: Case[], results: Judged[]): string {
	const count = (has: (each: Judged) => boolean): number => results.filter(has).length;
	const right = count((each) => each.isVerdictRight);
	const share = ((100 * right) / results.length).toFixed(1);
	const figures = [
		`${results.length} cases`,
		`first cause right in ${right} (${share} %)`,
		`${count(({ isCertain }) => isCertain)} certain`,
		`${count(({ isCertainAndWrong }) => isCertainAndWrong)} certain and wrong`,
		`${count(({ faults }) => faults.length === 0)} without any fault`,
	];
	const lines = results.flatMap(({ name, faults, said }) => {
		if (faults.length === 0) return [];
		const { right: allowed, certain, fact } = of.find((each) => each.name === name)!;
		return [
			`- ${name}: ${faults.join('; ')}`,
			`  said: ${said}`,
			`  right: ${allowed === 'any' ? 'any' : allowed.join(', ')}; certain: ${certain}. ${fact}`,
		];
	});
	return [`${title}: ${figures.join(', ')}`, ...lines].join('\n');
}

describe.each([
	['diagnose', cases],
	['diagnose, in the forms of the reference', inReferenceForm],
] as const)('%s', (title, of) => {
	const results: Judged[] = [];

	it.each(of.map((each) => [each.name, each] as const))('%s', async (_, each) => {
		const result = await judged(each);
		results.push(result);
		expect([...result.faults, result.faults.length > 0 && result.said]).toEqual([false]);
	});

	afterAll(() => console.log(report(title, of, results)));
});

it('names of cases are not used twice', () => {
	expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});
