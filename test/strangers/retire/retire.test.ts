jest.mock('../../../src/ports', () => jest.requireActual<object>('../support/ports'));

import { cases } from './cases';
import { judged, type Judged } from './judge';

function report(results: Judged[]): string {
	const count = (of: (each: Judged) => number): number =>
		results.reduce((total, each) => total + of(each), 0);
	const right = results.filter(({ faults }) => faults.length === 0).length;
	const figures = [
		`${results.length} cases`,
		`${right} right`,
		`${count((each) => each.moments)} moments`,
		`harm at ${count(({ harmed }) => harmed)}`,
		`something not named at ${count(({ unnamed }) => unnamed)} more`,
	];
	const lines = results.flatMap(({ name, faults, harmed, unnamed, moments }) => {
		if (faults.length === 0) return [];
		const { fact } = cases.find((each) => each.name === name)!;
		return [
			`- ${name}: of ${moments} moments harm at ${harmed}, not named at ${unnamed} more`,
			...faults.map((fault) => `    ${fault}`),
			`  fact: ${fact}`,
		];
	});
	return [`retire: ${figures.join(', ')}`, ...lines].join('\n');
}

describe('retire', () => {
	const results: Judged[] = [];

	it.each(cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
		const result = await judged(each);
		results.push(result);
		expect(result.faults).toEqual([]);
	});

	afterAll(() => console.log(report(results)));
});

it('names of cases are not used twice', () => {
	expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});
